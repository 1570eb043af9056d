import Lengths

extension BlockTree {
  mutating func removeAll() {
    let work = self.work
    let (blockLimit, fanOut) = (self.blockLimit, self.fanOut)
    self = BlockTree()
    self.work = work
    self.blockLimit = blockLimit
    self.fanOut = fanOut
  }

  /// Scales the running sums of each block and takes the heights as their differences.
  mutating func scale(numerator: Int64, denominator: Int64) {
    guard depth > 0 else { return }
    for block in blocks.indices where !blocks[block].heights.isEmpty {
      var before: Int64 = 0
      var scaledBefore: Int64 = 0
      for slot in blocks[block].heights.indices {
        before += blocks[block].heights[slot]
        let scaled = Self.scaled(before, numerator, denominator)
        blocks[block].heights[slot] = scaled - scaledBefore
        scaledBefore = scaled
      }
      work.touch(blocks[block].heights.count)
      add(count: 0, sum: scaledBefore - before, above: block)
    }
  }

  private static func scaled(_ sum: Int64, _ numerator: Int64, _ denominator: Int64) -> Int64 {
    denominator.dividingFullWidth(sum.multipliedFullWidth(by: numerator)).quotient
  }

  mutating func insert(
    _ items: some Collection<(handle: UInt32, height: LayoutUnit)>,
    at index: Int
  ) {
    var position = index
    var rest = items[...]
    while !rest.isEmpty {
      let run = rest.prefix(max(1, blockLimit / 2))
      insertRun(run.map { ($0.handle, $0.height.rawValue) }, at: position)
      position += run.count
      rest = rest.dropFirst(run.count)
    }
  }

  private mutating func insertRun(_ run: [(UInt32, Int64)], at index: Int) {
    if depth == 0 {
      let block = makeBlock()
      root = makeNode()
      nodes[root] = Node(children: [block], counts: [0], sums: [0], parent: -1)
      blocks[block].parent = root
      depth = 1
    }
    var place =
      index == count && index > 0
      ? self.place(of: index - 1) : self.place(of: index)
    var slot = index - place.itemsBefore
    if blocks[place.block].heights.count + run.count > blockLimit {
      let atEnd = index == count
      let left = split(
        place.block,
        at: atEnd ? slot : blocks[place.block].heights.count / 2
      )
      if slot >= blocks[left].heights.count, let next = next(after: left) {
        slot -= blocks[left].heights.count
        place.block = next
      }
    }
    let block = place.block
    work.move(blocks[block].heights.count - slot)
    work.touch(run.count)
    blocks[block].heights.insert(contentsOf: run.lazy.map { $0.1 }, at: slot)
    blocks[block].handles.insert(contentsOf: run.lazy.map { $0.0 }, at: slot)
    var sum: Int64 = 0
    for (handle, height) in run {
      precondition(self.block(of: handle) == nil, "handle \(handle) is in the index already")
      bind(handle, to: block)
      sum += height
    }
    add(count: run.count, sum: sum, above: block)
  }

  /// The block after one whose parent holds both; a split puts them side by side there.
  private func next(after block: Int) -> Int? {
    let lane = lane(of: block, in: blocks[block].parent)
    let siblings = nodes[blocks[block].parent].children
    if lane + 1 < siblings.count { return siblings[lane + 1] }
    var child = blocks[block].parent
    var height = 1
    while nodes[child].parent >= 0 {
      let parent = nodes[child].parent
      let lane = self.lane(of: child, in: parent)
      if lane + 1 < nodes[parent].children.count {
        var down = nodes[parent].children[lane + 1]
        for _ in 0..<height { down = nodes[down].children[0] }
        return down
      }
      child = parent
      height += 1
    }
    return nil
  }

  /// Moves what follows `slot` to a new block after `block`; returns `block`.
  private mutating func split(_ block: Int, at slot: Int) -> Int {
    let fresh = makeBlock()
    let handles = Array(blocks[block].handles[slot...])
    let heights = Array(blocks[block].heights[slot...])
    blocks[block].handles.removeSubrange(slot...)
    blocks[block].heights.removeSubrange(slot...)
    blocks[fresh].handles = handles
    blocks[fresh].heights = heights
    for handle in handles { bind(handle, to: fresh) }
    work.move(handles.count)
    let sum = heights.reduce(0, +)
    let parent = blocks[block].parent
    let lane = self.lane(of: block, in: parent)
    nodes[parent].counts[lane] -= handles.count
    nodes[parent].sums[lane] -= sum
    insertChild(fresh, (handles.count, sum), after: lane, in: parent, isBlock: true)
    return block
  }

