import Lengths

/// An order-statistic and prefix-sum sequence of items, each a handle and a height.
///
/// An item's *index* is its place in the order, from 0; its *offset* is the sum of the heights
/// before it; its *handle* is a number the caller chose, which stays with the item while its index
/// changes. Heights are whole layout units, so sums are exact and do not depend on the order of
/// edits. Every edit costs O(log n) plus the items it names; only `load`, `removeAll`,
/// `scaleHeights` and the first edit of a shared copy may touch more.
///
/// Copies are independent. Making one is O(1); the first edit of either afterwards copies
/// everything, O(n).
///
/// It knows no ids, no texts and no screen, and does not say which heights are estimates.
public struct HeightIndex: Sendable {
  /// An item: its handle and its height.
  public typealias Item = (handle: UInt32, height: LayoutUnit)

  /// The greatest height an item may have, 2^20 pt: a message of 1,000,000 pt and 48,576 pt of
  /// spacing.
  public static let maximumHeight = LayoutUnit(points: 1 << 20)

  /// Handles are below this number, 2^30; the map of handles takes memory for 2,048 of them at a
  /// time, wherever one is in use.
  public static var handleLimit: UInt32 { 1 << 30 }

  /// `maximumHeight` in layout units.
  static var maximumUnits: Int32 { 1 << 26 }

  internal var core: HeightTree

  /// Makes an empty index.
  public init() { core = HeightTree() }

  /// Makes an empty index whose blocks and nodes are full sooner, so that small tests reach
  /// deep trees.
  package init(segmentFill: Int, nodeFill: Int) {
    core = HeightTree(segmentFill: segmentFill, nodeFill: nodeFill)
  }

  /// How many items each segment holds, in order; `scaleHeights` rounds within segments.
  package var segmentCounts: [Int] { core.segmentCounts }

  /// How many items there are.
  public var count: Int { core.count }
  /// Whether there are no items.
  public var isEmpty: Bool { core.count == 0 }
  /// The sum of all heights.
  public var total: LayoutUnit { LayoutUnit(rawValue: core.total) }
  /// What the edits so far have touched and moved.
  public var work: HeightIndexWork { core.work }

  /// Bytes held for heights and their order, spares included: about 4.6 an item once loaded,
  /// about twice that after many edits.
  public var heightBytes: Int { core.memory.bytes.heights }
  /// Bytes held for handles and the map from handles to items: about 8 an item once loaded.
  public var handleBytes: Int { core.memory.bytes.handles }

