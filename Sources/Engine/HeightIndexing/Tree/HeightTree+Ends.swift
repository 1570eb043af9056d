/// Items added after the last and before the first, and the segments there.
extension HeightTree {
  // MARK: After the last

  /// Adds an item at the end.
  @inline(__always) func append(_ handle: UInt32, _ height: Int32) {
    work.touch(1)
    if let segment = tailSegment {
      let end = segment.end
      let bottom = segment[top: end]
      if end < segmentFill && bottom &+ height <= Segment.heightLimit {
        memory.handles.pointee.claim(handle, for: tail)
        if end & 15 == 0 { segment[group: end &>> 4] = bottom }
        segment[handle: end] = handle
        segment[top: end &+ 1] = bottom &+ height
        segment.end = end &+ 1
        total &+= Int64(height)
        count &+= 1
        return
      }
    }
    appendElsewhere(handle, height)
  }

  /// Adds an item at the end, in a segment of its own unless the last one has room after all.
  @inline(never) private func appendElsewhere(_ handle: UInt32, _ height: Int32) {
    work.touch(-1)
    if let segment = tailSegment {
      if segment.end >= segmentFill || !makeRoom(for: height, in: segment) { openTail().clear() }
    } else {
      openFirst()
    }
    append(handle, height)
  }

  /// Makes a segment after the last, which is closed. Only its header is written.
  func openTail() -> Segment {
    let last = memory.segment(tail)
    if last.end != Segment.slots { becomeIrregular() }
    let fresh = makeSegment(beside: tail, step: 1)
    linkLast(
      fresh.number,
      level: 0,
      node: last.parent,
      items: Int32(truncatingIfNeeded: last.count),
      height: Double(last.height)
    )
    link(last, to: fresh)
    tailBase += Int64(last.bottom)
    (tail, tailSegment) = (fresh.number, fresh)
    return fresh
  }

  func link(_ segment: Segment, to next: Segment) {
    segment.next = next.number
    next.previous = segment.number
  }

  /// Makes the first segment and the root above it.
  ///
  /// - Parameter number: A number for it while regular; the digits 8 leave room on both sides
  ///   before the directory needs another level.
  func openFirst(_ number: Int = 0x88_8888) {
    isRegular = segmentFill == Segment.slots && nodeFill == Node.lanes
    let number = isRegular ? number : 7
    (top, root) = (0, isRegular ? number >> 4 : 0)
    (lowestSegment, highestSegment) = (number, number)
    memory.reserve(number, level: -1)
    memory.reserve(root, level: 0)
    (unusedNumbers[0], unusedNumbers[1]) = (number + 1, root + 1)
    let segment = memory.segment(number)
    segment.writeHeader(number: number, epoch: epoch)
    segment.clear()
    openNode(root, level: 0, child: number, lane: number & 15)
    (head, tail, tailSegment) = (number, number, segment)
    origin = number << 8
    noteHead()
  }

  // MARK: Before the first

  /// Takes note of where the tops of the first segment begin.
  @inline(__always) func noteHead() {
    headBase = 0 &- Int64(memory.segment(head).top)
    if head == tail { tailBase = headBase }
  }

  /// Adds items before the first, in order.
  func prepend(_ items: Items) {
    var left = items.count
    work.touch(left)
    while left > 0 {
      let run = fillHead(items, upTo: left)
      if run == 0 { openHead() }
      left &-= run
    }
  }

  /// Puts items before item 0 while the first segment has room.
  ///
  /// - Returns: How many of those before `limit`.
  @inline(__always) private func fillHead(_ items: Items, upTo limit: Int) -> Int {
    if tailSegment == nil { return 0 }
    let segment = memory.segment(head)
    var run = min(limit, min(segment.first, segmentFill &- segment.count))
    if run <= 0 { return 0 }
    var scan = items.checkedScan(limit &- run..<limit)
    if scan.height &+ Int64(segment.height) > Int64(Segment.heightLimit) {
      run = 1
      scan = items.checkedScan(limit &- 1..<limit)
      if scan.height &+ Int64(segment.height) > Int64(Segment.heightLimit) { return 0 }
    }
    let added = scan.height
    if Int64(segment.top) < added { segment.rebase(to: Segment.heightLimit &- segment.height) }
    bind(items, limit &- run..<limit, isRow: scan.isRow, to: segment.first &- run, of: segment)
    write(items, limit &- run..<limit, before: segment)
    origin &-= run
    count &+= run
    total &+= added
    headBase = 0 &- Int64(segment.top)
    if head == tail {
      tailBase = headBase
      return run
    }
    tailBase &+= added
    lagItems &+= run
    lagHeight &+= added
    return run
  }

