/// The nodes above the segments.
extension HeightTree {
  /// Empties a node and gives it one child.
  func openNode(_ number: Int, level: Int, child: Int, lane: Int) {
    memory.node(number, level: level).open(with: child, in: lane)
    self[parentOf: child, level - 1] = number
    work.touch(Node.lanes)
  }

  /// Puts a root above the root.
  private func growRoot() {
    let old = root
    if top >= 4 { becomeIrregular() }
    top += 1
    precondition(top < Node.levels, "\(count) items are more than the directory can hold")
    if isRegular {
      root = old >> 4
      memory.reserve(root, level: top)
    } else {
      root = makeNumber(beside: 0, step: 0, level: top)
    }
    openNode(root, level: top, child: old, lane: isRegular ? old & 15 : 7)
  }

  /// Takes away roots that have one child, a node.
  private func shrinkRoot() {
    while top > 0 {
      let node = memory.node(root, level: top)
      guard node.size == 1 else { return }
      let child = node[child: node.first]
      free(root, level: top)
      top -= 1
      root = child
      memory.node(root, level: top).parent = -1
    }
  }

  /// Adds items and heights to what stands before all that comes after a segment, all the way up.
  @inline(__always) func add(_ items: Int32, _ height: Double, after segment: Segment) {
    var child = segment.number
    var number = segment.parent
    var level = 0
    while number >= 0 {
      let node = memory.node(number, level: level)
      // The lanes of a regular tree are digits.
      node.add(items, height, after: isRegular ? child & 15 : node.lane(of: child))
      (child, number, level) = (number, node.parent, level &+ 1)
    }
  }

  // MARK: Children

  /// Makes `child` the last one, after one of so many items and such a height.
  func linkLast(_ child: Int, level: Int, node number: Int, items: Int32, height: Double) {
    let node = memory.node(number, level: level)
    let end = node.end
    let before = (node[count: end - 1] + items, node[top: end - 1] + height)
    work.touch(1)
    if end < Node.lanes && node.size < nodeFill {
      node.set(end, child, before.0, before.1)
      node.end = end + 1
      self[parentOf: child, level - 1] = number
      return
    }
    if level == top { growRoot() }
    let fresh = makeNumber(beside: number, step: 1, level: level)
    openNode(fresh, level: level, child: child, lane: 0)
    linkLast(fresh, level: level + 1, node: node.parent, items: before.0, height: before.1)
  }

  /// Makes `child`, of which the directory knows nothing, the first one.
  func linkFirst(_ child: Int, level: Int, node number: Int) {
    let node = memory.node(number, level: level)
    work.touch(1)
    if node.first > 0 && node.size < nodeFill {
      node.set(node.first - 1, child, 0, 0)
      node.first -= 1
      self[parentOf: child, level - 1] = number
      return
    }
    if level == top { growRoot() }
    let fresh = makeNumber(beside: number, step: -1, level: level)
    openNode(fresh, level: level, child: child, lane: Node.lanes - 1)
    linkFirst(fresh, level: level + 1, node: node.parent)
  }

  /// Puts a child after `lane` of a node, where so many items and such a height of the node lie before it.
  /// What the child holds was counted in `lane` up to now, so later entries stay as they are.
  func insert(
    child: Int,
    level: Int,
    node number: Int,
    after lane: Int,
    items: Int32,
    height: Double
  ) {
    let node = memory.node(number, level: level)
    guard node.size < nodeFill else {
      let (right, middle) = split(number, level: level)
      // What moved begins at lane 0 of the node after this one.
      let moved = lane >= middle.lane
      return insert(
        child: child,
        level: level,
        node: moved ? right : number,
        after: moved ? lane - middle.lane : lane,
        items: moved ? items - middle.items : items,
        height: moved ? height - middle.height : height
      )
    }
    let made = node.makeLane(after: lane)
    work.move(made.moved)
    node.set(made.lane, child, items, height)
    self[parentOf: child, level - 1] = number
  }

  /// Moves the upper half of a full node's children to a new node after it.
  ///
  /// - Returns: The new node, and the lane where it was cut, with what stands before that.
  private func split(_ number: Int, level: Int)
    -> (node: Int, middle: (lane: Int, items: Int32, height: Double))
  {
    if level == top { growRoot() }
    let node = memory.node(number, level: level)
    let middle = (node.first + node.end) / 2
    let (items, height) = (node[count: middle], node[top: middle])
    let fresh = makeNumber(beside: number, step: 1, level: level)
    openNode(fresh, level: level, child: node[child: middle], lane: 0)
    let right = memory.node(fresh, level: level)
    for lane in middle..<node.end {
      let child = node[child: lane]
      right.set(lane - middle, child, node[count: lane] - items, node[top: lane] - height)
      self[parentOf: child, level - 1] = fresh
      node.clear(lane)
    }
    work.move(node.end - middle)
    right.end = node.end - middle
    node.end = middle
    let above = memory.node(node.parent, level: level + 1)
    let lane = above.lane(of: number)
    insert(
      child: fresh,
      level: level + 1,
      node: node.parent,
      after: lane,
      items: above[count: lane] + items,
      height: above[top: lane] + height
    )
    return (fresh, (middle, items, height))
  }

  /// Takes out a child in which nothing is counted. A node goes when its last child does, or joins one
  /// beside it.
  func unlink(child: Int, level: Int, node number: Int) {
    let node = memory.node(number, level: level)
    let lane = node.lane(of: child)
    work.touch(1)
    if node.size == 1 {
      precondition(node.parent >= 0, "the last child of the root is never taken out")
      unlink(child: number, level: level + 1, node: node.parent)
      return free(number, level: level)
    }
    if lane == node.first {
      node.set(lane, -1, 0, 0)
      node.first = lane + 1
    } else {
      for other in lane..<node.end - 1 { node.copy(other + 1, of: node, to: other) }
      work.move(node.end - 1 - lane)
      node.end -= 1
      node.clear(node.end)
    }
    if isRegular { return }
    if level == top { return shrinkRoot() }
    guard node.size <= nodeFill / 2 else { return }
    let above = memory.node(node.parent, level: level + 1)
    let place = above.lane(of: number)
    if place + 1 < above.end, join(place, of: above, level: level) { return }
    if place > above.first { _ = join(place - 1, of: above, level: level) }
  }

  /// Moves the children of the node after a lane to the end of the one in it, if they fit well.
  private func join(_ lane: Int, of above: Node, level: Int) -> Bool {
    let (target, source) = (above[child: lane], above[child: lane + 1])
    let node = memory.node(target, level: level)
    let other = memory.node(source, level: level)
    guard node.end + other.size <= Node.lanes,
      node.size + other.size <= max(2, nodeFill * 3 / 4)
    else { return false }
    let items = above[count: lane + 1] - above[count: lane]
    let height = above[top: lane + 1] - above[top: lane]
    for place in other.first..<other.end {
      let child = other[child: place]
      node.set(node.end, child, other[count: place] + items, other[top: place] + height)
      node.end += 1
      self[parentOf: child, level - 1] = target
    }
    work.move(other.size)
    unlink(child: source, level: level + 1, node: node.parent)
    free(source, level: level)
    return true
  }
}
