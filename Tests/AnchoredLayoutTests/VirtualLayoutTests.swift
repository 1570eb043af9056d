import AnchoredLayout
import Lengths
import PublishedDesigns
import Testing
import Timebase

@Suite struct VirtualLayoutTests {
  private func layout(_ strategy: any LayoutStrategy, heights: [Int]) -> VirtualLayout {
    var layout = VirtualLayout(strategy: strategy)
    layout.load(count: heights.count) {
      LayoutItem(handle: UInt32($0), height: LayoutUnit(points: heights[$0]))
    }
    return layout
  }

  @Test func theFirstItemOfALoadLiesAtTheStartOfTheSpace() {
    for strategy in [AnchoredTree(), AnchoredArray()] as [any LayoutStrategy] {
      let layout = layout(strategy, heights: [10, 20])
      #expect(layout.top == ContentSpace.start)
      #expect(layout.rebases == 0)
    }
  }

  @Test func aLoadTallerThanFortyMillionPointsHasItsEndAtTheStart() {
    for strategy in [AnchoredTree(), AnchoredArray()] as [any LayoutStrategy] {
      let tall = layout(strategy, heights: Array(repeating: 1_000_000, count: 41))
      #expect(tall.bottom == ContentSpace.start)
      #expect(tall.rebases == 1)
      tall.checkInvariants()
      let limit = layout(strategy, heights: Array(repeating: 1_000_000, count: 40))
      #expect(limit.top == ContentSpace.start)
      #expect(limit.rebases == 0)
    }
  }

  @Test func theTreeKeepsTheStillPointToTheUnitUnderAnyEdits() {
    var random = SeededGenerator(seed: PropertySettings.seed)
    var edits = StillPointEdits(layout(AnchoredTree(), heights: [30, 40, 50, 60]))
    for iteration in 0..<PropertySettings.iterations(400) {
      let off = edits.edit(&random)
      #expect(off == .zero, "edit \(iteration)")
      #expect(edits.displacement == .zero, "edit \(iteration)")
      edits.layout.checkInvariants()
    }
  }

  @Test func theArraySaysByHowMuchTheStillPointIsOff() {
    var random = SeededGenerator(seed: PropertySettings.seed)
    var edits = StillPointEdits(layout(AnchoredArray(), heights: [30, 40, 50, 60]))
    for iteration in 0..<PropertySettings.iterations(400) {
      let off = edits.edit(&random)
      #expect(off == edits.displacement, "edit \(iteration)")
      edits.layout.checkInvariants()
    }
  }

  @Test func aPrependMovesNobodyInTheArray() {
    var layout = layout(AnchoredArray(), heights: [30, 40])
    let y = layout.y(at: 0)
    layout.insert([LayoutItem(handle: 9, height: LayoutUnit(points: 500))], at: 0)
    #expect(layout.restore(.item(handle: 0, inset: .zero), to: y) == .zero)
    #expect(layout.y(at: 1) == y)
  }

  @Test func aRebaseMovesEverythingByOneDistanceAndIsCounted() {
    for strategy in [AnchoredTree(), AnchoredArray()] as [any LayoutStrategy] {
      var layout = layout(strategy, heights: [10, 20, 30])
      let viewport = LayoutUnit(points: 800)
      #expect(layout.rebase(around: ContentSpace.margin, viewport: viewport) == .zero)
      #expect(layout.rebases == 0)
      let offset = ContentSpace.margin - LayoutUnit(rawValue: 1)
      let shift = layout.rebase(around: offset, viewport: viewport)
      #expect(offset + shift == ContentSpace.start)
      #expect(layout.top == ContentSpace.start + shift)
      #expect(layout.y(at: 2) == layout.top + LayoutUnit(points: 30))
      #expect(layout.rebases == 1)
      let low = ContentSpace.height - ContentSpace.margin - viewport + LayoutUnit(rawValue: 1)
      #expect(layout.rebase(around: low, viewport: viewport) == ContentSpace.start - low)
      #expect(layout.rebases == 2)
      layout.checkInvariants()
    }
  }

  @Test func onlyItemsBetweenTheTwoPlacesAreGivenOut() {
    for strategy in [AnchoredTree(), AnchoredArray()] as [any LayoutStrategy] {
      var layout = layout(strategy, heights: [10, 0, 20, 30, 40])
      var items = PlacedItems()
      let start = ContentSpace.start
      layout.list(
        from: start + LayoutUnit(points: 10),
        to: start + LayoutUnit(points: 31),
        into: &items
      )
      #expect(items.map(\.handle) == [2, 3])
    }
  }

  @Test(arguments: LayoutKind.allCases)
  func aRebaseOfAnEmptyLayoutMovesItsPlaceToo(kind: LayoutKind) {
    var layout = layout(kind.make(), heights: [10, 20])
    layout.remove(0..<2)
    let top = layout.top
    let shift = layout.rebase(around: .zero, viewport: LayoutUnit(points: 800))
    #expect(layout.top == top + shift)
    layout.insert([LayoutItem(handle: 5, height: LayoutUnit(points: 30))], at: 0)
    #expect(layout.y(at: 0) == top + shift)
    layout.load(count: 0) { LayoutItem(handle: UInt32($0), height: .zero) }
    #expect(layout.top == ContentSpace.start)
  }

  @Test func aQuestionIsNotCountedAsWork() {
    var layout = layout(AnchoredTree(), heights: Array(repeating: 40, count: 1_000))
    var items = PlacedItems()
    let counts = layout.counts
    layout.list(from: layout.y(at: 400), to: layout.y(at: 420), into: &items)
    #expect(items.count == 20)
    #expect(layout.counts == counts)
  }

  @Test func theStillPointOfAMissingItemIsNowhere() {
    var layout = layout(AnchoredTree(), heights: [10])
    #expect(layout.place(of: .item(handle: 7, inset: .zero)) == nil)
    #expect(layout.restore(.item(handle: 7, inset: .zero), to: .zero) == .zero)
    #expect(layout.top == ContentSpace.start)
  }
}

/// Random edits that keep one item, whose place is restored after each.
struct StillPointEdits: ~Copyable {
  var layout: VirtualLayout
  /// How far the item is from where it was before the last edit.
  private(set) var displacement: LayoutUnit = .zero
  private var nextHandle: UInt32 = 1_000

  init(_ layout: consuming VirtualLayout) { self.layout = layout }

  /// - Returns: What `restore` says.
  mutating func edit(_ random: inout SeededGenerator) -> LayoutUnit {
    let still = random.nextIndex(below: layout.count)
    let handle = layout.handle(at: still)
    let inset = LayoutUnit(rawValue: Int64(random.nextIndex(below: 50)))
    let point = StillPoint.item(handle: handle, inset: inset)
    let before = layout.y(at: still) + inset
    change(&random, keeping: still)
    let off = layout.restore(point, to: before)
    displacement = (layout.place(of: point) ?? before) - before
    return off
  }

  private mutating func change(_ random: inout SeededGenerator, keeping still: Int) {
    let count = layout.count
    let height = LayoutUnit(rawValue: Int64(random.nextIndex(below: 9_000)))
    let index = random.nextIndex(below: count)
    switch random.nextIndex(below: 4) {
    case 0:
      nextHandle += 1
      layout.insert(
        [LayoutItem(handle: nextHandle, height: height)],
        at: random.nextIndex(below: count + 1)
      )
    case 1 where index != still && count > 3: layout.remove(index..<index + 1)
    case 2: layout.move(from: index, to: random.nextIndex(below: count))
    default: layout.setHeights([height], at: index)
    }
  }
}
