/// Counts at places, and how much stands before a place; both O(log n), by a Fenwick tree.
internal struct PrefixCounts {
  private var sums: [Int]

  /// Makes counts of 0 at `count` places.
  init(count: Int) { sums = Array(repeating: 0, count: count + 1) }

  /// Changes the count at a place.
  mutating func add(_ change: Int, at place: Int) {
    var node = place + 1
    while node < sums.count {
      sums[node] += change
      node += node & -node
    }
  }

  /// The sum of the counts at places before `place`.
  func count(before place: Int) -> Int {
    var node = place
    var sum = 0
    while node > 0 {
      sum += sums[node]
      node &= node - 1
    }
    return sum
  }
}
