/// What the edits of a `HeightIndex` have touched and moved since it was made.
///
/// Queries are not counted, but that the first list of a scaled stretch brings it up to date.
///
/// The two counters feed a modelled cost: they count work, not calls, so an edit that costs
/// O(log n) adds O(log n). They wrap around, and a copy starts from its original's values.
public struct HeightIndexWork: Hashable, Sendable {
  /// Items and directory entries that were read or written.
  public internal(set) var itemsTouched: UInt64 = 0
  /// Items and directory entries that changed their place in memory.
  public internal(set) var elementsMoved: UInt64 = 0

  /// Starts both counters at 0.
  public init() {}

  @inline(__always) mutating func touch(_ count: Int) {
    itemsTouched &+= UInt64(truncatingIfNeeded: count)
  }

  @inline(__always) mutating func move(_ count: Int) {
    elementsMoved &+= UInt64(truncatingIfNeeded: count)
  }
}
