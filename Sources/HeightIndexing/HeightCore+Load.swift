/// Loading everything at once.
extension HeightCore {
  /// Replaces everything.
  func load(_ source: some ItemSource) {
    startLoading(source.count)
    var done = 0
    while done < source.count {
      let size = min(SegmentLayout.slots, source.count &- done)
      load(source, done..<done &+ size)
      done &+= size
    }
  }

  /// Replaces everything by `count` items; `item` is asked for each once, in order.
  func load(count items: Int, _ item: (Int) -> HeightIndex.Item) {
    startLoading(items)
    var piece = DecodedItems()
    swap(&piece, &scratch)
    var done = 0
    while done < items {
      let size = min(SegmentLayout.slots, items - done)
      piece.removeAll()
      for place in done..<done + size {
        let item = item(place)
        piece.append(item.handle, item.height.checkedHeight)
      }
      load(piece, 0..<size)
      done += size
    }
    swap(&piece, &scratch)
  }

  /// Forgets everything and makes the first segment, if there will be items.
  private func startLoading(_ items: Int) {
    reset()
    work.touch(items)
    memory.expectSegments((items + SegmentLayout.slots - 1) / SegmentLayout.slots)
    if items > 0 { openFirst(Self.firstNumber(forItems: items)) }
  }

  /// Appends a segment's worth of items, all at once where they fill one.
  @inline(__always) private func load(_ source: some ItemSource, _ places: Range<Int>) {
    if places.count == SegmentLayout.slots, isRegular, count & 255 == 0,
      fillSegment(source, from: places.lowerBound)
    {
      return
    }
    for place in places { append(source.handle(place), source.height(place)) }
  }

  /// A number for the first segment such that all stand under one root of the least height, with
  /// room on both sides.
  private static func firstNumber(forItems items: Int) -> Int {
    let segments = (items + SegmentLayout.slots - 1) / SegmentLayout.slots
    var room = NodeLayout.lanes
    while room < segments + segments / 64 + 4 { room *= NodeLayout.lanes }
    return 0x80_0000 + (room - segments) / 2
  }

  /// Appends as many items as fill a segment; the last segment is full or empty.
  ///
  /// - Returns: Whether they fit; when they do not nothing happened.
  @inline(__always) private func fillSegment(_ source: some ItemSource, from start: Int) -> Bool {
    if count > 0 { openTail(isFilledNext: true) }
    guard let segment = tailSegment else { return false }
    var bits: UInt64 = 0
    var sum: Int32 = 0
    let firstHandle = source.handle(start)
    var row = SIMD4<Int32>(0, 1, 2, 3) &+ SIMD4(repeating: Int32(bitPattern: firstHandle))
    var differs = SIMD4<Int32>(repeating: 0)
    var group = 0
    while group < 16 {
      if Memory.keepsHandles {
        let handles = source.handles(start &+ 16 &* group)
        memory.setLine(segment, SegmentLayout.handles &+ 16 &* group, handles)
        if !source.isRow {
          differs |= LineMath.difference(handles, fromRow: row)
          row &+= SIMD4(repeating: 16)
        }
      }
      memory.setWord(segment, SegmentLayout.groups &+ group, sum)
      let inside: Int64
      (inside, bits) = writeFullGroup(source, start &+ 16 &* group, segment, 16 &* group, bits)
      sum &+= Int32(truncatingIfNeeded: inside)
      group &+= 1
    }
    // No bit that a sum of 256 heights could carry past the limit, no sign either.
    guard bits < UInt64(SegmentLayout.sumLimit) / UInt64(SegmentLayout.slots) else {
      clear(segment)
      return false
    }
    bind(source, start, SegmentLayout.slots, isRow: LaneBits.isZero(differs), to: tail)
    memory.setWord(segment, SegmentLayout.sum, sum)
    memory.setWord(segment, SegmentLayout.end, Int32(SegmentLayout.slots))
    total &+= Int64(sum)
    count &+= SegmentLayout.slots
    return true
  }

  /// Writes the sums of 16 items to the slots of a group; adds all bits of their heights to `bits`.
  ///
  /// - Returns: Their height, and the bits.
  @inline(__always) func writeFullGroup(
    _ source: some ItemSource,
    _ start: Int,
    _ segment: Memory.Segment,
    _ slot: Int,
    _ bits: UInt64
  ) -> (sum: Int64, bits: UInt64) {
    var bits = bits
    var inside: Int64 = 0
    var lane = 0
    // A fixed count, which the compiler unrolls.
    while lane < 16 {
      memory.setWord(
        segment,
        SegmentLayout.items &+ slot &+ lane,
        Int32(truncatingIfNeeded: inside)
      )
      let units = source.units(start &+ lane)
      bits |= UInt64(bitPattern: units)
      inside &+= units
      lane &+= 1
    }
    return (inside, bits)
  }
}
