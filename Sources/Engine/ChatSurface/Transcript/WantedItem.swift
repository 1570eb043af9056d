import Lengths

/// An item near the viewport that is to be measured; what is about to be seen comes first.
struct WantedItem: Comparable {
  var handle: UInt32
  /// How far it is from the viewport.
  var distance: LayoutUnit
  /// Whether it lies where the content is moving to.
  var isAhead: Bool

  static func < (left: Self, right: Self) -> Bool {
    if left.isAhead != right.isAhead { return left.isAhead }
    return left.distance == right.distance
      ? left.handle < right.handle : left.distance < right.distance
  }
}