  private mutating func setParent(of child: Int, to node: Int, isBlock: Bool) {
    if isBlock { blocks[child].parent = node } else { nodes[child].parent = node }
  }

  private mutating func insertChild(
    _ child: Int,
    _ amount: (count: Int, sum: Int64),
    after lane: Int,
    in node: Int,
    isBlock: Bool
  ) {
    nodes[node].children.insert(child, at: lane + 1)
    nodes[node].counts.insert(amount.count, at: lane + 1)
    nodes[node].sums.insert(amount.sum, at: lane + 1)
    setParent(of: child, to: node, isBlock: isBlock)
    work.move(nodes[node].children.count - lane)
    guard nodes[node].children.count > fanOut else { return }
    let half = lane + 2 > fanOut ? fanOut : fanOut / 2
    let fresh = makeNode()
    nodes[fresh] = Node(
      children: Array(nodes[node].children[half...]),
      counts: Array(nodes[node].counts[half...]),
      sums: Array(nodes[node].sums[half...]),
      parent: -1
    )
    nodes[node].children.removeSubrange(half...)
    nodes[node].counts.removeSubrange(half...)
    nodes[node].sums.removeSubrange(half...)
    for moved in nodes[fresh].children { setParent(of: moved, to: fresh, isBlock: isBlock) }
    work.move(nodes[fresh].children.count)
    let count = nodes[fresh].counts.reduce(0, +)
    let sum = nodes[fresh].sums.reduce(0, +)
    if nodes[node].parent < 0 {
      root = makeNode()
      nodes[root] = Node(
        children: [node],
        counts: [nodes[node].counts.reduce(0, +) + count],
        sums: [nodes[node].sums.reduce(0, +) + sum],
        parent: -1
      )
      nodes[node].parent = root
      depth += 1
    }
    let parent = nodes[node].parent
    let place = self.lane(of: node, in: parent)
    nodes[parent].counts[place] -= count
    nodes[parent].sums[place] -= sum
    insertChild(fresh, (count, sum), after: place, in: parent, isBlock: false)
  }

  mutating func remove(_ range: Range<Int>) {
    var left = range.count
    while left > 0 {
      let place = place(of: range.lowerBound)
      let end = min(blocks[place.block].heights.count, place.slot + left)
      var sum: Int64 = 0
      for slot in place.slot..<end {
        sum += blocks[place.block].heights[slot]
        bind(blocks[place.block].handles[slot], to: -1)
      }
      blocks[place.block].heights.removeSubrange(place.slot..<end)
      blocks[place.block].handles.removeSubrange(place.slot..<end)
      work.touch(end - place.slot)
      work.move(blocks[place.block].heights.count - place.slot)
      add(count: place.slot - end, sum: -sum, above: place.block)
      left -= end - place.slot
      if blocks[place.block].heights.isEmpty { drop(place.block) }
    }
  }

  private mutating func drop(_ block: Int) {
    var parent = blocks[block].parent
    blocks[block] = Block()
    freeBlocks.append(block)
    var child = block
    while parent >= 0 {
      let lane = self.lane(of: child, in: parent)
      nodes[parent].children.remove(at: lane)
      nodes[parent].counts.remove(at: lane)
      nodes[parent].sums.remove(at: lane)
      guard nodes[parent].children.isEmpty else { return }
      child = parent
      parent = nodes[child].parent
      nodes[child] = Node()
      freeNodes.append(child)
    }
    root = -1
    depth = 0
  }

  mutating func setHeights(_ heights: some Collection<LayoutUnit>, at first: Int) {
    var index = first
    var rest = heights[...]
    while !rest.isEmpty {
      let place = place(of: index)
      let run = rest.prefix(blocks[place.block].heights.count - place.slot)
      var change: Int64 = 0
      var slot = place.slot
      for height in run {
        change += height.rawValue - blocks[place.block].heights[slot]
        blocks[place.block].heights[slot] = height.rawValue
        slot += 1
      }
      work.touch(run.count)
      add(count: 0, sum: change, above: place.block)
      index += run.count
      rest = rest.dropFirst(run.count)
    }
  }
}
