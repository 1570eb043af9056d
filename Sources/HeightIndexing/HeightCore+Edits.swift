import Lengths

/// Changes in place: heights, and single items put in and taken out.
extension HeightCore {
  // MARK: Heights

  @inline(__always) func setHeight(_ height: Int32, at index: Int) {
    work.touch(1)
    if index == count &- 1, let segment = tailSegment {
      let last = Int(memory.word(segment, SegmentLayout.end)) &- 1
      let sum = sum(before: last, in: segment) &+ height
      if sum <= SegmentLayout.sumLimit {
        total &+= Int64(sum &- memory.word(segment, SegmentLayout.sum))
        memory.setWord(segment, SegmentLayout.sum, sum)
        return
      }
    }
    setInnerHeight(height, at: index)
  }

  func setInnerHeight(_ height: Int32, at index: Int) {
    let place = place(of: index)
    refresh(place.segment)
    let change = height &- self.height(in: place.segment, slot: place.slot)
    if memory.word(place.segment, SegmentLayout.sum) &+ change > SegmentLayout.sumLimit {
      rewriteHeight(height, at: place)
      return
    }
    addHeight(change, after: place.slot, in: place.segment)
    total &+= Int64(change)
    addAbove(change, at: place, index: index)
  }

  /// Adds to the sums after a slot, within its segment.
  @inline(__always) func addHeight(
    _ change: Int32,
    after slot: Int,
    in segment: Memory.Segment
  ) {
    let line = SegmentLayout.items &+ (slot & ~15)
    let end = Int(memory.word(segment, SegmentLayout.end))
    if end != SegmentLayout.slots {
      memory.setLine(
        segment,
        line,
        LineMath.addUsed(
          change,
          where: memory.lanes(after: slot & 15),
          to: memory.line(segment, line)
        )
      )
    } else if slot & 15 != 15 {
      memory.setLine(
        segment,
        line,
        LineMath.add(
          change,
          where: memory.lanes(after: slot & 15),
          to: memory.line(segment, line)
        )
      )
    }
    addToGroups(change, after: slot &>> 4, in: segment, end)
  }

  /// Adds to the sums of the groups after one, and to that of the segment, which ends at `end`.
  @inline(__always) private func addToGroups(
    _ change: Int32,
    after group: Int,
    in segment: Memory.Segment,
    _ end: Int
  ) {
    let groups = memory.line(segment, SegmentLayout.groups)
    let later = memory.lanes(after: group)
    memory.setLine(
      segment,
      SegmentLayout.groups,
      end == SegmentLayout.slots
        ? LineMath.add(change, where: later, to: groups)
        : LineMath.addUsed(change, where: later, to: groups)
    )
    memory.setWord(
      segment,
      SegmentLayout.sum,
      memory.word(segment, SegmentLayout.sum) &+ change
    )
  }

  /// Tells the directory and the finger that a segment changed its height by `change`.
  @inline(__always) func addAbove(_ change: Int32, at place: Place, index: Int) {
    if place.number == tail { return }
    // Without this, sums after the first segment could fall below 0 in the directory.
    if place.number == head { settle() }
    tailBase &+= Int64(change)
    if place.number == finger.number {
      finger.high &+= Int64(change)
    } else if index < finger.firstIndex {
      finger.low &+= Int64(change)
      finger.high &+= Int64(change)
    }
    addSum(change, at: place)
    work.touch(top &+ 1)
  }

  private func rewriteHeight(_ height: Int32, at place: Place) {
    settle()
    spell(place.segment)
    var items = DecodedItems()
    swap(&items, &scratch)
    items.removeAll()
    let first = place.number == head ? headFirst : 0
    decode(
      place.segment,
      first..<Int(memory.word(place.segment, SegmentLayout.end)),
      into: &items
    )
    total += Int64(height) - Int64(items.heights[place.slot - first])
    items.heights[place.slot - first] = height
    replaceItems(at: place, by: items)
    swap(&items, &scratch)
  }

