extension BlockTree {
  func checkInvariants() {
    guard depth > 0 else {
      precondition(count == 0 && total == 0, "an empty tree counts \(count) items, \(total) units")
      return
    }
    precondition(nodes[root].parent < 0, "the root has a parent")
    let (items, sum) = check(root, level: depth)
    precondition(items == count, "\(items) items, count says \(count)")
    precondition(sum == total, "\(sum) units, total says \(total)")
  }

  private func check(_ node: Int, level: Int) -> (Int, Int64) {
    let children = nodes[node].children
    precondition((1...fanOut).contains(children.count), "\(children.count) children")
    precondition(nodes[node].counts.count == children.count, "counts do not match children")
    precondition(nodes[node].sums.count == children.count, "sums do not match children")
    for (lane, child) in children.enumerated() {
      let found: (Int, Int64)
      if level == 1 {
        precondition(blocks[child].parent == node, "block \(child) has the wrong parent")
        precondition(
          (1...blockLimit).contains(blocks[child].heights.count),
          "block of no good size"
        )
        precondition(
          blocks[child].handles.count == blocks[child].heights.count,
          "handles do not match heights"
        )
        for handle in blocks[child].handles {
          precondition(block(of: handle) == child, "handle \(handle) is bound elsewhere")
        }
        found = (blocks[child].heights.count, blocks[child].heights.reduce(0, +))
      } else {
        precondition(nodes[child].parent == node, "node \(child) has the wrong parent")
        found = check(child, level: level - 1)
      }
      precondition(found.0 == nodes[node].counts[lane], "wrong count in node \(node)")
      precondition(found.1 == nodes[node].sums[lane], "wrong sum in node \(node)")
    }
    return (nodes[node].counts.reduce(0, +), nodes[node].sums.reduce(0, +))
  }

  /// How many items each block holds, in order.
  var blockCounts: [Int] {
    var counts: [Int] = []
    func walk(_ node: Int, _ level: Int) {
      if level == 1 {
        counts += nodes[node].counts
      } else {
        for child in nodes[node].children { walk(child, level - 1) }
      }
    }
    if depth > 0 { walk(root, depth) }
    return counts
  }
}
