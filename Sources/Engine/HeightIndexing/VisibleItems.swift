import Lengths

/// The items in a stretch of the content, with their frames; filled again by each query.
///
/// Keep one and pass it again: once it has room for the items on screen, nothing allocates.
public struct VisibleItems: Sendable {
  /// The items of one group of up to 16 slots.
  @usableFromInline internal struct Row: Sendable {
    /// What with a top makes an offset.
    @usableFromInline var base: Int64 = 0
    @usableFromInline var tops = SIMD16<Int32>()
    @usableFromInline var handles = SIMD16<UInt32>()
    /// The lanes of the visible items are `lower` ..< `upper`.
    @usableFromInline var lower: Int32 = 0
    @usableFromInline var upper: Int32 = 0
    /// The top after the last visible item.
    @usableFromInline var bottom: Int32 = 0
  }

  /// Never empty; those from `rowCount` on mean nothing.
  @usableFromInline internal var rows = ContiguousArray(repeating: Row(), count: 8)
  @usableFromInline internal var rowCount = 0
  @usableFromInline internal var first = 0
  @usableFromInline internal var number = 0

  /// Makes an empty list.
  public init() {}

  /// The index of the first item; 0 when there are none.
  @inlinable public var firstIndex: Int { first }
  /// How many items there are.
  @inlinable public var count: Int { number }

  @inline(__always) mutating func start() { (rowCount, first, number) = (0, 0, 0) }

  /// Doubles the room for rows.
  @inline(never) mutating func makeRoom() { rows.append(contentsOf: rows) }

  /// Gives every item to `body`, in order: index, handle, offset and height.
  ///
  /// - Complexity: O(count).
  @inlinable public func forEach(
    _ body: (_ index: Int, _ handle: UInt32, _ offset: LayoutUnit, _ height: LayoutUnit) -> Void
  ) {
    var index = first
    for place in 0..<rowCount {
      let row = rows[place]
      var lane = Int(row.lower)
      while lane < Int(row.upper) {
        let top = row.tops[lane]
        let bottom = lane + 1 < Int(row.upper) ? row.tops[lane + 1] : row.bottom
        body(
          index,
          row.handles[lane],
          LayoutUnit(rawValue: row.base + Int64(top)),
          LayoutUnit(rawValue: Int64(bottom - top))
        )
        lane += 1
        index += 1
      }
    }
  }
}