  /// Makes sure that nobody else sees the edit that follows.
  @inline(__always) internal mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&core) { copyCore() }
  }

  /// Out of line: what it needs registers for costs every edit dear.
  @inline(never) private mutating func copyCore() { core = HeightTree(copying: core) }

  // MARK: Bulk

  /// Replaces everything.
  ///
  /// - Parameters:
  ///   - handles: A handle for each item, in order; none twice.
  ///   - heights: As many heights, each 0 to `maximumHeight`.
  /// - Precondition: The handles are unique, the counts equal, the heights in range.
  /// - Complexity: O(n).
  @inlinable public mutating func load(
    handles: some Collection<UInt32>,
    heights: some Collection<LayoutUnit>
  ) {
    let (handles, heights) = (ContiguousArray(handles), ContiguousArray(heights))
    precondition(
      handles.count == heights.count,
      "\(handles.count) handles cannot go with \(heights.count) heights"
    )
    load(count: handles.count) { (handles[$0], heights[$0]) }
  }

  /// Replaces everything by items whose handles count on in steps of 1.
  ///
  /// - Parameters:
  ///   - first: The first item's handle.
  ///   - heights: Their heights, in order, each 0 to `maximumHeight`.
  /// - Precondition: The handles are below `handleLimit`, the heights in range.
  /// - Complexity: O(n), about half of what handles one by one cost.
  @inlinable public mutating func load(
    handlesFrom first: UInt32,
    heights: some Collection<LayoutUnit>
  ) {
    heights.withBuffer { load(handlesFrom: first, $0) }
  }

  /// Replaces everything by `count` items, asking `item` for each, in order.
  ///
  /// - Precondition: The handles are unique, the heights in 0 to `maximumHeight`.
  /// - Complexity: O(n).
  public mutating func load(count: Int, _ item: (Int) -> Item) {
    makeUnique()
    core.load(count: count, item)
  }

  /// Removes all items.
  ///
  /// - Complexity: O(n).
  public mutating func removeAll() {
    makeUnique()
    core.reset()
  }

  // MARK: Inserting

  /// Adds an item at the end.
  ///
  /// - Precondition: `handle` is not in the index; `height` is 0 to `maximumHeight`.
  /// - Complexity: O(log n).
  public mutating func append(handle: UInt32, height: LayoutUnit) {
    makeUnique()
    core.append(handle, height.checkedHeight)
  }

  /// Adds items at the end, in order.
  ///
  /// - Precondition: No handle is in the index or comes twice; heights are 0 to `maximumHeight`.
  /// - Complexity: O(items + log n).
  @inlinable public mutating func append(contentsOf items: some Collection<Item>) {
    insert(contentsOf: items, at: count)
  }

  /// Adds items before the first, in order: the first of them becomes item 0.
  ///
  /// - Precondition: No handle is in the index or comes twice; heights are 0 to `maximumHeight`.
  /// - Complexity: O(items + log n).
  @inlinable public mutating func prepend(contentsOf items: some Collection<Item>) {
    insert(contentsOf: items, at: 0)
  }

  /// Adds an item so that it has index `index`.
  ///
  /// - Precondition: `index` is 0 to `count`; `handle` is not in the index; `height` is 0 to
  ///   `maximumHeight`.
  /// - Complexity: O(log n).
  public mutating func insert(handle: UInt32, height: LayoutUnit, at index: Int) {
    precondition(index >= 0 && index <= count, "items go to 0...\(count), not \(index)")
    makeUnique()
    core.insert(handle, height.checkedHeight, at: index)
  }

  /// Adds items, in order, so that the first of them has index `index`.
  ///
  /// - Precondition: `index` is 0 to `count`; no handle is in the index or comes twice; heights
  ///   are 0 to `maximumHeight`.
  /// - Complexity: O(items + log n).
  @inlinable public mutating func insert(contentsOf items: some Collection<Item>, at index: Int) {
    items.withBuffer { insert($0, at: index) }
  }

  /// Adds items whose handles count on in steps of 1, in order, so that the first of them has index
  /// `index`: a page of history, before the first.
  ///
  /// - Parameters:
  ///   - first: The first item's handle.
  ///   - heights: Their heights, in order, each 0 to `maximumHeight`.
  ///   - index: 0 to `count`.
  /// - Precondition: No handle is in the index, all are below `handleLimit`; the heights are in range.
  /// - Complexity: O(items + log n).
  @inlinable public mutating func insert(
    handlesFrom first: UInt32,
    heights: some Collection<LayoutUnit>,
    at index: Int
  ) {
    heights.withBuffer { insert(handlesFrom: first, $0, at: index) }
  }

  // MARK: Removing and moving

  /// Removes the items of `range`.
  ///
  /// - Precondition: `range` lies in 0..<`count`.
  /// - Complexity: O(items + log n).
  public mutating func remove(_ range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count,
      "cannot remove \(range) of \(count) items"
    )
    makeUnique()
    core.remove(range)
  }

  /// Removes one item.
  ///
  /// - Returns: What it was: its handle may be given to another one.
  /// - Precondition: `index` is below `count`.
  /// - Complexity: O(log n).
  @discardableResult public mutating func remove(at index: Int) -> Item {
    precondition(index >= 0 && index < count, "there is no item \(index) of \(count)")
    makeUnique()
    let item = core.remove(at: index)
    return (item.handle, LayoutUnit(rawValue: Int64(item.height)))
  }

  /// Takes an item out and puts it back in, with its handle and height.
  ///
  /// - Parameters:
  ///   - source: Its index now.
  ///   - destination: The index it will have, that is its place once it is taken out.
  /// - Precondition: Both are below `count`.
  /// - Complexity: O(log n).
  public mutating func move(from source: Int, to destination: Int) {
    precondition(
      destination >= 0 && destination < count,
      "items move to 0..<\(count), not \(destination)"
    )
    precondition(
      source >= 0 && source < count,
      "there is no item \(source) of \(count)"
    )
    makeUnique()
    core.move(from: source, to: destination)
  }

  // MARK: Heights

  /// Gives an item another height.
  ///
  /// - Precondition: `index` is below `count`; `height` is 0 to `maximumHeight`.
  /// - Complexity: O(log n).
  public mutating func setHeight(_ height: LayoutUnit, at index: Int) {
    precondition(index >= 0 && index < count, "there is no item \(index) of \(count)")
    makeUnique()
    core.setHeight(height.checkedHeight, at: index)
  }

  /// Gives the items from `first` on other heights, as many as there are in `heights`.
  ///
  /// - Precondition: The items exist; the heights are 0 to `maximumHeight`.
  /// - Complexity: O(heights + log n).
  @inlinable public mutating func setHeights(_ heights: some Collection<LayoutUnit>, at first: Int)
  {
    heights.withBuffer { setHeights($0, at: first) }
  }

  /// Scales all heights by `numerator` / `denominator`, as a first guess after a width change.
  ///
  /// Items lie in segments; within each, the sum s of the heights up to an item becomes
  /// floor(s * numerator / denominator), and the heights become the differences of these sums,
  /// so that totals telescope. A height may become 0. Repeated changes compose, each rounded.
  ///
  /// In a segment whose height would pass 2^24 pt, heights stop at `maximumHeight`.
  ///
  /// - Precondition: Both numbers are 1 to 2^31 - 1, their quotient at most 2^20.
  /// - Complexity: O(n / 256); the rest is done when a segment is edited, or all at once at every
  ///   256th call.
  public mutating func scaleHeights(numerator: Int, denominator: Int) {
    precondition(
      numerator > 0 && denominator > 0 && numerator < 1 << 31 && denominator < 1 << 31
        && numerator / denominator <= 1 << 20,
      "cannot scale heights by \(numerator)/\(denominator)"
    )
    makeUnique()
    core.scale(
      by: HeightRatio(numerator: Int64(numerator), denominator: Int64(denominator))
    )
  }
}
