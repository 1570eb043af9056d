/// Scaling all heights: the directory at once, segments when they are touched.
extension HeightCore {
  /// How many scalings a segment may fall behind.
  static var ratioLimit: Int { 256 }

  /// The whole number nearest to a Double of 0 to 2^52, without the checks of a conversion: adding
  /// 2^52 leaves it in the lower 52 bits.
  @inline(__always) static func whole(_ value: Double) -> Int64 {
    Int64(bitPattern: (value + 0x1p52).bitPattern & 0xF_FFFF_FFFF_FFFF)
  }

  /// floor(sum * numerator / denominator), for a sum whose quotient is below 2^51.
  @inline(__always) static func scaled(_ sum: Int64, _ ratio: HeightRatio) -> Int64 {
    scaled(Double(sum), ratio)
  }

  /// The same for a sum that is a whole Double.
  @inline(__always) static func scaled(_ sum: Double, _ ratio: HeightRatio) -> Int64 {
    // The nearest quotient is off by one at most, which the exact rest, modulo 2^64, shows.
    let guess = whole(sum * ratio.quotient)
    let rest = whole(sum) &* ratio.numerator &- guess &* ratio.denominator
    return guess &+ (rest &>> 63) &+ (rest >= ratio.denominator ? 1 : 0)
  }

  /// The sum before a slot of a stale segment, with all scalings it has not seen.
  @inline(never) func staleSum(upTo slot: Int, in segment: Memory.Segment) -> Int32 {
    var sum = Int64(self.sum(upTo: slot, in: segment))
    for ratio in pending(segment) { sum = Self.scaled(sum, ratio) }
    return Int32(truncatingIfNeeded: sum)
  }

  /// The greatest sum of a stale segment that all scalings bring to at most `sum`.
  @inline(never) func staleThreshold(_ sum: Int32, in segment: Memory.Segment) -> Int32 {
    var sum = Int64(sum)
    for ratio in pending(segment).reversed() {
      let (quotient, rest) = ((sum + 1) * ratio.denominator).quotientAndRemainder(
        dividingBy: ratio.numerator
      )
      sum = min(quotient + (rest > 0 ? 1 : 0) - 1, Int64(SegmentLayout.unused) - 1)
    }
    return Int32(truncatingIfNeeded: sum)
  }

  private func pending(_ segment: Memory.Segment) -> ArraySlice<HeightRatio> {
    let seen = Int(memory.word(segment, SegmentLayout.epoch))
    return ratios.suffix(epoch - seen)
  }

  /// Brings a segment up to date.
  @inline(__always) func refresh(_ segment: Memory.Segment) {
    if isStale(segment) { catchUp(segment) }
  }

  /// Scales what a segment holds; out of line, since looking at the ratios costs callers dear.
  @inline(never) private func catchUp(_ segment: Memory.Segment) {
    let end = Int(memory.word(segment, SegmentLayout.end))
    for ratio in pending(segment) { rescale(segment, end, ratio) }
    memory.setWord(segment, SegmentLayout.epoch, Int32(truncatingIfNeeded: epoch))
    work.touch(end)
  }

  /// Scales the sums of a segment that has `end` slots.
  private func rescale(_ segment: Memory.Segment, _ end: Int, _ ratio: HeightRatio) {
    var slot = 0
    while slot < end {
      let group = slot &>> 4
      let old = Int64(memory.word(segment, SegmentLayout.groups &+ group))
      let top = Int32(truncatingIfNeeded: Self.scaled(old, ratio))
      memory.setWord(segment, SegmentLayout.groups &+ group, top)
      let stop = min(end, slot &+ 16)
      while slot < stop {
        let sum = old &+ Int64(memory.word(segment, SegmentLayout.items &+ slot))
        memory.setWord(
          segment,
          SegmentLayout.items &+ slot,
          Int32(truncatingIfNeeded: Self.scaled(sum, ratio)) &- top
        )
        slot &+= 1
      }
    }
    let sum = Int64(memory.word(segment, SegmentLayout.sum))
    memory.setWord(
      segment,
      SegmentLayout.sum,
      Int32(truncatingIfNeeded: Self.scaled(sum, ratio))
    )
  }

