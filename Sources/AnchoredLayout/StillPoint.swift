import Lengths

/// The place on screen that an edit may not move.
package enum StillPoint: Hashable, Sendable {
  /// A point of an item: `inset` below its top.
  case item(handle: UInt32, inset: LayoutUnit)
  /// The end of the content.
  case end
}

extension StillPoint {
  /// The item that takes an item's place on screen when some are removed: itself when it stays;
  /// else the next one that remains, or the one before it when it was the last.
  ///
  /// - Parameters:
  ///   - index: The item's index before the removal.
  ///   - range: The indices that are removed.
  ///   - count: How many items there are before the removal.
  /// - Returns: The heir's index before the removal; nil when nothing remains.
  package static func heir(of index: Int, removing range: Range<Int>, count: Int) -> Int? {
    guard range.contains(index) else { return index }
    if range.upperBound < count { return range.upperBound }
    return range.lowerBound > 0 ? range.lowerBound - 1 : nil
  }
}
