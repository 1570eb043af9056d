import Lengths

/// Heights in an array: every offset is a sum over all items before.
struct NaiveTwin: HeightSequence {
  static let name = "naive array"
  static let abilities = Abilities.all
  private var heights: [Int64]

  init(_ heights: [LayoutUnit]) { self.heights = heights.map(\.rawValue) }
  var count: Int { heights.count }
  func offset(of index: Int) -> Int64 { heights[..<index].reduce(0, &+) }
  func index(at offset: Int64) -> Int {
    var rest = offset
    for (place, height) in heights.enumerated() {
      if rest < height { return place }
      rest &-= height
    }
    return heights.count - 1
  }
  func list(from top: Int64, to limit: Int64) -> Int {
    let first = index(at: top)
    var (place, offset) = (first, offset(of: first))
    while place < heights.count, offset < limit {
      offset += heights[place]
      place += 1
    }
    return place
  }
  mutating func setHeight(_ units: Int64, at index: Int) { heights[index] = units }
  mutating func append(_ units: Int64) { heights.append(units) }
  mutating func replace(_ items: Range<Int>, by heights: some Heights) {
    self.heights.replaceSubrange(items, with: heights)
  }
}

/// Offsets in an array that are right up to a watermark; a query past it catches up.
struct WatermarkTwin: HeightSequence {
  static let name = "watermark array"
  static let abilities: Abilities = [.offsets, .search, .heights, .ends, .lists]
  private var heights: [Int64]
  private var offsets: [Int64]
  private var watermark = 0

  init(_ heights: [LayoutUnit]) {
    self.heights = heights.map(\.rawValue)
    offsets = [Int64](repeating: 0, count: heights.count + 1)
  }

  var count: Int { heights.count }

  mutating func offset(of index: Int) -> Int64 {
    if watermark < index {
      let places = watermark..<index
      var sum = offsets[watermark]
      watermark = index
      let values = heights
      let source = values.span
      var target = offsets.mutableSpan
      for place in places {
        sum &+= source[place]
        target[place &+ 1] = sum
      }
    }
    return offsets[index]
  }

  mutating func setHeight(_ units: Int64, at index: Int) {
    heights[index] = units
    watermark = min(watermark, index)
  }

  mutating func append(_ units: Int64) {
    heights.append(units)
    offsets.append(0)
  }

  mutating func replace(_ items: Range<Int>, by heights: some Heights) {
    self.heights.replaceSubrange(items, with: heights)
    // What lies past the watermark means nothing: there may only be more or less of it.
    let more = heights.count - items.count
    offsets.append(contentsOf: repeatElement(0, count: max(0, more)))
    offsets.removeLast(max(0, -more))
    watermark = min(watermark, items.lowerBound)
  }
}

/// The offset of every item in an array; each edit moves all offsets after it.
struct OffsetTwin: HeightSequence {
  static let name = "offset array"
  static let abilities = Abilities.all
  private var offsets: [Int64] = []
  private var total: Int64 = 0

  init(_ heights: [LayoutUnit]) {
    offsets.reserveCapacity(heights.count)
    for height in heights { append(height.rawValue) }
  }

  var count: Int { offsets.count }
  func offset(of index: Int) -> Int64 { index < offsets.count ? offsets[index] : total }

  mutating func setHeight(_ units: Int64, at index: Int) {
    move(from: index + 1, by: units - offset(of: index + 1) + offset(of: index))
  }

  private mutating func move(from index: Int, by change: Int64) {
    total &+= change
    let count = offsets.count
    var span = offsets.mutableSpan
    for later in index..<count { span[later] &+= change }
  }

  mutating func append(_ units: Int64) {
    offsets.append(total)
    total += units
  }

  mutating func replace(_ items: Range<Int>, by heights: some Heights) {
    var (place, top) = (items.lowerBound, offset(of: items.lowerBound))
    let bottom = offset(of: items.upperBound)
    offsets.replaceSubrange(items, with: repeatElement(0, count: heights.count))
    for height in heights {
      offsets[place] = top
      (place, top) = (place + 1, top + height)
    }
    move(from: place, by: top - bottom)
  }
}

/// The offset of every item from an anchor below all of them, in an array with room before the
/// first item; edits move what is above.
struct AnchoredTwin: HeightSequence {
  static let name = "anchored array"
  static let abilities = Abilities.all
  private var storage: [Int64] = []
  private var room = 0
  private var bottom: Int64 = 0

  init(_ heights: [LayoutUnit]) {
    storage.reserveCapacity(heights.count)
    for height in heights { append(height.rawValue) }
  }

  var count: Int { storage.count - room }
  private func top(_ index: Int) -> Int64 { index < count ? storage[room + index] : bottom }
  func offset(of index: Int) -> Int64 { top(index) - top(0) }

  mutating func setHeight(_ units: Int64, at index: Int) {
    move(through: index, by: top(index + 1) - top(index) - units)
  }

  private mutating func move(through index: Int, by change: Int64) {
    // A closed range: with a half-open one this loop takes 1.5 times as long (Swift 6.3).
    let places = room...room + index
    var span = storage.mutableSpan
    for place in places { span[place] &+= change }
  }

  mutating func append(_ units: Int64) {
    storage.append(bottom)
    bottom += units
  }

  mutating func prepend(_ page: Page) {
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

  mutating func removeFirst(_ items: Int) { room += items }

  mutating func replace(_ items: Range<Int>, by heights: some Heights) {
    var top = top(items.upperBound)
    let change = top - heights.reduce(0, +) - self.top(items.lowerBound)
    let new = repeatElement(Int64(0), count: heights.count)
    storage.replaceSubrange(room + items.lowerBound..<room + items.upperBound, with: new)
    var place = room + items.lowerBound + heights.count
    for height in heights.reversed() {
      (place, top) = (place - 1, top - height)
      storage[place] = top
    }
    if items.lowerBound > 0 { move(through: items.lowerBound - 1, by: change) }
  }
}

/// A binary indexed tree of sums.
struct FenwickTwin: HeightSequence {
  static let name = "Fenwick tree"
  static let abilities: Abilities = [.offsets, .search, .heights]
  private var tree: [Int64]
  private var size: Int
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
    var (place, rest, step) = (0, offset, size / 2)
    while step > 0 {
      if tree[place &+ step] <= rest {
        place &+= step
        rest &-= tree[place]
      }
      step /= 2
    }
    return place
  }

  mutating func setHeight(_ units: Int64, at index: Int) {
    let change = units - offset(of: index + 1) + offset(of: index)
    var place = index + 1
    while place <= size {
      tree[place] &+= change
      place += place & -place
    }
  }
}
