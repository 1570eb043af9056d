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
        removeOne(at: place, index: range.lowerBound, item(at: place))
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

  /// Takes out the item `index`, which exists.
  ///
  /// - Returns: What it was.
  func remove(at index: Int) -> Removed {
    settle()
    limitAbandoned()
    let place = place(of: index)
    refresh(place.segment)
    let item = item(at: place)
    let first = place.number == head ? headFirst : 0
    if Int(memory.word(place.segment, SegmentLayout.end)) &- first == 1 {
      remove(index..<index &+ 1)
      return item
    }
    work.touch(1)
    // Only the end of a row goes without breaking it.
    if index != count &- 1 { spell(place.segment) }
    removeOne(at: place, index: index, item)
    return item
  }

  /// An item that is taken out.
  typealias Removed = (handle: UInt32, height: Int32)

  @inline(__always) private func item(at place: Place) -> Removed {
    (
      Memory.keepsHandles ? handle(in: place.segment, slot: place.slot) : 0,
      height(in: place.segment, slot: place.slot)
    )
  }

  /// Takes out one item, known by its place.
  @inline(__always) private func removeOne(at place: Place, index: Int, _ item: Removed) {
    if place.number == head && place.slot == headFirst { return removeFirstItem() }
    if index == count &- 1 { return removeLastItem() }
    var place = place
    if isRegular {
      becomeIrregular()
      place.path = placeByCount(of: index).path
    }
    let segment = place.segment
    let end = Int(memory.word(segment, SegmentLayout.end))
    let height = item.height
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
    // Last: where the map is in no cache, stores after this one would wait for it.
    if Memory.keepsHandles { memory.setOwner(of: item.handle, to: 0) }
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
    var top = memory.word(segment, SegmentLayout.groups &+ first)
    let line = SegmentLayout.items &+ 16 &* first
    let shifted = memory.line(segment, line &+ 1)
    var moved = shifted &- SIMD16(repeating: height)
    if first == last { moved = LineMath.select(LineMath.used(shifted), moved, else: shifted) }
    let later = memory.lanes(after: (slot & 15) &- 1)
    memory.setLine(
      segment,
      line,
      LineMath.select(later, moved, else: memory.line(segment, line))
    )
    if Memory.keepsHandles {
      let word = SegmentLayout.handles &+ 16 &* first
      let old = memory.line(segment, word)
      let moved = memory.line(segment, word &+ 1)
      memory.setLine(segment, word, LineMath.select(later, moved, else: old))
    }
    var carry = height
    var group = first
    while group < last {
      // The last lane gets the item that comes over from the group after.
      let next = memory.word(segment, SegmentLayout.groups &+ group &+ 1)
      memory.setWord(segment, SegmentLayout.items &+ 16 &* group &+ 15, next &- top &- carry)
      (top, group) = (next, group &+ 1)
      carry = shiftGroupLeft(
        segment,
        group,
        top: top,
        end: end,
        height: height,
        isLast: group == last
      )
    }
    clearLast(of: segment, end: end)
  }

  /// Moves the items of a group that is not the first one to change one back.
  ///
  /// - Returns: The height of the item that goes to the group before.
  @inline(__always) private func shiftGroupLeft(
    _ segment: Memory.Segment,
    _ group: Int,
    top: Int32,
    end: Int,
    height: Int32,
    isLast: Bool
  ) -> Int32 {
    let line = SegmentLayout.items &+ 16 &* group
    let shifted = memory.line(segment, line &+ 1)
    var carry = shifted[0]
    if isLast, 16 &* group &+ 1 == end { carry = memory.word(segment, SegmentLayout.sum) &- top }
    var moved = shifted &- SIMD16(repeating: carry)
    // Groups before the last one are full.
    if isLast { moved = LineMath.select(LineMath.used(shifted), moved, else: shifted) }
    memory.setLine(segment, line, moved)
    memory.setWord(segment, SegmentLayout.groups &+ group, top &- height &+ carry)
    if Memory.keepsHandles {
      let word = SegmentLayout.handles &+ 16 &* group
      memory.setLine(segment, word, memory.line(segment, word &+ 1))
    }
    return carry
  }

  /// Makes the last slot of a segment that ends at `end` unused; a last lane may hold what follows the
  /// line.
  @inline(__always) private func clearLast(of segment: Memory.Segment, end: Int) {
    let empty = end &- 1
    let lane = SegmentLayout.items &+ (empty | 15)
    memory.setWord(segment, lane, SegmentLayout.unused)
    memory.setWord(
      segment,
      SegmentLayout.items &+ empty,
      empty == 0 ? 0 : SegmentLayout.unused
    )
    if Memory.keepsHandles {
      memory.setWord(
        segment,
        SegmentLayout.handles &+ (empty | 15),
        SegmentLayout.noHandle
      )
    }
    if empty & 15 == 0 && empty > 0 {
      memory.setWord(segment, SegmentLayout.groups &+ empty &>> 4, SegmentLayout.unused)
    }
  }

  /// Takes out item 0; its slot stays, without an item.
  func removeFirstItem() {
    let segment = memory.segment(head)
    let height = height(in: segment, slot: headFirst)
    release(segment, slot: headFirst)
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
    if memory.word(segment, SegmentLayout.form) == SegmentLayout.manyRows { spell(segment) }
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
      removeOne(at: place, index: source, (handle, height))
    }
    insert(handle, height, at: destination)
  }
}
