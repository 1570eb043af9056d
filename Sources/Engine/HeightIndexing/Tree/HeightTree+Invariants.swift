extension HeightTree {
  /// Traps unless sums, counts, links, handles and what stands in unused words are right everywhere.
  func checkInvariants() {
    guard count > 0 else {
      precondition(total == 0 && tailSegment == nil, "an empty tree has height \(total)")
      return
    }
    var check = InvariantCheck()
    visit(root, level: top, parent: -1, isRight: true, &check)
    precondition(check.items == count, "\(check.items) items, count says \(count)")
    precondition(check.height == total, "\(check.height) units, total says \(total)")
    precondition(check.previous == tail, "the last segment is \(check.previous), not \(tail)")
    let last = memory.segment(tail)
    precondition(tailBase == total - Int64(last.bottom), "\(tailBase) units before the last")
    precondition(headBase == -Int64(memory.segment(head).top), "the first begins at \(headBase)")
    let first = memory.segment(head)
    precondition(!isStale(first) && !isStale(last), "the first or the last segment is stale")
    precondition(first.next >= 0 || (lagItems == 0 && lagHeight == 0), "one segment that lags")
    if isRegular {
      precondition(origin == head << 8 + first.first, "item 0 is not slot \(origin)")
    }
    checkFinger()
  }

  /// What a walk over all segments has seen.
  private struct InvariantCheck {
    var items = 0
    var height: Int64 = 0
    var previous = -1
  }

  private func visit(
    _ number: Int,
    level: Int,
    parent: Int,
    isRight: Bool,
    _ check: inout InvariantCheck
  ) {
    if level < 0 { return visit(memory.segment(number), number, parent, isRight, &check) }
    let node = memory.node(number, level: level)
    let (first, end) = (node.first, node.end)
    precondition(node.parent == parent, "node \(number) has the wrong parent")
    precondition(0 <= first && first < end && end <= Node.lanes, "lanes \(first)..<\(end)")
    precondition(node.size <= nodeFill, "node \(number) holds \(node.size)")
    // What the directory knows: all entries after the first segment's lag behind alike.
    func known() -> (items: Int, height: Int64) {
      check.previous < 0 ? (0, 0) : (check.items - lagItems, check.height - lagHeight)
    }
    let start = known()
    for lane in 0..<Node.lanes {
      let entry = (Int(node[count: lane]), node[top: lane])
      guard (first..<end).contains(lane) else {
        let unused = lane < first ? (0, 0) : (Int(Segment.unused), .infinity)
        precondition(entry == unused, "lane \(lane) is in use: \(entry)")
        continue
      }
      let now = known()
      let before = (now.items - start.items, Double(now.height - start.height))
      precondition(entry == before, "\(entry) before lane \(lane), not \(before)")
      let isRight = isRight && lane == end - 1
      visit(node[child: lane], level: level - 1, parent: number, isRight: isRight, &check)
    }
  }

  private func visit(
    _ segment: Segment,
    _ number: Int,
    _ parent: Int,
    _ isRight: Bool,
    _ check: inout InvariantCheck
  ) {
    let (first, end) = (segment.first, segment.end)
    let isLeft = check.previous < 0
    precondition(
      segment.number == number && segment.parent == parent && segment.previous == check.previous
        && (segment.next < 0) == isRight && (number == head) == isLeft,
      "segment \(number) has a wrong neighbour or number"
    )
    precondition(
      isLeft || first == 0 && segment.top == 0 && memory.segment(check.previous).next == number,
      "segment \(number) begins at slot \(first), or the one before it does not know it"
    )
    precondition(0 <= first && first < end && end <= Segment.slots, "slots \(first)..<\(end)")
    precondition(segment.count <= segmentFill, "segment \(number) holds \(segment.count)")
    precondition(!isRegular || isRight || end == Segment.slots, "an end of \(end)")
    segment.checkInvariants()
    for slot in first..<end {
      let owner = memory.handles.pointee.segment(of: segment[handle: slot])
      precondition(owner == number, "handle \(segment[handle: slot]) is not on the map")
    }
    check.items += segment.count
    check.height += Int64(top(of: end, in: segment) - segment.top)
    check.previous = number
  }

  private func checkFinger() {
    guard finger.high > 0, let spot = spot(at: max(0, finger.low)) else { return }
    precondition(finger.number == spot.number, "the finger is on \(finger.number)")
    precondition(finger.firstIndex == spot.firstIndex, "finger at \(finger.firstIndex)")
    precondition(finger.low == max(0, finger.low) - spot.rest, "it begins at \(finger.low)")
    precondition(
      finger.high == finger.low + Int64(spot.segment.bottom),
      "it ends at \(finger.high)"
    )
  }

  /// How many items each segment holds, in order.
  var segmentCounts: [Int] {
    var counts: [Int] = []
    var number = count > 0 ? head : -1
    while number >= 0 {
      let segment = memory.segment(number)
      counts.append(segment.count)
      number = segment.next
    }
    return counts
  }
}

extension Segment {
  /// Traps unless tops never fall and what stands in unused words is right.
  fileprivate func checkInvariants() {
    precondition(top >= 0 && bottom <= Self.heightLimit, "tops from \(top) to \(bottom)")
    for slot in 0..<Self.slots {
      let place = self[top: slot]
      let isRight =
        slot < first ? place == 0 : slot < end ? height(of: slot) >= 0 : place == Self.unused
      precondition(isRight || slot == end, "slot \(slot) begins at \(place)")
    }
    for group in 0..<16 {
      let place = 16 * group < end ? self[top: 16 * group] : Self.unused
      precondition(self[group: group] == place, "group \(group) begins at \(self[group: group])")
    }
  }
}
