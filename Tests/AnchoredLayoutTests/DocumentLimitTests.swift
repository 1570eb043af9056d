import AnchoredLayout
import Lengths
import Testing

/// The tallest document there can be.
@Suite struct DocumentLimitTests {
  /// 2^53 layout units: up to there a length in points is exact.
  private let limit = LayoutUnit(rawValue: 9_007_199_254_740_992)

  @Test func lengthsAreExactInPointsUpToTheLimit() {
    for units in [limit.rawValue, limit.rawValue - 1, -limit.rawValue, 1 - limit.rawValue] {
      let length = LayoutUnit(rawValue: units)
      #expect(LayoutUnit(nearest: length.points) == length)
      #expect(LayoutUnit(roundingUp: length.points) == length)
    }
  }

  /// As many messages as a surface may be asked to hold, each as tall as one may be: 7 % of the
  /// limit, and exact to the unit.
  @Test func tenMillionOfTheTallestMessagesFitExactly() {
    let (count, height) = (10_000_000, LayoutUnit(points: 1_000_000) + LayoutUnit(points: 12))
    var layout = VirtualLayout(strategy: AnchoredTree())
    layout.load(count: count) { LayoutItem(handle: UInt32($0), height: height) }
    #expect(layout.bottom == LayoutUnit(points: 50_000_000))
    #expect(layout.bottom - layout.top == height * count)
    #expect(layout.bottom - layout.top < limit)
    for index in [0, 1, 4_999_999, 9_999_998, 9_999_999] {
      let y = layout.top + height * index
      #expect(layout.y(at: index) == y)
      #expect(layout.index(atY: y) == index)
      #expect(layout.index(atY: y + height - LayoutUnit(rawValue: 1)) == index)
    }
    layout.setHeight(LayoutUnit(rawValue: 1), at: 5_000_000)
    #expect(layout.bottom - layout.top == height * (count - 1) + LayoutUnit(rawValue: 1))
  }

  /// Wherever in a document of that height the content space lies, places are exact.
  @Test func aPlaceAtTheLimitIsExactToTheUnit() {
    for top in [-limit, limit - LayoutUnit(points: 3)] {
      var layout = VirtualLayout(strategy: AnchoredTree(origin: top))
      layout.insert(
        (0..<3).map { LayoutItem(handle: $0, height: LayoutUnit(points: 1)) },
        at: 0
      )
      #expect(layout.y(at: 2) == top + LayoutUnit(points: 2))
      #expect(layout.index(atY: top + LayoutUnit(points: 2)) == 2)
      #expect(layout.index(atY: top + LayoutUnit(rawValue: 127)) == 1)
      layout.setHeight(LayoutUnit(rawValue: 65), at: 0)
      #expect(layout.y(at: 1) == top + LayoutUnit(rawValue: 65))
    }
  }
}
