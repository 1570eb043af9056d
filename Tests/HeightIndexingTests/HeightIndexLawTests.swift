import HeightIndexing
import Lengths
import Testing
import Timebase

/// Laws of `HeightIndex` that random edits do not show.
@Suite struct HeightIndexLawTests {
  private func loaded(_ count: Int, points: Int = 100) -> HeightIndex {
    var index = HeightIndex()
    index.load(count: count) { (UInt32($0), LayoutUnit(points: points)) }
    return index
  }

  @Test func copiesAreIndependent() {
    let original = loaded(1_000)
    var copy = original
    copy.setHeight(LayoutUnit(points: 7), at: 5)
    copy.insert(handle: 5_000, height: LayoutUnit(points: 1), at: 500)
    copy.remove(0..<300)
    #expect(original.total == LayoutUnit(points: 100_000))
    #expect(original.index(of: 5_000) == nil && original.index(of: 0) == 0)
    #expect(copy.count == 701 && copy.index(of: 5_000) == 200)
    original.checkInvariants()
    copy.checkInvariants()
  }

  @Test func aSharedIndexListsTheSame() {
    var index = loaded(5_000)
    index.insert(handle: 9_000, height: LayoutUnit(points: 33), at: 2_500)
    var alone = VisibleItems()
    var shared = VisibleItems()
    let top = LayoutUnit(points: 249_000)
    index.list(from: top, to: top + LayoutUnit(points: 3_000), into: &alone)
    var copy = index
    copy.list(from: top, to: top + LayoutUnit(points: 3_000), into: &shared)
    var first: [[Int]] = []
    var second: [[Int]] = []
    alone.forEach { first.append([$0, Int($1), Int($2.rawValue), Int($3.rawValue)]) }
    shared.forEach { second.append([$0, Int($1), Int($2.rawValue), Int($3.rawValue)]) }
    #expect(first == second && first.count == alone.count && first.count > 29)
    #expect(index.count == copy.count)
  }

  @Test func itemsOfNoHeightContainNothing() {
    var index = HeightIndex()
    let points = [0, 0, 5, 0, 7, 0]
    index.load(count: 6) { (UInt32($0), LayoutUnit(points: points[$0])) }
    #expect(index.index(at: .zero) == 2)
    #expect(index.index(at: LayoutUnit(points: 5)) == 4)
    #expect(index.index(at: LayoutUnit(rawValue: -1)) == 0)
    #expect(index.index(at: LayoutUnit(points: 12)) == 5)
  }

  @Test func itemsOfTheGreatestHeightFit() {
    var index = HeightIndex()
    index.load(count: 3_000) { (UInt32($0), HeightIndex.maximumHeight) }
    index.checkInvariants()
    #expect(index.total == HeightIndex.maximumHeight * 3_000)
    let middle = HeightIndex.maximumHeight * 1_500 + LayoutUnit(points: 500)
    #expect(index.index(at: middle) == 1_500)
    index.insert(
      contentsOf: (0..<40).map { (UInt32(4_000 + $0), HeightIndex.maximumHeight) },
      at: 0
    )
    for place in stride(from: 0, to: 3_000, by: 7) {
      index.setHeight(LayoutUnit(points: 3), at: place)
      index.insert(
        handle: UInt32(5_000 + place),
        height: HeightIndex.maximumHeight,
        at: place + 1
      )
    }
    index.checkInvariants()
    #expect(index.index(of: 2_999) == index.count - 1)
  }

  /// A slot is a message of 1,000,000 pt and the space below it.
  @Test func aSlotHoldsTheTallestMessageAndItsSpacing() {
    let slot = LayoutUnit(points: 1_000_000) + LayoutUnit(points: 1_000)
    #expect(HeightIndex.maximumHeight >= slot)
    var index = loaded(10_000)
    index.setHeight(slot, at: 5_000)
    #expect(index.height(at: 5_000) == slot)
  }

