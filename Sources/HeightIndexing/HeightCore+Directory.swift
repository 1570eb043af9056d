extension HeightCore {
  // MARK: Numbers

  /// Starts to find places by count; O(1).
  func becomeIrregular() {
    guard isRegular else { return }
    isRegular = false
    scratch.reserve()
    origin -= root << (4 * top + 12)
    finger = HeightFinger()
  }

  /// A number for a segment beside `other`: the next one up or down while regular.
  func makeSegment(beside other: Int, step: Int) -> Int {
    if isRegular {
      memory.reserveSegment(other + step)
      unusedSegment = memory.segmentLimit
      lowestSegment = min(lowestSegment, other + step)
      highestSegment = max(highestSegment, other + step)
      return other + step
    }
    if freeSegment >= 0 {
      let number = freeSegment
      freeSegment = Int(memory.word(memory.segment(number), SegmentLayout.next))
      return number
    }
    memory.reserveSegment(unusedSegment)
    unusedSegment += 1
    return unusedSegment - 1
  }

  /// A regular index gives the numbers that it has left behind at one end only out again when it grows
  /// back over them. Once there are 16 more of them than twice the segments that the items need it
  /// changes over, and gives numbers out again wherever it grows.
  ///
  /// Not in the middle of an edit, which goes by the paths it has found.
  func limitAbandoned() {
    guard isRegular else { return }
    let abandoned = highestSegment - lowestSegment - (tail - head)
    if abandoned > 16 + count / (SegmentLayout.slots / 2) { becomeIrregular() }
  }

  func free(segment number: Int) {
    guard !isRegular else { return }
    memory.setWord(
      memory.segment(number),
      SegmentLayout.next,
      Int32(truncatingIfNeeded: freeSegment)
    )
    freeSegment = number
  }

  func makeNode(beside other: Int, step: Int, level: Int) -> Int {
    if isRegular {
      memory.reserveNode(other + step, level: level)
      unusedNodes[level] = memory.nodeLimit(level: level)
      return other + step
    }
    if freeNodes[level] >= 0 {
      let number = freeNodes[level]
      freeNodes[level] = Int(
        memory.word(of: memory.node(number, level: level), NodeLayout.parent)
      )
      return number
    }
    memory.reserveNode(unusedNodes[level], level: level)
    unusedNodes[level] += 1
    return unusedNodes[level] - 1
  }

  func free(node number: Int, level: Int) {
    guard !isRegular else { return }
    memory.setWord(
      of: memory.node(number, level: level),
      NodeLayout.parent,
      Int32(truncatingIfNeeded: freeNodes[level])
    )
    freeNodes[level] = number
  }

  /// Empties a node and gives it one child in `lane`; each lane before has `width` slots.
  func openNode(
    _ number: Int,
    level: Int,
    child: Int,
    lane: Int,
    width: Int32,
    parent: Int
  ) {
    let node = memory.node(number, level: level)
    for other in 0..<NodeLayout.lanes {
      memory.setSum(node, other, other <= lane ? 0 : .infinity)
      memory.setWord(
        of: node,
        NodeLayout.counts + other,
        other <= lane ? Int32(other) * width : SegmentLayout.unused
      )
      memory.setWord(of: node, NodeLayout.children + other, -1)
    }
    memory.setWord(of: node, NodeLayout.children + lane, Int32(child))
    memory.setWord(of: node, NodeLayout.first, Int32(lane))
    memory.setWord(of: node, NodeLayout.end, Int32(lane + 1))
    memory.setWord(of: node, NodeLayout.parent, Int32(parent))
    setParent(of: child, level: level, to: number)
    work.touch(NodeLayout.lanes)
  }

  /// Tells a child in a node of `level` which node that is.
  func setParent(of child: Int, level: Int, to parent: Int) {
    if level == 0 {
      memory.setWord(memory.segment(child), SegmentLayout.parent, Int32(parent))
    } else {
      memory.setWord(
        of: memory.node(child, level: level - 1),
        NodeLayout.parent,
        Int32(parent)
      )
    }
  }

  /// How many slots a lane of a regular node of `level` has.
  func width(ofLaneAt level: Int) -> Int32 { Int32(1) << Int32(8 + 4 * level) }

  /// Puts a root above the root.
  func growRoot() {
    let old = root
    if top >= 4 { becomeIrregular() }
    top += 1
    precondition(top < NodeLayout.levels, "\(count) items are more than the directory can hold")
    if isRegular {
      root = old >> 4
      memory.reserveNode(root, level: top)
      unusedNodes[top] = memory.nodeLimit(level: top)
      openNode(
        root,
        level: top,
        child: old,
        lane: old & 15,
        width: width(ofLaneAt: top),
        parent: -1
      )
    } else {
      root = makeNode(beside: 0, step: 0, level: top)
      openNode(root, level: top, child: old, lane: 7, width: 0, parent: -1)
    }
  }

  func laneOf(child: Int, in node: Memory.Node) -> Int {
    LineMath.lane(of: Int32(child), in: memory.line(of: node, NodeLayout.children))
  }

  func size(of node: Memory.Node) -> Int {
    Int(memory.word(of: node, NodeLayout.end) - memory.word(of: node, NodeLayout.first))
  }

  // MARK: Linking at the ends

  /// Makes `child` the last one, after a last child of `lastCount` slots and height `lastSum`.
  func linkLast(
    _ child: Int,
    level: Int,
    node number: Int,
    lastSum: Double,
    lastCount: Int32
  ) {
    let node = memory.node(number, level: level)
    let end = Int(memory.word(of: node, NodeLayout.end))
    let sum = memory.sum(node, end - 1) + lastSum
    let slots = memory.word(of: node, NodeLayout.counts + end - 1) + lastCount
    work.touch(1)
    if end < NodeLayout.lanes && size(of: node) < nodeFill {
      memory.setSum(node, end, sum)
      memory.setWord(of: node, NodeLayout.counts + end, slots)
      memory.setWord(of: node, NodeLayout.children + end, Int32(child))
      memory.setWord(of: node, NodeLayout.end, Int32(end + 1))
      setParent(of: child, level: level, to: number)
      return
    }
    if level == top { growRoot() }
    let parent = Int(memory.word(of: node, NodeLayout.parent))
    let fresh = makeNode(beside: number, step: 1, level: level)
    openNode(fresh, level: level, child: child, lane: 0, width: 0, parent: -1)
    linkLast(fresh, level: level + 1, node: parent, lastSum: sum, lastCount: slots)
  }

  /// Makes `child`, of `slots` slots without height, the first one.
  func linkFirst(_ child: Int, level: Int, node number: Int, slots: Int32) {
    let node = memory.node(number, level: level)
    let first = Int(memory.word(of: node, NodeLayout.first))
    work.touch(1)
    if first > 0 && size(of: node) < nodeFill {
      let lead = memory.word(of: node, NodeLayout.counts + first)
      if lead < slots {
        addCount(slots - lead, level: level, node: number, after: first - 1)
        origin += Int(slots - lead)
      }
      clampCounts(node, before: first, to: max(0, lead - slots))
      memory.setSum(node, first - 1, 0)
      memory.setWord(of: node, NodeLayout.children + first - 1, Int32(child))
      memory.setWord(of: node, NodeLayout.first, Int32(first - 1))
      setParent(of: child, level: level, to: number)
      return
    }
    let lead = memory.word(of: node, NodeLayout.counts + first)
    if lead > 0 {
      // No slots without items may be left behind in the middle.
      if first > 0 { clampCounts(node, before: first, to: 0) }
      addCount(-lead, level: level, node: number, after: first - 1)
      origin -= Int(lead)
    }
    if level == top { growRoot() }
    let parent = Int(memory.word(of: node, NodeLayout.parent))
    let fresh = makeNode(beside: number, step: -1, level: level)
    let width = isRegular ? width(ofLaneAt: level) : 0
    openNode(fresh, level: level, child: child, lane: 15, width: width, parent: -1)
    linkFirst(fresh, level: level + 1, node: parent, slots: 15 * width + slots)
  }

  private func clampCounts(_ node: Memory.Node, before lane: Int, to most: Int32) {
    for other in 0..<lane {
      let slots = memory.word(of: node, NodeLayout.counts + other)
      memory.setWord(of: node, NodeLayout.counts + other, min(slots, most))
    }
    memory.setWord(of: node, NodeLayout.counts + lane - 1, most)
  }

  // MARK: Sums and counts

  /// Adds `change` to the counts after `lane` of a node, and to those after it on the way up.
  func addCount(_ change: Int32, level: Int, node number: Int, after lane: Int) {
    var number = number
    var lane = lane
    var level = level
    while true {
      let node = memory.node(number, level: level)
      memory.setLine(
        of: node,
        NodeLayout.counts,
        LineMath.addUsed(
          change,
          where: memory.lanes(after: lane),
          to: memory.line(of: node, NodeLayout.counts)
        )
      )
      work.touch(1)
      let parent = Int(memory.word(of: node, NodeLayout.parent))
      if parent < 0 { return }
      level += 1
      lane = laneOf(child: number, in: memory.node(parent, level: level))
      number = parent
    }
  }

  /// Adds to the sums after a segment, all the way up.
  @inline(__always) func addSum(_ change: Int32, at place: Place) {
    addSum(Double(change), at: place)
  }

  @inline(__always) func addSum(_ change: Double, at place: Place) {
    var path = place.path
    var level = 0
    if isRegular {
      while level <= top {
        addSum(change, to: memory.node(path &>> 4, level: level), after: path & 15)
        path = path &>> 4
        level &+= 1
      }
      return
    }
    var number = Int(memory.word(place.segment, SegmentLayout.parent))
    while number >= 0 {
      let node = memory.node(number, level: level)
      addSum(change, to: node, after: path & 15)
      path = path &>> 4
      number = Int(memory.word(of: node, NodeLayout.parent))
      level &+= 1
    }
  }

  @inline(__always) func addSum(
    _ change: Double,
    to node: Memory.Node,
    after lane: Int
  ) {
    memory.setSums(
      node,
      half: 0,
      LineMath.add(
        change,
        where: memory.sumLanes(after: lane, half: 0),
        to: memory.sums(node, half: 0)
      )
    )
    memory.setSums(
      node,
      half: 1,
      LineMath.add(
        change,
        where: memory.sumLanes(after: lane, half: 1),
        to: memory.sums(node, half: 1)
      )
    )
  }

  /// Adds to the counts and sums after a segment of an irregular index, all the way up.
  @inline(__always) func addBoth(_ slots: Int32, _ change: Double, at place: Place) {
    var path = place.path
    var level = 0
    var number = Int(memory.word(place.segment, SegmentLayout.parent))
    while number >= 0 {
      let node = memory.node(number, level: level)
      addSum(change, to: node, after: path & 15)
      memory.setLine(
        of: node,
        NodeLayout.counts,
        LineMath.addUsed(
          slots,
          where: memory.lanes(after: path & 15),
          to: memory.line(of: node, NodeLayout.counts)
        )
      )
      path = path &>> 4
      number = Int(memory.word(of: node, NodeLayout.parent))
      level &+= 1
    }
  }

  /// The place of a segment's first slot, found from below.
  func place(ofSegment number: Int) -> Place {
    let segment = memory.segment(number)
    var place = Place(segment: segment, number: number, slot: 0, before: 0, path: 0)
    var child = number
    var parent = Int(memory.word(segment, SegmentLayout.parent))
    var level = 0
    while parent >= 0 {
      let node = memory.node(parent, level: level)
      let lane = laneOf(child: child, in: node)
      place.before += memory.sum(node, lane)
      place.path |= lane << (4 * level)
      child = parent
      parent = Int(memory.word(of: node, NodeLayout.parent))
      level += 1
    }
    if isRegular { place.path = number }
    if number != head { place.before += unsettled }
    return place
  }
}
