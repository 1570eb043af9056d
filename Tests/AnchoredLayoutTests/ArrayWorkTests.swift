import AnchoredLayout
import FramePacing
import Lengths
import PublishedDesigns
import Testing

/// How many elements the layouts in arrays touch, edit by edit.
@Suite struct ArrayWorkTests {
  private static let viewport = LayoutUnit(points: 800)

  private func layout(_ kind: LayoutKind, count: Int) -> VirtualLayout {
    var layout = VirtualLayout(strategy: kind.make())
    layout.load(count: count) { Self.item($0) }
    return layout
  }

  private static func item(_ handle: Int) -> LayoutItem {
    LayoutItem(handle: UInt32(handle), height: LayoutUnit(points: 100))
  }

  private static func page(_ number: Int) -> [LayoutItem] {
    (0..<50).map { item(1_000_000 + 50 * number + $0) }
  }

  /// What `body` counts, of one operation.
  private func work(
    _ operation: FramePacing.Operation,
    of layout: inout VirtualLayout,
    _ body: (inout VirtualLayout) -> Void
  ) -> Int {
    let before = layout.counts[operation]
    body(&layout)
    return layout.counts[operation] - before
  }

  /// Looks at what lies above an item, and at the item.
  private func look(at index: Int, _ layout: inout VirtualLayout) {
    var items = PlacedItems()
    let end = layout.y(at: index + 1)
    layout.list(from: end - Self.viewport, to: end, into: &items)
    #expect(items.last?.index == index)
  }

  /// Changes an item's height; an item below it is the still point.
  private func setHeight(at index: Int, keeping still: Int, _ layout: inout VirtualLayout) {
    let y = layout.y(at: still)
    layout.setHeight(LayoutUnit(points: 80), at: index)
    _ = layout.restore(.item(handle: layout.handle(at: still), inset: .zero), to: y)
  }

  @Test func theEditsOfAFrameAreGatheredAndPlacesWrittenOnceWhereTheyAreLookedAt() {
    var layout = layout(.adjusting, count: 10_000)
    let edited = [3_000, 1_000, 4_000, 2_000, 4_500]
    let rewritten = work(.arrayElementRewritten, of: &layout) { layout in
      for index in edited { setHeight(at: index, keeping: 5_000, &layout) }
      look(at: 5_000, &layout)
      look(at: 5_000, &layout)
    }
    // Five heights, and the places from the first edit to ten below what is on screen.
    #expect(rewritten == 5 + 5_011 - 1_001)
    layout.checkInvariants()
  }

  @Test(arguments: [10_000, 100_000])
  func rowsThatAreMeasuredTouchWhatIsVisible(count: Int) {
    var layout = layout(.adjusting, count: count)
    let middle = count / 2
    look(at: middle, &layout)
    let rewritten = work(.arrayElementRewritten, of: &layout) { layout in
      for index in middle - 8..<middle { setHeight(at: index, keeping: middle, &layout) }
      look(at: middle, &layout)
    }
    // Eight heights, the places between them and those of the rest of the screen and ten more.
    #expect(rewritten == 8 + 7 + 11)
  }

  @Test func theAnchoredArrayMovesWhatIsBelowOnceForAllRowsOfAMeasuring() {
    var layout = layout(.array, count: 10_000)
    let y = layout.y(at: 5_000)
    let rewritten = work(.arrayElementRewritten, of: &layout) { layout in
      for index in 4_992..<5_000 { layout.setHeight(LayoutUnit(points: 80), at: index) }
      let off = layout.restore(.item(handle: 5_000, inset: .zero), to: y)
      #expect(off == LayoutUnit(points: -160))
      look(at: 5_000, &layout)
    }
    #expect(rewritten == 8 + 7 + 5_000)
  }

  @Test(arguments: [1_000, 10_000, 100_000])
  func aPageBeforeTheAnchoredArrayTouchesThePage(count: Int) {
    var layout = layout(.array, count: count)
    for number in 0..<5 {
      let before = layout.counts
      layout.insert(Self.page(number), at: 0)
      let restored = layout.restore(.item(handle: 0, inset: .zero), to: ContentSpace.start)
      #expect(restored == .zero)
      var expected = OperationCounts()
      expected[.arrayElementLoaded] = 50
      expected += before
      #expect(layout.counts == expected)
    }
    #expect(layout.index(of: 0) == 250)
    layout.checkInvariants()
  }

