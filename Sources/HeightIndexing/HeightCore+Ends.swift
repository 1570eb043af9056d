/// Items added at the ends.
extension HeightCore {
  /// Adds an item at the end.
  @inline(__always) func append(_ handle: UInt32, _ height: Int32) {
    work.touch(1)
    if let segment = tailSegment {
      let end = Int(memory.word(segment, SegmentLayout.end))
      let sum = memory.word(segment, SegmentLayout.sum)
      if end < segmentFill && sum &+ height <= SegmentLayout.sumLimit {
        if Memory.keepsHandles, Int64(handle) &- Int64(end) != tailRow {
          return appendOutOfRow(handle, height)
        }
        return put(height, in: segment, slot: end, sum: sum)
      }
    }
    appendToFresh(handle, height)
  }

  /// Adds an item to the last segment, which is no row with it.
  @inline(never) private func appendOutOfRow(_ handle: UInt32, _ height: Int32) {
    guard let segment = tailSegment else { return }
    spell(segment)
    let end = Int(memory.word(segment, SegmentLayout.end))
    if end == 0 { clearHandles(segment) }
    bind(handle, to: tail)
    memory.setWord(segment, SegmentLayout.handles &+ end, Int32(bitPattern: handle))
    put(height, in: segment, slot: end, sum: memory.word(segment, SegmentLayout.sum))
  }

  /// Adds an item at the end, in a segment of its own.
  @inline(never) private func appendToFresh(_ handle: UInt32, _ height: Int32) {
    if tailSegment == nil { openFirst() } else { openTail() }
    guard let segment = tailSegment else { return }
    if Memory.keepsHandles, !openTailRow(segment, from: handle) {
      return appendOutOfRow(handle, height)
    }
    put(height, in: segment, slot: 0, sum: 0)
  }

  /// Puts the height of an item into the slot after the last.
  @inline(__always) private func put(
    _ height: Int32,
    in segment: Memory.Segment,
    slot: Int,
    sum: Int32
  ) {
    let group = slot &>> 4
    var inside: Int32 = 0
    if slot & 15 == 0 {
      memory.setWord(segment, SegmentLayout.groups &+ group, sum)
    } else {
      inside = sum &- memory.word(segment, SegmentLayout.groups &+ group)
    }
    memory.setWord(segment, SegmentLayout.items &+ slot, inside)
    memory.setWord(segment, SegmentLayout.sum, sum &+ height)
    memory.setWord(segment, SegmentLayout.end, Int32(truncatingIfNeeded: slot &+ 1))
    total &+= Int64(height)
    count &+= 1
  }

  /// Makes an empty segment that is filled from its left end.
  func openSegment(_ number: Int) {
    let segment = memory.segment(number)
    clear(segment)
    writeHeader(segment, number: number, sum: 0, end: 0)
  }

  /// Makes all slots unused; their handles are left to whoever writes the first.
  func clear(_ segment: Memory.Segment) {
    let unused = SIMD16<Int32>(repeating: SegmentLayout.unused)
    for line in 0..<17 { memory.setLine(segment, 16 * line, unused) }
    memory.setWord(segment, SegmentLayout.groups, 0)
    memory.setWord(segment, SegmentLayout.items, 0)
  }

  /// Makes all slots slots without a handle.
  func clearHandles(_ segment: Memory.Segment) {
    guard Memory.keepsHandles else { return }
    let none = SIMD16<Int32>(repeating: SegmentLayout.noHandle)
    for line in 0..<16 { memory.setLine(segment, SegmentLayout.handles + 16 * line, none) }
  }

  func writeHeader(_ segment: Memory.Segment, number: Int, sum: Int32, end: Int32) {
    memory.setWord(segment, SegmentLayout.sum, sum)
    memory.setWord(segment, SegmentLayout.end, end)
    memory.setWord(segment, SegmentLayout.epoch, Int32(truncatingIfNeeded: epoch))
    memory.setWord(segment, SegmentLayout.next, -1)
    memory.setWord(segment, SegmentLayout.previous, -1)
    memory.setWord(segment, SegmentLayout.number, Int32(truncatingIfNeeded: number))
    memory.setWord(segment, SegmentLayout.form, SegmentLayout.spelled)
  }

