import AnchoredLayout
import Lengths

/// An edit of a layout, for a strategy, for a whole layout and for a plain array.
enum LayoutEdit {
  case load([LayoutItem])
  case insert([LayoutItem], at: Int)
  case insertRun(LayoutRun, at: Int)
  case remove(Range<Int>)
  case move(from: Int, to: Int)
  case setHeights([LayoutUnit], at: Int, Growth)
  case setHeight(LayoutUnit, at: Int)
  case scale(Int, Int)

  func apply(to strategy: inout any LayoutStrategy) {
    switch self {
    case .load(let items):
      strategy.load(count: items.count, top: ContentSpace.start) { items[$0] }
    case .insert(let items, let index): strategy.insert(items, at: index)
    case .insertRun(let run, let index): strategy.insert(run, at: index)
    case .remove(let range): strategy.remove(range)
    case .move(let source, let target): strategy.move(from: source, to: target)
    case .setHeights(let heights, let first, let growing):
      strategy.setHeights(heights, at: first, growing: growing)
    case .setHeight(let height, let index): strategy.setHeight(height, at: index)
    case .scale(let numerator, let denominator):
      strategy.scaleHeights(numerator: numerator, denominator: denominator)
    }
  }

  func apply(to layout: inout VirtualLayout) {
    switch self {
    case .load(let items): layout.load(count: items.count) { items[$0] }
    case .insert(let items, let index): layout.insert(items, at: index)
    case .insertRun(let run, let index): layout.insert(run, at: index)
    case .remove(let range): layout.remove(range)
    case .move(let source, let target): layout.move(from: source, to: target)
    case .setHeights(let heights, let first, let growing):
      layout.setHeights(heights, at: first, growing: growing)
    case .setHeight(let height, let index): layout.setHeight(height, at: index)
    case .scale(let numerator, let denominator):
      layout.scaleHeights(numerator: numerator, denominator: denominator)
    }
  }

  /// Makes the edit in a plain array, by the rules of a strategy.
  ///
  /// - Parameter scaling: Which items are scaled together.
  func apply(to model: inout NaiveLayout, kind: LayoutKind, scaling: ScalingStretches) {
    switch self {
    case .load(let items): model.load(items, top: ContentSpace.start)
    case .insert(let items, let index):
      insert(items, at: index, into: &model, kind: kind)
    case .insertRun(let run, let index):
      let items = (0..<run.count).map { item in
        LayoutItem(
          handle: run.firstHandle + UInt32(item),
          height: run.top(of: item + 1) - run.top(of: item)
        )
      }
      insert(items, at: index, into: &model, kind: kind)
    case .remove(let range): model.remove(range)
    case .move(let source, let target): model.move(from: source, to: target)
    case .setHeights(let heights, let first, let growing):
      let before = model.bottom
      model.setHeights(heights, at: first)
      if growing == .upward, kind.growsUpward { model.top -= model.bottom - before }
    case .setHeight(let height, let index): model.setHeights([height], at: index)
    case .scale(let numerator, let denominator):
      if kind.keepsHeights {
        model.scale(Int64(numerator), Int64(denominator), scaling)
      } else {
        model.scaleEach(Int64(numerator), Int64(denominator))
      }
    }
  }

  private func insert(
    _ items: [LayoutItem],
    at index: Int,
    into model: inout NaiveLayout,
    kind: LayoutKind
  ) {
    let isUpward = kind.prependsUpward && index == 0 && !model.items.isEmpty
    let before = model.bottom
    model.insert(items, at: index)
    if isUpward { model.top -= model.bottom - before }
  }
}
