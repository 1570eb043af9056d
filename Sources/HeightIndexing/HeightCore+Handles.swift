/// Handles put on the map.
extension HeightCore {
  /// Puts a handle on the map; it must not be there.
  @inline(__always) func bind(_ handle: UInt32, to number: Int) {
    precondition(
      memory.claim(handle, for: Int32(truncatingIfNeeded: number &+ 1)),
      "handle \(handle) is in the index already, or reserved"
    )
  }

  /// Puts up to 256 handles in a row on the map, all or none; may decline.
  @inline(__always) func claimRow(from handle: UInt32, count: Int, for number: Int) -> Bool {
    memory.claimRow(from: handle, count: count, for: Int32(truncatingIfNeeded: number &+ 1))
  }

  /// Puts a run of items on the map, all at once if their handles are a row.
  @inline(__always) func bind(
    _ items: some ItemSource,
    _ start: Int,
    _ run: Int,
    isRow: Bool,
    to number: Int
  ) {
    if isRow, claimRow(from: items.handle(start), count: run, for: number) { return }
    for place in start..<start &+ run { bind(items.handle(place), to: number) }
  }

  /// Writes the handles of 16 items from any slot on.
  ///
  /// - Returns: 0 if they count on from `expected` in steps of 1.
  @inline(__always) func writeFullHandles(
    _ items: some ItemSource,
    _ start: Int,
    _ segment: Memory.Segment,
    _ slot: Int,
    _ expected: UInt32
  ) -> UInt32 {
    guard Memory.keepsHandles else { return 0 }
    if items.isRow {
      memory.setLine(segment, SegmentLayout.handles &+ slot, items.handles(start))
      return 0
    }
    var differs: UInt32 = 0
    var lane = 0
    // A fixed count, which the compiler unrolls.
    while lane < 16 {
      let handle = items.handle(start &+ lane)
      memory.setWord(
        segment,
        SegmentLayout.handles &+ slot &+ lane,
        Int32(bitPattern: handle)
      )
      differs |= handle ^ (expected &+ UInt32(truncatingIfNeeded: lane))
      lane &+= 1
    }
    return differs
  }
}
