import Lengths

/// An order-statistic and prefix-sum sequence of items, each a handle and a height.
///
/// An item's *index* is its place in the order, from 0; its *offset* is the sum of the heights
/// before it; its *handle* is a number the caller chose, which stays with the item while its index
/// changes. Heights are whole layout units, so sums are exact and do not depend on the order of
/// edits. Every edit costs O(log n) plus the items it names; only `load`, `scaleHeights` and the
/// first edit of a shared copy may touch more.
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

  /// Makes an empty index whose segments and nodes are full sooner, so that small tests reach
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

  /// Makes sure that nobody else sees the edit that follows.
  @inline(__always) internal mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&core) { copyCore() }
  }

  /// Out of line: what it needs registers for costs every edit dear.
  @inline(never) private mutating func copyCore() { core = HeightTree(copying: core) }

  // MARK: Items

  /// Replaces everything by `count` items, asking `item` for each, in order.
  ///
  /// - Precondition: The handles are unique, the heights in 0 to `maximumHeight`.
  /// - Complexity: O(n).
  @inlinable public mutating func load(count: Int, _ item: (Int) -> Item) {
    startLoading(count)
    var done = 0
    while done < count {
      // A kilobyte: no memory is allocated for that.
      let size = min(64, count - done)
      withUnsafeTemporaryAllocation(of: Item.self, capacity: 64) { piece in
        for place in 0..<size { piece.initializeElement(at: place, to: item(done + place)) }
        load(UnsafeBufferPointer(rebasing: piece[..<size]))
      }
      done += size
    }
  }

  @usableFromInline internal mutating func startLoading(_ count: Int) {
    precondition(count >= 0, "\(count) items cannot be loaded")
    makeUnique()
    core.startLoading(count)
  }

  @usableFromInline internal mutating func load(_ items: UnsafeBufferPointer<Item>) {
    core.load(items)
  }

  /// Adds an item at the end.
  ///
  /// - Precondition: `handle` is not in the index; `height` is 0 to `maximumHeight`.
  /// - Complexity: O(log n).
  public mutating func append(handle: UInt32, height: LayoutUnit) {
    makeUnique()
    core.append(handle, height.checkedHeight)
  }

  /// Adds an item so that it has index `index`; as `insert(contentsOf:at:)` does.
  public mutating func insert(handle: UInt32, height: LayoutUnit, at index: Int) {
    let item: Item = (handle, height)
    withUnsafePointer(to: item) { insert(UnsafeBufferPointer(start: $0, count: 1), at: index) }
  }

  /// Adds items, in order, so that the first of them has index `index`.
  ///
  /// - Precondition: `index` is 0 to `count`; no handle is in the index or comes twice; heights
  ///   are 0 to `maximumHeight`.
  /// - Complexity: O(items + log n).
  @inlinable public mutating func insert(contentsOf items: some Collection<Item>, at index: Int) {
    items.withBuffer { insert($0, at: index) }
  }

  @usableFromInline internal mutating func insert(
    _ items: UnsafeBufferPointer<Item>,
    at index: Int
  ) {
    precondition(index >= 0 && index <= count, "items go to 0...\(count), not \(index)")
    makeUnique()
    core.insert(items, at: index)
  }

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

  /// Takes an item out and puts it back in, with its handle and height.
  ///
  /// - Parameters:
  ///   - source: Its index now.
  ///   - destination: The index it will have, that is its place once it is taken out.
  /// - Precondition: Both are below `count`.
  /// - Complexity: O(log n).
  public mutating func move(from source: Int, to destination: Int) {
    checkItem(source)
    checkItem(destination)
    makeUnique()
    core.move(from: source, to: destination)
  }

  // MARK: Heights

  /// Gives an item another height.
  ///
  /// - Precondition: `index` is below `count`; `height` is 0 to `maximumHeight`.
  /// - Complexity: O(log n).
  public mutating func setHeight(_ height: LayoutUnit, at index: Int) {
    checkItem(index)
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

  @usableFromInline internal mutating func setHeights(
    _ heights: UnsafeBufferPointer<LayoutUnit>,
    at first: Int
  ) {
    precondition(
      first >= 0 && heights.count <= count - first,
      "there are \(count) items, none at \(first)..<\(first + heights.count)"
    )
    makeUnique()
    core.setHeights(heights, at: first)
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

extension Collection {
  /// Gives the elements to `body` as a buffer, copying them first if they are not in one.
  @inlinable internal func withBuffer(_ body: (UnsafeBufferPointer<Element>) -> Void) {
    if withContiguousStorageIfAvailable(body) == nil {
      ContiguousArray(self).withUnsafeBufferPointer(body)
    }
  }
}
