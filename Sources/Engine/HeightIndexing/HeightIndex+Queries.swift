import Lengths

extension HeightIndex {
  /// The height of an item.
  ///
  /// - Precondition: `index` is below `count`.
  /// - Complexity: O(log n).
  public func height(at index: Int) -> LayoutUnit {
    checkItem(index)
    return LayoutUnit(rawValue: Int64(core.height(at: index)))
  }

  /// The sum of the heights before an item; for `count`, the sum of all.
  ///
  /// - Precondition: `index` is 0 to `count`.
  /// - Complexity: O(log n).
  public func offset(of index: Int) -> LayoutUnit {
    precondition(index >= 0 && index <= count, "offsets are of 0...\(count), not \(index)")
    return LayoutUnit(rawValue: core.offset(of: index))
  }

  /// The item that contains an offset: the last one that begins at or before it.
  ///
  /// Items of height 0 contain nothing and are passed over. An offset below 0 gives the first
  /// item, one at or past `total` the last.
  ///
  /// - Precondition: There is an item.
  /// - Complexity: O(log n).
  public func index(at offset: LayoutUnit) -> Int {
    precondition(count > 0, "an empty index has no item at \(offset)")
    return core.index(at: offset.rawValue)
  }

  /// The handle of an item.
  ///
  /// - Precondition: `index` is below `count`.
  /// - Complexity: O(log n).
  public func handle(at index: Int) -> UInt32 {
    checkItem(index)
    return core.handle(at: index)
  }

  /// The index of the item with a handle.
  ///
  /// - Returns: nil when no item has it.
  /// - Complexity: O(log n).
  public func index(of handle: UInt32) -> Int? { core.index(of: handle) }

  /// Gives items to `body` in order, from `index` on, until it returns false or they end.
  ///
  /// - Parameters:
  ///   - index: The first item; `count` gives none.
  ///   - body: Takes index, handle, offset and height; returns whether to go on.
  /// - Precondition: `index` is 0 to `count`.
  /// - Complexity: O(log n + items).
  public func forEachItem(
    from index: Int,
    while body: (_ index: Int, _ handle: UInt32, _ offset: LayoutUnit, _ height: LayoutUnit) -> Bool
  ) {
    precondition(index >= 0 && index <= count, "items begin at 0...\(count), not \(index)")
    core.forEachItem(from: index) {
      body($0, $1, LayoutUnit(rawValue: $2), LayoutUnit(rawValue: $3))
    }
  }

  /// Lists the items that are partly or wholly in a stretch of the content, with their frames.
  ///
  /// Remembers where that was, so that the next query near it is faster; an index that shares its
  /// storage with a copy remembers nothing, or is copied, if its heights were scaled.
  ///
  /// - Parameters:
  ///   - offset: The top of the stretch; above the content counts as 0.
  ///   - limit: Its bottom; the item that begins there is not listed.
  ///   - items: Gets the items; what it held is forgotten.
  /// - Complexity: O(items) near the last list or the end, else O(items + log n); O(n) for the first
  ///   list of a scaled index that shares its storage.
  public mutating func list(
    from offset: LayoutUnit,
    to limit: LayoutUnit,
    into items: inout VisibleItems
  ) {
    let isAlone = isKnownUniquelyReferenced(&core)
    // A list of a scaled index brings what it lists up to date.
    if !isAlone && core.epoch != 0 { makeUnique() }
    core.list(
      from: offset.rawValue,
      to: limit.rawValue,
      into: &items,
      changes: isAlone || core.epoch != 0
    )
  }

  internal func checkItem(_ index: Int) {
    precondition(index >= 0 && index < count, "there is no item \(index) of \(count)")
  }

  /// Traps unless counts, sums, handles and parents agree everywhere.
  package func checkInvariants() { core.checkInvariants() }
}
