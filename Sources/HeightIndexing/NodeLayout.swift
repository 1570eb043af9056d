/// Where the words of a directory node lie.
///
/// A node has 16 lanes. Its children stand in lanes `first` ..< `end`; those of level 0 are
/// segments, those of level u are nodes of level u - 1.
///
/// ```
/// word  0 ..< 32   sums       16 Doubles: the heights before each lane, within the node
///      32 ..< 48   counts     the slots before each lane, within the node
///      48 ..< 64   children   the number of the child in each lane
///      64 ..< 80   header     see below
/// ```
///
/// Sums are whole numbers below 2^53, exact in a Double. Lanes from `end` on hold infinity and
/// `SegmentLayout.unused`. Lanes before `first` hold the sum 0; only nodes on the way to the first
/// item have such lanes, and the slots counted there have no items.
package enum NodeLayout {
  static let counts = 32
  static let children = 48
  /// The number of the node above; -1 at the root.
  static let parent = 64
  static let first = 65
  static let end = 66
  static let words = 80

  /// How many lanes there are.
  package static let lanes = 16
  /// How many levels there can be.
  static let levels = 12
}
