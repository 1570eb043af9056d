/// Items that go from a segment to the one beside it, a line at a time.
extension HeightCore {
  /// Shares the items of a full segment evenly with one beside it that has much room, so that edits
  /// everywhere leave fewer and fuller segments than if each full one were cut in two.
  ///
  /// - Precondition: The index is irregular and settled.
  /// - Returns: Whether there is one under the same parent; both have room then.
  func share(_ number: Int) -> Bool {
    let segment = memory.segment(number)
    guard number != head else { return false }
    let next = Int(memory.word(segment, SegmentLayout.next))
    if next >= 0 && hasRoom(next, beside: segment) { return even(number, with: next) }
    let previous = Int(memory.word(segment, SegmentLayout.previous))
    return previous != head && hasRoom(previous, beside: segment) && even(previous, with: number)
  }

  /// Whether a segment can take a part of the items of a full one.
  private func hasRoom(_ number: Int, beside full: Memory.Segment) -> Bool {
    let segment = memory.segment(number)
    let end = Int(memory.word(segment, SegmentLayout.end))
    return memory.word(segment, SegmentLayout.parent) == memory.word(full, SegmentLayout.parent)
      && end <= min(segmentFill * 5 / 8, segmentFill - 2)
  }

  /// Gives two segments in a row, with the same parent, as many items each.
  ///
  /// - Returns: Whether neither becomes too tall; else nothing changes.
  private func even(_ left: Int, with right: Int) -> Bool {
    let segment = memory.segment(left)
    let other = memory.segment(right)
    refresh(segment)
    refresh(other)
    let end = Int(memory.word(segment, SegmentLayout.end))
    let half = (end + Int(memory.word(other, SegmentLayout.end))) / 2
    let old = memory.word(segment, SegmentLayout.sum)
    let both = Int64(old) + Int64(memory.word(other, SegmentLayout.sum))
    let sum =
      half < end
      ? Int64(sum(before: half, in: segment))
      : Int64(old) + Int64(sum(before: half - end, in: other))
    guard max(sum, both - sum) <= Int64(SegmentLayout.sumLimit) / 2 else { return false }
    spell(segment)
    spell(other)
    work.move(abs(end - half))
    if half < end {
      moveLast(end - half, of: segment, to: other)
      own(other, 0..<end - half)
    } else {
      moveFirst(half - end, of: other, to: segment)
      own(segment, end..<half)
    }
    let node = memory.node(Int(memory.word(segment, SegmentLayout.parent)), level: 0)
    let lane = laneOf(child: left, in: node)
    memory.setSum(node, lane + 1, memory.sum(node, lane) + Double(sum))
    memory.setWord(
      of: node,
      NodeLayout.counts + lane + 1,
      memory.word(of: node, NodeLayout.counts + lane) + Int32(half)
    )
    if right == tail { tailBase += sum - Int64(old) }
    finger = HeightFinger()
    return true
  }

  /// Joins a segment that became small with the one after it, if both have the same parent.
  func joinWithNext(_ number: Int) {
    let segment = memory.segment(number)
    let end = Int(memory.word(segment, SegmentLayout.end))
    let next = Int(memory.word(segment, SegmentLayout.next))
    guard number != head, next >= 0, end < segmentFill / 4 else { return }
    let other = memory.segment(next)
    let parent = memory.word(segment, SegmentLayout.parent)
    let otherEnd = Int(memory.word(other, SegmentLayout.end))
    guard parent == memory.word(other, SegmentLayout.parent), end + otherEnd <= segmentFill * 3 / 4
    else { return }
    refresh(segment)
    refresh(other)
    let sum = memory.word(segment, SegmentLayout.sum)
    guard
      Int64(sum) + Int64(memory.word(other, SegmentLayout.sum))
        <= Int64(SegmentLayout.sumLimit)
    else { return }
    spell(segment)
    spell(other)
    let after = Int(memory.word(other, SegmentLayout.next))
    unlink(child: next, level: 0, node: Int(parent))
    copy(0..<otherEnd, of: other, to: segment, at: end, before: sum)
    memory.setWord(segment, SegmentLayout.sum, sum + memory.word(other, SegmentLayout.sum))
    memory.setWord(segment, SegmentLayout.end, Int32(end + otherEnd))
    own(segment, end..<end + otherEnd)
    work.move(otherEnd)
    memory.setWord(segment, SegmentLayout.next, Int32(truncatingIfNeeded: after))
    if after >= 0 {
      link(number, to: after)
    } else {
      tail = number
      tailSegment = segment
      tailBase -= Int64(sum)
    }
    free(segment: next)
    finger = HeightFinger()
  }

