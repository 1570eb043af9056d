import Lengths

// Memory picture: buffers that the caller owns for the length of the call, one entry an item.
//
//   ItemBuffer     | handle, height | handle, height | ...
//   ColumnBuffers  | handle | handle | ...     | height | height | ...
//   RowBuffer      | height | height | ...
//
// Invariants: a place asked for is below `count`, that of 16 handles below `count - 15`; both
// columns have `count` entries at least.

/// Items in a buffer of the caller.
struct ItemBuffer: ItemSource {
  var items: UnsafeBufferPointer<HeightIndex.Item>

  @inline(__always) var count: Int { items.count }
  @inline(__always) func handle(_ place: Int) -> UInt32 {
    items.baseAddress.unsafelyUnwrapped[place].handle
  }
  @inline(__always) func units(_ place: Int) -> Int64 {
    items.baseAddress.unsafelyUnwrapped[place].height.rawValue
  }
}

/// Items in two buffers of the caller.
struct ColumnBuffers: ItemSource {
  var handles: UnsafeBufferPointer<UInt32>
  var heights: UnsafeBufferPointer<LayoutUnit>

  @inline(__always) var count: Int { handles.count }
  @inline(__always) func handle(_ place: Int) -> UInt32 {
    handles.baseAddress.unsafelyUnwrapped[place]
  }
  @inline(__always) func units(_ place: Int) -> Int64 {
    heights.baseAddress.unsafelyUnwrapped[place].rawValue
  }
  @inline(__always) func handles(_ place: Int) -> SIMD16<Int32> {
    UnsafeRawPointer(handles.baseAddress.unsafelyUnwrapped + place)
      .loadUnaligned(as: SIMD16<Int32>.self)
  }
}

/// Items whose handles count on in steps of 1, with heights in a buffer of the caller.
struct RowBuffer: ItemSource {
  var first: UInt32
  var heights: UnsafeBufferPointer<LayoutUnit>

  @inline(__always) var count: Int { heights.count }
  @inline(__always) func handle(_ place: Int) -> UInt32 {
    first &+ UInt32(truncatingIfNeeded: place)
  }
  @inline(__always) func units(_ place: Int) -> Int64 {
    heights.baseAddress.unsafelyUnwrapped[place].rawValue
  }
  @inline(__always) func handles(_ place: Int) -> SIMD16<Int32> {
    LineMath.lanes &+ SIMD16(repeating: Int32(bitPattern: handle(place)))
  }
  @inline(__always) var isRow: Bool { true }
}

extension HeightIndex {
  @usableFromInline internal mutating func load(
    _ handles: UnsafeBufferPointer<UInt32>,
    _ heights: UnsafeBufferPointer<LayoutUnit>
  ) {
    precondition(
      handles.count == heights.count,
      "\(handles.count) handles cannot go with \(heights.count) heights"
    )
    makeUnique()
    core.load(ColumnBuffers(handles: handles, heights: heights))
  }

  @usableFromInline internal mutating func load(
    handlesFrom first: UInt32,
    _ heights: UnsafeBufferPointer<LayoutUnit>
  ) {
    makeUnique()
    core.load(RowBuffer(first: first, heights: heights))
  }

  @usableFromInline internal mutating func insert(
    handlesFrom first: UInt32,
    _ heights: UnsafeBufferPointer<LayoutUnit>,
    at index: Int
  ) {
    precondition(index >= 0 && index <= count, "items go to 0...\(count), not \(index)")
    precondition(
      UInt64(first) &+ UInt64(bitPattern: Int64(heights.count)) <= UInt64(Self.handleLimit),
      "\(heights.count) handles from \(first) on are too great"
    )
    makeUnique()
    let items = RowBuffer(first: first, heights: heights)
    // A page of history.
    if index == 0, !isEmpty { core.prepend(items) } else { core.insert(items, at: index) }
  }

  @usableFromInline internal mutating func insert(
    _ items: UnsafeBufferPointer<Item>,
    at index: Int
  ) {
    precondition(index >= 0 && index <= count, "items go to 0...\(count), not \(index)")
    makeUnique()
    core.insert(ItemBuffer(items: items), at: index)
  }

  @usableFromInline internal mutating func prepend(_ items: UnsafeBufferPointer<Item>) {
    makeUnique()
    core.prepend(ItemBuffer(items: items))
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
