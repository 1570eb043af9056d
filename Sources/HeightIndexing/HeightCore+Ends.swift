/// Items added at the ends.
extension HeightCore {
  /// Puts a handle on the map; it must not be there.
  @inline(__always) func bind(_ handle: UInt32, to number: Int) {
    precondition(
      memory.claim(handle, for: Int32(truncatingIfNeeded: number &+ 1)),
      "handle \(handle) is in the index already, or reserved"
    )
  }

  /// Adds an item at the end.
  @inline(__always) func append(_ handle: UInt32, _ height: Int32) {
    work.touch(1)
    guard let segment = tailSegment else {
      openFirst()
      return appendToTail(handle, height)
    }
    let end = memory.word(segment, SegmentLayout.end)
    let sum = memory.word(segment, SegmentLayout.sum)
    if Int(end) >= segmentFill || sum &+ height > SegmentLayout.sumLimit { openTail() }
    appendToTail(handle, height)
  }

  @inline(__always) private func appendToTail(_ handle: UInt32, _ height: Int32) {
    guard let segment = tailSegment else { return }
    bind(handle, to: tail)
    let slot = Int(memory.word(segment, SegmentLayout.end))
    let sum = memory.word(segment, SegmentLayout.sum)
    let group = slot &>> 4
    if slot & 15 == 0 { memory.setWord(segment, SegmentLayout.groups &+ group, sum) }
    memory.setWord(
      segment,
      SegmentLayout.items &+ slot,
      sum &- memory.word(segment, SegmentLayout.groups &+ group)
    )
    memory.setWord(segment, SegmentLayout.handles &+ slot, Int32(bitPattern: handle))
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

  /// Makes all slots unused.
  func clear(_ segment: Memory.Segment) {
    let unused = SIMD16<Int32>(repeating: SegmentLayout.unused)
    for line in 0..<17 { memory.setLine(segment, 16 * line, unused) }
    memory.setWord(segment, SegmentLayout.groups, 0)
    memory.setWord(segment, SegmentLayout.items, 0)
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
      headFirst = SegmentLayout.slots
      origin += SegmentLayout.slots
      return
    }
    if headFirst > 0 { packHead() }
    let number = makeSegment(beside: head, step: -1)
    fillWithNothing(memory.segment(number))
    writeHeader(memory.segment(number), number: number, sum: 0, end: Int32(SegmentLayout.slots))
    let parent = Int(memory.word(memory.segment(head), SegmentLayout.parent))
    linkFirst(number, level: 0, node: parent, slots: Int32(SegmentLayout.slots))
    link(number, to: head)
    // The slots of the new segment were counted before item 0 already.
    head = number
    headFirst = SegmentLayout.slots
  }

  /// Makes all slots of an open segment slots before item 0.
  private func fillWithNothing(_ segment: Memory.Segment) {
    for line in 0..<17 { memory.setLine(segment, 16 * line, SIMD16(repeating: 0)) }
    let none = SIMD16<Int32>(repeating: SegmentLayout.noHandle)
    for line in 0..<16 { memory.setLine(segment, SegmentLayout.handles + 16 * line, none) }
    memory.setWord(segment, SegmentLayout.end, Int32(SegmentLayout.slots))
  }

