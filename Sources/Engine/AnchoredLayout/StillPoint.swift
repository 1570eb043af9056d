import Lengths

/// The place on screen that an edit may not move.
package enum StillPoint: Hashable, Sendable {
  /// A point of an item: `inset` below its top.
  case item(handle: UInt32, inset: LayoutUnit)
  /// The end of the content.
  case end
}
