import Lengths

/// Heights in an array: every offset is a sum over all items before.
struct NaiveTwin {
  var heights: [LayoutUnit]

  init(_ heights: [LayoutUnit]) { self.heights = heights }

  func offset(of index: Int) -> Int64 { heights[..<index].reduce(0) { $0 + $1.rawValue } }
  mutating func setHeight(_ height: LayoutUnit, at index: Int) { heights[index] = height }
  mutating func prepend(_ page: [LayoutUnit]) { heights.insert(contentsOf: page, at: 0) }
  mutating func append(_ height: LayoutUnit) { heights.append(height) }
}

/// Offsets in an array that are right up to a watermark; a query past it catches up.
struct WatermarkTwin {
  var heights: [LayoutUnit]
  var offsets: [Int64]
  var watermark = 0

  init(_ heights: [LayoutUnit]) {
    self.heights = heights
    offsets = [Int64](repeating: 0, count: heights.count + 1)
  }

  mutating func offset(of index: Int) -> Int64 {
    if watermark < index { catchUp(to: index) }
    return offsets[index]
  }

  private mutating func catchUp(to index: Int) {
    let places = watermark..<index
    var sum = offsets[watermark]
    watermark = index
    let heights = heights
    let source = heights.span
    var target = offsets.mutableSpan
    for place in places {
      sum &+= source[place].rawValue
      target[place &+ 1] = sum
    }
  }

  mutating func setHeight(_ height: LayoutUnit, at index: Int) {
    heights[index] = height
    watermark = min(watermark, index)
  }

  mutating func prepend(_ page: [LayoutUnit]) {
    heights.insert(contentsOf: page, at: 0)
    offsets.append(contentsOf: page.map { _ in 0 })
    watermark = 0
  }

  mutating func append(_ height: LayoutUnit) {
    heights.append(height)
    offsets.append(0)
  }
}

/// A binary indexed tree of sums.
struct FenwickTwin {
  var tree: [Int64]
  var size: Int
  let count: Int

  init(_ heights: [LayoutUnit]) {
    count = heights.count
    size = 1
    while size < heights.count + 1 { size *= 2 }
    tree = [Int64](repeating: 0, count: size + 1)
    for (index, height) in heights.enumerated() { tree[index + 1] = height.rawValue }
    for place in 1...size {
      let next = place + (place & -place)
      if next <= size { tree[next] += tree[place] }
    }
  }

  func offset(of index: Int) -> Int64 {
    var sum: Int64 = 0
    var place = index
    while place > 0 {
      sum &+= tree[place]
      place &= place &- 1
    }
    return sum
  }

  func index(at offset: Int64) -> Int {
    var place = 0
    var rest = offset
    var step = size / 2
    while step > 0 {
      if tree[place &+ step] <= rest {
        place &+= step
        rest &-= tree[place]
      }
      step /= 2
    }
    return place
  }

  mutating func add(_ change: Int64, at index: Int) {
    var place = index + 1
    while place <= size {
      tree[place] &+= change
      place += place & -place
    }
  }
}

/// The offset of every item in an array; each edit moves all offsets after it.
struct OffsetTwin {
  var offsets: [Int64]
  var total: Int64

  init(_ heights: [LayoutUnit]) {
    offsets = []
    offsets.reserveCapacity(heights.count)
    total = 0
    for height in heights {
      offsets.append(total)
      total += height.rawValue
    }
  }

  mutating func add(_ change: Int64, at index: Int) {
    for later in index + 1..<max(offsets.count, index + 1) { offsets[later] &+= change }
    total += change
  }

  mutating func prepend(_ page: [LayoutUnit]) {
    var added: Int64 = 0
    var fresh: [Int64] = []
    for height in page {
      fresh.append(added)
      added += height.rawValue
    }
    for index in offsets.indices { offsets[index] &+= added }
    offsets.insert(contentsOf: fresh, at: 0)
    total += added
  }

  mutating func append(_ height: LayoutUnit) {
    offsets.append(total)
    total += height.rawValue
  }
}

/// The offset of every item from an anchor in an array with room before the first item; edits above
/// it move what is above.
struct AnchoredTwin {
  /// The offsets, after `room` places that hold nothing.
  private var storage: [Int64]
  private var room = 0
  var bottom: Int64

  init(_ heights: [LayoutUnit]) {
    let twin = OffsetTwin(heights)
    storage = twin.offsets
    bottom = twin.total
  }

  var count: Int { storage.count - room }

  /// The offset of the item at `index`; the bottom for `count`.
  func top(_ index: Int) -> Int64 { index < count ? storage[room + index] : bottom }

  /// Changes a height above the anchor, which is below all of them.
  mutating func add(_ change: Int64, at index: Int) {
    let places = room...room + index
    var offsets = storage.mutableSpan
    for place in places { offsets[place] &-= change }
  }

  mutating func prepend(_ page: [LayoutUnit]) {
    if room < page.count {
      let more = max(page.count, count / 2)
      storage = [Int64](repeating: 0, count: more) + storage[room...]
      room = more
    }
    var top = top(0)
    for height in page.reversed() {
      top -= height.rawValue
      room -= 1
      storage[room] = top
    }
  }

  mutating func append(_ height: LayoutUnit) {
    storage.append(bottom)
    bottom += height.rawValue
  }

  mutating func insert(_ height: LayoutUnit, at index: Int) {
    storage.insert(top(index), at: room + index)
    add(height.rawValue, at: index)
  }

  mutating func remove(at index: Int) {
    add(top(index) - top(index + 1), at: index)
    storage.remove(at: room + index)
  }
}