  /// Scales all heights by one more ratio.
  func scale(by ratio: HeightRatio) {
    guard count > 0 else { return }
    settle()
    if ratios.count == Self.ratioLimit { refreshAll() }
    if ratios.capacity < Self.ratioLimit { ratios.reserveCapacity(Self.ratioLimit) }
    tallSegments.removeAll(keepingCapacity: true)
    total = scaleNode(root, level: top, sum: total, ratio)
    ratios.append(ratio)
    epoch += 1
    finger = HeightFinger()
    for number in tallSegments { cut(number) }
    refresh(memory.segment(head))
    guard let last = tailSegment else { return }
    refresh(last)
    tailBase = total - Int64(memory.word(last, SegmentLayout.sum))
  }

  /// Scales the sums of a node of some height, and all below it; returns its new height.
  private func scaleNode(_ number: Int, level: Int, sum: Int64, _ ratio: HeightRatio)
    -> Int64
  {
    let node = memory.node(number, level: level)
    let first = Int(memory.word(of: node, NodeLayout.first))
    let end = Int(memory.word(of: node, NodeLayout.end))
    var before: Int64 = 0
    var start: Int64 = 0
    if level == 0 { return scaleSegments(node, first..<end, sum: Double(sum), ratio) }
    for lane in first..<end {
      let stop = lane + 1 < end ? Int64(memory.sum(node, lane + 1)) : sum
      memory.setSum(node, lane, Double(before))
      let child = Int(memory.word(of: node, NodeLayout.children + lane))
      before += scaleNode(child, level: level - 1, sum: stop - start, ratio)
      start = stop
    }
    work.touch(end - first)
    return before
  }

  /// Scales the sums of a node on level 0; returns its new height.
  @inline(__always) private func scaleSegments(
    _ node: Memory.Node,
    _ lanes: Range<Int>,
    sum: Double,
    _ ratio: HeightRatio
  ) -> Int64 {
    var before: Int64 = 0
    // All sums' bits: above the limit if any sum is, and seldom otherwise.
    var tallest: Int64 = 0
    var start = 0.0
    var lane = lanes.lowerBound
    while lane < lanes.upperBound {
      let stop = lane &+ 1 < lanes.upperBound ? memory.sum(node, lane &+ 1) : sum
      memory.setSum(node, lane, Double(before))
      let scaled = Self.scaled(stop - start, ratio)
      tallest |= scaled
      before &+= scaled
      start = stop
      lane &+= 1
    }
    work.touch(lanes.count)
    if tallest > Int64(SegmentLayout.sumLimit) { noteTall(node, lanes, sum: before) }
    return before
  }

  /// Remembers the segments of a scaled node that passed the sum limit.
  private func noteTall(_ node: Memory.Node, _ lanes: Range<Int>, sum: Int64) {
    for lane in lanes {
      let stop = lane + 1 < lanes.upperBound ? Int64(memory.sum(node, lane + 1)) : sum
      if stop - Int64(memory.sum(node, lane)) > Int64(SegmentLayout.sumLimit) {
        tallSegments.append(memory.word(of: node, NodeLayout.children + lane))
      }
    }
  }

  /// Brings all segments up to date, so that the ratios can be forgotten.
  private func refreshAll() {
    var number = head
    while number >= 0 {
      let segment = memory.segment(number)
      refresh(segment)
      memory.setWord(segment, SegmentLayout.epoch, 0)
      number = Int(memory.word(segment, SegmentLayout.next))
    }
    ratios.removeAll(keepingCapacity: true)
    epoch = 0
  }

  /// Cuts a segment that passed the sum limit; heights there that passed the height limit are
  /// brought down to it.
  private func cut(_ number: Int32) {
    let place = place(ofSegment: Int(number))
    let segment = place.segment
    spell(segment)
    let first = Int(number) == head ? headFirst : 0
    let end = Int(memory.word(segment, SegmentLayout.end))
    let pending = pending(segment)
    var items = DecodedItems()
    swap(&items, &scratch)
    items.removeAll()
    var before: Int64 = 0
    var newSum: Int64 = 0
    for slot in first..<end {
      var after = Int64(sum(upTo: slot + 1, in: segment))
      for ratio in pending { after = Self.scaled(after, ratio) }
      let height = min(after - before, Int64(HeightIndex.maximumUnits))
      items.append(handle(in: segment, slot: slot), Int32(height))
      newSum += height
      before = after
    }
    // Nobody looks at the last segment's base until the scaling is done.
    replaceItems(at: place, by: items, oldSum: before)
    total += newSum - before
    swap(&items, &scratch)
  }
}
