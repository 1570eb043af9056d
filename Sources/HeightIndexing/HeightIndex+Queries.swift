import Lengths

extension HeightIndex {
  /// The height of an item.
  ///
  /// - Precondition: `index` is below `count`.
  /// - Complexity: O(log n).
  public func height(at index: Int) -> LayoutUnit {
    checkItem(index)
    let place = tree.place(of: index)
    return LayoutUnit(rawValue: tree.blocks[place.block].heights[place.slot])
  }

  /// The sum of the heights before an item; for `count`, the sum of all.
  ///
  /// - Precondition: `index` is 0 to `count`.
  /// - Complexity: O(log n).
  public func offset(of index: Int) -> LayoutUnit {
    if index == tree.count { return total }
    checkItem(index)
    let place = tree.place(of: index)
    let inside = tree.blocks[place.block].heights[..<place.slot].reduce(0, +)
    return LayoutUnit(rawValue: place.heightBefore + inside)
  }

  /// The item that contains an offset: the last one that begins at or before it.
  ///
  /// Items of height 0 contain nothing and are passed over. An offset below 0 gives the first
  /// item, one at or past `total` the last.
  ///
  /// - Precondition: There is an item.
  /// - Complexity: O(log n).
  public func index(at offset: LayoutUnit) -> Int {
    precondition(tree.count > 0, "an empty index has no item at \(offset)")
    if offset < .zero { return 0 }
    if offset >= total { return tree.count - 1 }
    let place = tree.place(at: offset.rawValue)
    return place.itemsBefore + place.slot
  }

  /// The handle of an item.
  ///
  /// - Precondition: `index` is below `count`.
  /// - Complexity: O(log n).
  public func handle(at index: Int) -> UInt32 {
    checkItem(index)
    let place = tree.place(of: index)
    return tree.blocks[place.block].handles[place.slot]
  }

  /// The index of the item with a handle.
  ///
  /// - Returns: nil when no item has it.
  /// - Complexity: O(log n).
  public func index(of handle: UInt32) -> Int? { tree.index(of: handle) }

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
    var index = index
    while index < count {
      let place = tree.place(of: index)
      let block = tree.blocks[place.block]
      var offset = place.heightBefore + block.heights[..<place.slot].reduce(0, +)
      for slot in place.slot..<block.heights.count {
        let height = block.heights[slot]
        let goOn = body(
          index,
          block.handles[slot],
          LayoutUnit(rawValue: offset),
          LayoutUnit(rawValue: height)
        )
        guard goOn else { return }
        offset += height
        index += 1
      }
    }
  }

  private func checkItem(_ index: Int) {
    precondition(index >= 0 && index < tree.count, "there is no item \(index) of \(tree.count)")
  }

  /// Traps unless counts, sums, handles and parents agree everywhere.
  package func checkInvariants() { tree.checkInvariants() }
}
