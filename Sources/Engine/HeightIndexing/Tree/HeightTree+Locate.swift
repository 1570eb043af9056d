/// Where items are.
extension HeightTree {
  /// An item's segment and slot.
  struct Place {
    var segment: Segment
    var number: Int
    var slot: Int
    /// What a top in the segment adds to, to make an offset.
    var base: Int64
  }

  /// A segment found by offset.
  struct Spot {
    var segment: Segment
    var number: Int
    /// Where the offset is among the tops of the segment.
    var rest: Int64
    /// The index that an item in slot 0 has or would have.
    var firstIndex: Int
  }

  /// The segment that was found last by offset.
  struct Finger: Sendable {
    var number = -1
    var firstIndex = 0
    /// The offsets it covers: `low` ..< `high`; no segment while `high` is 0. A top in it adds to `low`.
    var low: Int64 = 0
    var high: Int64 = 0
  }

  /// The place of the item `index`, which exists.
  @inline(__always) func place(of index: Int) -> Place {
    guard isRegular else { return placeByCount(of: index) }
    let slot = index &+ origin
    let number = slot &>> 8
    return Place(
      segment: memory.segment(number),
      number: number,
      slot: slot & 255,
      base: base(of: number) &+ lagHeight &+ ifHead(number, headBase &- lagHeight)
    )
  }

  /// The sum before a segment of a regular tree, as the directory knows it; 0 for the first.
  @inline(__always) private func base(of number: Int) -> Int64 {
    var base = memory.node(number &>> 4, level: 0)[top: number & 15]
    var (child, level) = (number &>> 4, 1)
    while level <= top {
      base += memory.node(child &>> 4, level: level)[top: child & 15]
      (child, level) = (child &>> 4, level &+ 1)
    }
    return Self.whole(base)
  }

  /// A value for the first segment, 0 for others: without a branch, which would often be guessed wrong.
  @inline(__always) private func ifHead(_ number: Int, _ value: Int64) -> Int64 {
    value & Int64(((number ^ head) &- 1) &>> 63)
  }

  @inline(__always) func placeByCount(of index: Int) -> Place {
    if lagItems != 0 {
      let segment = memory.segment(head)
      if index < segment.count {
        return Place(segment: segment, number: head, slot: segment.first &+ index, base: headBase)
      }
    }
    var rest = Int32(truncatingIfNeeded: index &- lagItems)
    var number = root
    var before = 0.0
    var level = top
    while level >= 0 {
      let node = memory.node(number, level: level)
      let lane = node.lane(at: rest)
      rest = rest &- node[count: lane]
      before += node[top: lane]
      number = node[child: lane]
      level &-= 1
    }
    let segment = memory.segment(number)
    let isHead = number == head
    return Place(
      segment: segment,
      number: number,
      slot: Int(rest) &+ (isHead ? segment.first : 0),
      base: isHead ? headBase : Self.whole(before) &+ lagHeight
    )
  }

  /// The segment that holds an offset, 0 ..< total.
  @inline(__always) func spot(at offset: Int64) -> Spot? {
    if offset >= tailBase {
      guard let segment = tailSegment else { return nil }
      let firstIndex = count &- segment.end
      return Spot(segment: segment, number: tail, rest: offset &- tailBase, firstIndex: firstIndex)
    }
    if lagItems != 0 || lagHeight != 0 {
      let segment = memory.segment(head)
      if offset < Int64(segment.height) {
        let rest = offset &- headBase
        return Spot(segment: segment, number: head, rest: rest, firstIndex: 0 &- segment.first)
      }
    }
    var rest = Double(offset &- lagHeight)
    var number = root
    var level = top
    var items: Int32 = 0
    while level >= 0 {
      let node = memory.node(number, level: level)
      let lane = node.lane(at: rest)
      rest -= node[top: lane]
      if isRegular {
        number = number &<< 4 | lane
      } else {
        items = items &+ node[count: lane]
        number = node[child: lane]
      }
      level &-= 1
    }
    let segment = memory.segment(number)
    let firstIndex =
      isRegular
      ? number &<< 8 &- origin
      : number == head ? 0 &- segment.first : Int(items) &+ lagItems
    return Spot(
      segment: segment,
      number: number,
      rest: Self.whole(rest) &- ifHead(number, headBase),
      firstIndex: firstIndex
    )
  }

