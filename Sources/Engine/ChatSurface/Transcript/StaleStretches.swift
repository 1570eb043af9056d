import MarkdownBlocks

/// Stretches of blocks whose places do not hold, in order, with blocks that hold between them.
///
/// Limit: eight stretches; when there are more, the last two become one. They lie in place: nothing is
/// allocated.
///
/// Complexity: O(stretches) each.
struct StaleStretches {
  /// Blocks without a place that holds.
  struct Stretch: Equatable {
    var range: Range<Int>
    /// Whether their heights hold: only what is before them has changed.
    var isMeasured = false
  }

  /// How many stretches are told apart.
  static let limit = 8

  /// The bounds of each, one after the other.
  private var bounds = SIMD16<Int32>(repeating: 0)
  /// A bit for each whose heights hold.
  private var measured: UInt8 = 0
  private(set) var count = 0

  subscript(index: Int) -> Stretch {
    get {
      Stretch(
        range: Int(bounds[2 * index])..<Int(bounds[2 * index + 1]),
        isMeasured: measured & 1 << index != 0
      )
    }
    set {
      bounds[2 * index] = Int32(newValue.range.lowerBound)
      bounds[2 * index + 1] = Int32(newValue.range.upperBound)
      measured = measured & ~(1 << index) | (newValue.isMeasured ? 1 << index : 0)
    }
  }

  var first: Stretch? { count > 0 ? self[0] : nil }
  var isEmpty: Bool { count == 0 }

  /// Whether all is stale from the first stale one of so many blocks on, or nothing is.
  func reachesEnd(of blockCount: Int) -> Bool {
    guard let first else { return true }
    return first.range.lowerBound >= blockCount
      || count == 1 && !first.isMeasured && first.range.upperBound >= blockCount
  }

  mutating func removeAll() { self = StaleStretches() }

  /// Adds a stretch after the others; when there are eight it becomes one with the last.
  mutating func append(_ stretch: Stretch) {
    if count == Self.limit {
      self[count - 1] = Stretch(range: self[count - 1].range.lowerBound..<stretch.range.upperBound)
    } else {
      self[count] = stretch
      count += 1
    }
  }

  mutating func append(_ others: StaleStretches) {
    for index in 0..<others.count { append(others[index]) }
  }

  /// Puts another stretch in the place of the first; nil takes that away.
  mutating func replaceFirst(with stretch: Stretch?) {
    var all = StaleStretches()
    if let stretch { all.append(stretch) }
    if count > 1 { for index in 1..<count { all.append(self[index]) } }
    self = all
  }

  mutating func truncate(to end: Int) {
    while count > 0, self[count - 1].range.lowerBound >= end { count -= 1 }
    if count > 0, self[count - 1].range.upperBound > end {
      self[count - 1].range = self[count - 1].range.lowerBound..<end
    }
  }

  /// The text's blocks changed: those that came are stale, and what was stale after them moves along.
  ///
  /// Where blocks are gone and none came the next one is stale: it has another one before it.
  mutating func take(_ change: BlockListChange) {
    let surplus = change.inserted.count - change.replaced.count
    let first = change.replaced.lowerBound
    var range = first..<max(change.inserted.upperBound, first + 1)
    var (before, after) = (StaleStretches(), StaleStretches())
    for index in 0..<count {
      let old = self[index]
      let isAfter = old.range.lowerBound >= change.replaced.upperBound
      let start = isAfter ? old.range.lowerBound + surplus : min(old.range.lowerBound, first)
      let end =
        old.range.upperBound >= change.replaced.upperBound
        ? old.range.upperBound + surplus : min(old.range.upperBound, first)
      if end < range.lowerBound {
        if start < end { before.append(Stretch(range: start..<end, isMeasured: old.isMeasured)) }
      } else if start > range.upperBound {
        after.append(Stretch(range: start..<end, isMeasured: old.isMeasured))
      } else {
        range = min(start, range.lowerBound)..<max(end, range.upperBound)
      }
    }
    before.append(Stretch(range: range))
    before.append(after)
    self = before
  }

  /// Traps unless the stretches are in order.
  func checkInvariants() {
    var end = -1
    for index in 0..<count {
      let range = self[index].range
      precondition(
        range.lowerBound > end && !range.isEmpty,
        "a stale stretch \(range) follows one that ends at \(end)"
      )
      end = range.upperBound
    }
  }
}