  /// A segment holds 2^24 pt; items that are too tall for theirs get segments of their own, and
  /// the segments around them stay what they were.
  @Test func whatASegmentCannotHoldCutsThatSegmentAlone() {
    var index = loaded(100_000)
    let tallest = HeightIndex.maximumHeight
    let before = index.work
    for place in 50_000..<50_017 { index.setHeight(tallest, at: place) }
    index.checkInvariants()
    let counts = index.segmentCounts
    #expect(counts.count(where: { $0 == 256 }) >= 389 && counts.count <= 396)
    #expect(index.work.elementsMoved - before.elementsMoved < 2_000)
    #expect(index.total == tallest * 17 + LayoutUnit(points: 100) * (100_000 - 17))
    #expect(index.offset(of: 50_017) == LayoutUnit(points: 5_000_000) + tallest * 17)
    #expect(index.index(at: index.offset(of: 50_016) - LayoutUnit(rawValue: 1)) == 50_015)

    // Tall items in a bulk load, a page, a run and at both ends.
    var mixed = HeightIndex()
    mixed.load(count: 3_000) { (UInt32($0), $0 / 256 == 5 ? tallest : LayoutUnit(points: 90)) }
    mixed.setHeights([LayoutUnit](repeating: tallest, count: 40), at: 300)
    let run = (0..<40).map { (handle: UInt32(5_000 + $0), height: tallest) }
    mixed.insert(contentsOf: run, at: 2_000)
    mixed.insert(contentsOf: (0..<40).map { (UInt32(6_000 + $0), tallest) }, at: 0)
    for item in 0..<40 { mixed.append(handle: UInt32(7_000 + item), height: tallest) }
    mixed.checkInvariants()
    let tall = 256 + 4 * 40
    let short = LayoutUnit(points: 90) * (3_120 - tall)
    #expect(mixed.total == tallest * tall + short)
    #expect((0..<3_120).count(where: { mixed.height(at: $0) == tallest }) == tall)
    #expect(mixed.index(of: 5_000) == 2_040 && mixed.index(of: 0) == 40)
  }

  @Test func scalingPastTheLimitsStopsAtTheGreatestHeight() {
    var index = loaded(2_000, points: 50_000)
    index.setHeight(LayoutUnit(points: 1), at: 700)
    index.scaleHeights(numerator: 100, denominator: 1)
    index.checkInvariants()
    #expect(index.height(at: 0) == HeightIndex.maximumHeight)
    #expect(index.height(at: 700) == LayoutUnit(points: 100))
    #expect(index.total == HeightIndex.maximumHeight * 1_999 + LayoutUnit(points: 100))
  }

  @Test func scalingsCompose() {
    var index = loaded(3_000)
    index.insert(handle: 9_999, height: LayoutUnit(points: 44), at: 1_500)
    var model = NaiveHeights()
    for place in 0..<index.count {
      model.items.append((index.handle(at: place), index.height(at: place).rawValue))
    }
    for step in 0..<600 {
      let (numerator, denominator) = step % 2 == 0 ? (320, 391) : (391, 320)
      let counts = index.segmentCounts
      index.scaleHeights(numerator: numerator, denominator: denominator)
      model.scale(
        numerator: Int64(numerator),
        denominator: Int64(denominator),
        segmentCounts: counts
      )
    }
    index.checkInvariants()
    for place in 0..<index.count where index.height(at: place).rawValue != model.items[place].height
    {
      Issue.record("height of item \(place)")
    }
    #expect(index.total.rawValue == model.total)
  }

  @Test func editsTouchLittle() {
    var index = loaded(1_000_000)
    func cost(_ edit: (inout HeightIndex) -> Void) -> (touched: UInt64, moved: UInt64) {
      let before = index.work
      edit(&index)
      return (
        index.work.itemsTouched - before.itemsTouched,
        index.work.elementsMoved - before.elementsMoved
      )
    }
    let height = LayoutUnit(points: 10)
    let page = (0..<50).map { (handle: UInt32(2_000_000 + $0), height: height) }
    let prepended = cost { $0.insert(contentsOf: page, at: 0) }
    #expect(prepended.touched < 250 && prepended.moved == 0)
    let inserted = cost { $0.insert(handle: 3_000_000, height: height, at: 500_000) }
    #expect(inserted.touched < 100 && inserted.moved < 600)
    let removed = cost { $0.remove(700_000..<700_001) }
    #expect(removed.touched < 100 && removed.moved < 300)
    let changed = cost { $0.setHeight(height, at: 250_000) }
    #expect(changed.touched < 20 && changed.moved == 0)
    let last = cost { $0.append(handle: 3_000_001, height: height) }
    #expect(last.touched < 40 && last.moved == 0)
  }

  @Test func aHandleTwiceIsRefused() async {
    await #expect(processExitsWith: .failure) {
      var index = HeightIndex()
      index.append(handle: 1, height: .zero)
      index.append(handle: 1, height: .zero)
    }
    await #expect(processExitsWith: .failure) {
      var index = HeightIndex()
      index.load(count: 300) { _ in (3, .zero) }
    }
  }

  @Test func heightsAndHandlesOutOfRangeAreRefused() async {
    await #expect(processExitsWith: .failure) {
      var index = HeightIndex()
      index.append(handle: 1, height: LayoutUnit(rawValue: -1))
    }
    await #expect(processExitsWith: .failure) {
      var index = HeightIndex()
      index.append(handle: 1, height: HeightIndex.maximumHeight + LayoutUnit(rawValue: 1))
    }
    await #expect(processExitsWith: .failure) {
      var index = HeightIndex()
      index.append(handle: HeightIndex.handleLimit, height: .zero)
    }
    await #expect(processExitsWith: .failure) {
      var index = HeightIndex()
      index.insert(handle: UInt32(1), height: LayoutUnit(points: -3), at: 0)
    }
  }
}
