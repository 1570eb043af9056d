@_spi(Variants) import HeightIndexing
import Lengths

/// `HeightIndex` itself, without handles and checks.
struct OurVariant: HeightSequence {
  static let name = "ours without handles and checks"
  static let abilities = Abilities.all
  private var index = HeightIndexVariant()

  init(_ heights: [LayoutUnit]) { index.load(heights) }

  mutating func load(_ heights: [LayoutUnit]) { index.load(heights) }
  var count: Int { index.count }
  func offset(of index: Int) -> Int64 { self.index.offset(of: index) }
  func index(at offset: Int64) -> Int { index.index(at: offset) }
  mutating func index(near offset: Int64) -> Int { index.index(near: offset) }
  mutating func setHeight(_ units: Int64, at index: Int) { self.index.setHeight(units, at: index) }
  mutating func setHeights(_ heights: [LayoutUnit], at first: Int) {
    index.setHeights(heights, at: first)
  }
  mutating func append(_ units: Int64) { index.append(units) }
  mutating func prepend(_ page: UnsafeBufferPointer<LayoutUnit>) { index.prepend(page) }
  mutating func insert(_ units: Int64, at index: Int) { self.index.insert(units, at: index) }
  mutating func remove(at index: Int) { self.index.remove(at: index) }
  mutating func removeFirst(_ items: Int) { for _ in 0..<items { remove(at: 0) } }
  mutating func removeLast(_ items: Int) { for _ in 0..<items { remove(at: count - 1) } }
  mutating func list(from top: Int64, to limit: Int64) -> Int { index.list(from: top, to: limit) }
}
