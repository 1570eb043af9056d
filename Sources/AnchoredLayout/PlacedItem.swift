import Lengths

/// An item with its place in the content space.
public struct PlacedItem: Hashable, Sendable {
  @usableFromInline internal var storedIndex: Int
  @usableFromInline internal var storedY: LayoutUnit
  @usableFromInline internal var storedHeight: LayoutUnit
  @usableFromInline internal var storedHandle: UInt32

  /// Its place in the order, from 0.
  @inlinable public var index: Int { storedIndex }
  /// The number its owner chose for it.
  @inlinable public var handle: UInt32 { storedHandle }
  /// Its top.
  @inlinable public var y: LayoutUnit { storedY }
  /// From its top to the next item's.
  @inlinable public var height: LayoutUnit { storedHeight }

  /// Makes a placed item.
  @inlinable public init(index: Int, handle: UInt32, y: LayoutUnit, height: LayoutUnit) {
    storedIndex = index
    storedHandle = handle
    storedY = y
    storedHeight = height
  }

  /// Room for an item.
  internal static let blank = PlacedItem(index: 0, handle: 0, y: .zero, height: .zero)
}
