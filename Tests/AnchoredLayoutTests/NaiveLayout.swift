import AnchoredLayout
import Lengths

/// Items in a plain array, their places summed anew at every question.
struct NaiveLayout {
  var items: [LayoutItem] = []
  var top: LayoutUnit
  /// The height of every item that is not `known`, in a layout that keeps no heights; else nil.
  var guess: LayoutUnit?
  /// The handles of the items whose height was set since they came on screen.
  var known: Set<UInt32> = []
  /// Every height that was measured since all items were new; each time one comes back it counts.
  private var measured: (sum: Int64, count: Int64) = (0, 0)

  /// An empty one, by the rules of a strategy.
  init(kind: LayoutKind) {
    top = ContentSpace.start
    guess = kind.keepsHeights ? nil : LayoutUnit(rawValue: 1)
  }

  /// Every item with its place.
  var placed: [PlacedItem] {
    var y = top
    return items.enumerated().map { index, item in
      defer { y += item.height }
      return PlacedItem(index: index, handle: item.handle, y: y, height: item.height)
    }
  }

  func y(at index: Int) -> LayoutUnit {
    items[..<index].reduce(top) { $0 + $1.height }
  }

  var bottom: LayoutUnit { y(at: items.count) }

  func index(of handle: UInt32) -> Int? { items.firstIndex { $0.handle == handle } }

  /// Where a still point lies; nil when its item is gone.
  func place(of point: StillPoint) -> LayoutUnit? {
    switch point {
    case .end: bottom
    case .item(let handle, let inset): index(of: handle).map { y(at: $0) + inset }
    }
  }

  /// What takes the place of `point` when items are removed: forward, then backward.
  func heir(of point: StillPoint, removing range: Range<Int>) -> StillPoint? {
    guard case .item(let handle, _) = point, let index = index(of: handle) else { return point }
    if !range.contains(index) { return point }
    let candidates = Array(index..<items.count) + (0..<index).reversed()
    let heir = candidates.first { !range.contains($0) }
    return heir.map { .item(handle: items[$0].handle, inset: .zero) }
  }

  /// The item that contains `y`, of those with a height; clamped to the ends.
  func index(atY y: LayoutUnit) -> Int {
    if y < top { return 0 }
    return placed.first { $0.y + $0.height > y }?.index ?? items.count - 1
  }

  /// What lies between two places.
  func list(from start: LayoutUnit, to end: LayoutUnit) -> [PlacedItem] {
    placed.filter { $0.y < end && $0.y + $0.height > start }
  }

  // MARK: Edits

  mutating func load(_ new: [LayoutItem], top: LayoutUnit) {
    items = new
    self.top = top
    known = []
    measured = (0, 0)
    if guess != nil { guess = average(of: new) ?? guess }
    applyGuess()
  }

  mutating func insert(_ new: [LayoutItem], at index: Int) {
    if guess != nil, items.isEmpty, !new.isEmpty {
      measured = (0, 0)
      guess = average(of: new)
    }
    items.insert(contentsOf: new, at: index)
    applyGuess()
  }

  mutating func remove(_ range: Range<Int>) {
    for item in items[range] { known.remove(item.handle) }
    items.removeSubrange(range)
  }

  mutating func move(from source: Int, to target: Int) {
    let item = items.remove(at: source)
    items.insert(item, at: target)
  }

  mutating func setHeights(_ heights: [LayoutUnit], at first: Int) {
    for (offset, height) in heights.enumerated() {
      let item = items[first + offset]
      if known.insert(item.handle).inserted {
        measured.count += 1
      } else {
        measured.sum -= item.height.rawValue
      }
      measured.sum += height.rawValue
      items[first + offset].height = height
    }
  }

  /// Scales heights so that sums stay exact within each segment, and each run's is shared out evenly.
  mutating func scale(_ numerator: Int64, _ denominator: Int64, _ scaling: ScalingStretches) {
    for run in scaling.runs {
      let old = items[run].reduce(0) { $0 + $1.height.rawValue }
      let sum = max(Int64(run.count), old * numerator / denominator)
      for (number, place) in run.enumerated() {
        let isTaller = Int64(number) < sum % Int64(run.count)
        let height = sum / Int64(run.count) + (isTaller ? 1 : 0)
        items[place].height = LayoutUnit(rawValue: height)
      }
    }
    let single = items.indices.filter { index in !scaling.runs.contains { $0.contains(index) } }
    var index = 0
    for count in scaling.segmentCounts {
      var sum: Int64 = 0
      var scaledBefore: Int64 = 0
      for place in single[index..<index + count] {
        sum += items[place].height.rawValue
        let scaled = sum * numerator / denominator
        items[place].height = LayoutUnit(rawValue: scaled - scaledBefore)
        scaledBefore = scaled
      }
      index += count
    }
  }

  /// The same in a layout that keeps no heights: each known one, and the guess, by itself.
  mutating func scaleEach(_ numerator: Int64, _ denominator: Int64) {
    scale(numerator, denominator, ScalingStretches(segmentCounts: items.map { _ in 1 }))
    measured.sum = measured.sum * numerator / denominator
    if let old = guess {
      guess = LayoutUnit(rawValue: max(1, old.rawValue * numerator / denominator))
    }
    applyGuess()
  }

  /// Nothing above `start` and below `end` is known any more; the item at `start` stays.
  mutating func forget(above start: LayoutUnit, below end: LayoutUnit) {
    guard guess != nil, !known.isEmpty else { return }
    let still = index(atY: start)
    let place = y(at: still)
    let oldBottom = bottom
    known.formIntersection(list(from: start, to: end).map(\.handle))
    guess = LayoutUnit(rawValue: max(1, measured.sum / measured.count))
    applyGuess()
    top += start < oldBottom ? place - y(at: still) : oldBottom - bottom
  }

  private func average(of items: [LayoutItem]) -> LayoutUnit? {
    guard !items.isEmpty else { return nil }
    let sum = items.reduce(0) { $0 + $1.height.rawValue }
    return LayoutUnit(rawValue: max(1, sum / Int64(items.count)))
  }

  private mutating func applyGuess() {
    guard let guess else { return }
    for index in items.indices where !known.contains(items[index].handle) {
      items[index].height = guess
    }
  }
}
