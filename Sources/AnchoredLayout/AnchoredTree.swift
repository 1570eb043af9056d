import FramePacing
import HeightIndexing
import Lengths

/// The reference's layout: heights in an order-statistic tree, places relative to one origin.
///
/// An item's place is the origin plus the sum of the heights before it, so an edit anywhere costs
/// O(log n) and moving all content costs one addition: whatever the still point is, it is kept by
/// moving the origin.
public struct AnchoredTree: LayoutStrategy {
  private var heights = HeightIndex()
  private var origin: LayoutUnit

  /// Makes an empty layout whose first item will lie at `origin`.
  public init(origin: LayoutUnit = ContentSpace.start) { self.origin = origin }

  public var count: Int { heights.count }
  public var top: LayoutUnit { origin }
  public var bottom: LayoutUnit { origin + heights.total }
  public var movesContentFreely: Bool { true }

  public var counts: OperationCounts {
    var counts = OperationCounts()
    counts[.indexElement] = Int(heights.work.itemsTouched &+ heights.work.elementsMoved)
    return counts
  }

  public func y(at index: Int) -> LayoutUnit { origin + heights.offset(of: index) }
  public func height(at index: Int) -> LayoutUnit { heights.height(at: index) }
  public func handle(at index: Int) -> UInt32 { heights.handle(at: index) }
  public func index(of handle: UInt32) -> Int? { heights.index(of: handle) }
  public func index(atY y: LayoutUnit) -> Int { heights.index(at: y - origin) }

  public func forEachItem(from first: Int, _ body: (PlacedItem) -> Bool) {
    guard first < count else { return }
    heights.forEachItem(from: first) { index, handle, offset, height in
      body(PlacedItem(index: index, handle: handle, y: origin + offset, height: height))
    }
  }

  public mutating func load(count: Int, top: LayoutUnit, _ make: (Int) -> LayoutItem) {
    origin = top
    heights.load(count: count) { index in
      let item = make(index)
      return (item.handle, item.height)
    }
  }

  public mutating func insert(_ items: [LayoutItem], at index: Int) {
    heights.insert(contentsOf: items.map { ($0.handle, $0.height) }, at: index)
  }

  public mutating func remove(_ range: Range<Int>) { heights.remove(range) }
  public mutating func move(from source: Int, to target: Int) {
    heights.move(from: source, to: target)
  }

  public mutating func setHeights(_ new: [LayoutUnit], at first: Int, growing: Growth) {
    let before = heights.total
    heights.setHeights(new, at: first)
    if growing == .upward { origin -= heights.total - before }
  }

  public mutating func setHeight(_ height: LayoutUnit, at index: Int) {
    heights.setHeight(height, at: index)
  }

  public mutating func scaleHeights(numerator: Int, denominator: Int) {
    heights.scaleHeights(numerator: numerator, denominator: denominator)
  }

  public mutating func translate(by distance: LayoutUnit) { origin += distance }

  public func checkInvariants() { heights.checkInvariants() }
}
