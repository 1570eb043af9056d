import HeightIndexing
import Lengths

/// A `HeightIndex` among the twins.
struct IndexSequence: HeightSequence {
  private var index = HeightIndex()
  private var items = VisibleItems()
  private var nextHandle: UInt32

  init(_ heights: [LayoutUnit]) {
    index.load(count: heights.count) { (UInt32($0), heights[$0]) }
    nextHandle = UInt32(heights.count)
  }

  var count: Int { index.count }

  private mutating func freshHandle() -> UInt32 {
    nextHandle += 1
    return nextHandle - 1
  }

  func offset(of index: Int) -> Int64 { self.index.offset(of: index).rawValue }
  func index(at offset: Int64) -> Int { index.index(at: LayoutUnit(rawValue: offset)) }
  mutating func setHeight(_ height: LayoutUnit, at index: Int) {
    self.index.setHeight(height, at: index)
  }
  mutating func prepend(_ page: [LayoutUnit]) {
    index.prepend(contentsOf: page.map { (freshHandle(), $0) })
  }
  mutating func append(_ height: LayoutUnit) { index.append(handle: freshHandle(), height: height) }
  mutating func insert(_ height: LayoutUnit, at index: Int) {
    self.index.insert(handle: freshHandle(), height: height, at: index)
  }
  mutating func remove(at index: Int) { self.index.remove(at: index) }

  mutating func frames(from top: Int64, to limit: Int64) -> Int {
    index.list(from: LayoutUnit(rawValue: top), to: LayoutUnit(rawValue: limit), into: &items)
    var hash = 0
    items.forEach { _, _, offset, _ in hash = (hash &+ Int(offset.rawValue)) &* 31 }
    return hash
  }
}

extension NaiveTwin: HeightSequence {
  var count: Int { heights.count }
  mutating func insert(_ height: LayoutUnit, at index: Int) { heights.insert(height, at: index) }
  mutating func remove(at index: Int) { heights.remove(at: index) }
}

extension WatermarkTwin: HeightSequence {
  var count: Int { heights.count }

  mutating func insert(_ height: LayoutUnit, at index: Int) {
    heights.insert(height, at: index)
    offsets.append(0)
    watermark = min(watermark, index)
  }

  mutating func remove(at index: Int) {
    heights.remove(at: index)
    offsets.removeLast()
    watermark = min(watermark, index)
  }
}

extension FenwickTwin: HeightSequence {
  private var heights: [LayoutUnit] {
    (0..<count).map { LayoutUnit(rawValue: offset(of: $0 + 1) - offset(of: $0)) }
  }

  mutating func setHeight(_ height: LayoutUnit, at index: Int) {
    add(height.rawValue - offset(of: index + 1) + offset(of: index), at: index)
  }
  mutating func prepend(_ page: [LayoutUnit]) { self = FenwickTwin(page + heights) }
  mutating func append(_ height: LayoutUnit) { self = FenwickTwin(heights + [height]) }

  mutating func insert(_ height: LayoutUnit, at index: Int) {
    var heights = heights
    heights.insert(height, at: index)
    self = FenwickTwin(heights)
  }

  mutating func remove(at index: Int) {
    var heights = heights
    heights.remove(at: index)
    self = FenwickTwin(heights)
  }
}

extension OffsetTwin: HeightSequence {
  var count: Int { offsets.count }
  func offset(of index: Int) -> Int64 { index < count ? offsets[index] : total }

  mutating func setHeight(_ height: LayoutUnit, at index: Int) {
    add(height.rawValue - offset(of: index + 1) + offset(of: index), at: index)
  }

  mutating func insert(_ height: LayoutUnit, at index: Int) {
    offsets.insert(offset(of: index), at: index)
    add(height.rawValue, at: index)
  }

  mutating func remove(at index: Int) {
    let height = offset(of: index + 1) - offset(of: index)
    add(-height, at: index)
    offsets.remove(at: index)
  }
}

extension AnchoredTwin: HeightSequence {
  func offset(of index: Int) -> Int64 { top(index) - top(0) }

  /// Changes go above the anchor: what is below stays where it is.
  mutating func setHeight(_ height: LayoutUnit, at index: Int) {
    add(height.rawValue - top(index + 1) + top(index), at: index)
  }
}
