import Lengths

/// How far each of a row of blocks lies from where it was noted, when all blocks from one on are
/// shifted together, again and again.
///
/// A binary indexed tree (Fenwick): node i, from 1, has the sum of the shifts that began at the blocks
/// from i less its lowest bit up to i - 1.
///
/// Complexity: O(log blocks) each; a row that was never shifted takes no memory and O(1).
struct PrefixShifts {
  private var nodes: [LayoutUnit] = []
  private(set) var count = 0

  func shift(of index: Int) -> LayoutUnit {
    guard !nodes.isEmpty else { return .zero }
    var sum = LayoutUnit.zero
    var node = index + 1
    while node > 0 {
      sum = sum + nodes[node]
      node &= node - 1
    }
    return sum
  }

  mutating func shift(from index: Int, by way: LayoutUnit) {
    guard index < count, way != .zero else { return }
    if nodes.isEmpty { nodes = Array(repeating: .zero, count: count + 1) }
    var node = index + 1
    while node <= count {
      nodes[node] = nodes[node] + way
      node += node & -node
    }
  }

  /// Another block follows the last one; it is shifted as far as that.
  mutating func append() {
    count += 1
    guard !nodes.isEmpty else { return }
    let start = count & (count - 1)
    let before = count > 1 ? shift(of: count - 2) : .zero
    let earlier = start > 0 ? shift(of: start - 1) : .zero
    nodes.append(before - earlier)
  }

  mutating func truncate(to count: Int) {
    self.count = count
    if !nodes.isEmpty { nodes.removeLast(nodes.count - count - 1) }
  }

  mutating func reset(count: Int) {
    self.count = count
    nodes.removeAll()
  }
}
