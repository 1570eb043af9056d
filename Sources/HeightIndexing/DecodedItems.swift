/// Items taken out of segments, to be put back in another arrangement.
struct DecodedItems: ItemSource, Sendable {
  var handles: [UInt32] = []
  var heights: [Int32] = []

  var count: Int { handles.count }
  func handle(_ place: Int) -> UInt32 { handles[place] }
  func units(_ place: Int) -> Int64 { Int64(heights[place]) }

  /// Makes room for the items of two segments, so that rewriting one does not allocate later.
  mutating func reserve() {
    handles.reserveCapacity(2 * SegmentLayout.slots)
    heights.reserveCapacity(2 * SegmentLayout.slots)
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
