import FramePacing
import HeightIndexing
import Lengths

/// The reference's layout: heights in an order-statistic tree, places relative to one origin.
///
/// An item's place is the origin plus the sum of the heights before it, so an edit anywhere costs
/// O(log n) and moving all content costs one addition: whatever the still point is, it is kept by
/// moving the origin.
package struct AnchoredTree: LayoutStrategy {
  private var heights = HeightIndex()
  private var origin: LayoutUnit
  /// What listing has touched: a question, which is free.
  private var listed: UInt64 = 0
  /// What loads have touched.
  private var loaded: UInt64 = 0

  /// Makes an empty layout whose first item will lie at `origin`.
  package init(origin: LayoutUnit = ContentSpace.start) { self.origin = origin }

  /// Makes an empty layout whose blocks and nodes are full sooner, so that small tests reach deep
  /// trees.
  package init(segmentFill: Int, nodeFill: Int) {
    heights = HeightIndex(segmentFill: segmentFill, nodeFill: nodeFill)
    origin = ContentSpace.start
  }

  /// How many items each segment has, in order; `scaleHeights` rounds within segments.
  package var segmentCounts: [Int] { heights.segmentCounts }

  package var count: Int { heights.count }
  package var top: LayoutUnit { origin }
  package var bottom: LayoutUnit { origin + heights.total }
  package var correction: Correction { .exact }

  package var counts: OperationCounts {
    var counts = OperationCounts()
    counts[.indexElement] = Int(touched &- listed &- loaded)
    counts[.indexElementLoaded] = Int(loaded)
    return counts
  }

  private var touched: UInt64 { heights.work.itemsTouched &+ heights.work.elementsMoved }

  package func y(at index: Int) -> LayoutUnit { origin + heights.offset(of: index) }
  package func height(at index: Int) -> LayoutUnit { heights.height(at: index) }
  package func handle(at index: Int) -> UInt32 { heights.handle(at: index) }
  package func index(of handle: UInt32) -> Int? { heights.index(of: handle) }
  package func index(atY y: LayoutUnit) -> Int { heights.index(at: y - origin) }

  package mutating func list(
    from start: LayoutUnit,
    to end: LayoutUnit,
    into items: inout PlacedItems
  ) {
    items.removeAll()
    let before = heights.work.itemsTouched
    heights.list(from: start - origin, to: end - origin, into: &items.visible)
    let count = items.visible.count
    // Scaling that was put off until somebody looks is work of the edit that asked for it.
    listed &+= min(heights.work.itemsTouched &- before, UInt64(count))
    if start < origin, origin < end { listHiddenHead(into: &items) }
    items.appendVisible(from: origin)
  }

  /// Lists the items without a height that come before the first one with a height.
  private func listHiddenHead(into items: inout PlacedItems) {
    let end = items.visible.count > 0 ? items.visible.firstIndex : count
    guard end > 0, height(at: 0) == .zero else { return }
    heights.forEachItem(from: 0) { index, handle, offset, height in
      guard index < end else { return false }
      items.append(PlacedItem(index: index, handle: handle, y: origin + offset, height: height))
      return true
    }
  }

  package mutating func load(count: Int, top: LayoutUnit, _ make: (Int) -> LayoutItem) {
    origin = top
    let before = touched
    heights.load(count: count) { index in
      let item = make(index)
      return (item.handle, item.height)
    }
    loaded &+= touched &- before
  }

  package mutating func insert(_ items: [LayoutItem], at index: Int) {
    heights.insert(contentsOf: items.map { ($0.handle, $0.height) }, at: index)
  }

  package mutating func remove(_ range: Range<Int>) { heights.remove(range) }
  package mutating func move(from source: Int, to target: Int) {
    heights.move(from: source, to: target)
  }

  package mutating func setHeights(_ new: [LayoutUnit], at first: Int, growing: Growth) {
    let before = heights.total
    heights.setHeights(new, at: first)
    if growing == .upward { origin -= heights.total - before }
  }

  package mutating func setHeight(_ height: LayoutUnit, at index: Int) {
    heights.setHeight(height, at: index)
  }

  package mutating func scaleHeights(numerator: Int, denominator: Int) {
    heights.scaleHeights(numerator: numerator, denominator: denominator)
  }

  package mutating func translate(by distance: LayoutUnit) { origin += distance }

  package func checkInvariants() { heights.checkInvariants() }
}
