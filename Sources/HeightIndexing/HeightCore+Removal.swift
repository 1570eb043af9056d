/// Items taken out.
extension HeightCore {
  /// Takes out the items of a range.
  func remove(_ range: Range<Int>) {
    var left = range.count
    work.touch(left)
    if left == count {
      closeTailRow()
      for index in range { memory.setOwner(of: handle(at: index), to: 0) }
      return resetItems()
    }
    settle()
    limitAbandoned()
    while left > 0 {
      let place = place(of: range.lowerBound)
      refresh(place.segment)
      let end = Int(memory.word(place.segment, SegmentLayout.end))
      let first = place.number == head ? headFirst : 0
      let stop = min(end, place.slot + left)
      // Only the end of a row goes without breaking it.
      if stop < end || place.number != tail || place.slot == first { spell(place.segment) }
      if place.slot == first && stop == end {
        removeAllItems(at: place, first..<end)
      } else if stop - place.slot == 1 {
        removeOne(at: place, index: range.lowerBound)
      } else if place.slot == first && place.number == head {
        for _ in place.slot..<stop { removeFirstItem() }
      } else if stop == end && place.number == tail {
        for _ in place.slot..<stop { removeLastItem() }
      } else {
        removeSome(place.slot..<stop, first..<end, at: place)
      }
      left -= stop - place.slot
    }
  }

  /// Takes out one item, known by its place.
  @inline(__always) func removeOne(at place: Place, index: Int) {
    if place.number == head && place.slot == headFirst { return removeFirstItem() }
    if index == count &- 1 { return removeLastItem() }
    var place = place
    if isRegular {
      becomeIrregular()
      place.path = placeByCount(of: index).path
    }
    let segment = place.segment
    let end = Int(memory.word(segment, SegmentLayout.end))
    let height = height(in: segment, slot: place.slot)
    release(segment, slot: place.slot)
    shiftLeft(segment, onto: place.slot, end: end, height: height)
    memory.setWord(
      segment,
      SegmentLayout.sum,
      memory.word(segment, SegmentLayout.sum) &- height
    )
    memory.setWord(segment, SegmentLayout.end, Int32(truncatingIfNeeded: end &- 1))
    count &-= 1
    total &-= Int64(height)
    work.touch(top &+ 2)
    work.move(end &- place.slot)
    if place.number != tail {
      tailBase &-= Int64(height)
      addBoth(-1, Double(-height), at: place)
    }
    if place.number == finger.number {
      finger = HeightFinger()
    } else if index < finger.firstIndex {
      finger.firstIndex &-= 1
      finger.low &-= Int64(height)
      finger.high &-= Int64(height)
    }
    if end &- 1 < segmentFill / 4 { joinWithNext(place.number) }
  }

  /// Moves the items after a slot one back, over an item of some height.
  @inline(__always) private func shiftLeft(
    _ segment: Memory.Segment,
    onto slot: Int,
    end: Int,
    height: Int32
  ) {
    let first = slot &>> 4
    let last = (end &- 1) &>> 4
    let sum = memory.word(segment, SegmentLayout.sum)
    var group = first
    while group <= last {
      let line = SegmentLayout.items &+ 16 &* group
      let old = memory.line(segment, line)
      let top = memory.word(segment, SegmentLayout.groups &+ group)
      let next =
        group < last ? memory.word(segment, SegmentLayout.groups &+ group &+ 1) : sum
      // What the lanes move down by: the item taken out, or the one that goes to the group before.
      let carry = group == first ? height : (16 &* group &+ 1 < end ? old[1] : next &- top)
      let shifted = memory.line(segment, line &+ 1)
      var moved = shifted &- SIMD16(repeating: carry)
      // Groups before the last one are full.
      if group == last { moved = LineMath.select(LineMath.used(shifted), moved, else: shifted) }
      // The last lane gets the item that comes over from the group after.
      moved[15] = group < last ? next &- top &- carry : SegmentLayout.unused
      if group == first {
        moved = LineMath.select(memory.lanes(after: (slot & 15) &- 1), moved, else: old)
      } else {
        memory.setWord(segment, SegmentLayout.groups &+ group, top &- height &+ carry)
      }
      memory.setLine(segment, line, moved)
      group &+= 1
    }
    if Memory.keepsHandles { shiftHandlesLeft(segment, onto: slot, end: end) }
    // The slot that was the last one is unused now.
    let empty = end &- 1
    memory.setWord(
      segment,
      SegmentLayout.items &+ empty,
      empty == 0 ? 0 : SegmentLayout.unused
    )
    memory.setWord(segment, SegmentLayout.handles &+ empty, SegmentLayout.noHandle)
    if empty & 15 == 0 && empty > 0 {
      memory.setWord(segment, SegmentLayout.groups &+ last, SegmentLayout.unused)
    }
  }

