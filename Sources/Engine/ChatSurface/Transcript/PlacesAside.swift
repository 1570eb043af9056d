import Lengths

/// What is known of the places of a text that has cards of height 0, or whose blocks changed with
/// others after them that did not.
///
/// Complexity: O(log blocks) each unless it says otherwise.
struct PlacesAside {
  /// How far the blocks lie from where they were noted.
  private(set) var shifts = PrefixShifts()
  private(set) var stale: StaleStretches
  /// For each block how many blocks back the last visible one is: 0 for itself, -1 for none; empty
  /// while all are visible. Only a card of height 0 is not.
  private(set) var shownBack: [Int32] = []

  init(count: Int, stale: StaleStretches) {
    shifts.reset(count: count)
    self.stale = stale
  }

  mutating func setStale(_ stale: StaleStretches) { self.stale = stale }

  /// No block from `count` on is stale: there is none.
  mutating func truncateStale(to count: Int) { stale.truncate(to: count) }

  /// The blocks were noted again, where they lie.
  mutating func resetShifts() { shifts.reset(count: shifts.count) }

  /// A block follows the last one.
  mutating func append() {
    stale.removeAll()
    shifts.append()
    if !shownBack.isEmpty { shownBack.append(0) }
  }

  /// Takes whether a block is visible: whether it is anything but a card of height 0.
  mutating func note(isVisible: Bool, at index: Int) {
    if !isVisible, shownBack.isEmpty {
      shownBack = Array(repeating: 0, count: shifts.count)
    }
    guard !shownBack.isEmpty else { return }
    if isVisible {
      shownBack[index] = 0
    } else if index == 0 || shownBack[index - 1] < 0 {
      shownBack[index] = -1
    } else {
      shownBack[index] = shownBack[index - 1] + 1
    }
  }

  /// The first stale block has a place that holds. The one after it, where that was not stale, is to
  /// be placed again; or all after it move together.
  ///
  /// - Parameter way: How far the block's bottom has moved; nil when it is not visible, so that what is
  ///   after it depends on what is before it.
  mutating func keepPlace(of index: Int, movingLaterBy way: LayoutUnit?) {
    guard let first = stale.first else { return }
    var next: StaleStretches.Stretch?
    if index + 1 < first.range.upperBound {
      next = .init(range: index + 1..<first.range.upperBound, isMeasured: first.isMeasured)
    }
    stale.replaceFirst(with: next)
    guard next == nil, index + 1 < shifts.count, stale.first?.range.lowerBound != index + 1 else {
      return
    }
    if first.isMeasured, let way {
      shifts.shift(from: index + 1, by: way)
    } else {
      let others = stale
      stale.removeAll()
      stale.append(.init(range: index + 1..<index + 2, isMeasured: true))
      stale.append(others)
    }
  }

  mutating func truncate(to count: Int) {
    shifts.truncate(to: count)
    if !shownBack.isEmpty { shownBack.removeLast(shownBack.count - count) }
  }

  /// Some blocks are gone; shifts were settled unless they are the last ones.
  ///
  /// - Complexity: O(blocks after them).
  mutating func remove(_ range: Range<Int>) {
    shifts.truncate(to: shifts.count - range.count)
    if !shownBack.isEmpty { shownBack.removeSubrange(range) }
  }

  /// Some blocks came before one; shifts were settled.
  ///
  /// - Complexity: O(blocks after them).
  mutating func insert(_ count: Int, at index: Int) {
    shifts.reset(count: shifts.count + count)
    if !shownBack.isEmpty {
      shownBack.insert(contentsOf: repeatElement(0, count: count), at: index)
    }
  }

  /// Traps unless as much is known as there are blocks.
  func checkInvariants(count: Int) {
    precondition(shifts.count == count, "\(shifts.count) of \(count) blocks can be shifted")
    precondition(
      shownBack.isEmpty || shownBack.count == count,
      "\(shownBack.count) of \(count) blocks are known to be visible or not"
    )
    stale.checkInvariants()
  }
}
