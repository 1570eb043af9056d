/// What the edits of a `HeightIndex`, and the queries that remember where they were, have touched
/// since it was made.
///
/// Those queries are `index(near:)` and `list(from:to:into:)`. The others change nothing, so that
/// copies which share their storage can answer on several threads at once, and are not counted.
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
