import AnchoredLayout
import Lengths

/// An array of items with stored places, anchored so that prepending extends it upward.
///
/// The published design of swiftui-messaging-ui: loading older items gives them places above the
/// first one and moves nobody, O(page), in arrays with room in front as the source's `Deque`; every
/// other edit rewrites the places of all items after it, O(n) for the edits of one batch together.
package struct AnchoredArray: ColumnLayout {
  package var columns: PlacedColumns

  /// Makes an empty layout whose first item will lie at `origin`.
  package init(origin: LayoutUnit = ContentSpace.start) { columns = PlacedColumns(origin: origin) }

  package var correction: Correction { .never }

  package mutating func list(
    from start: LayoutUnit,
    to end: LayoutUnit,
    into items: inout PlacedItems
  ) {
    items.removeAll()
    settle()
    columns.list(from: start, to: end, into: &items)
  }

  package mutating func insert(_ items: [LayoutItem], at index: Int) {
    if index == 0, count > 0 {
      columns.extendUpward(by: items)
    } else {
      columns.insert(items, at: index)
    }
  }

  package mutating func setHeights(_ heights: [LayoutUnit], at first: Int, growing: Growth) {
    columns.settleOrder()
    let change = columns.setHeights(heights, at: first)
    if growing == .upward { columns.shift(from: 0, by: -change) }
  }

  /// Writes every place and number that waits.
  package mutating func settle() {
    columns.settleOrder()
    columns.settlePlaces(upTo: count)
  }

  package func checkInvariants() { columns.checkInvariants() }
}
