/// Children put into and taken out of the middle of nodes; the index is irregular.
extension HeightCore {
  /// Puts a child after `lane` of a node, where `sum` and `slots` of the node lie before it. What
  /// the child holds was counted in `lane` up to now, so later entries stay as they are.
  func insert(
    child: Int,
    level: Int,
    node number: Int,
    after lane: Int,
    sum: Double,
    slots: Int32
  ) {
    let node = memory.node(number, level: level)
    let first = Int(memory.word(of: node, NodeLayout.first))
    let end = Int(memory.word(of: node, NodeLayout.end))
    guard end - first < min(nodeFill, NodeLayout.lanes) else {
      split(number, level: level)
      // The lanes that moved begin at lane 0 of the node after this one.
      let kept = Int(memory.word(of: node, NodeLayout.end))
      if lane < kept {
        insert(child: child, level: level, node: number, after: lane, sum: sum, slots: slots)
        return
      }
      let parent = Int(memory.word(of: node, NodeLayout.parent))
      let above = memory.node(parent, level: level + 1)
      let place = laneOf(child: number, in: above)
      let right = Int(memory.word(of: above, NodeLayout.children + place + 1))
      let movedSum = memory.sum(above, place + 1) - memory.sum(above, place)
      let movedSlots =
        memory.word(of: above, NodeLayout.counts + place + 1)
        - memory.word(of: above, NodeLayout.counts + place)
      insert(
        child: child,
        level: level,
        node: right,
        after: lane - kept,
        sum: sum - movedSum,
        slots: slots - movedSlots
      )
      return
    }
    var target = lane + 1
    if end < NodeLayout.lanes {
      for other in stride(from: end, to: target, by: -1) {
        copyLane(node, from: other - 1, to: other)
      }
      memory.setWord(of: node, NodeLayout.end, Int32(end + 1))
      work.move(end - target)
    } else {
      for other in first..<target { copyLane(node, from: other, to: other - 1) }
      memory.setWord(of: node, NodeLayout.first, Int32(first - 1))
      work.move(target - first)
      target -= 1
    }
    memory.setSum(node, target, sum)
    memory.setWord(of: node, NodeLayout.counts + target, slots)
    memory.setWord(of: node, NodeLayout.children + target, Int32(child))
    setParent(of: child, level: level, to: number)
  }

  private func copyLane(_ node: Memory.Node, from source: Int, to target: Int) {
    memory.setSum(node, target, memory.sum(node, source))
    let counts = memory.word(of: node, NodeLayout.counts + source)
    memory.setWord(of: node, NodeLayout.counts + target, counts)
    let child = memory.word(of: node, NodeLayout.children + source)
    memory.setWord(of: node, NodeLayout.children + target, child)
  }

  private func clearLane(_ node: Memory.Node, _ lane: Int) {
    memory.setSum(node, lane, .infinity)
    memory.setWord(of: node, NodeLayout.counts + lane, SegmentLayout.unused)
    memory.setWord(of: node, NodeLayout.children + lane, -1)
  }

  /// Moves the upper half of a full node's children to a new node after it.
  private func split(_ number: Int, level: Int) {
    if level == top { growRoot() }
    let node = memory.node(number, level: level)
    let first = Int(memory.word(of: node, NodeLayout.first))
    let end = Int(memory.word(of: node, NodeLayout.end))
    let middle = (first + end) / 2
    let sum = memory.sum(node, middle)
    let slots = memory.word(of: node, NodeLayout.counts + middle)
    let fresh = makeNode(beside: number, step: 1, level: level)
    openNode(
      fresh,
      level: level,
      child: Int(memory.word(of: node, NodeLayout.children + middle)),
      lane: 0,
      width: 0,
      parent: -1
    )
    let right = memory.node(fresh, level: level)
    for lane in middle + 1..<end {
      let target = lane - middle
      let child = memory.word(of: node, NodeLayout.children + lane)
      memory.setSum(right, target, memory.sum(node, lane) - sum)
      memory.setWord(
        of: right,
        NodeLayout.counts + target,
        memory.word(of: node, NodeLayout.counts + lane) - slots
      )
      memory.setWord(of: right, NodeLayout.children + target, child)
      setParent(of: Int(child), level: level, to: fresh)
    }
    memory.setWord(of: right, NodeLayout.end, Int32(end - middle))
    for lane in middle..<end { clearLane(node, lane) }
    memory.setWord(of: node, NodeLayout.end, Int32(middle))
    work.move(end - middle)
    let parent = Int(memory.word(of: node, NodeLayout.parent))
    let above = memory.node(parent, level: level + 1)
    let lane = laneOf(child: number, in: above)
    insert(
      child: fresh,
      level: level + 1,
      node: parent,
      after: lane,
      sum: memory.sum(above, lane) + sum,
      slots: memory.word(of: above, NodeLayout.counts + lane) + slots
    )
  }

