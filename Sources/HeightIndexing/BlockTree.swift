import Lengths

/// A B+ tree of blocks of up to 256 items, each node holding counts and sums of up to 16 children.
struct BlockTree: Sendable {
  var blockLimit = 256
  var fanOut = 16
  static let pageSize = 1_024

  struct Block: Sendable {
    var handles: [UInt32] = []
    var heights: [Int64] = []
    var parent = -1
  }

  struct Node: Sendable {
    var children: [Int] = []
    var counts: [Int] = []
    var sums: [Int64] = []
    var parent = -1
  }

  var blocks: [Block] = []
  var nodes: [Node] = []
  var freeBlocks: [Int] = []
  var freeNodes: [Int] = []
  var pages: [[Int32]] = []
  var root = -1
  var depth = 0
  var count = 0
  var total: Int64 = 0
  var work = HeightIndexWork()

  /// A block, an item's slot in it, and what lies before the block.
  struct Place {
    var block: Int
    var slot: Int
    var itemsBefore: Int
    var heightBefore: Int64
  }

  func place(of index: Int) -> Place {
    var node = root
    var rest = index
    var before: Int64 = 0
    for level in stride(from: depth, to: 0, by: -1) {
      var lane = 0
      while lane + 1 < nodes[node].children.count, rest >= nodes[node].counts[lane] {
        rest -= nodes[node].counts[lane]
        before += nodes[node].sums[lane]
        lane += 1
      }
      let child = nodes[node].children[lane]
      if level == 1 {
        return Place(block: child, slot: rest, itemsBefore: index - rest, heightBefore: before)
      }
      node = child
    }
    preconditionFailure("an empty tree has no place for item \(index)")
  }

  func place(at offset: Int64) -> Place {
    var node = root
    var rest = offset
    var items = 0
    for level in stride(from: depth, to: 0, by: -1) {
      var lane = 0
      while lane + 1 < nodes[node].children.count, rest >= nodes[node].sums[lane] {
        rest -= nodes[node].sums[lane]
        items += nodes[node].counts[lane]
        lane += 1
      }
      let child = nodes[node].children[lane]
      if level == 1 {
        var slot = 0
        while slot + 1 < blocks[child].heights.count, rest >= blocks[child].heights[slot] {
          rest -= blocks[child].heights[slot]
          slot += 1
        }
        return Place(block: child, slot: slot, itemsBefore: items, heightBefore: offset - rest)
      }
      node = child
    }
    preconditionFailure("an empty tree has nothing at \(offset)")
  }

  func block(of handle: UInt32) -> Int? {
    let page = Int(handle) / Self.pageSize
    guard page < pages.count, !pages[page].isEmpty else { return nil }
    let block = pages[page][Int(handle) % Self.pageSize]
    return block < 0 ? nil : Int(block)
  }

  func index(of handle: UInt32) -> Int? {
    guard let block = block(of: handle),
      let slot = blocks[block].handles.firstIndex(of: handle)
    else { return nil }
    var index = slot
    var child = block
    var parent = blocks[block].parent
    while parent >= 0 {
      for (lane, other) in nodes[parent].children.enumerated() {
        if other == child { break }
        index += nodes[parent].counts[lane]
      }
      child = parent
      parent = nodes[parent].parent
    }
    return index
  }

  mutating func bind(_ handle: UInt32, to block: Int) {
    let page = Int(handle) / Self.pageSize
    while pages.count <= page { pages.append([]) }
    if pages[page].isEmpty { pages[page] = [Int32](repeating: -1, count: Self.pageSize) }
    pages[page][Int(handle) % Self.pageSize] = Int32(truncatingIfNeeded: block)
  }

  /// Adds to the counts and sums on the way from a block to the root.
  mutating func add(count: Int, sum: Int64, above block: Int) {
    self.count += count
    total += sum
    var child = block
    var parent = blocks[block].parent
    while parent >= 0 {
      let lane = self.lane(of: child, in: parent)
      nodes[parent].counts[lane] += count
      nodes[parent].sums[lane] += sum
      work.touch(1)
      child = parent
      parent = nodes[parent].parent
    }
  }

  func lane(of child: Int, in node: Int) -> Int {
    guard let lane = nodes[node].children.firstIndex(of: child) else {
      preconditionFailure("child \(child) is not in node \(node)")
    }
    return lane
  }

  mutating func makeBlock() -> Int {
    if let free = freeBlocks.popLast() { return free }
    blocks.append(Block())
    return blocks.count - 1
  }

  mutating func makeNode() -> Int {
    if let free = freeNodes.popLast() { return free }
    nodes.append(Node())
    return nodes.count - 1
  }
}