  /// Gives a run of items other heights; `units` is asked for each, in layout units, unchecked.
  @inline(__always) func setHeights(count run: Int, at first: Int, _ units: (Int) -> Int64) {
    var done = 0
    while done < run {
      let index = first &+ done
      let place = place(of: index)
      refresh(place.segment)
      let end = Int(memory.word(place.segment, SegmentLayout.end))
      let old = memory.word(place.segment, SegmentLayout.sum)
      let stop = min(end, place.slot &+ run &- done)
      let shift = done &- place.slot
      if !fits(from: place.slot, to: stop, in: old, { units(shift &+ $0) }) {
        setHeight(LayoutUnit(rawValue: units(done)).checkedHeight, at: index)
        done += 1
        continue
      }
      var slot = place.slot
      while slot < stop {
        let upper = min(stop, (slot | 15) &+ 1)
        setGroup(place.segment, slot, upper, end) {
          Int32(truncatingIfNeeded: units(shift &+ $0))
        }
        slot = upper
      }
      let change = memory.word(place.segment, SegmentLayout.sum) &- old
      total &+= Int64(change)
      work.touch(stop &- place.slot)
      addAbove(change, at: place, index: index)
      done &+= stop &- place.slot
    }
  }

  /// Whether heights, which are checked, can come into a segment of height `sum` whatever they
  /// replace there.
  @inline(__always) private func fits(
    from lower: Int,
    to upper: Int,
    in sum: Int32,
    _ units: (Int) -> Int64
  ) -> Bool {
    var bits: UInt64 = 0
    var added = Int64(sum)
    var slot = lower
    while slot < upper {
      let height = units(slot)
      bits |= UInt64(bitPattern: height)
      added &+= height
      slot &+= 1
    }
    if bits > UInt64(HeightIndex.maximumUnits) {
      for slot in lower..<upper { _ = LayoutUnit(rawValue: units(slot)).checkedHeight }
    }
    return added <= Int64(SegmentLayout.sumLimit)
  }

  /// Gives the items of some slots of one group other heights.
  @inline(__always) private func setGroup(
    _ segment: Memory.Segment,
    _ lower: Int,
    _ upper: Int,
    _ end: Int,
    _ height: (Int) -> Int32
  ) {
    let group = lower &>> 4
    var inside = memory.word(segment, SegmentLayout.items &+ lower)
    let old: Int32
    if upper & 15 != 0 && upper < end {
      old = memory.word(segment, SegmentLayout.items &+ upper)
    } else {
      let next =
        upper < end
        ? memory.word(segment, SegmentLayout.groups &+ group &+ 1)
        : memory.word(segment, SegmentLayout.sum)
      old = next &- memory.word(segment, SegmentLayout.groups &+ group)
    }
    var slot = lower
    while slot < upper {
      memory.setWord(segment, SegmentLayout.items &+ slot, inside)
      inside &+= height(slot)
      slot &+= 1
    }
    let change = inside &- old
    // Word by word: the line cannot be loaded as a whole before the words just written to it have
    // arrived in the cache.
    let stop = min(end, (lower | 15) &+ 1)
    while slot < stop {
      let word = SegmentLayout.items &+ slot
      memory.setWord(segment, word, memory.word(segment, word) &+ change)
      slot &+= 1
    }
    addToGroups(change, after: group, in: segment, end)
  }

  // MARK: One item

  func insert(_ handle: UInt32, _ height: Int32, at index: Int) {
    if index == count { return append(handle, height) }
    if index == 0 { return prepend(SingleSource(onlyHandle: handle, onlyHeight: height)) }
    settle()
    becomeIrregular()
    let place = placeByCount(of: index)
    refresh(place.segment)
    spell(place.segment)
    let end = Int(memory.word(place.segment, SegmentLayout.end))
    let sum = memory.word(place.segment, SegmentLayout.sum)
    if end >= segmentFill && sum &+ height <= SegmentLayout.sumLimit && share(place.number) {
      return insert(handle, height, at: index)
    }
    if end == SegmentLayout.slots && segmentFill == end && sum &+ height <= SegmentLayout.sumLimit
      && !(place.number == head && headFirst >= SegmentLayout.slots / 2)
    {
      halve(place.number)
      return insert(handle, height, at: index)
    }
    guard end < segmentFill && sum &+ height <= SegmentLayout.sumLimit else {
      let source = SingleSource(onlyHandle: handle, onlyHeight: height)
      return insertSlowly(source, at: place)
    }
    bind(handle, to: place.number)
    shiftRight(place.segment, from: place.slot, end: end, by: height)
    memory.setWord(
      place.segment,
      SegmentLayout.handles &+ place.slot,
      Int32(bitPattern: handle)
    )
    memory.setWord(place.segment, SegmentLayout.sum, sum &+ height)
    memory.setWord(place.segment, SegmentLayout.end, Int32(truncatingIfNeeded: end &+ 1))
    count &+= 1
    total &+= Int64(height)
    work.touch(top &+ 2)
    work.move(end &- place.slot)
    if place.number == tail {
      if finger.number == tail { finger = HeightFinger() }
      return
    }
    tailBase &+= Int64(height)
    addBoth(1, Double(height), at: place)
    moveFinger(place.number, index, 1, height)
  }

