import Lengths

/// A height index without handles, and without any check of its arguments: what both cost a
/// `HeightIndex` shows in comparison. For benchmarks alone; items cannot be found by handle, and a
/// wrong argument corrupts memory.
///
/// Every method does what that of `HeightIndex` does, in the same memory with the same invariants;
/// copies are independent.
@_spi(Variants) public struct HeightIndexVariant: Sendable {
  private var core = HeightCore<UnsafeHeightMemory<WithoutHandles>>()
  private var items = VisibleItems()

  /// Makes an empty index.
  public init() {}

  public var count: Int { core.count }
  public var total: Int64 { core.total }

  @inline(__always) private mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&core) { copyCore() }
  }

  @inline(never) private mutating func copyCore() { core = HeightCore(copying: core) }

  public mutating func load(_ heights: [LayoutUnit]) {
    makeUnique()
    heights.withUnsafeBufferPointer { core.load(RowBuffer(first: 0, heights: $0)) }
  }

  public func offset(of index: Int) -> Int64 { core.offset(of: index) }

  public func index(at offset: Int64) -> Int { core.index(at: offset) }

  public mutating func index(near offset: Int64) -> Int {
    makeUnique()
    return core.indexNearby(at: offset)
  }

  public mutating func setHeight(_ units: Int64, at index: Int) {
    makeUnique()
    core.setHeight(Int32(truncatingIfNeeded: units), at: index)
  }

  public mutating func setHeights(_ heights: [LayoutUnit], at first: Int) {
    makeUnique()
    heights.withUnsafeBufferPointer { heights in
      core.setHeights(count: heights.count, at: first) {
        heights.baseAddress.unsafelyUnwrapped[$0].rawValue
      }
    }
  }

  public mutating func append(_ units: Int64) {
    makeUnique()
    core.append(0, Int32(truncatingIfNeeded: units))
  }

  public mutating func prepend(_ heights: UnsafeBufferPointer<LayoutUnit>) {
    makeUnique()
    let items = RowBuffer(first: 0, heights: heights)
    if count > 0 { core.prepend(items) } else { core.insert(items, at: 0) }
  }

  public mutating func insert(_ units: Int64, at index: Int) {
    makeUnique()
    core.insert(0, Int32(truncatingIfNeeded: units), at: index)
  }

  public mutating func remove(at index: Int) {
    makeUnique()
    _ = core.remove(at: index)
  }

  /// Lists the items in a stretch; returns the first one's index plus how many there are.
  public mutating func list(from top: Int64, to limit: Int64) -> Int {
    makeUnique()
    core.list(from: top, to: limit, into: &items)
    return items.firstIndex &+ items.count
  }
}
