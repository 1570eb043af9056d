/// Runs of items, in order.
extension HeightCore {
  /// Gives items from `index` on to `body` until it returns false: index, handle, offset, height.
  @inline(__always) func forEachItem(
    from index: Int,
    while body: (Int, UInt32, Int64, Int64) -> Bool
  ) {
    guard index < count else { return }
    let place = place(of: index)
    var index = index
    var segment = place.segment
    var base = Int64(place.before)
    var slot = place.slot
    while true {
      let end = Int(memory.word(segment, SegmentLayout.end))
      let stale = isStale(segment)
      var before = stale ? staleSum(upTo: slot, in: segment) : sum(before: slot, in: segment)
      while slot < end {
        let after =
          stale ? staleSum(upTo: slot + 1, in: segment) : sum(upTo: slot + 1, in: segment)
        let handle = handle(in: segment, slot: slot)
        if !body(index, handle, base &+ Int64(before), Int64(after &- before)) { return }
        before = after
        slot &+= 1
        index &+= 1
      }
      let next = Int(memory.word(segment, SegmentLayout.next))
      if next < 0 { return }
      base &+= Int64(before)
      segment = memory.segment(next)
      slot = 0
    }
  }
}

extension HeightCore {
  /// Finds the segment at an offset, 0 ..< total, by the finger if it is there.
  @inline(__always) func nearSpot(at offset: Int64) -> Spot? {
    if offset < finger.high && offset >= finger.low && offset < tailBase {
      return Spot(
        segment: memory.segment(finger.number),
        number: finger.number,
        rest: offset &- finger.low,
        firstIndex: finger.firstIndex
      )
    }
    return spot(at: offset)
  }

  /// Puts the finger on a segment that is not the last.
  @inline(__always) func setFinger(_ spot: Spot, at offset: Int64) {
    if spot.number == tail || spot.number == finger.number { return }
    finger.number = spot.number
    finger.firstIndex = spot.firstIndex
    finger.low = offset &- spot.rest
    finger.high = finger.low &+ Int64(memory.word(spot.segment, SegmentLayout.sum))
  }

  /// The item that contains an offset, and moves the finger there.
  @inline(__always) func indexNearby(at offset: Int64) -> Int {
    work.touch(2)
    if offset < 0 { return 0 }
    if offset >= total { return count &- 1 }
    guard let spot = nearSpot(at: offset) else { return 0 }
    refresh(spot.segment)
    setFinger(spot, at: offset)
    return spot.firstIndex
      &+ slot(in: spot.segment, at: Int32(truncatingIfNeeded: spot.rest))
  }

  /// Lists the items in `offset` ..< `limit`, and moves the finger there.
  @inline(__always) func list(
    from offset: Int64,
    to limit: Int64,
    into items: inout VisibleItems
  ) {
    items.start()
    let offset = max(offset, 0)
    guard offset < total, offset < limit, let spot = nearSpot(at: offset) else { return }
    refresh(spot.segment)
    setFinger(spot, at: offset)
    let base = offset &- spot.rest
    let slot = slot(in: spot.segment, at: Int32(truncatingIfNeeded: spot.rest))
    items.first = spot.firstIndex &+ slot
    var rowCount = 0
    var number = 0
    items.writeRows { rows in
      rowCount = 0
      number = 0
      return write(&rows, spot.segment, slot, base, limit, &rowCount, &number)
    }
    items.rowCount = rowCount
    items.number = number
    work.touch(number)
  }

  /// Writes the rows of the items from a slot on that begin before `limit`, counting rows and
  /// items.
  ///
  /// - Returns: Whether there was room for them.
  @inline(__always) private func write(
    _ rows: inout RowWriter,
    _ first: Memory.Segment,
    _ slot: Int,
    _ top: Int64,
    _ limit: Int64,
    _ rowCount: inout Int,
    _ number: inout Int
  ) -> Bool {
    var segment = first
    var base = top
    var group = slot &>> 4
    var lane = slot & 15
    while true {
      // Asked once a segment: the loop over its groups exists for each form.
      let isDone =
        switch memory.word(segment, SegmentLayout.form) {
        case SegmentLayout.spelled:
          write(&rows, segment, &group, lane, base, limit, &rowCount, &number) {
            (0, memory.line(segment, SegmentLayout.handles &+ $0))
          }
        case SegmentLayout.oneRow:
          write(&rows, segment, &group, lane, base, limit, &rowCount, &number) {
            let start = memory.word(segment, SegmentLayout.row)
            return (start &+ Int32(truncatingIfNeeded: $0), LineMath.lanes)
          }
        default: writeRows(&rows, segment, &group, lane, base, limit, &rowCount, &number)
        }
      if let isDone { return isDone }
      lane = 0
      let next = Int(memory.word(segment, SegmentLayout.next))
      base &+= Int64(memory.word(segment, SegmentLayout.sum))
      if next < 0 || base >= limit { return true }
      segment = memory.segment(next)
      refresh(segment)
      group = 0
    }
  }

