import Gating
import Running

/// A cell whose processor time is taken, a repetition at a time.
struct TimedCell {
  private var times: ProcessorTimes
  /// What is known of it before it is run.
  private let empty: GateSample

  init(times: ProcessorTimes, empty: GateSample) {
    self.times = times
    self.empty = empty
  }

  /// Makes what warms up.
  mutating func warmUp() { times.warmUp() }

  /// Makes a repetition.
  ///
  /// - Parameters:
  ///   - isPlanted: Whether with planted work.
  ///   - frameMade: Called after each frame.
  /// - Throws: What `frameMade` throws.
  /// - Precondition: It is warm; `isPlanted` only where something is planted.
  mutating func measure(isPlanted: Bool, _ frameMade: () throws -> Void) rethrows {
    if isPlanted { try times.measurePlanted(frameMade) } else { try times.measureAgain(frameMade) }
  }

  /// What was measured so far.
  ///
  /// - Precondition: It is warm.
  func sample() -> GateSample {
    let result = times.result()
    var sample = empty
    sample.frames = result.frames
    sample.processorTime = result.plain
    sample.turnTimes = TurnTimes(result.turns)
    sample.plantedTurnTimes = TurnTimes(result.plantedTurns)
    sample.floor = result.floor
    sample.problem = result.problem
    return sample
  }
}
