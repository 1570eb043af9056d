import HeightIndexing
import Lengths

/// `HeightIndex` among the others.
struct OurIndex: HeightSequence {
  static let name = "HeightIndex"
  static let abilities = Abilities.all
  var index = HeightIndex()
  private var items = VisibleItems()
  private var nextHandle: UInt32
  /// Handles that were given back, which are given out again, the last one first: there are never many
  /// more of them than items, as in a surface.
  private var free: [UInt32] = []

  init(_ heights: [LayoutUnit]) {
    nextHandle = UInt32(heights.count)
    load(heights)
  }

  /// The map takes memory for 2,048 handles at a time; what new items need is there before.
  mutating func expectEdits() {
    free.reserveCapacity(count / 8 + 10_000)
    for page in 0..<UInt32(48) {
      for handle in [nextHandle + 2_048 * page, Self.firstOfPages + 2_048 * page] {
        guard index.index(of: handle) == nil else { continue }
        index.append(handle: handle, height: .zero)
        index.remove(index.count - 1..<index.count)
      }
    }
  }

  mutating func load(_ heights: [LayoutUnit]) {
    index.load(count: heights.count) { (UInt32($0), heights[$0]) }
    nextHandle = UInt32(heights.count)
  }

  var count: Int { index.count }
  func offset(of index: Int) -> Int64 { self.index.offset(of: index).rawValue }
  func index(at offset: Int64) -> Int { index.index(at: LayoutUnit(rawValue: offset)) }
  mutating func setHeight(_ units: Int64, at index: Int) {
    self.index.setHeight(LayoutUnit(rawValue: units), at: index)
  }
  mutating func setHeights(_ heights: [LayoutUnit], at first: Int) {
    index.setHeights(heights, at: first)
  }

  private mutating func freshHandle() -> UInt32 {
    if let handle = free.popLast() { return handle }
    nextHandle &+= 1
    return nextHandle &- 1
  }

  /// Takes a handle that was never given out, as `removeLast` gives back those that count on.
  mutating func append(_ units: Int64) {
    index.append(handle: nextHandle, height: LayoutUnit(rawValue: units))
    nextHandle &+= 1
  }
  /// Handles that nothing else takes.
  private static let firstOfPages: UInt32 = 1 << 22
  static func page(number: Int) -> UnsafeBufferPointer<HeightIndex.Item> {
    let heights = PageOfHeights.units
    let first = firstOfPages + UInt32(heights.count * number)
    return PageOfHeights.lasting { (first + UInt32($0), heights[$0]) }
  }
  mutating func prepend(_ page: UnsafeBufferPointer<HeightIndex.Item>) {
    index.insert(contentsOf: page, at: 0)
  }
  mutating func insert(_ units: Int64, at index: Int) {
    self.index.insert(handle: freshHandle(), height: LayoutUnit(rawValue: units), at: index)
  }
  mutating func remove(at index: Int) {
    free.append(self.index.handle(at: index))
    self.index.remove(index..<index + 1)
  }
  mutating func removeFirst(_ items: Int) { index.remove(0..<items) }
  mutating func removeLast(_ items: Int) {
    index.remove(count - items..<count)
    nextHandle -= UInt32(items)
  }
  mutating func list(from top: Int64, to limit: Int64) -> Int {
    index.list(from: LayoutUnit(rawValue: top), to: LayoutUnit(rawValue: limit), into: &items)
    return items.firstIndex &+ items.count
  }

  /// Lists and reads every frame.
  mutating func frames(from top: Int64, to limit: Int64) -> Int64 {
    _ = list(from: top, to: limit)
    var sum: Int64 = 0
    items.forEach { sum &+= Int64($1) &+ $2.rawValue &+ $3.rawValue }
    return sum
  }
}
