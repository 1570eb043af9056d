/// The edits that make one list of ids into another.
///
/// Applied one after the other they end in exactly the new order, whatever was inserted, removed
/// and moved in one go. There are few of them: neighbours are removed and inserted as one run, and
/// as few items are moved as can be. All removals come first, from the last to the first; then the
/// moves; then the insertions, from the first to the last.
///
/// An index counts in the list as it is when the edit's turn has come. The edits depend on the two
/// lists alone, not on how ids are hashed.
package struct ListDifference: Hashable, Sendable {
  /// One step from the old list to the new one.
  package enum Edit: Hashable, Sendable {
    /// Takes out the items at these places.
    case remove(Range<Int>)
    /// Takes out the item at `from` and puts it back so that it stands at `to`.
    case move(from: Int, to: Int)
    /// Puts in a run of the new list, given by its places there, so that its first item stands
    /// at `at`; items come in the order of their final places, so this is the run's lower bound.
    case insert(Range<Int>, at: Int)
  }

  internal var steps: [Edit] = []

  /// The edits, in the order in which to apply them.
  package var edits: [Edit] { steps }
  /// Whether both lists are the same.
  package var isEmpty: Bool { steps.isEmpty }

  /// Compares two lists of ids.
  ///
  /// - Parameters:
  ///   - old: The ids before.
  ///   - new: The ids after.
  /// - Throws: `DuplicateKey` when an id stands twice in `new`.
  /// - Precondition: No id stands twice in `old`.
  /// - Complexity: O(old + new) while what is in both keeps its order, and O(k log k) more when
  ///   the k items between the first and the last difference do not.
  @inlinable package init<Key: Hashable & Sendable>(
    from old: [Key],
    to new: [Key]
  ) throws(DuplicateKey<Key>) {
    let shorter = min(old.count, new.count)
    var prefix = 0
    while prefix < shorter, old[prefix] == new[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix, old[old.count - 1 - suffix] == new[new.count - 1 - suffix] {
      suffix += 1
    }
    let matching = try ListMatching(from: old, to: new, keeping: prefix, suffix)
    self.init(matching)
  }

  @usableFromInline internal init(_ matching: ListMatching) {
    addRemovals(matching)
    if !matching.keepsOrder { steps += MoveSequence(matching).moves }
    addInsertions(matching)
  }

  private mutating func addRemovals(_ matching: ListMatching) {
    var removals: [Range<Int>] = []
    var place = 0
    while place < matching.isKept.count {
      let start = place
      while place < matching.isKept.count, !matching.isKept[place] { place += 1 }
      if start < place {
        removals.append(matching.prefix + start..<matching.prefix + place)
      } else {
        place += 1
      }
    }
    for run in removals.reversed() { steps.append(.remove(run)) }
  }

  private mutating func addInsertions(_ matching: ListMatching) {
    var place = 0
    while place < matching.origins.count {
      let start = place
      while place < matching.origins.count, matching.origins[place] < 0 { place += 1 }
      if start < place {
        let run = matching.prefix + start..<matching.prefix + place
        steps.append(.insert(run, at: run.lowerBound))
      } else {
        place += 1
      }
    }
  }
}
