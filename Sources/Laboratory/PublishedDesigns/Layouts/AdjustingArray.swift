import AnchoredLayout
import Lengths

/// An array of items with stored heights and places, laid out downward from a fixed top.
///
/// The published design of the React Native and web lists behind v0's app: whatever is inserted,
/// removed or resized moves all items after it, items loaded above the viewport included; the list
/// notices that the content has changed its size once it is laid out, and adjusts the content
/// offset then, in the same frame. As in those lists, edits of one frame are gathered, and the places
/// after the first of them are written once, as far down as the list is looked at. Its arrays and
/// the handles' numbers are O(n) per batch of insertions and removals.
package struct AdjustingArray: ColumnLayout {
  /// Places are written as far as this many items below what is listed: LegendList's
  /// `updateItemPositions` stops there while the list scrolls.
  private static let itemsBelow = 10

  package var columns: PlacedColumns

  /// Makes an empty layout whose first item will lie at `origin`.
  package init(origin: LayoutUnit = ContentSpace.start) { columns = PlacedColumns(origin: origin) }

  package var correction: Correction { .sameFrame }

  package mutating func list(
    from start: LayoutUnit,
    to end: LayoutUnit,
    into items: inout PlacedItems
  ) {
    items.removeAll()
    settle()
    let below = columns.list(from: start, to: end, into: &items)
    columns.settlePlaces(upTo: below + Self.itemsBelow)
  }

  package mutating func insert(_ items: [LayoutItem], at index: Int) {
    columns.insert(items, at: index)
  }

  /// Items are laid out downward from a fixed top: the items after them move, whatever is asked.
  package mutating func setHeights(_ heights: [LayoutUnit], at first: Int, growing: Growth) {
    settle()
    columns.setHeights(heights, at: first)
  }

  /// Puts the handles' numbers right; places wait until they are listed.
  package mutating func settle() { columns.settleOrder() }

  package func checkInvariants() {
    columns.checkInvariants()
    precondition(count == 0 || top == columns.origin, "the top is \(top), not \(columns.origin)")
  }
}
