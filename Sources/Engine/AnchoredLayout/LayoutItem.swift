import Lengths

/// An item as a layout knows it: a handle and a height. Names and texts live above.
package struct LayoutItem: Hashable, Sendable {
  @usableFromInline internal var storedHeight: LayoutUnit
  @usableFromInline internal var storedHandle: UInt32

  /// A number the caller chose, unique among the items of a layout.
  @inlinable package var handle: UInt32 {
    get { storedHandle }
    set { storedHandle = newValue }
  }

  /// From the item's top to the next item's top: its own height and the space below it.
  @inlinable package var height: LayoutUnit {
    get { storedHeight }
    set { storedHeight = newValue }
  }

  /// Makes an item.
  @inlinable package init(handle: UInt32, height: LayoutUnit) {
    storedHandle = handle
    storedHeight = height
  }
}