  func link(_ number: Int, to next: Int) {
    memory.setWord(
      memory.segment(number),
      SegmentLayout.next,
      Int32(truncatingIfNeeded: next)
    )
    memory.setWord(
      memory.segment(next),
      SegmentLayout.previous,
      Int32(truncatingIfNeeded: number)
    )
  }

  /// Makes the first segment and the root above it.
  ///
  /// - Parameter number: A number for it while regular; the digits 8 leave room on both sides
  ///   before the directory needs another level.
  @inline(never) func openFirst(_ number: Int = 0x88_8888) {
    isRegular = segmentFill == SegmentLayout.slots && nodeFill == NodeLayout.lanes
    top = 0
    let number = isRegular ? number : 7
    lowestSegment = number
    highestSegment = number
    root = isRegular ? number >> 4 : 0
    memory.reserveSegment(number)
    memory.reserveNode(root, level: 0)
    unusedSegment = isRegular ? memory.segmentLimit : number + 1
    unusedNodes[0] = isRegular ? memory.nodeLimit(level: 0) : 1
    openSegment(number)
    openNode(
      root,
      level: 0,
      child: number,
      lane: number & 15,
      width: isRegular ? width(ofLaneAt: 0) : 0,
      parent: -1
    )
    origin = isRegular ? number << 8 : 0
    head = number
    headFirst = 0
    tail = number
    tailSegment = memory.segment(number)
    tailBase = 0
  }

  /// Makes an empty segment after the last, which is closed.
  ///
  /// - Parameter isFilledNext: Whether all its slots are written next, which are not cleared then.
  @inline(never) func openTail(isFilledNext: Bool = false) {
    guard let last = tailSegment else { return }
    let end = memory.word(last, SegmentLayout.end)
    closeTailRow()
    if end != Int32(SegmentLayout.slots) { becomeIrregular() }
    let sum = memory.word(last, SegmentLayout.sum)
    let number = makeSegment(beside: tail, step: 1)
    if isFilledNext {
      writeHeader(memory.segment(number), number: number, sum: 0, end: 0)
    } else {
      openSegment(number)
    }
    linkLast(
      number,
      level: 0,
      node: Int(memory.word(last, SegmentLayout.parent)),
      lastSum: Double(sum),
      lastCount: end
    )
    link(tail, to: number)
    tailBase += Int64(sum)
    tail = number
    tailSegment = memory.segment(number)
  }

  /// Makes an empty segment before the first, which is filled from its right end.
  @inline(never) func openHead() {
    if count == 0 {
      openFirst()
      fillWithNothing(memory.segment(head))
      openRows(memory.segment(head))
      headFirst = SegmentLayout.slots
      origin += SegmentLayout.slots
      return
    }
    settle()
    if headFirst > 0 { packHead() }
    let number = makeSegment(beside: head, step: -1)
    fillWithNothing(memory.segment(number))
    writeHeader(memory.segment(number), number: number, sum: 0, end: Int32(SegmentLayout.slots))
    openRows(memory.segment(number))
    let parent = Int(memory.word(memory.segment(head), SegmentLayout.parent))
    linkFirst(number, level: 0, node: parent, slots: Int32(SegmentLayout.slots))
    link(number, to: head)
    // The slots of the new segment were counted before item 0 already.
    head = number
    headFirst = SegmentLayout.slots
  }

  /// Makes all slots of an open segment slots before item 0, whose handles mean nothing.
  private func fillWithNothing(_ segment: Memory.Segment) {
    for line in 0..<17 { memory.setLine(segment, 16 * line, SIMD16(repeating: 0)) }
    memory.setWord(segment, SegmentLayout.end, Int32(SegmentLayout.slots))
  }

  /// Moves the items of the first segment to its left end.
  private func packHead() {
    becomeIrregular()
    let end = Int(memory.word(memory.segment(head), SegmentLayout.end))
    let place = place(ofSegment: head)
    spell(place.segment)
    var items = DecodedItems()
    swap(&items, &scratch)
    items.removeAll()
    decode(place.segment, headFirst..<end, into: &items)
    addBoth(Int32(-headFirst), 0, at: place)
    origin -= headFirst
    headFirst = 0
    finger = HeightFinger()
    encode(items, 0..<items.count, into: head)
    swap(&items, &scratch)
  }
}
