extension HeightCore {
  /// Traps unless sums, counts, links, handles and sentinels are right everywhere.
  func checkInvariants() {
    guard count > 0 else {
      precondition(total == 0 && tailSegment == nil, "an empty index has height \(total)")
      return
    }
    var check = InvariantCheck()
    visit(root, level: top, parent: -1, isLeft: true, isRight: true, &check)
    precondition(check.items == count, "\(check.items) items, count says \(count)")
    precondition(check.sum == total, "\(check.sum) units, total says \(total)")
    precondition(check.previous == tail, "the last segment is \(check.previous), not \(tail)")
    let last = Int64(memory.word(memory.segment(tail), SegmentLayout.sum))
    precondition(tailBase == total - last, "\(tailBase) units before the last segment")
    let absolute = isRegular ? root << (4 * top + 12) : 0
    precondition(origin - absolute == check.lead, "item 0 is slot \(check.lead), not \(origin)")
    precondition(
      unsettled >= 0
        && Int64(unsettled) <= Int64(memory.word(memory.segment(head), SegmentLayout.sum)),
      "\(unsettled) units are not in the directory"
    )
    checkFinger()
    checkRow()
  }

  /// An open row has the handles of a full segment on the map.
  private func checkRow() {
    guard tailRow != Self.noRow, let segment = tailSegment else { return }
    precondition(
      memory.word(segment, SegmentLayout.form) == SegmentLayout.oneRow,
      "the last segment is no row"
    )
    precondition(
      UInt32(bitPattern: memory.word(segment, SegmentLayout.row)) == UInt32(tailRow),
      "the last segment's row does not begin at \(tailRow)"
    )
    for slot in 0..<segmentFill {
      precondition(
        Int(memory.owner(of: UInt32(tailRow) + UInt32(slot))) == tail + 1,
        "handle \(tailRow + Int64(slot)) is not kept for the last segment"
      )
    }
  }

  /// What a walk over all segments has seen.
  struct InvariantCheck {
    var items = 0
    var sum: Int64 = 0
    var slots = 0
    var lead = 0
    var previous = -1
  }

  private func visit(
    _ number: Int,
    level: Int,
    parent: Int,
    isLeft: Bool,
    isRight: Bool,
    _ check: inout InvariantCheck
  ) {
    let node = memory.node(number, level: level)
    let first = Int(memory.word(of: node, NodeLayout.first))
    let end = Int(memory.word(of: node, NodeLayout.end))
    precondition(Int(memory.word(of: node, NodeLayout.parent)) == parent, "wrong parent")
    precondition(0 <= first && first < end && end <= 16, "lanes \(first)..<\(end)")
    precondition(end - first <= nodeFill, "node \(number) holds \(end - first)")
    let startSlots = check.slots
    let startSum = check.sum
    if isLeft {
      check.slots += Int(memory.word(of: node, NodeLayout.counts + first))
    } else {
      precondition(
        memory.word(of: node, NodeLayout.counts + first) == 0,
        "slots without items inside"
      )
    }
    for lane in 0..<NodeLayout.lanes {
      let count = memory.word(of: node, NodeLayout.counts + lane)
      let sum = memory.sum(node, lane)
      let child = Int(memory.word(of: node, NodeLayout.children + lane))
      if lane < first {
        precondition(sum == 0, "sum \(sum) before item 0")
        precondition(
          count <= memory.word(of: node, NodeLayout.counts + first),
          "counts are not sorted"
        )
        continue
      }
      if lane >= end {
        precondition(sum == .infinity && count == SegmentLayout.unused, "lane \(lane) is in use")
        precondition(child == -1, "lane \(lane) has a child")
        continue
      }
      precondition(Int(count) == check.slots - startSlots, "wrong count in lane \(lane)")
      let known = isLeft && lane > first ? check.sum - Int64(unsettled) : check.sum
      precondition(Int64(sum) == known - startSum, "wrong sum in lane \(lane)")
      let left = isLeft && lane == first
      let right = isRight && lane == end - 1
      if level > 0 {
        visit(child, level: level - 1, parent: number, isLeft: left, isRight: right, &check)
      } else {
        visit(segment: child, parent: number, isLeft: left, isRight: right, &check)
      }
    }
  }

  private func visit(
    segment number: Int,
    parent: Int,
    isLeft: Bool,
    isRight: Bool,
    _ check: inout InvariantCheck
  ) {
    let segment = memory.segment(number)
    func word(_ place: Int) -> Int { Int(memory.word(segment, place)) }
    precondition(word(SegmentLayout.parent) == parent, "segment \(number) has the wrong parent")
    precondition(word(SegmentLayout.previous) == check.previous, "wrong previous segment")
    precondition(word(SegmentLayout.number) == number, "wrong number")
    precondition((word(SegmentLayout.next) < 0) == isRight, "wrong end of the chain")
    if check.previous >= 0 {
      let next = memory.word(memory.segment(check.previous), SegmentLayout.next)
      precondition(Int(next) == number, "wrong next segment")
    }
    if isLeft {
      precondition(head == number, "the first segment is \(number), not \(head)")
      precondition(!isStale(segment), "the first segment is stale")
      check.lead = check.slots + headFirst
    }
    if isRight { precondition(!isStale(segment), "the last segment is stale") }
    let first = isLeft ? headFirst : 0
    let end = word(SegmentLayout.end)
    precondition(first < end && end <= SegmentLayout.slots, "slots \(first)..<\(end)")
    precondition(end - first <= segmentFill, "segment \(number) holds \(end - first)")
    if isRegular { precondition(isRight || end == SegmentLayout.slots, "an end of \(end)") }
    checkForm(segment, first..<end)
    checkSlots(segment, number, first..<end)
    check.items += end - first
    check.slots += end
    check.sum += Int64(
      isStale(segment) ? staleSum(upTo: end, in: segment) : sum(upTo: end, in: segment)
    )
    check.previous = number
  }

