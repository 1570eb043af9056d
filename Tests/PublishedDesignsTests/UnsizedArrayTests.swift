import AnchoredLayout
import Lengths
import PublishedDesigns
import Testing

/// Items off the screen have the average height.
@Suite struct UnsizedArrayTests {
  /// Items of 100 pt.
  private func layout(count: Int) -> VirtualLayout {
    var layout = VirtualLayout(strategy: UnsizedArray())
    layout.load(count: count) { Self.item($0) }
    return layout
  }

  private static func item(_ handle: Int) -> LayoutItem {
    LayoutItem(handle: UInt32(handle), height: LayoutUnit(points: 100))
  }

  @Test func whatIsOffScreenIsAsHighAsTheAverageOfAllThatWasMeasured() {
    var layout = layout(count: 100)
    let start = layout.y(at: 40)
    for index in 40..<44 { layout.setHeight(LayoutUnit(points: 200 + index), at: index) }
    layout.setHeight(LayoutUnit(points: 900), at: 90)
    let place = layout.y(at: 42)
    layout.forgetHeights(above: start, below: start + LayoutUnit(points: 800))
    #expect(layout.y(at: 42) == place)
    #expect(layout.height(at: 42) == LayoutUnit(points: 242))
    // Of 240, 241, 242, 243 and 900 pt.
    let average = LayoutUnit(rawValue: 1_866 * 64 / 5)
    #expect(layout.height(at: 90) == average)
    #expect(layout.y(at: 40) - layout.top == layout.height(at: 0) * 40)
    layout.checkInvariants()
    // What comes back counts again; a new measurement of what is there replaces the old one.
    layout.setHeight(LayoutUnit(points: 900), at: 90)
    layout.setHeight(LayoutUnit(points: 300), at: 90)
    let bottom = layout.bottom
    layout.forgetHeights(above: bottom, below: bottom + LayoutUnit(points: 800))
    #expect(layout.height(at: 90) == LayoutUnit(points: 361))
    #expect(layout.height(at: 42) == layout.height(at: 0))
    layout.checkInvariants()
  }

  /// What lies above a viewport beyond the content does not come into view by being forgotten, known
  /// or not.
  @Test func nothingIsBroughtIntoViewByAnAverage() {
    for last in [10, 400] {
      var layout = layout(count: 60)
      for index in 40..<60 { layout.setHeight(LayoutUnit(points: 500), at: index) }
      layout.setHeight(LayoutUnit(points: last), at: 59)
      for reach in [0, 3, 200] {
        let start = layout.bottom + LayoutUnit(points: reach)
        layout.forgetHeights(above: start, below: start + LayoutUnit(points: 300))
        #expect(layout.bottom + LayoutUnit(points: reach) == start, "\(last), \(reach)")
        layout.checkInvariants()
        // Some are measured anew before the next frame.
        layout.setHeight(LayoutUnit(points: 700), at: 57)
      }
    }
  }

  /// The content's height stays near the true one, however few items fill the screen.
  @Test func theEstimatedExtentDoesNotFollowTheFewItemsOnScreen() throws {
    var layout = layout(count: 400)
    let viewport = LayoutUnit(points: 852)
    func height(_ index: Int) -> LayoutUnit { LayoutUnit(points: index % 4 == 3 ? 1_500 : 60) }
    var offset = layout.top
    var items = PlacedItems()
    var extents: [LayoutUnit] = []
    for _ in 0..<100 {
      layout.list(from: offset, to: offset + viewport, into: &items)
      for item in items { layout.setHeight(height(item.index), at: item.index) }
      layout.forgetHeights(above: offset, below: offset + viewport)
      extents.append(layout.bottom - layout.top)
      offset += LayoutUnit(points: 400)
    }
    let expected = LayoutUnit(points: 100 * 1_680)
    for extent in extents {
      #expect((extent - expected).magnitude * 3 < expected, "\(extent), not \(expected)")
    }
    let late = extents.dropFirst(40)
    let least = try #require(late.min())
    let most = try #require(late.max())
    #expect((most - least) * 20 < expected, "\(least) to \(most)")
  }

  @Test func anEstimateIsNeverZero() {
    var layout = VirtualLayout(strategy: UnsizedArray())
    layout.load(count: 3) { LayoutItem(handle: UInt32($0), height: .zero) }
    #expect(layout.height(at: 0) == LayoutUnit(rawValue: 1))
    layout.scaleHeights(numerator: 1, denominator: 2)
    #expect(layout.height(at: 0) == LayoutUnit(rawValue: 1))
  }
}
