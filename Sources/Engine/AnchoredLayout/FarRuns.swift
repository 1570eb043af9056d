import Lengths
import Timebase

/// The runs of a layout, between the items that it keeps one by one: *near* items, whose *places*
/// count without runs.
///
/// A run costs as much as an item. Whoever edits one of its items takes that out of it first, which
/// leaves a run on either side; neighbours taken out one after the other leave two in all.
///
/// Complexity: O(log runs) for questions, O(runs) for edits.
internal struct FarRuns: Sendable {
  /// A run and what lies before it.
  struct Entry: Hashable, Sendable {
    var run: LayoutRun
    /// The near item that it lies before; the number of near items at the end.
    var place: Int
    /// How many items the runs before it have.
    var countBefore = 0
    /// How high the runs before it are.
    var heightBefore = LayoutUnit.zero

    /// The index of its first item.
    var start: Int { place + countBefore }
    /// How many items there are in runs up to its end.
    var countAfter: Int { countBefore + run.count }
    /// How high the runs are up to its end.
    var heightAfter: LayoutUnit { heightBefore + run.height }
  }

  /// Where an item is.
  enum Position {
    /// Among the near items, after runs of so many items and of such a height.
    case near(place: Int, height: LayoutUnit)
    /// In a run.
    case far(entry: Int, item: Int)
  }

  /// In order.
  private(set) var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }
  /// How many items the runs have.
  var count: Int { entries.last?.countAfter ?? 0 }
  /// How high they are.
  var height: LayoutUnit { entries.last?.heightAfter ?? .zero }

  // MARK: Questions

  /// Where the item at an index is; for the number of all items, where one more would be.
  func position(of index: Int) -> Position {
    guard !isEmpty, let number = number(before: { $0.start <= index }) else {
      return .near(place: index, height: .zero)
    }
    let entry = entries[number]
    let item = index - entry.start
    guard item >= entry.run.count else { return .far(entry: number, item: item) }
    return .near(place: index - entry.countAfter, height: entry.heightAfter)
  }

  /// The index of a near item.
  func index(ofNear place: Int) -> Int {
    guard !isEmpty, let number = number(before: { $0.place <= place }) else { return place }
    return entries[number].countAfter + place
  }

  /// The index of a far item; nil where no run has the handle.
  ///
  /// - Complexity: O(runs).
  func index(of handle: UInt32) -> Int? {
    for entry in entries {
      if let item = entry.run.item(with: handle) { return entry.start + item }
    }
    return nil
  }

  /// The last entry of those at the beginning of which something is true.
  func number(before isBefore: (Entry) -> Bool) -> Int? {
    let count = entries.partitionPoint { !isBefore($0) }
    return count > 0 ? count - 1 : nil
  }

  // MARK: Edits

  mutating func removeAll() { entries.removeAll() }

  /// A run comes before the item at an index, which is near, the first of a run, or the end.
  mutating func insert(_ run: LayoutRun, at index: Int) {
    cut(at: index)
    let next = entries.firstIndex { $0.start >= index } ?? entries.count
    let countBefore = next > 0 ? entries[next - 1].countAfter : 0
    entries.insert(Entry(run: run, place: index - countBefore), at: next)
    settle(from: next)
  }

  /// Near items come before the item at an index.
  ///
  /// - Returns: Their place among the near ones.
  mutating func makeRoom(for count: Int, at index: Int) -> Int {
    cut(at: index)
    var place = index
    for number in entries.indices {
      if entries[number].start < index {
        place = index - entries[number].countAfter
      } else {
        entries[number].place += count
      }
    }
    return place
  }

  /// Items go: the runs lose theirs.
  ///
  /// - Returns: The places of the near ones among them, which lie one after the other.
  mutating func remove(_ range: Range<Int>) -> Range<Int> {
    cut(at: range.lowerBound)
    cut(at: range.upperBound)
    let first = nearCount(before: range.lowerBound)
    let last = nearCount(before: range.upperBound)
    entries.removeAll { range.contains($0.start) }
    for number in entries.indices where entries[number].place >= last {
      entries[number].place -= last - first
    }
    settle(from: 0)
    return first..<last
  }

  /// Takes the first run that has items of a range out of there: they become near ones.
  ///
  /// - Returns: The items and their place; nil where all are near already.
  mutating func takeOut(_ range: Range<Int>) -> (items: [LayoutItem], place: Int)? {
    guard
      let number = entries.firstIndex(where: {
        $0.start < range.upperBound && $0.start + $0.run.count > range.lowerBound
      })
    else { return nil }
    let (start, run, place) = (entries[number].start, entries[number].run, entries[number].place)
    let taken = range.clamped(to: start..<start + run.count)
    let items = taken.lowerBound - start..<taken.upperBound - start
    let upper = run.part(0..<items.lowerBound).map { Entry(run: $0, place: place) }
    let lower = run.part(items.upperBound..<run.count).map { Entry(run: $0, place: place) }
    entries.replaceSubrange(number...number, with: [upper, lower].compactMap { $0 })
    for next in (upper == nil ? number : number + 1)..<entries.count {
      entries[next].place += items.count
    }
    settle(from: number)
    return (run.items(items), place)
  }

  /// Scales every run by itself.
  mutating func scale(by scale: LengthScale) {
    for number in entries.indices { entries[number].run = entries[number].run.scaled(by: scale) }
    settle(from: 0)
  }

  /// How many near items lie before an index, where no run goes on.
  private func nearCount(before index: Int) -> Int {
    index - (number(before: { $0.start < index }).map { entries[$0].countAfter } ?? 0)
  }

  /// Makes two runs of the one that goes on at an index.
  private mutating func cut(at index: Int) {
    guard case .far(let number, let item) = position(of: index), item > 0 else { return }
    let (run, place) = (entries[number].run, entries[number].place)
    let parts = [run.part(0..<item), run.part(item..<run.count)]
    entries.replaceSubrange(
      number...number,
      with: parts.compactMap { $0.map { Entry(run: $0, place: place) } }
    )
    settle(from: number)
  }

  /// Counts again what lies before the entries from one on.
  private mutating func settle(from first: Int) {
    for number in first..<entries.count {
      entries[number].countBefore = number > 0 ? entries[number - 1].countAfter : 0
      entries[number].heightBefore = number > 0 ? entries[number - 1].heightAfter : .zero
    }
  }

  /// Traps unless runs are in order and what lies before them is counted.
  ///
  /// - Parameter near: How many near items there are.
  func checkInvariants(near: Int) {
    var (count, height, place) = (0, LayoutUnit.zero, 0)
    for entry in entries {
      precondition(
        (place...near).contains(entry.place),
        "a run lies before near item \(entry.place) of \(near), after one at \(place)"
      )
      precondition(
        entry.countBefore == count && entry.heightBefore == height,
        "\(entry.countBefore) items of \(entry.heightBefore) before a run, not \(count) of \(height)"
      )
      (count, height, place) = (entry.countAfter, entry.heightAfter, entry.place)
    }
  }
}
