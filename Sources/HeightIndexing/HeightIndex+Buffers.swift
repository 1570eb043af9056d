import Lengths

// What the generic methods of `HeightIndex` do once the items lie in a buffer of the caller.

extension HeightIndex {
  @usableFromInline internal mutating func load(
    handlesFrom first: UInt32,
    _ heights: UnsafeBufferPointer<LayoutUnit>
  ) {
    Self.checkRow(first, heights.count)
    makeUnique()
    core.load(RowBuffer(first: first, heights: heights))
  }

  private static func checkRow(_ first: UInt32, _ count: Int) {
    precondition(
      UInt64(first) &+ UInt64(bitPattern: Int64(count)) <= UInt64(handleLimit),
      "\(count) handles from \(first) on are too great"
    )
  }

  @usableFromInline internal mutating func insert(
    handlesFrom first: UInt32,
    _ heights: UnsafeBufferPointer<LayoutUnit>,
    at index: Int
  ) {
    precondition(index >= 0 && index <= count, "items go to 0...\(count), not \(index)")
    Self.checkRow(first, heights.count)
    makeUnique()
    core.insert(RowBuffer(first: first, heights: heights), at: index)
  }

  @usableFromInline internal mutating func insert(
    _ items: UnsafeBufferPointer<Item>,
    at index: Int
  ) {
    precondition(index >= 0 && index <= count, "items go to 0...\(count), not \(index)")
    makeUnique()
    core.insert(ItemBuffer(items: items), at: index)
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
    core.setHeights(count: heights.count, at: first) {
      heights.baseAddress.unsafelyUnwrapped[$0].rawValue
    }
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
