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

  /// Appends a segment's worth of items, all at once where they fill one, by groups where they
  /// begin one.
  @inline(__always) private func load(_ source: some ItemSource, _ places: Range<Int>) {
    var place = places.lowerBound
    if isRegular, count & 255 == 0 {
      if places.count == SegmentLayout.slots, fillSegment(source, from: place) { return }
      place &+= beginSegment(source, places)
    }
    while place < places.upperBound {
      append(source.handle(place), source.height(place))
      place &+= 1
    }
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
    guard let sum = writeGroups(16, of: source, start, segment) else { return false }
    if Memory.keepsHandles {
      let isRow = isRow(source, start, groups: 16)
      bind(source, start, SegmentLayout.slots, isRow: isRow, to: tail)
      if isRow {
        setRow(segment, from: source.handle(start))
      } else {
        for slot in stride(from: 0, to: SegmentLayout.slots, by: 16) {
          memory.setLine(segment, SegmentLayout.handles + slot, source.handles(start + slot))
        }
      }
    }
    finish(segment, sum: sum, items: SegmentLayout.slots)
    return true
  }

  /// Appends whole groups of items in a row to a segment of their own.
  ///
  /// - Returns: How many items those were; 0 when nothing happened but that the last segment is
  ///   empty.
  @inline(never) private func beginSegment(_ source: some ItemSource, _ places: Range<Int>) -> Int {
    let (start, groups) = (places.lowerBound, min(places.count / 16, 15))
    guard groups > 0, !Memory.keepsHandles || isRow(source, start, groups: groups) else { return 0 }
    if tailSegment.map({ memory.word($0, SegmentLayout.end) }) != 0 { openTail() }
    guard let segment = tailSegment,
      !Memory.keepsHandles || openTailRow(segment, from: source.handle(start)),
      let sum = writeGroups(groups, of: source, start, segment)
    else { return 0 }
    finish(segment, sum: sum, items: 16 &* groups)
    return 16 &* groups
  }

  /// Whether the handles of some groups of items count on in steps of 1.
  @inline(__always) private func isRow(
    _ source: some ItemSource,
    _ start: Int,
    groups: Int
  ) -> Bool {
    if source.isRow { return true }
    let first = Int32(bitPattern: source.handle(start))
    var row = SIMD4<Int32>(0, 1, 2, 3) &+ SIMD4(repeating: first)
    var differs = SIMD4<Int32>(repeating: 0)
    var group = 0
    while group < groups {
      differs |= LineMath.difference(source.handles(start &+ 16 &* group), fromRow: row)
      row &+= SIMD4(repeating: 16)
      group &+= 1
    }
    return LaneBits.isZero(differs)
  }

  /// Writes the sums of whole groups of items to an empty segment.
  ///
  /// - Returns: Their height; nil where heights could be too great for a segment of them: all its
  ///   slots are unused then.
  @inline(__always) private func writeGroups(
    _ groups: Int,
    of source: some ItemSource,
    _ start: Int,
    _ segment: Memory.Segment
  ) -> Int32? {
    var bits: UInt64 = 0
    var sum: Int32 = 0
    var group = 0
    while group < groups {
      memory.setWord(segment, SegmentLayout.groups &+ group, sum)
      let inside: Int64
      (inside, bits) = writeFullGroup(source, start &+ 16 &* group, segment, 16 &* group, bits)
      sum &+= Int32(truncatingIfNeeded: inside)
      group &+= 1
    }
    // No bit that a sum of 256 heights could carry past the limit, no sign either.
    if bits < UInt64(SegmentLayout.sumLimit) / UInt64(SegmentLayout.slots) { return sum }
    clear(segment)
    return nil
  }

  /// Counts the items that were written to the last segment, which was empty.
  @inline(__always) private func finish(_ segment: Memory.Segment, sum: Int32, items: Int) {
    memory.setWord(segment, SegmentLayout.sum, sum)
    memory.setWord(segment, SegmentLayout.end, Int32(truncatingIfNeeded: items))
    total &+= Int64(sum)
    count &+= items
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
