import Gating
import Simulation

/// A cell whose processor time is taken, a repetition at a time.
struct TimedCell {
  private var times: ProcessorTimes
  /// What is known of it before it is run.
  private let empty: GateSample
  private var isWarm = false

  init(times: ProcessorTimes, empty: GateSample) {
    self.times = times
    self.empty = empty
  }

  /// Makes a repetition; the first one warms up.
  mutating func measure() {
    if isWarm { times.measureAgain() } else { times.warmUp() }
    isWarm = true
  }

  /// What was measured so far.
  ///
  /// - Precondition: A repetition was made.
  func sample() -> GateSample {
    let result = times.result()
    var sample = empty
    sample.frames = result.frames
    sample.processorTime = result.plain
    sample.plantedTime = result.planted
    sample.floor = result.floor
    sample.problem = result.problem
    return sample
  }
}
