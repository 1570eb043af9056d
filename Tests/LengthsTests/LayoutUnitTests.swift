import Lengths
import Testing

@Suite struct LayoutUnitTests {
  @Test func measuredHeightsRoundUpToTheNextUnit() {
    #expect(LayoutUnit(roundingUp: 1).rawValue == 64)
    #expect(LayoutUnit(roundingUp: 1.0001).rawValue == 65)
    #expect(LayoutUnit(roundingUp: 0).rawValue == 0)
    #expect(LayoutUnit(roundingUp: 1.0 / 64).rawValue == 1)
  }

  @Test func pointsAreExactBackAndForth() {
    for raw in [Int64(0), 1, 63, 64, 65, -1, 1 << 52, -(1 << 52)] {
      #expect(LayoutUnit(nearest: LayoutUnit(rawValue: raw).points).rawValue == raw)
    }
  }

  @Test func notANumberIsRefused() async {
    await #expect(processExitsWith: .failure) { _ = LayoutUnit(roundingUp: .nan) }
  }
}
