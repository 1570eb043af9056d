/// Items put before the first.
extension HeightCore {
  /// Adds items before the first, in order.
  func prepend(_ items: some ItemSource) {
    var left = items.count
    work.touch(left)
    while left > 0 {
      let rest = fillHead(items, upTo: left)
      if rest == left { openHead() }
      left = rest
    }
  }

  /// Puts items before item 0 while the first segment has room; returns how many are left.
  @inline(__always) private func fillHead(_ items: some ItemSource, upTo limit: Int) -> Int {
    if headFirst == 0 { return limit }
    let segment = memory.segment(head)
    let before = memory.word(segment, SegmentLayout.sum)
    let end = Int(memory.word(segment, SegmentLayout.end))
    var run = min(limit, min(headFirst, segmentFill &- (end &- headFirst)))
    if run <= 0 { return limit }
    if !items.isRow { spell(segment) }
    var written = write(items, limit &- run..<limit, segment)
    if written.bits > UInt64(HeightIndex.maximumUnits)
      || Int64(before) &+ written.sum > Int64(SegmentLayout.sumLimit)
    {
      for place in limit - run..<limit { _ = items.height(place) }
      if Int64(before) + written.sum > Int64(SegmentLayout.sumLimit) {
        clearSlots(headFirst - run..<headFirst, segment)
        if Int64(before) + items.units(limit - 1) > Int64(SegmentLayout.sumLimit) { return limit }
        run = 1
        written = write(items, limit - 1..<limit, segment)
      }
    }
    let added = Int32(truncatingIfNeeded: written.sum)
    if Memory.keepsHandles, items.isRow {
      putRow(of: items.handle(limit &- run), count: run, in: segment)
    }
    moveSums(added, after: run, segment, end)
    bind(items, limit &- run, run, isRow: items.isRow || written.differs == 0, to: head)
    finishHead(segment, sum: before &+ added, added: added, items: run)
    return limit &- run
  }

  /// What a run of items before item 0 came to.
  private struct WrittenRun {
    var sum: Int64 = 0
    /// All bits that any height has.
    var bits: UInt64 = 0
    /// 0 if the handles count on in steps of 1.
    var differs: UInt32 = 0
  }

  /// Writes the sums of items to the slots before item 0, as if nothing came after them, and their
  /// handles unless those are a row.
  @inline(__always) private func write(
    _ items: some ItemSource,
    _ places: Range<Int>,
    _ segment: Memory.Segment
  ) -> WrittenRun {
    var run = WrittenRun()
    var slot = headFirst &- places.count
    var place = places.lowerBound
    var expected = items.handle(place)
    while place < places.upperBound {
      let stop = place &+ min(places.upperBound &- place, 16 &- slot & 15)
      memory.setWord(
        segment,
        SegmentLayout.groups &+ slot &>> 4,
        Int32(truncatingIfNeeded: run.sum)
      )
      var inside: Int64 = 0
      if stop &- place == 16 {
        (inside, run.bits) = writeFullGroup(items, place, segment, slot, run.bits)
        if !items.isRow {
          run.differs |= writeFullHandles(items, place, segment, slot, expected)
        }
        slot &+= 16
        place = stop
        expected &+= 16
      }
      while stop &- place >= 4, !Memory.keepsHandles || items.isRow {
        var lane = 0
        // A fixed count, which the compiler unrolls.
        while lane < 4 {
          let word = SegmentLayout.items &+ slot &+ lane
          memory.setWord(segment, word, Int32(truncatingIfNeeded: inside))
          let units = items.units(place &+ lane)
          run.bits |= UInt64(bitPattern: units)
          inside &+= units
          lane &+= 1
        }
        slot &+= 4
        place &+= 4
      }
      while place < stop {
        memory.setWord(segment, SegmentLayout.items &+ slot, Int32(truncatingIfNeeded: inside))
        let units = items.units(place)
        run.bits |= UInt64(bitPattern: units)
        inside &+= units
        if Memory.keepsHandles, !items.isRow {
          let handle = items.handle(place)
          memory.setWord(segment, SegmentLayout.handles &+ slot, Int32(bitPattern: handle))
          run.differs |= handle ^ expected
          expected &+= 1
        }
        slot &+= 1
        place &+= 1
      }
      run.sum &+= inside
    }
    return run
  }

  /// Makes slots before item 0 slots without items again.
  private func clearSlots(_ slots: Range<Int>, _ segment: Memory.Segment) {
    for slot in slots {
      memory.setWord(segment, SegmentLayout.items + slot, 0)
      memory.setWord(segment, SegmentLayout.groups + slot >> 4, 0)
    }
  }

  /// Adds the height of `run` items that were written before item 0 to the sums after it.
  ///
  /// Word by word: a line cannot be loaded as a whole before all words just written to it have
  /// arrived in the cache.
  @inline(__always) private func moveSums(
    _ added: Int32,
    after run: Int,
    _ segment: Memory.Segment,
    _ end: Int
  ) {
    // What was written last lies in the group of item 0: those after it there begin later now.
    let last = headFirst & ~15
    let stop = min(end, last &+ 16)
    var slot = headFirst
    if slot & 15 != 0 {
      let top =
        slot &- run < last ? memory.word(segment, SegmentLayout.groups &+ last &>> 4) : 0
      while slot < stop {
        let word = SegmentLayout.items &+ slot
        memory.setWord(segment, word, memory.word(segment, word) &+ added &- top)
        slot &+= 1
      }
    }
    var group = (headFirst &+ 15) &>> 4
    while 16 &* group < end {
      let word = SegmentLayout.groups &+ group
      memory.setWord(segment, word, memory.word(segment, word) &+ added)
      group &+= 1
    }
  }

  @inline(__always) private func finishHead(
    _ segment: Memory.Segment,
    sum: Int32,
    added: Int32,
    items: Int
  ) {
    memory.setWord(segment, SegmentLayout.sum, sum)
    origin &-= items
    headFirst &-= items
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
    unsettled += Double(added)
  }

  /// Tells the directory what was prepended; before the first segment changes its place there or
  /// its height other than by `addSum`.
  @inline(__always) func settle() {
    if unsettled != 0 { settleNow() }
  }

  @inline(never) private func settleNow() {
    let segment = memory.segment(head)
    addSum(
      unsettled,
      at: Place(
        segment: segment,
        number: head,
        slot: 0,
        before: 0,
        path: isRegular ? head : leftPath()
      )
    )
    unsettled = 0
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