  /// Rows begin at slots in order, the first with item 0, and end with the segment.
  private func checkForm(_ segment: Memory.Segment, _ used: Range<Int>) {
    guard Memory.keepsHandles else { return }
    let form = memory.word(segment, SegmentLayout.form)
    precondition((SegmentLayout.spelled...SegmentLayout.manyRows).contains(form), "form \(form)")
    let first = used.lowerBound
    if form == SegmentLayout.oneRow { precondition(first == 0, "a row begins at slot \(first)") }
    guard form == SegmentLayout.manyRows else { return }
    let rows = Int(memory.word(segment, SegmentLayout.row))
    precondition((1...SegmentLayout.rows).contains(rows), "\(rows) rows")
    precondition(used.upperBound == SegmentLayout.slots, "rows end at slot \(used.upperBound)")
    let slots = memory.line(segment, SegmentLayout.rowSlots)
    for row in 0..<SegmentLayout.rows {
      let later = row == 0 ? Int32(SegmentLayout.slots) : slots[row - 1]
      precondition(
        row < rows ? slots[row] >= 0 && slots[row] < later : slots[row] == -1,
        "row \(row) begins at \(slots[row])"
      )
    }
    precondition(Int(slots[rows - 1]) == first, "rows begin at \(slots[rows - 1]), not \(first)")
  }

  private func checkSlots(_ segment: Memory.Segment, _ number: Int, _ used: Range<Int>) {
    var before: Int32 = 0
    let isRow = memory.word(segment, SegmentLayout.form) != SegmentLayout.spelled
    let stop = (used.upperBound + 15) & ~15
    for slot in 0..<stop {
      let item = memory.word(segment, SegmentLayout.items + slot)
      let group = memory.word(segment, SegmentLayout.groups + slot >> 4)
      let handle = handle(in: segment, slot: slot)
      if slot >= used.upperBound {
        precondition(item == SegmentLayout.unused, "slot \(slot) is in use")
        if slot & 15 == 0 {
          precondition(group == SegmentLayout.unused, "group \(slot >> 4) is in use")
        }
      } else {
        if slot & 15 == 0 { precondition(item == 0, "group \(slot >> 4) begins at \(item)") }
        precondition(item + group >= before, "sums of segment \(number) fall at slot \(slot)")
        before = item + group
      }
      if used.contains(slot) {
        precondition(
          Int(memory.owner(of: handle)) == number + 1,
          "handle \(handle) belongs elsewhere"
        )
      } else if slot >= used.upperBound {
        precondition(
          handle == UInt32(bitPattern: SegmentLayout.noHandle) || isRow,
          "slot \(slot) has a handle"
        )
      }
    }
    for slot in stride(from: stop, to: SegmentLayout.slots, by: 16) {
      precondition(
        memory.word(segment, SegmentLayout.groups + slot >> 4) == SegmentLayout.unused
          && memory.line(segment, SegmentLayout.items + slot)
            == SIMD16(repeating: SegmentLayout.unused)
          && (isRow
            || memory.line(segment, SegmentLayout.handles + slot)
              == SIMD16(repeating: SegmentLayout.noHandle)),
        "group \(slot >> 4) is in use"
      )
    }
    precondition(memory.word(segment, SegmentLayout.sum) >= before, "a sum below the last item")
    precondition(memory.word(segment, SegmentLayout.sum) <= SegmentLayout.sumLimit, "too tall")
    if used.lowerBound > 0 {
      precondition(sum(before: used.lowerBound, in: segment) == 0, "height before item 0")
    }
  }

  private func checkFinger() {
    guard finger.low < finger.high else { return }
    let place = place(ofSegment: finger.number)
    let first = firstSlot(of: finger.number, place.segment) - origin
    precondition(first == finger.firstIndex, "the finger is at \(finger.firstIndex), not \(first)")
    precondition(Int64(place.before) == finger.low, "the finger begins at \(finger.low)")
    let sum = Int64(memory.word(place.segment, SegmentLayout.sum))
    precondition(finger.number == tail || finger.low + sum == finger.high, "the finger's end")
  }

  /// How many items each segment holds, in order.
  var segmentCounts: [Int] {
    var counts: [Int] = []
    var number = count > 0 ? head : -1
    while number >= 0 {
      let segment = memory.segment(number)
      counts.append(
        Int(memory.word(segment, SegmentLayout.end)) - (number == head ? headFirst : 0)
      )
      number = Int(memory.word(segment, SegmentLayout.next))
    }
    return counts
  }
}
