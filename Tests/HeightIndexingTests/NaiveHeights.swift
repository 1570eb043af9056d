import HeightIndexing
import Lengths

/// The same sequence as a `HeightIndex`, as a plain array: every law is a loop.
struct NaiveHeights {
  var items: [(handle: UInt32, height: Int64)] = []

  mutating func insert(_ run: [HeightIndex.Item], at place: Int) {
    items.insert(contentsOf: run.lazy.map { ($0.handle, $0.height.rawValue) }, at: place)
  }

  var total: Int64 { offset(of: items.count) }

  func offset(of index: Int) -> Int64 {
    var offset: Int64 = 0
    for place in 0..<index { offset += items[place].height }
    return offset
  }

  func index(at offset: Int64) -> Int {
    if offset < 0 { return 0 }
    var top: Int64 = 0
    for index in items.indices {
      top += items[index].height
      if offset < top { return index }
    }
    return items.count - 1
  }

  /// Scales as `HeightIndex` says it does, given how many items its segments hold.
  mutating func scale(numerator: Int64, denominator: Int64, segmentCounts: [Int]) {
    var start = 0
    for count in segmentCounts {
      var sum: Int64 = 0
      var scaledBefore: Int64 = 0
      for index in start..<start + count {
        sum += items[index].height
        let scaled = sum * numerator / denominator
        items[index].height = scaled - scaledBefore
        scaledBefore = scaled
      }
      start += count
    }
  }
}