  /// Takes out a child without heights. At the left edge its slots stay counted, as slots before
  /// item 0; elsewhere it has none.
  func unlink(child: Int, level: Int, node number: Int) {
    let node = memory.node(number, level: level)
    let first = Int(memory.word(of: node, NodeLayout.first))
    let end = Int(memory.word(of: node, NodeLayout.end))
    let lane = laneOf(child: child, in: node)
    work.touch(1)
    if end - first == 1 {
      let parent = Int(memory.word(of: node, NodeLayout.parent))
      precondition(parent >= 0, "the last child of the root is never taken out")
      unlink(child: number, level: level + 1, node: parent)
      free(node: number, level: level)
      return
    }
    if lane == end - 1 {
      clearLane(node, lane)
      memory.setWord(of: node, NodeLayout.end, Int32(end - 1))
    } else if lane == first && (first > 0 || isLeftEdge(number, level: level)) {
      memory.setWord(of: node, NodeLayout.children + lane, -1)
      memory.setWord(of: node, NodeLayout.first, Int32(first + 1))
    } else {
      for other in lane..<end - 1 { copyLane(node, from: other + 1, to: other) }
      clearLane(node, end - 1)
      memory.setWord(of: node, NodeLayout.end, Int32(end - 1))
      work.move(end - lane)
    }
    guard !isRegular else { return }
    if level == top { shrinkRoot() } else { joinNode(number, level: level) }
  }

  /// Joins a node that became small with one beside it, under the same parent.
  private func joinNode(_ number: Int, level: Int) {
    let node = memory.node(number, level: level)
    guard size(of: node) <= nodeFill / 2 else { return }
    let parent = Int(memory.word(of: node, NodeLayout.parent))
    let above = memory.node(parent, level: level + 1)
    let lane = laneOf(child: number, in: above)
    if lane + 1 < Int(memory.word(of: above, NodeLayout.end)),
      join(lane, with: lane + 1, in: parent, level: level)
    {
      return
    }
    if lane > Int(memory.word(of: above, NodeLayout.first)) {
      _ = join(lane - 1, with: lane, in: parent, level: level)
    }
  }

  /// Moves the children of one node of `level` to the end of the one before it, if they fit well.
  private func join(_ left: Int, with right: Int, in parent: Int, level: Int) -> Bool {
    let above = memory.node(parent, level: level + 1)
    let target = Int(memory.word(of: above, NodeLayout.children + left))
    let source = Int(memory.word(of: above, NodeLayout.children + right))
    let node = memory.node(target, level: level)
    let other = memory.node(source, level: level)
    let first = Int(memory.word(of: other, NodeLayout.first))
    let count = size(of: other)
    let end = Int(memory.word(of: node, NodeLayout.end))
    guard end + count <= NodeLayout.lanes, size(of: node) + count <= max(2, nodeFill * 3 / 4)
    else { return false }
    let sum = memory.sum(above, right) - memory.sum(above, left)
    let slots =
      memory.word(of: above, NodeLayout.counts + right)
      - memory.word(of: above, NodeLayout.counts + left)
    for lane in 0..<count {
      let child = memory.word(of: other, NodeLayout.children + first + lane)
      memory.setSum(node, end + lane, memory.sum(other, first + lane) + sum)
      memory.setWord(
        of: node,
        NodeLayout.counts + end + lane,
        memory.word(of: other, NodeLayout.counts + first + lane) + slots
      )
      memory.setWord(of: node, NodeLayout.children + end + lane, child)
      setParent(of: Int(child), level: level, to: target)
    }
    memory.setWord(of: node, NodeLayout.end, Int32(end + count))
    work.move(count)
    unlink(child: source, level: level + 1, node: parent)
    free(node: source, level: level)
    return true
  }

  /// Whether a node lies on the way from the root to the first item.
  private func isLeftEdge(_ number: Int, level: Int) -> Bool {
    var number = number
    var level = level
    while true {
      let parent = Int(memory.word(of: memory.node(number, level: level), NodeLayout.parent))
      if parent < 0 { return true }
      let above = memory.node(parent, level: level + 1)
      if laneOf(child: number, in: above) != Int(memory.word(of: above, NodeLayout.first)) {
        return false
      }
      number = parent
      level += 1
    }
  }

  /// Takes away roots that have one child, a node.
  private func shrinkRoot() {
    while top > 0 {
      let node = memory.node(root, level: top)
      guard size(of: node) == 1 else { return }
      let lane = Int(memory.word(of: node, NodeLayout.first))
      let child = Int(memory.word(of: node, NodeLayout.children + lane))
      origin -= Int(memory.word(of: node, NodeLayout.counts + lane))
      free(node: root, level: top)
      top -= 1
      root = child
      memory.setWord(of: memory.node(root, level: top), NodeLayout.parent, -1)
    }
  }
}
