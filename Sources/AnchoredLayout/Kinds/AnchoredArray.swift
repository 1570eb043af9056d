import FramePacing
import Lengths

/// An array of items with stored places, anchored so that prepending extends it upward.
///
/// The published design of swiftui-messaging-ui: loading older items gives them places above the
/// first one and moves nobody, O(page), in arrays with room in front as the source's `Deque`; every
/// other edit rewrites the places of all items after it, O(n) for the edits of one batch together.
package struct AnchoredArray: LayoutStrategy {
  private var columns: PlacedColumns

  /// Makes an empty layout whose first item will lie at `origin`.
  package init(origin: LayoutUnit = ContentSpace.start) { columns = PlacedColumns(origin: origin) }

  package var count: Int { columns.count }
  package var top: LayoutUnit { columns.top }
  package var bottom: LayoutUnit { columns.bottom }
  package var correction: Correction { .never }
  package var counts: OperationCounts { columns.work.counts }

  /// O(1).
  package func y(at index: Int) -> LayoutUnit { columns.y(at: index) }
  package func height(at index: Int) -> LayoutUnit { columns.height(at: index) }
  package func handle(at index: Int) -> UInt32 { columns.handle(at: index) }
  /// O(1) once settled.
  package func index(of handle: UInt32) -> Int? { columns.index(of: handle) }
  /// O(log n).
  package func index(atY y: LayoutUnit) -> Int { columns.index(atY: y) }

  package mutating func list(
    from start: LayoutUnit,
    to end: LayoutUnit,
    into items: inout PlacedItems
  ) {
    items.removeAll()
    settle()
    columns.list(from: start, to: end, into: &items)
  }

  package mutating func load(count: Int, top: LayoutUnit, _ make: (Int) -> LayoutItem) {
    columns.load(count: count, top: top, make)
  }

  package mutating func insert(_ items: [LayoutItem], at index: Int) {
    if index == 0, count > 0 {
      columns.extendUpward(by: items)
    } else {
      columns.insert(items, at: index)
    }
  }

  package mutating func remove(_ range: Range<Int>) { columns.remove(range) }

  package mutating func move(from source: Int, to target: Int) {
    columns.move(from: source, to: target)
  }

  package mutating func setHeights(_ heights: [LayoutUnit], at first: Int, growing: Growth) {
    columns.settleOrder()
    let change = columns.setHeights(heights, at: first)
    if growing == .upward { columns.shift(from: 0, by: -change) }
  }

  package mutating func setHeight(_ height: LayoutUnit, at index: Int) {
    columns.settleOrder()
    columns.setHeight(height, at: index)
  }

  package mutating func scaleHeights(numerator: Int, denominator: Int) {
    columns.scaleHeights(LengthScale(numerator: numerator, denominator: denominator))
  }

  package mutating func translate(by distance: LayoutUnit) { columns.translate(by: distance) }

  /// Writes every place and number that waits.
  package mutating func settle() {
    columns.settleOrder()
    columns.settlePlaces(upTo: count)
  }

  package func checkInvariants() { columns.checkInvariants() }
}
