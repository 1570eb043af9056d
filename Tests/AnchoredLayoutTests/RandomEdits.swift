import AnchoredLayout
import Lengths

/// A strategy and a plain array that undergo the same edits.
struct RandomEdits {
  let kind: LayoutKind
  private(set) var strategy: any LayoutStrategy
  private(set) var model: NaiveLayout
  private var source: EditSource
  private var listed = PlacedItems()

  init(kind: LayoutKind, seed: UInt64) {
    self.kind = kind
    strategy = kind.make()
    model = NaiveLayout(kind: kind)
    source = EditSource(seed: seed)
  }

  mutating func edit() {
    switch source.random.nextIndex(below: 20) {
    case 0:
      let distance = LayoutUnit(rawValue: Int64(source.random.nextIndex(below: 20_001)) - 10_000)
      strategy.translate(by: distance)
      model.top += distance
    case 1:
      let start = randomPlace()
      let end = start + LayoutUnit(points: 800)
      strategy.forgetHeights(above: start, below: end)
      model.forget(above: start, below: end)
    default:
      let scaling =
        (strategy as? AnchoredTree)?.scaling
        ?? ScalingStretches(segmentCounts: [model.items.count])
      let edit = source.next(count: model.items.count)
      edit.apply(to: &strategy)
      edit.apply(to: &model, kind: kind, scaling: scaling)
      if model.items.isEmpty { model.top = strategy.top }
    }
  }

  /// Somewhere in the content or a bit outside.
  private mutating func randomPlace() -> LayoutUnit {
    let extent = Int((model.bottom - model.top).rawValue) + 20_000
    return model.top + LayoutUnit(rawValue: Int64(source.random.nextIndex(below: extent)) - 10_000)
  }

  /// What differs between the two; nil when nothing does.
  mutating func difference() -> String? {
    guard strategy.count == model.items.count else {
      return "\(strategy.count) items, not \(model.items.count)"
    }
    guard strategy.top == model.top, strategy.bottom == model.bottom else {
      return "from \(strategy.top) to \(strategy.bottom), not \(model.top) to \(model.bottom)"
    }
    for item in model.placed {
      let index = item.index
      guard strategy.handle(at: index) == item.handle, strategy.height(at: index) == item.height,
        strategy.y(at: index) == item.y, strategy.index(of: item.handle) == index
      else { return "item \(index) is another one or lies elsewhere" }
    }
    if strategy.index(of: source.unusedHandle) != nil { return "an unknown handle has an item" }
    return differenceOfPlaces()
  }

  private mutating func differenceOfPlaces() -> String? {
    guard !model.items.isEmpty else { return nil }
    for _ in 0..<4 {
      let y = randomPlace()
      let (found, expected) = (strategy.index(atY: y), model.index(atY: y))
      guard found == expected else { return "item \(found) at \(y), not \(expected)" }
    }
    // Listing brings all places up to date: most edits have to do without.
    guard source.random.nextIndex(below: 4) == 0 else { return nil }
    let start = randomPlace()
    let end = start + LayoutUnit(points: 800)
    strategy.list(from: start, to: end, into: &listed)
    return Array(listed) == model.list(from: start, to: end) ? nil : "another list from \(start)"
  }
}
