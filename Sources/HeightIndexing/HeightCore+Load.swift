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
  private func fillSegment(_ source: some ItemSource, from start: Int) -> Bool {
    var bits: UInt64 = 0
    var place = start
    while place < start &+ SegmentLayout.slots {
      bits |= UInt64(bitPattern: source.units(place))
      place &+= 1
    }
    // No bit that a sum of 256 heights could carry past the limit, no sign either.
    guard bits < UInt64(SegmentLayout.sumLimit) / UInt64(SegmentLayout.slots) else { return false }
    if count > 0 { openTail() }
    guard let segment = tailSegment else { return false }
    var sum: Int32 = 0
    place = start
    var slot = 0
    while slot < SegmentLayout.slots {
      memory.setWord(segment, SegmentLayout.groups &+ slot &>> 4, sum)
      let inside = writeGroup(segment, slot, 16, source, from: place)
      claim(source, from: place, count: 16, for: tail)
      sum &+= inside
      slot &+= 16
      place &+= 16
    }
    memory.setWord(segment, SegmentLayout.sum, sum)
    memory.setWord(segment, SegmentLayout.end, Int32(SegmentLayout.slots))
    total &+= Int64(sum)
    count &+= SegmentLayout.slots
    return true
  }

  /// Writes items to some slots of one group, as if none came before them there; their heights
  /// are in range.
  ///
  /// - Returns: Their height.
  @inline(__always) func writeGroup(
    _ segment: Memory.Segment,
    _ slot: Int,
    _ items: Int,
    _ source: some ItemSource,
    from start: Int
  ) -> Int32 {
    var inside: Int32 = 0
    var lane = 0
    while lane < items {
      memory.setWord(segment, SegmentLayout.items &+ slot &+ lane, inside)
      inside &+= Int32(truncatingIfNeeded: source.units(start &+ lane))
      lane &+= 1
    }
    lane = 0
    while lane < items {
      memory.setWord(
        segment,
        SegmentLayout.handles &+ slot &+ lane,
        Int32(bitPattern: source.handle(start &+ lane))
      )
      lane &+= 1
    }
    return inside
  }

  /// Puts up to 16 handles on the map; handles in a row are put there together.
  @inline(__always) func claim(
    _ source: some ItemSource,
    from start: Int,
    count items: Int,
    for number: Int
  ) {
    let first = source.handle(start)
    var difference: UInt32 = 0
    var lane = 0
    while lane < items {
      difference |=
        source.handle(start &+ lane) ^ (first &+ UInt32(truncatingIfNeeded: lane))
      lane &+= 1
    }
    let owner = Int32(truncatingIfNeeded: number &+ 1)
    if difference == 0, memory.claimRow(from: first, count: items, for: owner) { return }
    for lane in 0..<items { bind(source.handle(start &+ lane), to: number) }
  }
}