  /// Moves the handles after a slot one back, in lines from any slot on.
  @inline(__always) private func shiftHandlesLeft(
    _ segment: Memory.Segment,
    onto slot: Int,
    end: Int
  ) {
    var word = SegmentLayout.handles &+ slot
    let last = SegmentLayout.handles &+ end &- 1
    // The slots after the last item have no handle, wherever a line moves these.
    while word < last && word &+ 16 < SegmentLayout.words {
      memory.setLine(segment, word, memory.line(segment, word &+ 1))
      word &+= 16
    }
    while word < last {
      memory.setWord(segment, word, memory.word(segment, word &+ 1))
      word &+= 1
    }
  }

  /// Takes out item 0; its slot stays, without an item.
  func removeFirstItem() {
    let segment = memory.segment(head)
    let height = height(in: segment, slot: headFirst)
    release(segment, slot: headFirst)
    memory.setWord(segment, SegmentLayout.handles + headFirst, SegmentLayout.noHandle)
    addHeight(-height, after: headFirst, in: segment)
    headFirst += 1
    origin += 1
    count -= 1
    total -= Int64(height)
    work.touch(top + 2)
    if head != tail {
      tailBase -= Int64(height)
      addSum(
        -height,
        at: Place(
          segment: segment,
          number: head,
          slot: 0,
          before: 0,
          path: isRegular ? head : leftPath()
        )
      )
    }
    finger = HeightFinger()
    if headFirst == Int(memory.word(segment, SegmentLayout.end)) { removeSegment(head) }
  }

  /// Takes out the last item.
  func removeLastItem() {
    guard let segment = tailSegment else { return }
    let slot = Int(memory.word(segment, SegmentLayout.end)) - 1
    let height = height(in: segment, slot: slot)
    // What an open row may need stays on the map.
    if tailRow == Self.noRow {
      release(segment, slot: slot)
      memory.setWord(segment, SegmentLayout.handles + slot, SegmentLayout.noHandle)
    }
    memory.setWord(segment, SegmentLayout.items + slot, slot == 0 ? 0 : SegmentLayout.unused)
    if slot & 15 == 0 && slot > 0 {
      memory.setWord(segment, SegmentLayout.groups + slot >> 4, SegmentLayout.unused)
    }
    memory.setWord(
      segment,
      SegmentLayout.sum,
      memory.word(segment, SegmentLayout.sum) - height
    )
    memory.setWord(segment, SegmentLayout.end, Int32(slot))
    count -= 1
    total -= Int64(height)
    work.touch(2)
    if finger.number == tail { finger = HeightFinger() }
    if slot == 0 { removeSegment(tail) }
  }

  /// Takes out all items of a segment, and the segment.
  private func removeAllItems(at place: Place, _ slots: Range<Int>) {
    let segment = place.segment
    let sum = memory.word(segment, SegmentLayout.sum)
    for slot in slots { release(segment, slot: slot) }
    count -= slots.count
    total -= Int64(sum)
    if place.number != tail { tailBase -= Int64(sum) }
    if place.number == head {
      origin += slots.count
      addSum(-sum, at: place)
    } else if place.number != tail {
      becomeIrregular()
      addBoth(
        Int32(-slots.count),
        Double(-sum),
        at: self.place(ofSegment: place.number)
      )
    }
    memory.setWord(segment, SegmentLayout.sum, 0)
    memory.setWord(segment, SegmentLayout.end, 0)
    removeSegment(place.number)
  }

  /// Takes out some items from inside a segment.
  private func removeSome(_ slots: Range<Int>, _ used: Range<Int>, at place: Place) {
    var items = DecodedItems()
    swap(&items, &scratch)
    items.removeAll()
    let height = Int64(
      sum(upTo: slots.upperBound, in: place.segment)
        - sum(before: slots.lowerBound, in: place.segment)
    )
    for slot in slots { release(place.segment, slot: slot) }
    decode(place.segment, used.lowerBound..<slots.lowerBound, into: &items)
    decode(place.segment, slots.upperBound..<used.upperBound, into: &items)
    count -= slots.count
    total -= height
    replaceItems(at: place, by: items)
    swap(&items, &scratch)
    joinWithNext(place.number)
  }

  /// Takes an item out and puts it back in.
  func move(from source: Int, to destination: Int) {
    let handle = handle(at: source)
    let height = height(at: source)
    if count == 1 || source == destination { return }
    settle()
    let place = place(of: source)
    refresh(place.segment)
    spell(place.segment)
    let end = Int(memory.word(place.segment, SegmentLayout.end))
    let first = place.number == head ? headFirst : 0
    if end - first == 1 {
      removeAllItems(at: place, first..<end)
    } else {
      removeOne(at: place, index: source)
    }
    insert(handle, height, at: destination)
  }
}
