import Lengths

/// Questions and heights.
extension PlainCore {
  @inline(__always) func offset(of index: Int) -> Int64 {
    if Features.hasAll { precondition(index >= 0 && index <= count) }
    if index == count { return Int64(total) }
    let slot = index &+ origin
    let number = slot &>> 8
    let words = segment(number)
    var base = levels.0[number]
    if top >= 1 { base += levels.1[number &>> 4] }
    if top >= 2 { base += levels.2[number &>> 8] }
    if top >= 3 { base += levels.3[number &>> 12] }
    return Int64(base) &+ Int64(words[slot &>> 4 & 15] &+ words[16 &+ slot & 255])
  }

  /// A segment, and what of an offset is left in it.
  @inline(__always) private func find(_ offset: Double) -> (segment: Int, rest: Double) {
    if offset >= tailBase { return (tail, offset - tailBase) }
    var (number, rest) = (0, offset)
    for u in stride(from: top, through: 0, by: -1) {
      let sums = level(u) + 16 &* number
      let lane = Lanes.last(sums, atMost: rest)
      rest -= sums[lane]
      number = 16 &* number &+ lane
    }
    return (number, rest)
  }

  @inline(__always) private func slot(_ number: Int, at rest: Int32) -> Int {
    let words = segment(number)
    let group = Lanes.last(words, atMost: rest)
    let inside = rest &- words[group]
    return 16 &* group &+ Lanes.last(words + (16 &+ 16 &* group), atMost: inside)
  }

  @inline(__always) func index(at offset: Int64) -> Int {
    if Features.hasAll { precondition(count > 0) }
    let found = find(Double(offset))
    return found.segment &<< 8 &+ slot(found.segment, at: Int32(found.rest)) &- origin
  }

  @inline(__always) private func findNear(_ offset: Double) -> (segment: Int, rest: Double) {
    if offset >= finger.low, offset < finger.high { return (finger.segment, offset - finger.low) }
    let found = find(offset)
    if found.segment == tail { return found }
    let low = offset - found.rest
    finger = (found.segment, low, low + Double(segment(found.segment)[272]))
    return found
  }

  /// Writes the tops of the items in a stretch, from its own top, with their handles.
  @inline(__always) func list(from top: Int64, to limit: Int64, into lines: Words) -> Int {
    let found = findNear(Double(top))
    var number = found.segment
    var words = segment(number)
    let start = slot(number, at: Int32(found.rest))
    let first = number &<< 8 &+ start &- origin
    let length = Int32(truncatingIfNeeded: limit &- top)
    var base = 0 &- Int32(found.rest)
    var (group, lane, items, row) = (start &>> 4, start & 15, 0, 0)
    while true {
      let groupTop = base &+ words[group]
      let line = Lanes.line(words + (16 &+ 16 &* group))
      Lanes.store(line &+ SIMD16(repeating: groupTop), lines + 32 &* row)
      if Features.hasAll {
        let handles = Lanes.line(handleWords + (number &<< 8 &+ 16 &* group))
        Lanes.store(handles, lines + (32 &* row &+ 16))
      }
      row = (row &+ 1) & 15
      let upper = Lanes.last(words + (16 &+ 16 &* group), atMost: length &- groupTop &- 1) &+ 1
      items &+= upper &- lane
      if upper < 16 { break }
      lane = 0
      group &+= 1
      if group == 16 {
        if number == tail { break }
        base &+= words[272]
        number &+= 1
        words = segment(number)
        group = 0
      }
      if base &+ words[group] >= length { break }
    }
    return first &+ min(items, count &- first)
  }

  // MARK: Heights

  @inline(__always) func setHeight(_ height: Int32, at index: Int) {
    if Features.hasAll {
      precondition(index >= 0 && index < count && UInt32(bitPattern: height) <= 1 << 26)
    }
    let slot = index &+ origin
    let number = slot &>> 8
    let words = segment(number)
    let (group, lane) = (slot &>> 4 & 15, slot & 15)
    let before = words[16 &+ slot & 255]
    if index == count &- 1 {
      let sum = words[group] &+ before &+ height
      total += Double(sum &- words[272])
      words[272] = sum
      return
    }
    let after =
      lane < 15
      ? words[17 &+ slot & 255]
      : (group < 15 ? words[group &+ 1] : words[272]) &- words[group]
    let change = height &- after &+ before
    Lanes.add(change, after: lane, to: words + (16 &+ 16 &* group))
    Lanes.add(change, after: group, to: words)
    words[272] &+= change
    total += Double(change)
    if number != tail { addAbove(Double(change), at: number) }
  }

  @inline(__always) func setHeights(_ heights: UnsafeBufferPointer<LayoutUnit>, at first: Int) {
    var done = 0
    while done < heights.count {
      let slot = first &+ done &+ origin
      let number = slot &>> 8
      let words = segment(number)
      var here = slot & 255
      let stop = min(256, here &+ heights.count &- done)
      var change: Int32 = 0
      while here < stop {
        let group = here &>> 4
        let upper = min(stop, 16 &* group &+ 16)
        let isLast = number &<< 8 &+ upper &- origin == count
        let old =
          !isLast && upper & 15 != 0
          ? words[16 &+ upper]
          : (!isLast && group < 15 ? words[group &+ 1] : words[272] &+ change) &- words[group]
        var inside = words[16 &+ here]
        while here < upper {
          words[16 &+ here] = inside
          let units = heights[done].rawValue
          if Features.hasAll { precondition(UInt64(bitPattern: units) <= 1 << 26) }
          inside &+= Int32(truncatingIfNeeded: units)
          here &+= 1
          done &+= 1
        }
        for later in upper..<max(upper, 16 &* group &+ 16) { words[16 &+ later] &+= inside &- old }
        Lanes.add(inside &- old, after: group, to: words)
        change &+= inside &- old
      }
      words[272] &+= change
      total += Double(change)
      if number != tail { addAbove(Double(change), at: number) }
    }
  }
}