  /// Puts the last items of a segment before those of the one after it.
  private func moveLast(_ items: Int, of segment: Memory.Segment, to next: Memory.Segment) {
    let end = Int(memory.word(segment, SegmentLayout.end))
    let old = memory.word(next, SegmentLayout.end)
    let first = end - items
    let sum = sum(before: first, in: segment)
    let moved = memory.word(segment, SegmentLayout.sum) - sum
    // Of the group that both share, the upper lanes first.
    let shared = first + items & ~15
    let top = items & 15 == 0 ? moved : self.sum(before: shared, in: segment) - sum
    copy(0..<Int(old), of: next, to: next, at: items, before: moved, groupTop: top)
    copy(first..<end, of: segment, to: next, at: 0, before: 0, keepsLater: true)
    memory.setWord(next, SegmentLayout.sum, memory.word(next, SegmentLayout.sum) + moved)
    memory.setWord(next, SegmentLayout.end, old + Int32(items))
    cut(segment, at: first, sum: sum)
  }

  /// Puts the first items of a segment after those of the one before it.
  private func moveFirst(_ items: Int, of segment: Memory.Segment, to previous: Memory.Segment) {
    let end = Int(memory.word(segment, SegmentLayout.end))
    let old = memory.word(previous, SegmentLayout.end)
    let sum = memory.word(previous, SegmentLayout.sum)
    let moved = self.sum(before: items, in: segment)
    copy(0..<items, of: segment, to: previous, at: Int(old), before: sum)
    memory.setWord(previous, SegmentLayout.sum, sum + moved)
    memory.setWord(previous, SegmentLayout.end, old + Int32(items))
    let rest = memory.word(segment, SegmentLayout.sum) - moved
    copy(items..<end, of: segment, to: segment, at: 0, before: 0)
    cut(segment, at: end - items, sum: rest)
  }

  /// Makes a segment, which is no row, the owner of the handles in some of its slots.
  private func own(_ segment: Memory.Segment, _ slots: Range<Int>) {
    guard Memory.keepsHandles else { return }
    let owner = memory.word(segment, SegmentLayout.number) &+ 1
    for slot in slots {
      let handle = memory.word(segment, SegmentLayout.handles &+ slot)
      memory.setOwner(of: UInt32(bitPattern: handle), to: owner)
    }
  }

  /// Makes the slots of a segment from one on unused; the sum before that is `sum`.
  private func cut(_ segment: Memory.Segment, at end: Int, sum: Int32) {
    let old = Int(memory.word(segment, SegmentLayout.end))
    var slot = end & ~15
    while slot < old {
      let later = memory.lanes(after: max(end &- slot, 0) &- 1)
      write(
        SIMD16(repeating: SegmentLayout.unused),
        where: later,
        to: segment,
        SegmentLayout.items &+ slot
      )
      if Memory.keepsHandles {
        write(
          SIMD16(repeating: SegmentLayout.noHandle),
          where: later,
          to: segment,
          SegmentLayout.handles &+ slot
        )
      }
      if slot >= end {
        memory.setWord(segment, SegmentLayout.groups &+ slot &>> 4, SegmentLayout.unused)
      }
      slot &+= 16
    }
    memory.setWord(segment, SegmentLayout.sum, sum)
    memory.setWord(segment, SegmentLayout.end, Int32(truncatingIfNeeded: end))
  }