  /// Writes the rows of a segment of many rows of handles from a lane of a group on.
  @inline(never) private func writeRows(
    _ rows: inout RowWriter,
    _ segment: Memory.Segment,
    _ group: inout Int,
    _ first: Int,
    _ base: Int64,
    _ limit: Int64,
    _ rowCount: inout Int,
    _ number: inout Int
  ) -> Bool? {
    write(&rows, segment, &group, first, base, limit, &rowCount, &number) {
      (0, handles(inRowsOf: segment, from: $0))
    }
  }

  /// Writes the rows of a segment from a lane of a group on.
  ///
  /// - Parameter handles: What makes the handles of 16 slots from one on, by its sum.
  /// - Returns: Whether there was room for all that is listed; nil when that goes on after the segment.
  @inline(__always) private func write(
    _ rows: inout RowWriter,
    _ segment: Memory.Segment,
    _ group: inout Int,
    _ first: Int,
    _ base: Int64,
    _ limit: Int64,
    _ rowCount: inout Int,
    _ number: inout Int,
    _ handles: (Int) -> (base: Int32, line: SIMD16<Int32>)
  ) -> Bool? {
    var lane = first
    let end = Int(memory.word(segment, SegmentLayout.end))
    let sum = memory.word(segment, SegmentLayout.sum)
    // Sums in a segment are below 2^31, so a limit further on is as good as none.
    let inside = Int32(truncatingIfNeeded: min(limit &- base, Int64(Int32.max)) &- 1)
    while 16 &* group < end {
      let top = memory.word(segment, SegmentLayout.groups &+ group)
      if top > inside { return true }
      let sums = memory.line(segment, SegmentLayout.items &+ 16 &* group)
      let used = min(16, end &- 16 &* group)
      let next =
        16 &* group &+ 16 < end ? memory.word(segment, SegmentLayout.groups &+ group &+ 1) : sum
      let upper = next <= inside ? used : LineMath.count(sums, atMost: inside &- top)
      let names = handles(16 &* group)
      let hasRoom = rows.write(
        VisibleItems.Row(
          base: base &+ Int64(top),
          sums: sums,
          handles: SIMD16(truncatingIfNeeded: names.line),
          handleBase: UInt32(bitPattern: names.base),
          sumAfter: next &- top,
          lower: Int32(truncatingIfNeeded: lane),
          upper: Int32(truncatingIfNeeded: upper),
          end: Int32(truncatingIfNeeded: used)
        )
      )
      guard hasRoom else { return false }
      rowCount &+= 1
      number &+= upper &- lane
      if upper < used { return true }
      lane = 0
      group &+= 1
    }
    return nil
  }
}

extension HeightCore {
  /// Lists the items in `offset` ..< `limit` and changes nothing.
  func listShared(from offset: Int64, to limit: Int64, into items: inout VisibleItems) {
    items.start()
    let offset = max(offset, 0)
    guard offset < total, offset < limit else { return }
    let first = index(at: offset)
    items.first = first
    var count = 0
    items.writeRows { rows in
      var rowCount = 0
      var hasRoom = true
      forEachItem(from: first) { _, handle, top, height in
        if top >= limit { return false }
        hasRoom = rows.write(
          VisibleItems.Row(
            base: top,
            sums: SIMD16(repeating: 0),
            handles: SIMD16(repeating: handle),
            handleBase: 0,
            sumAfter: Int32(truncatingIfNeeded: height),
            lower: 0,
            upper: 1,
            end: 1
          )
        )
        rowCount += 1
        return hasRoom
      }
      count = rowCount
      return hasRoom
    }
    items.rowCount = count
    items.number = count
  }
}
