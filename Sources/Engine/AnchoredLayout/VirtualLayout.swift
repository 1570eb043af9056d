import FramePacing
import Lengths

/// Items in the content space, edited so that a still point stays where it is.
///
/// The caller says where the still point was before an edit (`place(of:)`), edits, and restores it
/// (`restore`). What becomes of it is the strategy's `correction`: it is put back exactly, by moving
/// everything else; or the layout says by how much it is off, and the content offset may follow.
///
/// Not copyable: a question to it is to take and give back no reference to what its strategy holds.
package struct VirtualLayout: ~Copyable, Sendable {
  private var strategy: any LayoutStrategy
  /// Rebases so far.
  package private(set) var rebases = 0

  /// Lays out by `strategy`.
  package init(strategy: any LayoutStrategy) { self.strategy = strategy }

  /// How many items there are.
  package var count: Int { strategy.count }
  /// The first item's top.
  package var top: LayoutUnit { strategy.top }
  /// The last item's bottom, the space below it included.
  package var bottom: LayoutUnit { strategy.bottom }
  /// What becomes of a still point that an edit has moved.
  package var correction: Correction { strategy.correction }
  /// Work done so far by edits.
  package var counts: OperationCounts { strategy.counts }

  /// The top of the item at `index`.
  package func y(at index: Int) -> LayoutUnit { strategy.y(at: index) }
  /// The height of the item at `index`.
  package func height(at index: Int) -> LayoutUnit { strategy.height(at: index) }
  /// The handle of the item at `index`.
  package func handle(at index: Int) -> UInt32 { strategy.handle(at: index) }
  /// Where the item with this handle is; nil when there is none.
  package func index(of handle: UInt32) -> Int? { strategy.index(of: handle) }
  /// The item that contains `y`, clamped; nil in an empty layout.
  package func index(atY y: LayoutUnit) -> Int? {
    count == 0 ? nil : strategy.index(atY: y)
  }

  /// Lists the items that lie between `start` and `end`, in order.
  ///
  /// Those are the items with a top above `end` and a bottom below `start`: one without a height
  /// is listed where its place lies between the two.
  ///
  /// - Parameters:
  ///   - start: The upper place.
  ///   - end: The lower place; nothing is listed unless it is below `start`.
  ///   - items: Gets the items; what it held is forgotten. Does not allocate once it has room.
  /// - Complexity: O(items + log n); in the tree O(items) near the last listing or the end.
  package mutating func list(
    from start: LayoutUnit,
    to end: LayoutUnit,
    into items: inout PlacedItems
  ) {
    guard start < end else { return items.removeAll() }
    strategy.list(from: start, to: end, into: &items)
  }

  /// Where the still point lies in the content space; nil when its item is gone.
  package func place(of point: StillPoint) -> LayoutUnit? {
    switch point {
    case .end: return bottom
    case .item(let handle, let inset):
      return strategy.index(of: handle).map { strategy.y(at: $0) + inset }
    }
  }

  /// Puts the still point back to `y`, as far as the strategy can.
  ///
  /// - Returns: How far below `y` it lies nevertheless: 0 when content could be moved.
  package mutating func restore(_ point: StillPoint, to y: LayoutUnit) -> LayoutUnit {
    strategy.settle()
    guard let now = place(of: point), now != y else { return .zero }
    switch strategy.correction {
    case .exact:
      strategy.translate(by: y - now)
      return .zero
    case .never, .sameFrame:
      return now - y
    }
  }

  /// Says that nothing above `start` and below `end` is on screen.
  ///
  /// A strategy that keeps heights of what is on screen only forgets the others; the item at
  /// `start` stays where it is, or the end of the content where all of it lies above. To be called
  /// once a frame; costs nothing in other strategies.
  package mutating func forgetHeights(above start: LayoutUnit, below end: LayoutUnit) {
    if start < end { strategy.forgetHeights(above: start, below: end) }
  }

  /// Whether heights are kept that were set; see `LayoutStrategy`.
  package var keepsHeights: Bool { strategy.keepsHeights }
  /// How many items are best loaded one by one; see `LayoutStrategy`.
  package var longestWhole: Int? { strategy.longestWhole }

  /// Replaces everything.
  ///
  /// The first item lies at the start of the space; in a conversation taller than
  /// `ContentSpace.tallestLoad` the end does, which counts as a rebase.
  ///
  /// - Parameters:
  ///   - run: What comes before the items that are made.
  ///   - count: How many those are.
  ///   - make: Makes one of them, from 0 on.
  /// - Complexity: O(`count`) where runs are kept, else O(items).
  package mutating func load(
    after run: LayoutRun? = nil,
    count: Int,
    _ make: (Int) -> LayoutItem
  ) {
    strategy.load(count: count, top: ContentSpace.start, make)
    if let run { strategy.insert(run, at: 0) }
    let total = strategy.bottom - strategy.top
    if total > ContentSpace.tallestLoad {
      strategy.translate(by: -total)
      rebases += 1
    }
  }

  /// Adds items before the one at `index`.
  package mutating func insert(_ items: [LayoutItem], at index: Int) {
    strategy.insert(items, at: index)
  }

  /// Adds neighbouring items, of which nobody will see most, before the one at `index`.
  package mutating func insert(_ run: LayoutRun, at index: Int) { strategy.insert(run, at: index) }

  /// Takes items away.
  package mutating func remove(_ range: Range<Int>) { strategy.remove(range) }

  /// Moves an item; `target` counts without it.
  package mutating func move(from source: Int, to target: Int) {
    strategy.move(from: source, to: target)
  }

  /// Sets the heights of neighbouring items.
  package mutating func setHeights(
    _ heights: [LayoutUnit],
    at first: Int,
    growing: Growth = .downward
  ) {
    strategy.setHeights(heights, at: first, growing: growing)
  }

  /// Sets the height of one item; the items after it move.
  package mutating func setHeight(_ height: LayoutUnit, at index: Int) {
    strategy.setHeight(height, at: index)
  }

  /// Multiplies all heights by `numerator` / `denominator`: guesses after a change of width.
  ///
  /// - Precondition: Both are 1 to 2^31 - 1.
  package mutating func scaleHeights(numerator: Int, denominator: Int) {
    strategy.scaleHeights(numerator: numerator, denominator: denominator)
  }

  /// Moves the content so that `offset` lies in the middle of the space, when it has come within
  /// `ContentSpace.margin` of an edge.
  ///
  /// - Returns: How far everything was moved; zero when nothing had to be.
  package mutating func rebase(around offset: LayoutUnit, viewport: LayoutUnit) -> LayoutUnit {
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

  /// How heights are scaled.
  package var scaling: ScalingStretches {
    (strategy as? AnchoredTree)?.scaling ?? ScalingStretches(segmentCounts: [count])
  }
}
