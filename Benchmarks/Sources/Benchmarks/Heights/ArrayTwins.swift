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
    return first + place - first
  }
  mutating func setHeight(_ units: Int64, at index: Int) { heights[index] = units }
  mutating func append(_ units: Int64) { heights.append(units) }
  mutating func prepend(_ page: Page) {
    heights.insert(contentsOf: page.map(\.rawValue), at: 0)
  }
  mutating func insert(_ units: Int64, at index: Int) { heights.insert(units, at: index) }
  mutating func remove(at index: Int) { heights.remove(at: index) }
  mutating func removeFirst(_ items: Int) { heights.removeFirst(items) }
  mutating func removeLast(_ items: Int) { heights.removeLast(items) }
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

  mutating func prepend(_ page: Page) {
    heights.insert(contentsOf: page.map(\.rawValue), at: 0)
    offsets.append(contentsOf: page.map { _ in 0 })
    watermark = 0
  }

  mutating func append(_ units: Int64) {
    heights.append(units)
    offsets.append(0)
  }

  mutating func removeFirst(_ items: Int) {
    heights.removeFirst(items)
    offsets.removeLast(items)
    watermark = 0
  }

  mutating func removeLast(_ items: Int) {
    heights.removeLast(items)
    offsets.removeLast(items)
    watermark = min(watermark, count)
  }
}

/// The offset of every item in an array; each edit moves all offsets after it.
struct OffsetTwin: HeightSequence {
  static let name = "offset array"
  static let abilities = Abilities.all
  private var offsets: [Int64]
  private var total: Int64

  init(_ heights: [LayoutUnit]) {
    offsets = []
    offsets.reserveCapacity(heights.count)
    total = 0
    for height in heights {
      offsets.append(total)
      total += height.rawValue
    }
  }

  var count: Int { offsets.count }
  func offset(of index: Int) -> Int64 { index < offsets.count ? offsets[index] : total }

  mutating func setHeight(_ units: Int64, at index: Int) {
    move(after: index, by: units - offset(of: index + 1) + offset(of: index))
  }

  private mutating func move(after index: Int, by change: Int64) {
    total &+= change
    let count = offsets.count
    var span = offsets.mutableSpan
    for later in min(index + 1, count)..<count { span[later] &+= change }
  }

  mutating func prepend(_ page: Page) {
    let fresh = OffsetTwin(Array(page))
    move(after: -1, by: fresh.total)
    offsets.insert(contentsOf: fresh.offsets, at: 0)
  }

  mutating func append(_ units: Int64) {
    offsets.append(total)
    total += units
  }

  mutating func insert(_ units: Int64, at index: Int) {
    offsets.insert(offset(of: index), at: index)
    move(after: index, by: units)
  }

  mutating func remove(at index: Int) {
    move(after: index, by: offset(of: index) - offset(of: index + 1))
    offsets.remove(at: index)
  }

  mutating func removeFirst(_ items: Int) {
    move(after: -1, by: 0 - offset(of: items))
    offsets.removeFirst(items)
  }

  mutating func removeLast(_ items: Int) {
    total = offset(of: count - items)
    offsets.removeLast(items)
  }
}

/// The offset of every item from an anchor below all of them, in an array with room before the
/// first item; edits move what is above.
struct AnchoredTwin: HeightSequence {
  static let name = "anchored array"
  static let abilities = Abilities.all
  private var storage: [Int64]
  private var room = 0
  private var bottom: Int64

  init(_ heights: [LayoutUnit]) {
    var sum: Int64 = 0
    storage = heights.map { height in
      defer { sum += height.rawValue }
      return sum
    }
    bottom = sum
  }

  var count: Int { storage.count - room }
  private func top(_ index: Int) -> Int64 { index < count ? storage[room + index] : bottom }
  func offset(of index: Int) -> Int64 { top(index) - top(0) }

  mutating func setHeight(_ units: Int64, at index: Int) {
    move(through: index, by: top(index + 1) - top(index) - units)
  }

  private mutating func move(through index: Int, by change: Int64) {
    let places = room...room + index
    var span = storage.mutableSpan
    for place in places { span[place] &+= change }
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

  mutating func append(_ units: Int64) {
    storage.append(bottom)
    bottom += units
  }

  mutating func insert(_ units: Int64, at index: Int) {
    storage.insert(top(index), at: room + index)
    move(through: index, by: -units)
  }

  mutating func remove(at index: Int) {
    move(through: index, by: top(index + 1) - top(index))
    storage.remove(at: room + index)
  }

  mutating func removeFirst(_ items: Int) { room += items }

  mutating func removeLast(_ items: Int) {
    bottom = top(count - items)
    storage.removeLast(items)
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
