/// Segments written anew: the way of runs of items and of what no longer fits.
extension HeightCore {
  /// Appends the items in some slots of a segment that is not stale.
  func decode(_ segment: Memory.Segment, _ slots: Range<Int>, into items: inout DecodedItems) {
    guard !slots.isEmpty else { return }
    var before = sum(before: slots.lowerBound, in: segment)
    for slot in slots {
      let after = sum(upTo: slot + 1, in: segment)
      items.append(handle(in: segment, slot: slot), after - before)
      before = after
    }
  }

  /// Writes items to a segment, from its left end; they fit. Neighbours and parent stay.
  func encode(_ items: DecodedItems, _ range: Range<Int>, into number: Int) {
    let segment = memory.segment(number)
    var sum: Int32 = 0
    var place = range.lowerBound
    for group in 0..<16 {
      var line = SIMD16<Int32>(repeating: SegmentLayout.unused)
      var handles = SIMD16<Int32>(repeating: SegmentLayout.noHandle)
      let used = group == 0 || place < range.upperBound
      memory.setWord(segment, SegmentLayout.groups + group, used ? sum : SegmentLayout.unused)
      var inside: Int32 = 0
      if group == 0 { line[0] = 0 }
      var lane = 0
      while lane < 16 && place < range.upperBound {
        line[lane] = inside
        handles[lane] = Int32(bitPattern: items.handles[place])
        memory.setOwner(of: items.handles[place], to: Int32(truncatingIfNeeded: number + 1))
        inside += items.heights[place]
        lane += 1
        place += 1
      }
      memory.setLine(segment, SegmentLayout.items + 16 * group, line)
      memory.setLine(segment, SegmentLayout.handles + 16 * group, handles)
      sum += inside
    }
    memory.setWord(segment, SegmentLayout.sum, sum)
    memory.setWord(segment, SegmentLayout.end, Int32(range.count))
    memory.setWord(segment, SegmentLayout.epoch, Int32(truncatingIfNeeded: epoch))
    work.move(range.count)
  }

  /// Where the next piece of `items` ends that goes into one segment.
  private func pieceEnd(
    of items: DecodedItems,
    from start: Int,
    atMost size: Int,
    sum: Int64
  ) -> Int {
    var rest = sum
    var end = start
    while end < items.count && end - start < size {
      rest -= Int64(items.heights[end])
      if rest < 0 && end > start { break }
      end += 1
    }
    return end
  }

  /// Puts `items` in the place of all items of a segment, in as many segments as they need.
  ///
  /// - Parameter place: Any place in the segment, whose path is right.
  func replaceItems(at place: Place, by items: DecodedItems, oldSum: Int64? = nil) {
    becomeIrregular()
    let number = place.number
    let oldSum = oldSum ?? Int64(memory.word(place.segment, SegmentLayout.sum))
    let oldEnd = memory.word(place.segment, SegmentLayout.end)
    let newSum = items.heights.reduce(Int64(0)) { $0 + Int64($1) }
    if number != tail {
      addBoth(
        Int32(items.count) - oldEnd,
        Double(newSum - oldSum),
        at: Place(
          segment: place.segment,
          number: number,
          slot: 0,
          before: 0,
          path: self.place(ofSegment: number).path
        )
      )
      tailBase += newSum - oldSum
    }
    if number == head {
      origin -= headFirst
      headFirst = 0
    }
    var size = segmentFill
    var limit = Int64(SegmentLayout.sumLimit)
    if items.count > segmentFill || newSum > limit {
      let pieces = (items.count + segmentFill - 1) / segmentFill
      size = (items.count + pieces - 1) / pieces
      limit /= 2
    }
    var end = pieceEnd(of: items, from: 0, atMost: size, sum: limit)
    encode(items, 0..<end, into: number)
    var last = number
    while end < items.count {
      let start = end
      end = pieceEnd(of: items, from: start, atMost: size, sum: limit)
      last = insertSegment(after: last, items, start..<end)
    }
    finger = HeightFinger()
  }

