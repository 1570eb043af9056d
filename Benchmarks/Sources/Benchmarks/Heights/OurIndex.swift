import HeightIndexing
import Lengths

/// `HeightIndex` among the others.
struct OurIndex: HeightSequence {
  static let name = "HeightIndex"
  static let abilities = Abilities.all
  var index = HeightIndex()
  private var items = VisibleItems()
  private var handles: [UInt32]
  private var nextHandle: UInt32

  init(_ heights: [LayoutUnit]) {
    handles = heights.indices.map { UInt32($0) }
    nextHandle = UInt32(heights.count)
    index.load(handles: handles, heights: heights)
  }

  mutating func load(_ heights: [LayoutUnit]) {
    index.load(handles: handles, heights: heights)
    nextHandle = UInt32(heights.count)
  }

  var count: Int { index.count }
  func offset(of index: Int) -> Int64 { self.index.offset(of: index).rawValue }
  func index(at offset: Int64) -> Int { index.index(at: LayoutUnit(rawValue: offset)) }
  mutating func index(near offset: Int64) -> Int { index.index(near: LayoutUnit(rawValue: offset)) }
  mutating func setHeight(_ units: Int64, at index: Int) {
    self.index.setHeight(LayoutUnit(rawValue: units), at: index)
  }
  mutating func setHeights(_ heights: [LayoutUnit], at first: Int) {
    index.setHeights(heights, at: first)
  }

  private mutating func freshHandle() -> UInt32 {
    nextHandle &+= 1
    return nextHandle &- 1
  }

  mutating func append(_ units: Int64) {
    index.append(handle: freshHandle(), height: LayoutUnit(rawValue: units))
  }
  /// Handles from 2^25 on, which nothing else takes.
  static func page(_ heights: [LayoutUnit], number: Int) -> [HeightIndex.Item] {
    heights.enumerated().map { (UInt32(1 << 25 + heights.count * number + $0), $1) }
  }
  mutating func prepend(_ page: [HeightIndex.Item]) { index.prepend(contentsOf: page) }
  mutating func insert(_ units: Int64, at index: Int) {
    self.index.insert(handle: freshHandle(), height: LayoutUnit(rawValue: units), at: index)
  }
  mutating func remove(at index: Int) { self.index.remove(at: index) }
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
