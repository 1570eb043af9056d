import FramePacing
import Running
import Testing
import Timebase

@Suite struct LeastCostsTests {
  private func cost(_ measure: Int64, _ layout: Int64) -> FrameCost {
    var cost = FrameCost()
    cost[.measure] = Nanoseconds(rawValue: measure)
    cost[.layout] = Nanoseconds(rawValue: layout)
    return cost
  }

  @Test func eachFrameAndPhaseKeepsItsOwnLeast() {
    var least = LeastCosts()
    least.add([cost(10, 7), cost(5, 20)])
    least.add([cost(8, 9), cost(6, 4)])
    least.add([cost(9, 8), cost(50, 40)])
    #expect(least.frames == [cost(8, 7), cost(5, 4)])
    #expect(least.sums[Phase.measure.rawValue] == 13)
    #expect(least.sums[Phase.layout.rawValue] == 11)
    #expect(least.sums[Phase.input.rawValue] == 0)
  }

  @Test func framesThatNotEveryRepetitionHasAreLeftOut() {
    var least = LeastCosts()
    least.add([cost(3, 3), cost(4, 4), cost(5, 5)])
    least.add([cost(2, 4), cost(9, 9)])
    #expect(least.frames == [cost(2, 3), cost(4, 4)])
    least.add([cost(1, 1), cost(1, 1), cost(1, 1)])
    #expect(least.frames == [cost(1, 1), cost(1, 1)])
  }

  /// A machine that is slow for a third of the time changes no sum of seven repetitions of 300 frames.
  @Test func aStretchInWhichTheMachineIsSlowChangesNothing() {
    let calm = (0..<300).map { cost(Int64(100 + $0), 50) }
    var least = LeastCosts()
    for repetition in 0..<7 {
      least.add(
        calm.indices.map { frame in
          // The stretch is elsewhere in each repetition.
          (frame + 60 * repetition) % 300 < 100
            ? cost(2 * calm[frame][.measure].rawValue, 95) : calm[frame]
        }
      )
    }
    #expect(least.frames == calm)
  }
}
