import FramePacing
import Lengths

/// Items in the content space, edited so that a still point stays where it is.
///
/// The caller says where the still point was before an edit (`place(of:)`), edits, and restores it
/// (`restore`). A strategy that moves content freely gets it back exactly, by moving everything
/// else; of another one the layout says by how much the still point is off.
public struct VirtualLayout: Sendable {
  private var strategy: any LayoutStrategy
  /// Rebases so far.
  public private(set) var rebases = 0

  /// Lays out by `strategy`.
  public init(strategy: any LayoutStrategy) { self.strategy = strategy }

  /// How many items there are.
  public var count: Int { strategy.count }
  /// The first item's top.
  public var top: LayoutUnit { strategy.top }
  /// The last item's bottom, the space below it included.
  public var bottom: LayoutUnit { strategy.bottom }
  /// Work done so far.
  public var counts: OperationCounts { strategy.counts }

  /// The top of the item at `index`.
  public func y(at index: Int) -> LayoutUnit { strategy.y(at: index) }
  /// The height of the item at `index`.
  public func height(at index: Int) -> LayoutUnit { strategy.height(at: index) }
  /// The handle of the item at `index`.
  public func handle(at index: Int) -> UInt32 { strategy.handle(at: index) }
  /// Where the item with this handle is; nil when there is none.
  public func index(of handle: UInt32) -> Int? { strategy.index(of: handle) }
  /// The item that contains `y`, clamped; nil in an empty layout.
  public func index(atY y: LayoutUnit) -> Int? {
    count == 0 ? nil : strategy.index(atY: y)
  }

  /// Calls `body` for each item that lies between `start` and `end`, in order.
  ///
  /// - Complexity: O(log n) for the first and O(1) for each following.
  public func forEachItem(from start: LayoutUnit, to end: LayoutUnit, _ body: (PlacedItem) -> Void)
  {
    guard count > 0, start < end else { return }
    strategy.forEachItem(from: strategy.index(atY: start)) { item in
      guard item.y < end else { return false }
      if item.y + item.height > start { body(item) }
      return true
    }
  }

  /// Where the still point lies in the content space; nil when its item is gone.
  public func place(of point: StillPoint) -> LayoutUnit? {
    switch point {
    case .end: return bottom
    case .item(let handle, let inset):
      return strategy.index(of: handle).map { strategy.y(at: $0) + inset }
    }
  }

  /// Puts the still point back to `y`, as far as the strategy can.
  ///
  /// - Returns: How far below `y` it lies nevertheless: 0 when content could be moved.
  public mutating func restore(_ point: StillPoint, to y: LayoutUnit) -> LayoutUnit {
    guard let now = place(of: point), now != y else { return .zero }
    guard strategy.movesContentFreely else { return now - y }
    strategy.translate(by: y - now)
    return .zero
  }

  /// Replaces everything.
  ///
  /// The first item lies at the start of the space; in a conversation taller than
  /// `ContentSpace.tallestLoad` the end does, which counts as a rebase.
  public mutating func load(count: Int, _ make: (Int) -> LayoutItem) {
    strategy.load(count: count, top: ContentSpace.start, make)
    let total = strategy.bottom - strategy.top
    if total > ContentSpace.tallestLoad {
      strategy.translate(by: -total)
      rebases += 1
    }
  }

  /// Adds items before the one at `index`.
  public mutating func insert(_ items: [LayoutItem], at index: Int) {
    strategy.insert(items, at: index)
  }

  /// Takes items away.
  public mutating func remove(_ range: Range<Int>) { strategy.remove(range) }

  /// Moves an item; `target` counts without it.
  public mutating func move(from source: Int, to target: Int) {
    strategy.move(from: source, to: target)
  }

  /// Sets the heights of neighbouring items.
  public mutating func setHeights(
    _ heights: [LayoutUnit],
    at first: Int,
    growing: Growth = .downward
  ) {
    strategy.setHeights(heights, at: first, growing: growing)
  }

  /// Sets the height of one item; the items after it move.
  public mutating func setHeight(_ height: LayoutUnit, at index: Int) {
    strategy.setHeight(height, at: index)
  }

  /// Multiplies all heights by `numerator` / `denominator`: guesses after a change of width.
  ///
  /// - Precondition: Both are 1 to 2^31 - 1.
  public mutating func scaleHeights(numerator: Int, denominator: Int) {
    strategy.scaleHeights(numerator: numerator, denominator: denominator)
  }

  /// Moves the content so that `offset` lies in the middle of the space, when it has come within
  /// `ContentSpace.margin` of an edge.
  ///
  /// - Returns: How far everything was moved; zero when nothing had to be.
  public mutating func rebase(around offset: LayoutUnit, viewport: LayoutUnit) -> LayoutUnit {
    let isInside =
      offset >= ContentSpace.margin
      && offset + viewport <= ContentSpace.height - ContentSpace.margin
    guard !isInside else { return .zero }
    let shift = ContentSpace.start - offset
    strategy.translate(by: shift)
    rebases += 1
    return shift
  }

  /// Traps unless the structure is sound.
  package func checkInvariants() { strategy.checkInvariants() }
}