  /// Puts a segment after another one, in which its items were counted up to now.
  private func insertSegment(after other: Int, _ items: DecodedItems, _ range: Range<Int>)
    -> Int
  {
    let left = memory.segment(other)
    let leftSum = memory.word(left, SegmentLayout.sum)
    let leftEnd = memory.word(left, SegmentLayout.end)
    let next = Int(memory.word(left, SegmentLayout.next))
    let parent = Int(memory.word(left, SegmentLayout.parent))
    let fresh = makeSegment(beside: other, step: 1)
    openSegment(fresh)
    encode(items, range, into: fresh)
    let node = memory.node(parent, level: 0)
    let lane = laneOf(child: other, in: node)
    insert(
      child: fresh,
      level: 0,
      node: parent,
      after: lane,
      sum: memory.sum(node, lane) + Double(leftSum),
      slots: memory.word(of: node, NodeLayout.counts + lane) + leftEnd
    )
    link(other, to: fresh)
    if next >= 0 {
      link(fresh, to: next)
    } else {
      tail = fresh
      tailSegment = memory.segment(fresh)
      tailBase += Int64(leftSum)
    }
    return fresh
  }

  /// Moves what lies in the upper half of a segment's slots to a new segment after it.
  ///
  /// - Precondition: The index is irregular; the segment is up to date and has items in both
  ///   halves.
  func halve(_ number: Int) {
    let segment = memory.segment(number)
    let half = SegmentLayout.slots / 2
    let end = Int(memory.word(segment, SegmentLayout.end))
    let sum = memory.word(segment, SegmentLayout.sum)
    let next = Int(memory.word(segment, SegmentLayout.next))
    let parent = Int(memory.word(segment, SegmentLayout.parent))
    let fresh = makeSegment(beside: number, step: 1)
    openSegment(fresh)
    let other = memory.segment(fresh)
    clearHandles(other)
    let before = memory.word(segment, SegmentLayout.groups + half / 16)
    let unused = SIMD16<Int32>(repeating: SegmentLayout.unused)
    let none = SIMD16<Int32>(repeating: SegmentLayout.noHandle)
    let owner = Int32(truncatingIfNeeded: fresh + 1)
    for group in 0..<8 {
      let top = memory.word(segment, SegmentLayout.groups + 8 + group)
      if top == SegmentLayout.unused { break }
      let line = SegmentLayout.items + 16 * group
      let names = SegmentLayout.handles + 16 * group
      memory.setWord(other, SegmentLayout.groups + group, top - before)
      memory.setWord(segment, SegmentLayout.groups + 8 + group, SegmentLayout.unused)
      memory.setLine(other, line, memory.line(segment, line + half))
      memory.setLine(segment, line + half, unused)
      let handles = memory.line(segment, names + half)
      memory.setLine(other, names, handles)
      memory.setLine(segment, names + half, none)
      for lane in 0..<min(16, end - half - 16 * group) {
        memory.setOwner(of: UInt32(bitPattern: handles[lane]), to: owner)
      }
    }
    memory.setWord(segment, SegmentLayout.sum, before)
    memory.setWord(segment, SegmentLayout.end, Int32(half))
    memory.setWord(other, SegmentLayout.sum, sum - before)
    memory.setWord(other, SegmentLayout.end, Int32(end - half))
    work.move(end - half)
    let node = memory.node(parent, level: 0)
    let lane = laneOf(child: number, in: node)
    insert(
      child: fresh,
      level: 0,
      node: parent,
      after: lane,
      sum: memory.sum(node, lane) + Double(before),
      slots: memory.word(of: node, NodeLayout.counts + lane) + Int32(half)
    )
    link(number, to: fresh)
    if next >= 0 {
      link(fresh, to: next)
    } else {
      tail = fresh
      tailSegment = other
      tailBase += Int64(before)
    }
    finger = HeightFinger()
  }

  /// Takes an empty segment out of the directory and the chain.
  func removeSegment(_ number: Int) {
    let segment = memory.segment(number)
    let next = Int(memory.word(segment, SegmentLayout.next))
    let previous = Int(memory.word(segment, SegmentLayout.previous))
    let parent = Int(memory.word(segment, SegmentLayout.parent))
    unlink(child: number, level: 0, node: parent)
    if next >= 0 {
      memory.setWord(
        memory.segment(next),
        SegmentLayout.previous,
        Int32(truncatingIfNeeded: previous)
      )
    }
    if previous >= 0 {
      memory.setWord(
        memory.segment(previous),
        SegmentLayout.next,
        Int32(truncatingIfNeeded: next)
      )
    }
    if number == head {
      head = next
      headFirst = 0
      refresh(memory.segment(next))
    }
    if number == tail {
      tail = previous
      let last = memory.segment(previous)
      refresh(last)
      tailSegment = last
      tailBase -= Int64(memory.word(last, SegmentLayout.sum))
    }
    free(segment: number)
    finger = HeightFinger()
  }
}
