import ConformanceTags
import AnchoredLayout
import Lengths
import Testing
import Timebase

/// Random edits against a plain array; `ITERATIONS` edits for each strategy.
@Suite struct LayoutStrategyPropertyTests {
  @Test(.tags(.editsAllKinds, .heightsIndexExact), arguments: Kind.allCases)
  func anyEditsLeaveWhatAPlainArrayHas(kind: Kind) {
    var edits = RandomEdits(kind: kind, seed: PropertySettings.seed)
    for iteration in 0..<PropertySettings.iterations {
      edits.edit()
      edits.strategy.checkInvariants()
      let difference = edits.difference
      #expect(
        difference == nil,
        "edit \(iteration) of seed \(PropertySettings.seed): \(difference ?? "")"
      )
      if difference != nil { return }
    }
  }

  /// Which strategy is tried.
  enum Kind: CaseIterable {
    case tree
    case array

    func make() -> any LayoutStrategy {
      switch self {
      case .tree: AnchoredTree()
      case .array: AnchoredArray()
      }
    }
  }
}

/// A strategy and a plain array that undergo the same edits.
struct RandomEdits {
  let kind: LayoutStrategyPropertyTests.Kind
  var strategy: any LayoutStrategy
  var model = NaiveLayout(top: ContentSpace.start)
  private var random: SeededGenerator
  private var nextHandle: UInt32 = 0

  init(kind: LayoutStrategyPropertyTests.Kind, seed: UInt64) {
    self.kind = kind
    strategy = kind.make()
    random = SeededGenerator(seed: seed)
  }

  mutating func edit() {
    let count = model.items.count
    switch random.nextIndex(below: 100) {
    case 0: load(random.nextIndex(below: 40))
    case 1..<35: insert(1 + random.nextIndex(below: 5), at: random.nextIndex(below: count + 1))
    case 35..<45: insert(1 + random.nextIndex(below: 20), at: 0)
    case 45..<60 where count > 0:
      let first = random.nextIndex(below: count)
      remove(first..<first + 1 + random.nextIndex(below: min(6, count - first)))
    case 60..<72 where count > 0:
      let (source, target) = (random.nextIndex(below: count), random.nextIndex(below: count))
      strategy.move(from: source, to: target)
      model.move(from: source, to: target)
    case 72..<97 where count > 0:
      let first = random.nextIndex(below: count)
      setHeights(1 + random.nextIndex(below: min(4, count - first)), at: first)
    default:
      let distance = LayoutUnit(rawValue: Int64(random.nextIndex(below: 20_001)) - 10_000)
      strategy.translate(by: distance)
      model.top += distance
    }
    if model.items.isEmpty { model.top = strategy.top }
  }

  private mutating func height() -> LayoutUnit {
    random.nextIndex(below: 8) == 0
      ? .zero : LayoutUnit(rawValue: Int64(1 + random.nextIndex(below: 30_000)))
  }

  private mutating func items(_ count: Int) -> [LayoutItem] {
    (0..<count).map { _ in
      nextHandle += 1
      return LayoutItem(handle: nextHandle, height: height())
    }
  }

  private mutating func load(_ count: Int) {
    let new = items(count)
    strategy.load(count: count, top: ContentSpace.start) { new[$0] }
    model = NaiveLayout(items: new, top: ContentSpace.start)
  }

  private mutating func insert(_ count: Int, at index: Int) {
    let new = items(count)
    // What is put before everything else extends the array upward; the tree is told by `restore`.
    if kind == .array, index == 0, !model.items.isEmpty {
      model.top -= new.reduce(.zero) { $0 + $1.height }
    }
    strategy.insert(new, at: index)
    model.items.insert(contentsOf: new, at: index)
  }

  private mutating func remove(_ range: Range<Int>) {
    strategy.remove(range)
    model.items.removeSubrange(range)
  }

  private mutating func setHeights(_ count: Int, at first: Int) {
    let heights = (0..<count).map { _ in height() }
    let growing: Growth = random.nextIndex(below: 2) == 0 ? .upward : .downward
    let before = model.bottom
    strategy.setHeights(heights, at: first, growing: growing)
    model.setHeights(heights, at: first)
    if growing == .upward { model.top -= model.bottom - before }
  }

  /// What differs between the two; nil when nothing does.
  var difference: String? {
    guard strategy.count == model.items.count else {
      return "\(strategy.count) items, not \(model.items.count)"
    }
    guard strategy.top == model.top, strategy.bottom == model.bottom else {
      return "from \(strategy.top) to \(strategy.bottom), not \(model.top) to \(model.bottom)"
    }
    for (index, item) in model.items.enumerated() {
      guard strategy.handle(at: index) == item.handle, strategy.height(at: index) == item.height,
        strategy.y(at: index) == model.y(at: index), strategy.index(of: item.handle) == index
      else { return "item \(index) is another one or lies elsewhere" }
    }
    if strategy.index(of: nextHandle + 1) != nil { return "an unknown handle has an item" }
    return differenceOfPlaces
  }

  private var differenceOfPlaces: String? {
    guard let first = model.items.first, first.height > .zero else { return nil }
    for offset in [Int64(-1), 0, 1, 5_000, 60_000, 200_000] {
      let y = model.top + LayoutUnit(rawValue: offset)
      let (found, expected) = (strategy.index(atY: y), model.index(atY: y))
      // Of items of height 0 at one place any will do.
      guard strategy.y(at: found) == model.y(at: expected) || found == expected else {
        return "item \(found) at \(y), not \(expected)"
      }
    }
    return nil
  }
}
