import FramePacing
import Gating
import Testing
import Timebase

/// Two builds compared turn by turn.
@Suite struct TurnTimesTests {
  /// Repetitions in which each phase of a turn takes so many microseconds.
  private func times(_ microseconds: [[Double]]) -> TurnTimes {
    TurnTimes(
      microseconds.map { turns in
        turns.map { time in
          var cost = FrameCost()
          for phase in Phase.allCases {
            cost[phase] = Nanoseconds(rawValue: Int64(time * 1_000) * Int64(phase.rawValue + 1))
          }
          return cost
        }
      }
    )
  }

  private func ratios(_ base: TurnTimes, _ head: TurnTimes) throws -> [Double] {
    let pair = try #require(TurnTimes.pair(base, head))
    return zip(pair.base, pair.head).map { $1 / $0 }
  }

  private func expect(_ ratios: [Double], _ wanted: Double) {
    #expect(ratios.count == Phase.allCases.count)
    #expect(ratios.allSatisfy { abs($0 - wanted) < 1e-9 }, "\(ratios)")
  }

  @Test func aMachineWhoseSpeedChangesChangesNothing() throws {
    let base = [[100.0, 200, 300], [145, 200, 435], [100, 290, 300]]
    expect(try ratios(times(base), times(base)), 1)
    let head = base.map { $0.map { $0 * 1.05 } }
    expect(try ratios(times(base), times(head)), 1.05)
  }

  @Test func aTurnThatIsInterruptedInOneRepetitionDoesNotCount() throws {
    let base = Array(repeating: [100.0, 200, 300], count: 4)
    var head = base
    head[1][0] *= 9
    head[2][1] *= 9
    head[3][2] *= 9
    expect(try ratios(times(base), times(head)), 1)
    expect(try ratios(times(head), times(base)), 1)
  }

  @Test func workInFewTurnsCountsAsMuchAsItTakes() throws {
    let base = Array(repeating: [100.0, 100, 100, 700], count: 3)
    let head = Array(repeating: [100.0, 100, 100, 770], count: 3)
    expect(try ratios(times(base), times(head)), 1.07)
    let light = Array(repeating: [110.0, 100, 100, 700], count: 3)
    expect(try ratios(times(base), times(light)), 1.01)
  }

  @Test func buildsOfUnequalNumbersOfFramesAreComparedByRepetition() throws {
    let base = Array(repeating: [100.0, 200], count: 3)
    let head = Array(repeating: [100.0, 200, 30], count: 3)
    expect(try ratios(times(base), times(head)), 1.1)
  }

  @Test func repetitionsThatOneBuildAloneMadeAreLeftOut() throws {
    let base = [[100.0], [100], [100]]
    let head = [[100.0], [100], [100], [900], [900], [900]]
    expect(try ratios(times(base), times(head)), 1)
    #expect(TurnTimes.pair(times(base), times([])) == nil)
    #expect(TurnTimes.pair(times([]), times(head)) == nil)
  }

  @Test func aTurnInWhichNothingPassesHasNoRatio() throws {
    let pair = try #require(TurnTimes.pair(times([[0, 100]]), times([[10, 100]])))
    #expect(pair.base[0] == 100_000 && pair.head[0] == 110_000)
  }
}