  /// Keeps the finger right when `items` items came or went before `index`.
  @inline(__always) private func moveFinger(
    _ number: Int,
    _ index: Int,
    _ items: Int,
    _ height: Int32
  ) {
    if number == finger.number {
      finger = HeightFinger()
    } else if index <= finger.firstIndex {
      finger.firstIndex &+= items
      finger.low &+= Int64(height)
      finger.high &+= Int64(height)
    }
  }

  /// Makes room for an item of some height in a slot: all later ones move one on.
  @inline(__always) private func shiftRight(
    _ segment: Memory.Segment,
    from slot: Int,
    end: Int,
    by height: Int32
  ) {
    let first = slot &>> 4
    var group = end &>> 4
    while group > first {
      let line = SegmentLayout.items &+ 16 &* group
      // The item that comes over from the group before begins this one.
      let top =
        memory.word(segment, SegmentLayout.groups &+ group &- 1)
        &+ memory.word(segment, line &- 1) &+ height
      let old = memory.word(segment, SegmentLayout.groups &+ group)
      let isNew = 16 &* group == end
      let shifted = memory.line(segment, line &- 1)
      let carry = isNew ? 0 : old &+ height &- top
      var moved = shifted &+ SIMD16(repeating: carry)
      if group == end &>> 4 {
        moved = LineMath.select(LineMath.used(shifted), moved, else: shifted)
      }
      moved[0] = 0
      memory.setLine(segment, line, moved)
      memory.setWord(segment, SegmentLayout.groups &+ group, top)
      if Memory.keepsHandles { shiftHandlesRight(segment, group: group, from: slot) }
      group &-= 1
    }
    let line = SegmentLayout.items &+ 16 &* first
    let old = memory.line(segment, line)
    let shifted = memory.line(segment, line &- 1)
    var moved = shifted &+ SIMD16(repeating: height)
    moved = LineMath.select(LineMath.used(shifted), moved, else: shifted)
    memory.setLine(
      segment,
      line,
      LineMath.select(memory.lanes(after: slot & 15), moved, else: old)
    )
    if Memory.keepsHandles { shiftHandlesRight(segment, group: first, from: slot) }
  }

  /// Moves the handles of a group one on, from a slot on.
  ///
  /// The last one of a group goes to the next, which is moved first.
  @inline(__always) private func shiftHandlesRight(
    _ segment: Memory.Segment,
    group: Int,
    from slot: Int
  ) {
    let word = SegmentLayout.handles &+ 16 &* group
    var moved = memory.line(segment, word &- 1)
    if group == slot &>> 4 {
      let later = memory.lanes(after: slot & 15)
      moved = LineMath.select(later, moved, else: memory.line(segment, word))
    }
    memory.setLine(segment, word, moved)
  }

  /// Puts items into a segment where one item does not simply fit.
  func insertSlowly(_ source: some ItemSource, at place: Place) {
    var items = DecodedItems()
    swap(&items, &scratch)
    items.removeAll()
    let first = place.number == head ? headFirst : 0
    decode(place.segment, first..<place.slot, into: &items)
    for item in 0..<source.count {
      bind(source.handle(item), to: place.number)
      items.append(source.handle(item), source.height(item))
      total += Int64(source.height(item))
    }
    count += source.count
    decode(
      place.segment,
      place.slot..<Int(memory.word(place.segment, SegmentLayout.end)),
      into: &items
    )
    replaceItems(at: place, by: items)
    swap(&items, &scratch)
  }

  /// Adds items so that the first has index `index`.
  func insert(_ source: some ItemSource, at index: Int) {
    if source.count == 0 { return }
    if index == count {
      for item in 0..<source.count { append(source.handle(item), source.height(item)) }
    } else if index == 0 {
      prepend(source)
    } else if source.count == 1 {
      insert(source.handle(0), source.height(0), at: index)
    } else {
      settle()
      becomeIrregular()
      let place = placeByCount(of: index)
      refresh(place.segment)
      spell(place.segment)
      work.touch(source.count)
      insertSlowly(source, at: place)
    }
  }
}
