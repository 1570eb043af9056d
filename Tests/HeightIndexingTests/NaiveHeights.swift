import HeightIndexing
import Lengths

/// The same sequence as a `HeightIndex`, as a plain array: every law is a loop.
struct NaiveHeights {
  var items: [(handle: UInt32, height: Int64)] = []

  var total: Int64 { items.reduce(0) { $0 + $1.height } }

  func offset(of index: Int) -> Int64 { items[..<index].reduce(0) { $0 + $1.height } }

  func index(at offset: Int64) -> Int {
    if offset < 0 { return 0 }
    var top: Int64 = 0
    for (index, item) in items.enumerated() {
      top += item.height
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
