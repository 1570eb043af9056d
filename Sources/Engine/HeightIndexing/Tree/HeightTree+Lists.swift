/// Runs of items, in order.
extension HeightTree {
  /// Gives items from `index` on to `body` until it returns false: index, handle, offset, height.
  @inline(__always) func forEachItem(
    from index: Int,
    while body: (Int, UInt32, Int64, Int64) -> Bool
  ) {
    guard index < count else { return }
    let place = place(of: index)
    var (index, segment, base, slot) = (index, place.segment, place.base, place.slot)
    while true {
      let end = segment.end
      var before = top(of: slot, in: segment)
      while slot < end {
        let after = top(of: slot + 1, in: segment)
        let height = Int64(after &- before)
        if !body(index, segment[handle: slot], base &+ Int64(before), height) { return }
        before = after
        slot &+= 1
        index &+= 1
      }
      let next = segment.next
      if next < 0 { return }
      base &+= Int64(before)
      segment = memory.segment(next)
      slot = 0
    }
  }

  /// Lists the items in `offset` ..< `limit`.
  ///
  /// - Parameter changes: Whether to move the finger there, and to bring segments up to date; none is
  ///   behind else.
  @inline(__always) func list(
    from offset: Int64,
    to limit: Int64,
    into items: inout VisibleItems,
    changes: Bool
  ) {
    items.start()
    let offset = max(offset, 0)
    guard offset < total, offset < limit, let spot = nearSpot(at: offset) else { return }
    if changes {
      refresh(spot.segment)
      setFinger(spot, at: offset)
    }
    let slot = spot.segment.slot(at: Int32(truncatingIfNeeded: spot.rest))
    items.first = spot.firstIndex &+ slot
    while !write(spot.segment, slot, offset &- spot.rest, limit, into: &items) { items.makeRoom() }
  }

  /// Writes the rows of the items from a slot on that begin before `limit`.
  ///
  /// - Parameter base: What a top in the segment adds to, to make an offset.
  /// - Returns: Whether there was room for them.
  @inline(__always) private func write(
    _ first: Segment,
    _ slot: Int,
    _ base: Int64,
    _ limit: Int64,
    into items: inout VisibleItems
  ) -> Bool {
    var (segment, base) = (first, base)
    var (group, lane) = (slot &>> 4, slot & 15)
    var (rowCount, number) = (0, 0)
    var isDone = false
    var rows = items.rows.mutableSpan
    while !isDone {
      let end = segment.end
      // Tops are below 2^31, so a limit further on is as good as none.
      let last = Int32(truncatingIfNeeded: min(limit &- base, Int64(Int32.max)) &- 1)
      while !isDone, 16 &* group < end, segment[group: group] <= last {
        if rowCount == rows.count { return false }
        let tops = segment[tops: 16 &* group]
        let used = min(16, end &- 16 &* group)
        let upper =
          segment[top: 16 &* group &+ used] <= last ? used : LineMath.count(tops, atMost: last)
        rows[rowCount] = VisibleItems.Row(
          base: base,
          tops: tops,
          handles: SIMD16(truncatingIfNeeded: segment[handles: 16 &* group]),
          lower: Int32(truncatingIfNeeded: lane),
          upper: Int32(truncatingIfNeeded: upper),
          bottom: segment[top: 16 &* group &+ upper]
        )
        rowCount &+= 1
        number &+= upper &- lane
        isDone = upper < used
        lane = 0
        group &+= 1
      }
      base &+= Int64(segment.bottom)
      if isDone || base >= limit || segment.next < 0 { break }
      segment = memory.segment(segment.next)
      refresh(segment)
      group = 0
    }
    (items.rowCount, items.number) = (rowCount, number)
    return true
  }
}
