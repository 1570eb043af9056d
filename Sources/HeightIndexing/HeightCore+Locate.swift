extension HeightCore {
  /// The place of the item `index`, which exists.
  @inline(__always) func place(of index: Int) -> Place {
    if isRegular {
      let slot = index &+ origin
      let number = slot &>> 8
      return Place(
        segment: memory.segment(number),
        number: number,
        slot: slot & 255,
        before: base(of: number),
        path: number
      )
    }
    return placeByCount(of: index)
  }

  /// The sum before a segment of a regular index.
  @inline(__always) func base(of number: Int) -> Double {
    let base = settledBase(of: number)
    return number == head ? base : base + unsettled
  }

  /// The sum before a segment of a regular index, as the directory knows it.
  @inline(__always) private func settledBase(of number: Int) -> Double {
    var base = memory.sum(memory.node(number &>> 4, level: 0), number & 15)
    if top >= 1 {
      base += memory.sum(memory.node(number &>> 8, level: 1), (number &>> 4) & 15)
      if top >= 2 {
        base += memory.sum(memory.node(number &>> 12, level: 2), (number &>> 8) & 15)
        if top >= 3 { base += upperBase(of: number) }
      }
    }
    return base
  }

  /// The part of the sum before a segment that levels from 3 on hold.
  @inline(never) private func upperBase(of number: Int) -> Double {
    var base = 0.0
    for level in 3...top {
      base += memory.sum(
        memory.node(number &>> (4 &* (level &+ 1)), level: level),
        (number &>> (4 &* level)) & 15
      )
    }
    return base
  }

  @inline(__always) func placeByCount(of index: Int) -> Place {
    var slot = Int32(truncatingIfNeeded: index &+ origin)
    var number = root
    var before = 0.0
    var path = 0
    var level = top
    while level >= 0 {
      let node = memory.node(number, level: level)
      let lane = LineMath.count(memory.line(of: node, NodeLayout.counts), atMost: slot) &- 1
      slot = slot &- memory.word(of: node, NodeLayout.counts &+ lane)
      before += memory.sum(node, lane)
      number = Int(memory.word(of: node, NodeLayout.children &+ lane))
      path = path &<< 4 | lane
      level &-= 1
    }
    return Place(
      segment: memory.segment(number),
      number: number,
      slot: Int(slot),
      before: number == head ? before : before + unsettled,
      path: path
    )
  }

  /// A segment found by offset: its number, the rest of the offset inside it, and the index of
  /// its first slot (which may lie before item 0).
  struct Spot {
    var segment: Memory.Segment
    var number: Int
    var rest: Int64
    var firstIndex: Int
  }

  /// The segment that holds an offset, 0 ..< total.
  @inline(__always) func spot(at offset: Int64) -> Spot? {
    if offset >= tailBase {
      guard let segment = tailSegment else { return nil }
      return Spot(
        segment: segment,
        number: tail,
        rest: offset &- tailBase,
        firstIndex: count &- Int(memory.word(segment, SegmentLayout.end))
      )
    }
    var rest = Double(offset)
    if unsettled != 0 {
      let segment = memory.segment(head)
      if offset < Int64(memory.word(segment, SegmentLayout.sum)) {
        return Spot(segment: segment, number: head, rest: offset, firstIndex: 0 &- headFirst)
      }
      rest -= unsettled
    }
    var number = root
    var level = top
    if isRegular {
      while level >= 0 {
        let node = memory.node(number, level: level)
        let lane =
          LineMath.count(memory.sums(node, half: 0), memory.sums(node, half: 1), atMost: rest) &- 1
        rest -= memory.sum(node, lane)
        number = number &<< 4 | lane
        level &-= 1
      }
      return Spot(
        segment: memory.segment(number),
        number: number,
        rest: Self.whole(rest),
        firstIndex: number &<< 8 &- origin
      )
    }
    var slots: Int32 = 0
    while level >= 0 {
      let node = memory.node(number, level: level)
      let lane =
        LineMath.count(memory.sums(node, half: 0), memory.sums(node, half: 1), atMost: rest) &- 1
      rest -= memory.sum(node, lane)
      slots = slots &+ memory.word(of: node, NodeLayout.counts &+ lane)
      number = Int(memory.word(of: node, NodeLayout.children &+ lane))
      level &-= 1
    }
    return Spot(
      segment: memory.segment(number),
      number: number,
      rest: Self.whole(rest),
      firstIndex: Int(slots) &- origin
    )
  }

  /// The slot of a segment that contains an offset inside it.
  @inline(__always) func slot(in segment: Memory.Segment, at rest: Int32) -> Int {
    let group = LineMath.count(memory.line(segment, SegmentLayout.groups), atMost: rest) &- 1
    let inside = rest &- memory.word(segment, SegmentLayout.groups &+ group)
    let line = memory.line(segment, SegmentLayout.items &+ 16 &* group)
    return 16 &* group &+ LineMath.count(line, atMost: inside) &- 1
  }

  /// The sum of the heights before a slot in use, inside its segment.
  @inline(__always) func sum(before slot: Int, in segment: Memory.Segment) -> Int32 {
    memory.word(segment, SegmentLayout.groups &+ slot &>> 4)
      &+ memory.word(segment, SegmentLayout.items &+ slot)
  }

  /// The sum of the heights before a slot in use or the one after the last.
  @inline(__always) func sum(upTo slot: Int, in segment: Memory.Segment) -> Int32 {
    if slot == Int(memory.word(segment, SegmentLayout.end)) {
      return memory.word(segment, SegmentLayout.sum)
    }
    return sum(before: slot, in: segment)
  }

  /// The height in a slot in use.
  @inline(__always) func height(in segment: Memory.Segment, slot: Int) -> Int32 {
    sum(upTo: slot &+ 1, in: segment) &- sum(before: slot, in: segment)
  }

  @inline(__always) func isStale(_ segment: Memory.Segment) -> Bool {
    epoch != 0 && Int(memory.word(segment, SegmentLayout.epoch)) != epoch
  }

  // MARK: Queries

  @inline(__always) func height(at index: Int) -> Int32 {
    let place = place(of: index)
    if isStale(place.segment) {
      return staleSum(upTo: place.slot + 1, in: place.segment)
        - staleSum(upTo: place.slot, in: place.segment)
    }
    return height(in: place.segment, slot: place.slot)
  }

  @inline(__always) func offset(of index: Int) -> Int64 {
    // What most indices are most of the time, in few instructions.
    guard isRegular, epoch == 0, unsettled == 0, index < count else {
      return offsetElsewhere(of: index)
    }
    let slot = index &+ origin
    let number = slot &>> 8
    let inside = sum(before: slot & 255, in: memory.segment(number))
    return Self.whole(settledBase(of: number)) &+ Int64(inside)
  }

  @inline(never) private func offsetElsewhere(of index: Int) -> Int64 {
    if index == count { return total }
    let place = place(of: index)
    let inside =
      isStale(place.segment)
      ? staleSum(upTo: place.slot, in: place.segment)
      : sum(before: place.slot, in: place.segment)
    return Self.whole(place.before) &+ Int64(inside)
  }

  @inline(__always) func handle(at index: Int) -> UInt32 {
    let place = place(of: index)
    return handle(in: place.segment, slot: place.slot)
  }

  @inline(__always) func index(at offset: Int64) -> Int {
    if offset < 0 { return 0 }
    if offset >= total { return count &- 1 }
    if offset >= finger.low && offset < finger.high && offset < tailBase {
      let segment = memory.segment(finger.number)
      return finger.firstIndex
        &+ slot(in: segment, at: Int32(truncatingIfNeeded: offset &- finger.low))
    }
    guard let spot = spot(at: offset) else { return 0 }
    let rest = Int32(truncatingIfNeeded: spot.rest)
    if isStale(spot.segment) {
      return spot.firstIndex + slot(in: spot.segment, at: staleThreshold(rest, in: spot.segment))
    }
    return spot.firstIndex &+ slot(in: spot.segment, at: rest)
  }

  func index(of handle: UInt32) -> Int? {
    let owner = memory.owner(of: handle)
    guard owner != 0 else { return nil }
    let number = Int(owner) - 1
    let segment = memory.segment(number)
    let form = memory.word(segment, SegmentLayout.form)
    if form == SegmentLayout.manyRows {
      return slot(of: handle, inRowsOf: segment).map {
        firstSlot(of: number, segment) + $0 - origin
      }
    }
    if form == SegmentLayout.oneRow {
      let first = UInt32(bitPattern: memory.word(segment, SegmentLayout.row))
      let slot = Int(handle &- first)
      // Those after the last item are on the map for items to come.
      guard slot < Int(memory.word(segment, SegmentLayout.end)) else { return nil }
      return firstSlot(of: number, segment) &+ slot &- origin
    }
    let wanted = Int32(bitPattern: handle)
    // What stands before item 0 is no handle, or is one no more.
    let first = number == head ? headFirst : 0
    var slot = first & ~15
    var used = memory.lanes(after: (first & 15) &- 1)
    while slot < SegmentLayout.slots {
      let line = memory.line(segment, SegmentLayout.handles &+ slot)
      let lane = LineMath.lane(of: wanted, in: line | ~used)
      used = SIMD16(repeating: -1)
      if lane < 16 { return firstSlot(of: number, segment) &+ slot &+ lane &- origin }
      slot &+= 16
    }
    return nil
  }

  /// The slot number of the first slot of a segment.
  func firstSlot(of number: Int, _ segment: Memory.Segment) -> Int {
    if isRegular { return number &<< 8 }
    var slots = 0
    var child = Int32(truncatingIfNeeded: number)
    var parent = Int(memory.word(segment, SegmentLayout.parent))
    var level = 0
    while parent >= 0 {
      let node = memory.node(parent, level: level)
      let lane = LineMath.lane(of: child, in: memory.line(of: node, NodeLayout.children))
      slots &+= Int(memory.word(of: node, NodeLayout.counts &+ lane))
      child = Int32(truncatingIfNeeded: parent)
      parent = Int(memory.word(of: node, NodeLayout.parent))
      level &+= 1
    }
    return slots
  }
}
