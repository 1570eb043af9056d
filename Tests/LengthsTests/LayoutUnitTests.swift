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

  @Test func whatIsNoLengthIsTheNearestOne() {
    #expect(LayoutUnit(roundingUp: .nan) == .zero && LayoutUnit(nearest: .nan) == .zero)
    let longest = LayoutUnit(points: 1 << 48)
    for points in [Double.infinity, 1e300, 0x1p49] {
      #expect(LayoutUnit(roundingUp: points) == longest && LayoutUnit(nearest: points) == longest)
      #expect(LayoutUnit(nearest: -points) == .zero - longest)
    }
    #expect(LayoutUnit(points: .max) == longest && LayoutUnit(points: .min) == .zero - longest)
  }
}
