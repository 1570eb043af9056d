import FramePacing
import Lengths

/// An array of items with stored heights and places, laid out downward from a fixed top.
///
/// The published design of the React Native and web lists behind v0's app: whatever is inserted,
/// removed or resized moves all items after it, items loaded above the viewport included; the list
/// notices that the content has changed its size once it is laid out, and adjusts the content
/// offset then, a frame late; one that is asked to maintain what is visible adjusts it in the same
/// frame. As in those lists, edits of one frame are gathered, and the places
/// after the first of them are written once, as far down as the list is looked at. Its arrays and
/// the handles' numbers are O(n) per batch of insertions and removals.
package struct AdjustingArray: LayoutStrategy {
  /// Places are written as far as this many items below what is listed: LegendList's
  /// `updateItemPositions` stops there while the list scrolls.
  private static let itemsBelow = 10

  private var columns: PlacedColumns
  package let correction: Correction

  /// Makes an empty layout.
  ///
  /// - Parameters:
  ///   - origin: Where its first item will lie.
  ///   - correction: When the content offset follows an edit.
  package init(origin: LayoutUnit = ContentSpace.start, correction: Correction = .nextFrame) {
    columns = PlacedColumns(origin: origin)
    self.correction = correction
  }

  package var count: Int { columns.count }
  package var top: LayoutUnit { columns.top }
  package var bottom: LayoutUnit { columns.bottom }
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
    let below = columns.list(from: start, to: end, into: &items)
    columns.settlePlaces(upTo: below + Self.itemsBelow)
  }

  package mutating func load(count: Int, top: LayoutUnit, _ make: (Int) -> LayoutItem) {
    columns.load(count: count, top: top, make)
  }

  package mutating func insert(_ items: [LayoutItem], at index: Int) {
    columns.insert(items, at: index)
  }

  package mutating func remove(_ range: Range<Int>) { columns.remove(range) }

  package mutating func move(from source: Int, to target: Int) {
    columns.move(from: source, to: target)
  }

  /// Items are laid out downward from a fixed top: the items after them move, whatever is asked.
  package mutating func setHeights(_ heights: [LayoutUnit], at first: Int, growing: Growth) {
    settle()
    columns.setHeights(heights, at: first)
  }

  package mutating func setHeight(_ height: LayoutUnit, at index: Int) {
    settle()
    columns.setHeight(height, at: index)
  }

  package mutating func scaleHeights(numerator: Int, denominator: Int) {
    columns.scaleHeights(LengthScale(numerator: numerator, denominator: denominator))
  }

  package mutating func translate(by distance: LayoutUnit) { columns.translate(by: distance) }

  /// Puts the handles' numbers right; places wait until they are listed.
  package mutating func settle() { columns.settleOrder() }

  package func checkInvariants() {
    columns.checkInvariants()
    precondition(count == 0 || top == columns.origin, "the top is \(top), not \(columns.origin)")
  }
}