  /// Writes the lanes of a line where `mask` is set.
  @inline(__always) private func write(
    _ line: SIMD16<Int32>,
    where mask: SIMD16<Int32>,
    to segment: Memory.Segment,
    _ word: Int
  ) {
    let old = memory.line(segment, word)
    memory.setLine(segment, word, LineMath.select(mask, line, else: old))
  }

  // MARK: Copying

  /// Writes the items in some slots of a segment, which is no row, to those of another one or its own
  /// from `target` on. What else lies in their groups stays before them, and after them if `keepsLater`;
  /// else slots after them are unused.
  ///
  /// - Parameters:
  ///   - before: The sum before `target`.
  ///   - groupTop: The sum before its group where that is not what is written there.
  private func copy(
    _ slots: Range<Int>,
    of source: Memory.Segment,
    to segment: Memory.Segment,
    at target: Int,
    before: Int32,
    groupTop: Int32? = nil,
    keepsLater: Bool = false
  ) {
    let base = before &- sum(before: slots.lowerBound, in: source)
    let stop = target &+ slots.count
    let (first, last) = (target &>> 4, (stop &- 1) &>> 4)
    // Within one segment nothing is written over before it is read.
    let step = target > slots.lowerBound ? -1 : 1
    var group = step > 0 ? first : last
    while group >= first && group <= last {
      let slot = 16 &* group &- target &+ slots.lowerBound
      // Lanes from 16 - `over` on come from the group after that of `slot`.
      let (from, over) = (slot &>> 4, slot & 15)
      let low = from < 0 ? 0 : memory.word(source, SegmentLayout.groups &+ from)
      let high = over == 0 ? low : memory.word(source, SegmentLayout.groups &+ from &+ 1)
      let line = memory.line(source, SegmentLayout.items &+ slot)
      let isCut = 16 &* group < target
      let top =
        isCut
        ? groupTop ?? memory.word(segment, SegmentLayout.groups &+ group)
        : low &+ line[0] &+ base
      let tops = LineMath.select(
        memory.lanes(after: 15 &- over),
        SIMD16(repeating: high),
        else: SIMD16(repeating: low)
      )
      let earlier = isCut ? target & 15 : 0
      let later = min(16, stop &- 16 &* group)
      let moved = line &+ tops &+ SIMD16(repeating: base &- top)
      let place = 16 &* group
      put(
        moved,
        SegmentLayout.unused,
        earlier..<later,
        segment,
        SegmentLayout.items &+ place,
        keepsLater
      )
      if !isCut { memory.setWord(segment, SegmentLayout.groups &+ group, top) }
      if Memory.keepsHandles {
        let handles = handleLine(of: source, from: slot)
        put(
          handles,
          SegmentLayout.noHandle,
          earlier..<later,
          segment,
          SegmentLayout.handles &+ place,
          keepsLater
        )
      }
      group &+= step
    }
  }

  /// The handles of 16 slots from one on, which may begin before the first and end after the last.
  @inline(__always) private func handleLine(
    of segment: Memory.Segment,
    from slot: Int
  ) -> SIMD16<Int32> {
    let last = SegmentLayout.slots &- 16
    if slot <= last { return memory.line(segment, SegmentLayout.handles &+ slot) }
    var line = SIMD16<Int32>(repeating: SegmentLayout.noHandle)
    for lane in 0..<SegmentLayout.slots &- slot {
      line[lane] = memory.word(segment, SegmentLayout.handles &+ slot &+ lane)
    }
    return line
  }

  /// Writes some lanes of a line; those before them stay, those after them too, or become `none`.
  @inline(__always) private func put(
    _ line: SIMD16<Int32>,
    _ none: Int32,
    _ lanes: Range<Int>,
    _ segment: Memory.Segment,
    _ word: Int,
    _ keepsLater: Bool
  ) {
    let old = memory.line(segment, word)
    let rest = keepsLater ? old : SIMD16(repeating: none)
    let inside = LineMath.select(memory.lanes(after: lanes.upperBound &- 1), rest, else: line)
    memory.setLine(
      segment,
      word,
      LineMath.select(memory.lanes(after: lanes.lowerBound &- 1), inside, else: old)
    )
  }
}
