import HeightIndexing
import Lengths

/// The items in a stretch of the content space, in order; filled again by each listing.
///
/// Keep one and pass it again: once it has room for the items on screen, nothing allocates.
package struct PlacedItems: RandomAccessCollection, Sendable {
  /// The items, and after them what is left of longer listings.
  @usableFromInline internal var items: ContiguousArray<PlacedItem> = []
  @usableFromInline internal var number = 0
  /// What a height index lists; kept here for its memory.
  internal var visible = VisibleItems()

  /// Makes an empty list.
  package init() { items.reserveCapacity(32) }

  /// Always 0.
  @inlinable package var startIndex: Int { 0 }
  /// How many items there are.
  @inlinable package var endIndex: Int { number }

  /// The item at a place in this list.
  ///
  /// - Precondition: `place` is one of the list's.
  @inlinable package subscript(place: Int) -> PlacedItem {
    precondition(place < number, "there is no item \(place) of \(number)")
    return items[place]
  }

  /// Forgets the items but keeps the memory.
  @inlinable package mutating func removeAll() { number = 0 }

  /// Adds an item below those listed so far.
  @inlinable package mutating func append(_ item: PlacedItem) {
    if number < items.count { items[number] = item } else { items.append(item) }
    number += 1
  }

  /// Adds the items of `visible`, whose offsets are from `origin`, and whose indexes count without
  /// `before` others.
  internal mutating func appendVisible(from origin: LayoutUnit, after before: Int = 0) {
    let start = number
    number += visible.count
    while items.count < number { items.append(.blank) }
    Self.write(visible, from: origin, after: before, into: &items, at: start)
  }

  /// Writes items over those from `start` on, of which there are enough.
  private static func write(
    _ visible: borrowing VisibleItems,
    from origin: LayoutUnit,
    after before: Int,
    into items: inout ContiguousArray<PlacedItem>,
    at start: Int
  ) {
    var span = items.mutableSpan
    var place = start
    visible.forEach { index, handle, offset, height in
      span[place] = PlacedItem(
        index: index + before,
        handle: handle,
        y: origin + offset,
        height: height
      )
      place += 1
    }
  }
}
