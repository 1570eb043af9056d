import HeightIndexing
import Lengths

/// What the rows work on: an index of some size, and what they need to ask and change it.
struct Bench {
  /// How many items there are, apart from those that a row adds and takes away again.
  let count: Int
  let heights: [LayoutUnit]
  let handles: [UInt32]
  /// 39 times 50 items.
  let pages: [HeightIndex.Item]
  /// Twice 15 heights.
  let pairs: [[LayoutUnit]]
  var index = HeightIndex()
  var items = VisibleItems()
  private var nextHandle: UInt32

  /// Makes a loaded index; an edited one has had 10,000 items put in or taken out anywhere.
  init(count: Int, isEdited: Bool) {
    self.count = count
    heights = makeHeights(count)
    handles = (0..<UInt32(count)).map { $0 }
    pages = (0..<39 * 50).map { item in
      (UInt32(count + item), LayoutUnit(points: 40 + item % 50 * 7 % 300))
    }
    pairs = [Array(heights[0..<15]), Array(heights[15..<30])]
    nextHandle = UInt32(count + 4_000)
    load()
    guard isEdited else { return }
    for step in 0..<min(10_000, count / 10) {
      if step & 1 == 0 { insertAnywhere(1) } else { removeAnywhere(1) }
    }
  }

  mutating func load() { index.load(handles: handles, heights: heights) }

  mutating func insertAnywhere(_ times: Int) {
    var random = Congruential()
    for _ in 0..<times {
      nextHandle &+= 1
      index.insert(
        handle: nextHandle,
        height: LayoutUnit(points: 100),
        at: random.index(below: index.count)
      )
    }
  }

  mutating func removeAnywhere(_ times: Int) {
    var random = Congruential()
    for _ in 0..<times { index.remove(at: random.index(below: index.count)) }
  }

  /// Puts the next handles on the map once, where they take memory for 2,048 at a time.
  mutating func touchHandles(ahead: UInt32) {
    for handle in nextHandle + 1...nextHandle + ahead {
      index.append(handle: handle, height: .zero)
      index.remove(at: index.count - 1)
    }
  }

  /// Removes items anywhere until there are as many as at the start.
  mutating func shrink() { removeAnywhere(max(0, index.count - count)) }

  /// Inserts items anywhere until there are `extra` more than at the start.
  mutating func grow(by extra: Int) { insertAnywhere(max(0, count + extra - index.count)) }
}