  /// Moves the items of the first segment to its left end.
  private func packHead() {
    becomeIrregular()
    let end = Int(memory.word(memory.segment(head), SegmentLayout.end))
    let place = place(ofSegment: head)
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

  /// Adds items before the first, in order.
  func prepend(_ items: some ItemSource) {
    var left = items.count
    work.touch(left)
    while left > 0 {
      if count == 0 || !fitsAtHead(items.height(left - 1)) { openHead() }
      left = fillHead(items, upTo: left)
    }
  }

  @inline(__always) private func fitsAtHead(_ height: Int32) -> Bool {
    let segment = memory.segment(head)
    return headFirst > 0
      && Int(memory.word(segment, SegmentLayout.end)) &- headFirst < segmentFill
      && memory.word(segment, SegmentLayout.sum) &+ height <= SegmentLayout.sumLimit
  }

  /// Puts items before item 0 while the first segment has room; returns how many are left.
  private func fillHead(_ items: some ItemSource, upTo limit: Int) -> Int {
    let segment = memory.segment(head)
    let before = memory.word(segment, SegmentLayout.sum)
    let end = Int(memory.word(segment, SegmentLayout.end))
    var run = min(limit, min(headFirst, segmentFill &- (end &- headFirst)))
    var (sum, bits) = writeSums(items, limit &- run..<limit, segment)
    if bits > UInt64(HeightIndex.maximumUnits)
      || Int64(before) &+ sum > Int64(SegmentLayout.sumLimit)
    {
      for place in limit - run..<limit { _ = items.height(place) }
      if Int64(before) + sum > Int64(SegmentLayout.sumLimit) {
        // One at least fits.
        clearSums(headFirst - run..<headFirst, segment)
        run = 1
        (sum, bits) = writeSums(items, limit - 1..<limit, segment)
      }
    }
    let first = headFirst &- run
    let added = Int32(truncatingIfNeeded: sum)
    // What was written last lies in the group of item 0: those after it there begin later now.
    let last = headFirst & ~15
    if headFirst & 15 != 0 {
      let top = first < last ? memory.word(segment, SegmentLayout.groups &+ last &>> 4) : 0
      let line = memory.line(segment, SegmentLayout.items &+ last)
      memory.setLine(
        segment,
        SegmentLayout.items &+ last,
        LineMath.addUsed(
          added &- top,
          where: memory.lanes(after: (headFirst & 15) &- 1),
          to: line
        )
      )
    }
    memory.setLine(
      segment,
      SegmentLayout.groups,
      LineMath.addUsed(
        added,
        where: memory.lanes(after: (headFirst &- 1) &>> 4),
        to: memory.line(segment, SegmentLayout.groups)
      )
    )
    writeHandles(items, limit &- run, run, segment, first)
    finishHead(segment, sum: before &+ added, added: added, items: run, first: first)
    return limit &- run
  }

  /// Writes the sums of items to the slots before item 0, as if nothing came after them.
  ///
  /// - Returns: Their height, and all bits that any has.
  @inline(__always) private func writeSums(
    _ items: some ItemSource,
    _ places: Range<Int>,
    _ segment: Memory.Segment
  ) -> (sum: Int64, bits: UInt64) {
    var bits: UInt64 = 0
    var sum: Int64 = 0
    var slot = headFirst &- places.count
    var place = places.lowerBound
    while place < places.upperBound {
      let stop = place &+ min(places.upperBound &- place, 16 &- slot & 15)
      memory.setWord(
        segment,
        SegmentLayout.groups &+ slot &>> 4,
        Int32(truncatingIfNeeded: sum)
      )
      var inside: Int64 = 0
      if stop &- place == 16 {
        (inside, bits) = writeFullGroup(items, place, segment, slot, bits)
        slot &+= 16
        place = stop
      }
      while place < stop {
        memory.setWord(segment, SegmentLayout.items &+ slot, Int32(truncatingIfNeeded: inside))
        let units = items.units(place)
        bits |= UInt64(bitPattern: units)
        inside &+= units
        slot &+= 1
        place &+= 1
      }
      sum &+= inside
    }
    return (sum, bits)
  }

  /// Makes sums of slots before item 0 zero again.
  private func clearSums(_ slots: Range<Int>, _ segment: Memory.Segment) {
    for slot in slots {
      memory.setWord(segment, SegmentLayout.items + slot, 0)
      memory.setWord(segment, SegmentLayout.groups + slot >> 4, 0)
    }
  }

  /// Writes handles to the slots from `first` on, and puts them on the map.
  @inline(__always) private func writeHandles(
    _ items: some ItemSource,
    _ start: Int,
    _ run: Int,
    _ segment: Memory.Segment,
    _ first: Int
  ) {
    var item = 0
    while item &+ 16 <= run {
      claim(
        items,
        from: start &+ item,
        segment,
        SegmentLayout.handles &+ first &+ item,
        for: head
      )
      item &+= 16
    }
    while item < run {
      let handle = items.handle(start &+ item)
      let word = SegmentLayout.handles &+ first &+ item
      memory.setWord(segment, word, Int32(bitPattern: handle))
      bind(handle, to: head)
      item &+= 1
    }
  }

  @inline(__always) private func finishHead(
    _ segment: Memory.Segment,
    sum: Int32,
    added: Int32,
    items: Int,
    first: Int
  ) {
    memory.setWord(segment, SegmentLayout.sum, sum)
    origin &-= items
    headFirst = first
    count &+= items
    total &+= Int64(added)
    if finger.number == head {
      finger = HeightFinger()
    } else {
      finger.firstIndex &+= items
      finger.low &+= Int64(added)
      finger.high &+= Int64(added)
    }
    if head == tail { return }
    tailBase &+= Int64(added)
    var place = Place(segment: segment, number: head, slot: 0, before: 0, path: head)
    if !isRegular { place.path = leftPath() }
    addSum(added, at: place)
  }

  /// The lanes on the way to the first segment.
  func leftPath() -> Int {
    var path = 0
    var number = root
    var level = top
    while level >= 0 {
      let node = memory.node(number, level: level)
      let lane = Int(memory.word(of: node, NodeLayout.first))
      number = Int(memory.word(of: node, NodeLayout.children + lane))
      path = path << 4 | lane
      level -= 1
    }
    return path
  }
}