  /// Writes where items begin to the slots before the first item of a segment, from the last one on.
  @inline(__always) private func write(
    _ items: Items,
    _ places: Range<Int>,
    before segment: Segment
  ) {
    var slot = segment.first
    let first = slot &- places.count
    var top = segment.top
    var place = places.upperBound
    while slot > first {
      slot &-= 1
      place &-= 1
      top &-= Int32(truncatingIfNeeded: items[place].height.rawValue)
      segment[top: slot] = top
    }
    slot = (first &+ 15) & ~15
    while slot < segment.first {
      segment[group: slot &>> 4] = segment[top: slot]
      slot &+= 16
    }
    segment.first = first
  }

  /// Writes the handles of items to the slots from one on, and puts them on the map.
  @inline(__always) private func bind(
    _ items: Items,
    _ places: Range<Int>,
    isRow: Bool,
    to slot: Int,
    of segment: Segment
  ) {
    let number = segment.number
    if isRow {
      let handle = items[places.lowerBound].handle
      let row = handle..<handle &+ UInt32(truncatingIfNeeded: places.count)
      memory.handles.pointee.claim(row, for: number)
      return segment.writeRow(from: handle, to: slot..<slot &+ places.count)
    }
    for place in places {
      memory.handles.pointee.claim(items[place].handle, for: number)
      segment[handle: slot &+ place &- places.lowerBound] = items[place].handle
    }
  }

  /// Makes an empty segment before the first, to be filled from its right end.
  private func openHead() {
    if tailSegment == nil {
      openFirst()
      memory.segment(head).clearForPages()
      origin += Segment.slots
      return noteHead()
    }
    settle()
    let old = memory.segment(head)
    if old.first > 0 { packHead(old) } else if old.top > 0 { old.rebase(to: 0) }
    noteHead()
    let fresh = makeSegment(beside: head, step: -1)
    fresh.clearForPages()
    linkFirst(fresh.number, level: 0, node: old.parent)
    link(fresh, to: old)
    head = fresh.number
    origin = head << 8 + Segment.slots
    noteHead()
  }

  /// Moves the items of the first segment to its left end.
  private func packHead(_ segment: Segment) {
    becomeIrregular()
    withScratch { items in
      segment.read(into: &items)
      segment.write(items, 0..<items.count)
      work.move(items.count)
    }
  }

  /// Tells the directory what it does not know of the first segment; before that changes its place there.
  @inline(__always) func settle() {
    if lagItems != 0 || lagHeight != 0 { settleNow() }
  }

  @inline(never) private func settleNow() {
    add(Int32(truncatingIfNeeded: lagItems), Double(lagHeight), after: memory.segment(head))
    (lagItems, lagHeight) = (0, 0)
  }

  // MARK: Everything

  /// Forgets everything and makes the first segment, if there will be items.
  func startLoading(_ items: Int) {
    reset()
    work.touch(items)
    guard items > 0 else { return }
    // A number such that all stand under one root of the least height, with room on both sides.
    let segments = (items + Segment.slots - 1) / Segment.slots
    var room = Node.lanes
    while room < segments + segments / 64 + 4 { room *= Node.lanes }
    openFirst(0x80_0000 + (room - segments) / 2)
  }

  /// Appends items, by groups where they begin one and no sum of heights can be too great.
  func load(_ items: Items) {
    let scan = items.scan(0..<items.count)
    // No bit that a sum of 256 heights could carry past the limit, no sign either.
    let areLow = scan.bits < UInt64(Segment.heightLimit) / UInt64(Segment.slots)
    var place = 0
    while place < items.count {
      let loaded = areLow ? loadGroups(items, from: place, isRow: scan.isRow) : 0
      if loaded == 0 { append(items[place].handle, items[place].height.checkedHeight) }
      place += max(loaded, 1)
    }
  }

  /// Appends items of low heights that make groups of the last segment.
  ///
  /// - Returns: How many.
  @inline(__always) private func loadGroups(_ items: Items, from place: Int, isRow: Bool) -> Int {
    guard var segment = tailSegment, segment.end & 15 == 0, segmentFill == Segment.slots,
      items.count &- place >= 16
    else { return 0 }
    if segment.end == Segment.slots {
      segment = openTail()
      segment.clear()
    }
    let (slot, top) = (segment.end, segment.bottom)
    let groups = min(items.count &- place, Segment.slots &- slot) &>> 4
    let most = Segment.heightLimit &- Int32(truncatingIfNeeded: groups) &* HeightIndex.maximumUnits
    guard top <= most else { return 0 }
    bind(items, place..<place &+ 16 &* groups, isRow: isRow, to: slot, of: segment)
    for group in 0..<groups { segment.appendGroup(items, from: place &+ 16 &* group) }
    total &+= Int64(segment.bottom &- top)
    count &+= 16 &* groups
    return 16 &* groups
  }
}
