import HeightIndexing
import Lengths

/// The items in a stretch of the content space, in order; filled anew by each listing.
///
/// Keep one and pass it again: once it has room for the items on screen, nothing allocates.
public struct PlacedItems: RandomAccessCollection, Sendable {
  @usableFromInline internal var items: ContiguousArray<PlacedItem> = []
  /// What a height index lists; kept here for its memory.
  internal var visible = VisibleItems()

  /// Makes an empty list.
  public init() { items.reserveCapacity(32) }

  /// Always 0.
  @inlinable public var startIndex: Int { 0 }
  /// How many items there are.
  @inlinable public var endIndex: Int { items.count }

  /// The item at a place in this list.
  ///
  /// - Precondition: `place` is one of the list's.
  @inlinable public subscript(place: Int) -> PlacedItem { items[place] }

  /// Forgets the items but keeps the memory.
  @inlinable public mutating func removeAll() { items.removeAll(keepingCapacity: true) }

  /// Adds an item below those listed so far.
  @inlinable public mutating func append(_ item: PlacedItem) { items.append(item) }
}
