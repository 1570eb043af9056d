import Lengths

// Memory picture: buffers that the caller owns for the length of the call, one entry an item.
//
//   ItemBuffer   | handle, height | handle, height | ...
//   RowBuffer    | height | height | ...
//
// Invariant: a place asked for is below `count`.

/// Items to be put into a tree, by number.
protocol ItemSource {
  var count: Int { get }
  func handle(_ place: Int) -> UInt32
  /// The height in layout units, as the caller gave it.
  func units(_ place: Int) -> Int64
  /// Whether the handles of some items count on in steps of 1, and none is too great for that.
  func isRow(_ places: Range<Int>) -> Bool
}

extension ItemSource {
  @inline(__always) func isRow(_ places: Range<Int>) -> Bool {
    let first = handle(places.lowerBound)
    guard first < HeightIndex.handleLimit else { return false }
    var differs: UInt32 = 0
    for place in places {
      differs |= handle(place) ^ (first &+ UInt32(truncatingIfNeeded: place &- places.lowerBound))
    }
    return differs == 0
  }

  /// The height in layout units, 0 to `HeightIndex.maximumHeight`.
  @inline(__always) func height(_ place: Int) -> Int32 {
    LayoutUnit(rawValue: units(place)).checkedHeight
  }

  /// The sum of the heights of some items.
  ///
  /// - Precondition: Each is 0 to `HeightIndex.maximumHeight`.
  @inline(__always) func height(of places: Range<Int>) -> Int64 {
    var bits: UInt64 = 0
    var sum: Int64 = 0
    for place in places {
      bits |= UInt64(bitPattern: units(place))
      sum &+= units(place)
    }
    // Which bit is too high is asked when one is.
    if bits > UInt64(HeightIndex.maximumUnits) { for place in places { _ = height(place) } }
    return sum
  }
}

/// One item.
struct SingleSource: ItemSource {
  var onlyHandle: UInt32
  var onlyHeight: Int32

  var count: Int { 1 }
  func handle(_ place: Int) -> UInt32 { onlyHandle }
  func units(_ place: Int) -> Int64 { Int64(onlyHeight) }
}

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
  @inline(__always) func isRow(_ places: Range<Int>) -> Bool { true }
}

/// Items taken out of segments, to be put back in another arrangement.
struct DecodedItems: ItemSource, Sendable {
  var handles: [UInt32] = []
  var heights: [Int32] = []

  var count: Int { handles.count }
  /// The sum of all heights.
  var height: Int64 { heights.reduce(0) { $0 + Int64($1) } }

  func handle(_ place: Int) -> UInt32 { handles[place] }
  func units(_ place: Int) -> Int64 { Int64(heights[place]) }

  /// Makes room for the items of two segments, so that rewriting one does not allocate later.
  mutating func reserve() {
    handles.reserveCapacity(2 * Segment.slots)
    heights.reserveCapacity(2 * Segment.slots)
  }

  /// Forgets the items but keeps the memory.
  mutating func removeAll() {
    handles.removeAll(keepingCapacity: true)
    heights.removeAll(keepingCapacity: true)
  }

  mutating func append(_ handle: UInt32, _ height: Int32) {
    handles.append(handle)
    heights.append(height)
  }
}

extension LayoutUnit {
  /// The units of a height that an item may have.
  @inline(__always) var checkedHeight: Int32 {
    precondition(
      UInt64(bitPattern: rawValue) <= UInt64(HeightIndex.maximumUnits),
      "a height is 0 to 1,048,576 pt, not \(self)"
    )
    return Int32(truncatingIfNeeded: rawValue)
  }
}
