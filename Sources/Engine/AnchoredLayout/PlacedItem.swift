import Lengths

/// An item with its place in the content space.
package struct PlacedItem: Hashable, Sendable {
  @usableFromInline internal var storedIndex: Int
  @usableFromInline internal var storedY: LayoutUnit
  @usableFromInline internal var storedHeight: LayoutUnit
  @usableFromInline internal var storedHandle: UInt32

  /// Its place in the order, from 0.
  @inlinable package var index: Int { storedIndex }
  /// The number its owner chose for it.
  @inlinable package var handle: UInt32 { storedHandle }
  /// Its top.
  @inlinable package var y: LayoutUnit { storedY }
  /// From its top to the next item's.
  @inlinable package var height: LayoutUnit { storedHeight }

  /// Makes a placed item.
  @inlinable package init(index: Int, handle: UInt32, y: LayoutUnit, height: LayoutUnit) {
    storedIndex = index
    storedHandle = handle
    storedY = y
    storedHeight = height
  }

  /// Room for an item.
  internal static let blank = PlacedItem(index: 0, handle: 0, y: .zero, height: .zero)
}
