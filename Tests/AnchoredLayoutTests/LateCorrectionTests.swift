import AnchoredLayout
import FramePacing
import Lengths
import Testing

/// What the layouts that adjust the content offset a frame late owe, do and count.
@Suite struct LateCorrectionTests {
  private static let kinds: [LayoutKind] = [.adjusting, .paged, .unsized]

  /// Items of 100 pt.
  private func layout(_ kind: LayoutKind, count: Int) -> VirtualLayout {
    var layout = VirtualLayout(strategy: kind.make())
    layout.load(count: count) { Self.item($0) }
    return layout
  }

  private static func item(_ handle: Int) -> LayoutItem {
    LayoutItem(handle: UInt32(handle), height: LayoutUnit(points: 100))
  }

  private func page(from handle: Int) -> [LayoutItem] { (handle..<handle + 50).map(Self.item) }

  @Test(arguments: kinds)
  func theFrameOfAPrependShowsOthersItemsAndTheNextTheReadersPlace(kind: LayoutKind) {
    var layout = layout(kind, count: 200)
    var offset = layout.y(at: 20)
    var items = PlacedItems()
    layout.insert(page(from: 1_000), at: 0)
    #expect(
      layout.restore(.item(handle: 20, inset: .zero), to: offset) == LayoutUnit(points: 5_000)
    )
    #expect(layout.top == ContentSpace.start)
    layout.list(from: offset, to: offset + LayoutUnit(points: 150), into: &items)
    #expect(items.map(\.handle) == [1_020, 1_021])
    offset += layout.takeCorrection()
    layout.list(from: offset, to: offset + LayoutUnit(points: 150), into: &items)
    #expect(items.map(\.handle) == [20, 21])
    #expect(items.first?.y == offset)
    #expect(layout.takeCorrection() == .zero)
  }

  @Test(arguments: kinds)
  func whatTheEditsOfOneFrameOweAddsUp(kind: LayoutKind) {
    var layout = layout(kind, count: 10)
    let y = layout.y(at: 5)
    let point = StillPoint.item(handle: 5, inset: .zero)
    layout.insert([Self.item(100), Self.item(101)], at: 0)
    _ = layout.restore(point, to: y)
    #expect(layout.pendingCorrection == LayoutUnit(points: 200))
    let moved = layout.y(at: 7)
    layout.remove(0..<1)
    _ = layout.restore(point, to: moved)
    layout.move(from: 8, to: 0)
    _ = layout.restore(point, to: moved - LayoutUnit(points: 100))
    #expect(layout.pendingCorrection == LayoutUnit(points: 200))
    layout.load(count: 1) { Self.item($0) }
    #expect(layout.pendingCorrection == .zero)
  }

  @Test(arguments: [LayoutKind.tree, .array])
  func theOthersOweNothing(kind: LayoutKind) {
    var layout = layout(kind, count: 10)
    let y = layout.y(at: 5)
    layout.setHeight(.zero, at: 0)
    _ = layout.restore(.item(handle: 5, inset: .zero), to: y)
    #expect(layout.takeCorrection() == .zero)
  }

  @Test func aPageOfOlderItemsRewritesPagesInOneLayoutAndItemsInTheOther() {
    for (kind, limit) in [(LayoutKind.paged, 1_000), (.adjusting, 50_000)] {
      var layout = layout(kind, count: 10_000)
      let point = StillPoint.item(handle: 0, inset: .zero)
      let before = layout.counts[.arrayElementMoved] + layout.counts[.arrayElementRewritten]
      layout.insert(page(from: 20_000), at: 0)
      _ = layout.restore(point, to: ContentSpace.start)
      let counts = layout.counts
      let work = counts[.arrayElementMoved] + counts[.arrayElementRewritten] - before
      #expect((limit / 10..<limit).contains(work), "\(kind) touched \(work)")
    }
  }

  @Test func whatIsOffScreenIsAsHighAsTheAverageOfAllThatWasMeasured() {
    var layout = layout(.unsized, count: 100)
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
      var layout = layout(.unsized, count: 60)
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
    var layout = layout(.unsized, count: 400)
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

  /// Other averages make another way to the reader's place: what is owed leads there all the same.
  @Test func forgettingHeightsKeepsTheWayToWhatIsOwed() {
    var layout = layout(.unsized, count: 400)
    for index in 180..<220 { layout.setHeight(LayoutUnit(points: 40), at: index) }
    var offset = layout.y(at: 200)
    layout.insert((1_000..<1_050).map { Self.item($0) }, at: 0)
    _ = layout.restore(.item(handle: 200, inset: .zero), to: offset)
    #expect(layout.pendingCorrection != .zero)
    layout.forgetHeights(above: offset, below: offset + LayoutUnit(points: 300))
    offset += layout.takeCorrection()
    #expect(layout.place(of: .item(handle: 200, inset: .zero)) == offset)
  }

  @Test(arguments: kinds) func whatTheViewportWasMovedByIsNotOwedAgain(kind: LayoutKind) {
    var layout = layout(kind, count: 200)
    let offset = layout.y(at: 20)
    layout.insert(page(from: 1_000), at: 0)
    _ = layout.restore(.item(handle: 20, inset: .zero), to: offset)
    layout.deductFromCorrection(LayoutUnit(points: -300))
    #expect(layout.takeCorrection() == LayoutUnit(points: 5_300))
    layout.deductFromCorrection(LayoutUnit(points: 300))
    #expect(layout.takeCorrection() == .zero)
  }
}