  @Test(arguments: LayoutKind.allCases) func movingAllContentTouchesNoItem(kind: LayoutKind) {
    var layout = layout(kind, count: 10_000)
    let before = layout.counts
    _ = layout.rebase(around: .zero, viewport: Self.viewport)
    #expect(layout.rebases == 1)
    #expect(layout.counts == before)
    layout.checkInvariants()
  }

  @Test(arguments: [LayoutKind.array, .adjusting, .paged, .unsized])
  func aLoadCountsItsItemsOnceWhateverWasThereBefore(kind: LayoutKind) {
    var layout = layout(kind, count: 10_000)
    let loaded = work(.arrayElementLoaded, of: &layout) { layout in
      layout.load(count: 20_000) { Self.item($0) }
    }
    #expect(loaded == 20_000)
    let first = layout.counts
    layout.load(count: 20_000) { Self.item($0) }
    #expect(layout.counts[.arrayElementMoved] == first[.arrayElementMoved])
    let rewritten = layout.counts[.arrayElementRewritten] - first[.arrayElementRewritten]
    #expect(rewritten == (kind == .paged ? 2 * 20_000 / PagedArray.standardPageLength : 0))
    layout.checkInvariants()
  }

  /// Its own places are what a page costs: the shorter pages are, the more of them are written.
  @Test(arguments: [1, 7, 20, 50, 10_000]) func aLoadWritesAPlaceForEachPage(length: Int) {
    var pages = PagedArray(pageLength: length)
    pages.load(count: 1_000, top: .zero) { Self.item($0) }
    #expect(pages.counts[.arrayElementRewritten] == 2 * ((1_000 + length - 1) / length))
    pages.checkInvariants()
  }

  @Test func theTreesLoadIsCountedApart() {
    var layout = layout(.tree, count: 10_000)
    #expect(layout.counts[.indexElement] == 0)
    #expect((10_000..<11_000).contains(layout.counts[.indexElementLoaded]))
    let loaded = work(.indexElementLoaded, of: &layout) { layout in
      layout.insert(Self.page(0), at: 0)
    }
    #expect(loaded == 0)
    #expect(layout.counts[.indexElement] >= 50)
  }

  /// The numbers of handles are put right once for all edits of a difference.
  @Test(arguments: [LayoutKind.array, .adjusting, .unsized])
  func manyRunsInsertedAndRemovedNumberHandlesOnce(kind: LayoutKind) {
    var layout = layout(kind, count: 10_000)
    let rewritten = work(.arrayElementRewritten, of: &layout) { layout in
      for run in (0..<20).reversed() { layout.remove(400 * run..<400 * run + 2) }
      for run in 0..<20 { layout.insert([Self.item(50_000 + run)], at: 300 * run + 1) }
      _ = layout.restore(.item(handle: 9_999, inset: .zero), to: .zero)
    }
    // At most every number and every place, and what forty entries that wait are joined to.
    #expect(rewritten < 50_000)
    let again = work(.arrayElementRewritten, of: &layout) { layout in
      _ = layout.restore(.item(handle: 9_999, inset: .zero), to: .zero)
    }
    #expect(again == 0)
    layout.checkInvariants()
  }

  /// Before anything is settled a handle is found all the same.
  @Test(arguments: LayoutKind.allCases) func handlesAreFoundBetweenTheEditsOfABatch(
    kind: LayoutKind
  ) {
    var layout = layout(kind, count: 100)
    layout.insert([Self.item(500), Self.item(501)], at: 50)
    layout.remove(20..<30)
    layout.move(from: 5, to: 80)
    layout.insert([Self.item(600)], at: 10)
    layout.insert([Self.item(700)], at: 0)
    for index in 0..<layout.count { #expect(layout.index(of: layout.handle(at: index)) == index) }
    #expect(layout.index(of: 25) == nil)
    #expect(layout.index(of: 5_000) == nil)
    layout.checkInvariants()
  }
}
