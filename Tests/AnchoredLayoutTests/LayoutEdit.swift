import AnchoredLayout
import Lengths

/// An edit of a layout, for a strategy, for a whole layout and for a plain array.
enum LayoutEdit {
  case load([LayoutItem])
  case insert([LayoutItem], at: Int)
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
  /// - Parameter segments: How many items each segment has, within which scaled sums are exact.
  func apply(to model: inout NaiveLayout, kind: LayoutKind, segments: [Int]) {
    switch self {
    case .load(let items): model.load(items, top: ContentSpace.start)
    case .insert(let items, let index):
      let isUpward = kind.prependsUpward && index == 0 && !model.items.isEmpty
      let before = model.bottom
      model.insert(items, at: index)
      if isUpward { model.top -= model.bottom - before }
    case .remove(let range): model.remove(range)
    case .move(let source, let target): model.move(from: source, to: target)
    case .setHeights(let heights, let first, let growing):
      let before = model.bottom
      model.setHeights(heights, at: first)
      if growing == .upward, kind.growsUpward { model.top -= model.bottom - before }
    case .setHeight(let height, let index): model.setHeights([height], at: index)
    case .scale(let numerator, let denominator):
      if kind.keepsHeights {
        model.scale(Int64(numerator), Int64(denominator), segments: segments)
      } else {
        model.scaleEach(Int64(numerator), Int64(denominator))
      }
    }
  }
}