  /// The index that an item in slot 0 of a segment has or would have.
  @inline(__always) func firstIndex(of segment: Segment) -> Int {
    if segment.number == head { return 0 &- segment.first }
    if isRegular { return segment.number &<< 8 &- origin }
    var items = lagItems
    var (child, number, level) = (segment.number, segment.parent, 0)
    while number >= 0 {
      let node = memory.node(number, level: level)
      items &+= Int(node[count: node.lane(of: child)])
      (child, number, level) = (number, node.parent, level &+ 1)
    }
    return items
  }

  /// The whole number nearest to a Double of 0 to 2^52, without the checks of a conversion: adding
  /// 2^52 leaves it in the lower 52 bits.
  @inline(__always) static func whole(_ value: Double) -> Int64 {
    Int64(bitPattern: (value + 0x1p52).bitPattern & 0xF_FFFF_FFFF_FFFF)
  }

  // MARK: Questions

  @inline(__always) func height(at index: Int) -> Int32 {
    let place = place(of: index)
    return top(of: place.slot &+ 1, in: place.segment) &- top(of: place.slot, in: place.segment)
  }

  @inline(__always) func offset(of index: Int) -> Int64 {
    // What most trees are most of the time, in few instructions.
    guard isRegular, Int64(epoch) | lagHeight | headBase == 0, index < count else {
      return offsetElsewhere(of: index)
    }
    let slot = index &+ origin
    return base(of: slot &>> 8) &+ Int64(memory.segment(slot &>> 8)[top: slot & 255])
  }

  @inline(never) private func offsetElsewhere(of index: Int) -> Int64 {
    if index == count { return total }
    let place = place(of: index)
    return place.base &+ Int64(top(of: place.slot, in: place.segment))
  }

  /// Where the item of a slot begins in its segment.
  @inline(__always) func top(of slot: Int, in segment: Segment) -> Int32 {
    isStale(segment) ? staleTop(of: slot, in: segment) : segment[top: slot]
  }

  @inline(__always) func handle(at index: Int) -> UInt32 {
    let place = place(of: index)
    return place.segment[handle: place.slot]
  }

  func index(of handle: UInt32) -> Int? {
    guard let number = memory.handles.pointee.segment(of: handle) else { return nil }
    let segment = memory.segment(number)
    return segment.slot(of: handle).map { firstIndex(of: segment) &+ $0 }
  }

  /// The item that contains an offset.
  @inline(__always) func index(at offset: Int64) -> Int {
    if offset < 0 { return 0 }
    guard offset < total, let spot = nearSpot(at: offset) else { return count &- 1 }
    let rest = Int32(truncatingIfNeeded: spot.rest)
    let place = isStale(spot.segment) ? staleThreshold(rest, in: spot.segment) : rest
    return spot.firstIndex &+ spot.segment.slot(at: place)
  }

  /// Finds the segment at an offset, 0 ..< total, by the finger if it is there.
  @inline(__always) func nearSpot(at offset: Int64) -> Spot? {
    guard offset < finger.high && offset >= finger.low else { return spot(at: offset) }
    return Spot(
      segment: memory.segment(finger.number),
      number: finger.number,
      rest: offset &- finger.low,
      firstIndex: finger.firstIndex
    )
  }

  /// Puts the finger on a segment that is not the last.
  @inline(__always) func setFinger(_ spot: Spot, at offset: Int64) {
    if spot.number == tail { return }
    let low = offset &- spot.rest
    let high = low &+ Int64(spot.segment.bottom)
    finger = Finger(number: spot.number, firstIndex: spot.firstIndex, low: low, high: high)
  }
}
