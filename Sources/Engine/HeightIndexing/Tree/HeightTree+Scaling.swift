import Lengths

/// Scaling all heights: the directory at once, segments when they are touched.
///
/// The first and the last segment are never behind.
extension HeightTree {
  /// How many scalings a segment may fall behind.
  static var ratioLimit: Int { 256 }

  /// floor(sum * numerator / denominator), for a sum whose quotient is below 2^51.
  @inline(__always) static func scaled(_ sum: Int64, _ ratio: HeightRatio) -> Int64 {
    // The nearest quotient is off by one at most, which the exact rest, modulo 2^64, shows.
    let guess = whole(Double(sum) * ratio.quotient)
    let rest = sum &* ratio.numerator &- guess &* ratio.denominator
    return guess &+ (rest &>> 63) &+ (rest >= ratio.denominator ? 1 : 0)
  }

  // MARK: Segments that are behind

  @inline(__always) func isStale(_ segment: Segment) -> Bool {
    epoch != 0 && segment.epoch != epoch
  }

  private func pending(_ segment: Segment) -> ArraySlice<HeightRatio> {
    ratios.suffix(epoch - segment.epoch)
  }

  /// The sum before a slot of a stale segment, with all scalings it has not seen.
  @inline(never) func staleTop(of slot: Int, in segment: Segment) -> Int32 {
    Int32(truncatingIfNeeded: pending(segment).reduce(Int64(segment[top: slot]), Self.scaled))
  }

  /// The greatest sum of a stale segment that all scalings bring to at most `sum`.
  @inline(never) func staleThreshold(_ sum: Int32, in segment: Segment) -> Int32 {
    var sum = Int64(sum)
    for ratio in pending(segment).reversed() {
      let (quotient, rest) = ((sum + 1) * ratio.denominator).quotientAndRemainder(
        dividingBy: ratio.numerator
      )
      sum = quotient + (rest > 0 ? 1 : 0) - 1
    }
    return Int32(truncatingIfNeeded: sum)
  }

  /// Brings a segment up to date.
  @inline(__always) func refresh(_ segment: Segment) {
    if isStale(segment) { catchUp(segment) }
  }

  /// Scales what a segment holds; out of line, since looking at the ratios costs callers dear.
  @inline(never) private func catchUp(_ segment: Segment) {
    for ratio in pending(segment) {
      segment.mapTops { Int32(truncatingIfNeeded: Self.scaled(Int64($0), ratio)) }
    }
    segment.epoch = epoch
    work.touch(segment.end)
  }

  /// Brings all segments up to date, so that the ratios can be forgotten.
  private func refreshAll() {
    var number = head
    while number >= 0 {
      let segment = memory.segment(number)
      refresh(segment)
      segment.epoch = 0
      number = segment.next
    }
    ratios.removeAll(keepingCapacity: true)
    epoch = 0
  }

  // MARK: Scaling

  /// Scales all heights by one more ratio.
  func scale(by ratio: HeightRatio) {
    guard count > 0 else { return }
    finger.high = 0
    settle()
    if ratios.count == Self.ratioLimit { refreshAll() }
    if ratios.capacity < Self.ratioLimit { ratios.reserveCapacity(Self.ratioLimit) }
    var tall: [Int] = []
    total = scaleNode(root, level: top, height: Double(total), ratio, &tall)
    ratios.append(ratio)
    epoch += 1
    for number in tall { cut(memory.segment(number)) }
    refresh(memory.segment(head))
    guard let last = tailSegment else { return }
    refresh(last)
    tailBase = total - Int64(last.height)
    noteHead()
  }

  /// Scales the tops of a node of some height, and all below it; notes segments that become too tall.
  ///
  /// - Returns: Its new height.
  private func scaleNode(
    _ number: Int,
    level: Int,
    height: Double,
    _ ratio: HeightRatio,
    _ tall: inout [Int]
  ) -> Int64 {
    let node = memory.node(number, level: level)
    let (first, end) = (node.first, node.end)
    var before: Int64 = 0
    var start = 0.0
    var lane = first
    while lane < end {
      let stop = lane &+ 1 < end ? node[top: lane &+ 1] : height
      node[top: lane] = Double(before)
      if level == 0 {
        let scaled = Self.scaled(Self.whole(stop - start), ratio)
        if scaled > Int64(Segment.heightLimit) { tall.append(node[child: lane]) }
        before &+= scaled
      } else {
        before += scaleNode(node[child: lane], level: level - 1, height: stop - start, ratio, &tall)
      }
      start = stop
      lane &+= 1
    }
    work.touch(end - first)
    return before
  }

  /// Cuts a segment that passed the limit; heights there that passed that of an item are brought down to
  /// it.
  private func cut(_ segment: Segment) {
    withScratch { items in
      var before: Int64 = 0
      for slot in segment.first..<segment.end {
        let after = pending(segment).reduce(
          Int64(segment[top: slot + 1] - segment.top),
          Self.scaled
        )
        let height = min(after - before, Int64(HeightIndex.maximumUnits))
        items.append((segment[handle: slot], LayoutUnit(rawValue: height)))
        before = after
      }
      // Nobody looks at the last segment's base until the scaling is done.
      let change = replaceItems(of: segment, by: items, oldHeight: before)
      total += change
    }
  }
}

/// A ratio that all heights were scaled by.
struct HeightRatio: Sendable {
  let numerator: Int64
  let denominator: Int64
  /// The nearest number to numerator / denominator.
  let quotient: Double

  /// Makes a ratio of two numbers of 1 to 2^31 - 1.
  init(numerator: Int64, denominator: Int64) {
    self.numerator = numerator
    self.denominator = denominator
    quotient = Double(numerator) / Double(denominator)
  }
}
