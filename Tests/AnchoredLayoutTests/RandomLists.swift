import AnchoredLayout
import Timebase

/// Two lists of ids, the second made from the first by any mix of edits.
struct RandomLists<Key: Hashable & Sendable> {
  var old: [Key]
  var new: [Key]

  init(_ old: [Key], _ new: [Key]) {
    self.old = old
    self.new = new
  }

  /// The old list with the edits made, as the edits say.
  func applying(_ difference: ListDifference) -> [Key] {
    var list = old
    for edit in difference.edits {
      switch edit {
      case .remove(let range): list.removeSubrange(range)
      case .move(let source, let target): list.insert(list.remove(at: source), at: target)
      case .insert(let run, let index): list.insert(contentsOf: new[run], at: index)
      }
    }
    return list
  }

  /// The counts of a difference that cannot be smaller: runs of what goes and comes, and what is in
  /// both less a longest part of it that keeps its order.
  var leastCounts: EditCounts {
    let kept = new.filter(old.contains)
    return EditCounts(
      removals: Self.runs(old.map { !new.contains($0) }),
      moves: kept.count - longestOrderedPart(kept.compactMap { old.firstIndex(of: $0) }),
      insertions: Self.runs(new.map { !old.contains($0) })
    )
  }

  private static func runs(_ flags: [Bool]) -> Int {
    zip(flags, [false] + flags).count { $0 && !$1 }
  }

  private func longestOrderedPart(_ numbers: [Int]) -> Int {
    var lengths: [Int] = []
    for (place, number) in numbers.enumerated() {
      let before = lengths[..<place].indices.filter { numbers[$0] < number }
      lengths.append(1 + (before.map { lengths[$0] }.max() ?? 0))
    }
    return lengths.max() ?? 0
  }
}

extension RandomLists<Int> {
  /// Up to 24 ids; up to 6 edits of every kind, or a shuffle.
  init(_ random: inout SeededGenerator) {
    old = Array(0..<random.nextIndex(below: 25))
    new = old
    var next = 1_000
    for _ in 0..<random.nextIndex(below: 7) {
      switch random.nextIndex(below: 8) {
      case 0..<3:
        let run = Array(next..<next + 1 + random.nextIndex(below: 4))
        next += run.count
        new.insert(contentsOf: run, at: random.nextIndex(below: new.count + 1))
      case 3..<5 where !new.isEmpty:
        let first = random.nextIndex(below: new.count)
        let length = 1 + random.nextIndex(below: min(4, new.count - first))
        new.removeSubrange(first..<first + length)
      case 5..<7 where !new.isEmpty:
        let item = new.remove(at: random.nextIndex(below: new.count))
        new.insert(item, at: random.nextIndex(below: new.count + 1))
      case 7 where random.nextIndex(below: 4) == 0:
        new.shuffle(using: &random)
      default: break
      }
    }
  }
}
