import Lengths

/// Measures the other ways to keep heights, on the same items in the same run.
struct TwinRows {
  let size: Int
  let operations: Int
  let repeats: Int
  private let heights: [LayoutUnit]
  private let page: [LayoutUnit]
  private let clock = ContinuousClock()

  init(size: Int, operations: Int, repeats: Int) {
    self.size = size
    self.operations = operations
    self.repeats = repeats
    heights = makeHeights(size)
    page = Array(heights[0..<50])
  }

  static let names = [
    "Fenwick: offset of an item", "Fenwick: item at an offset", "Fenwick: height of any item",
    "naive array: offset of an item", "naive array: prepend 50",
    "watermark array: top height, then an offset", "offset-adjusting array: top height",
    "offset-adjusting array: prepend 50", "anchored array: middle height",
    "anchored array: prepend 50",
  ]

  /// How often the slow ones are asked.
  private var few: Int { max(4, min(1_000, 5_000_000 / size)) }

  /// Every figure in nanoseconds, by name.
  func all() -> [String: Double] {
    Dictionary(uniqueKeysWithValues: zip(Self.names, fenwick() + arrays() + adjusting()))
  }

  private func least(_ operations: Int, _ times: Int, _ body: () -> Void) -> Double {
    body()
    let figures = (0..<times).map { _ in clock.measure(body) / .nanoseconds(operations) }
    return figures.min() ?? 0
  }

  private func fenwick() -> [Double] {
    var twin = FenwickTwin(heights)
    let total = Double(twin.offset(of: size) - 1)
    let isLong = size >= Measuring.scatteredSize
    let operations = isLong ? Measuring.scatteredFactor * operations : operations
    let offset = least(operations, repeats) {
      var random = Congruential()
      var sum: Int64 = 0
      for _ in 0..<operations { sum &+= twin.offset(of: random.index(below: size)) }
      keep(Int(sum))
    }
    let search = least(operations, repeats) {
      var random = Congruential()
      var sum = 0
      for _ in 0..<operations {
        sum &+= twin.index(at: Int64(Double(random.next()) * 0x1p-32 * total))
      }
      keep(sum)
    }
    let change = least(operations, repeats) {
      var random = Congruential()
      for step in 0..<operations { twin.add(Int64(step & 63) - 31, at: random.index(below: size)) }
      keep(Int(twin.offset(of: size)))
    }
    return [offset, search, change]
  }

  private func arrays() -> [Double] {
    var naive = NaiveTwin(heights)
    let offset = least(few, 5) {
      var random = Congruential()
      for _ in 0..<few { keep(Int(naive.offset(of: random.index(below: size)))) }
    }
    let prepend = least(few, 5) {
      for _ in 0..<few { naive.prepend(page) }
      keep(naive.heights.count)
    }
    var lazy = WatermarkTwin(heights)
    let top = least(few, 5) {
      for step in 0..<few {
        lazy.setHeight(LayoutUnit(rawValue: Int64(6_400 + step)), at: 3)
        keep(Int(lazy.offset(of: size - 10)))
      }
    }
    return [offset, prepend, top]
  }

  private func adjusting() -> [Double] {
    var offsets = OffsetTwin(heights)
    let top = least(few, 5) {
      for step in 0..<few { offsets.add(Int64(step & 63) - 31, at: 3) }
      keep(Int(offsets.total))
    }
    let prepend = least(few, 5) {
      for _ in 0..<few { offsets.prepend(page) }
      keep(Int(offsets.total))
    }
    var anchored = AnchoredTwin(heights)
    let middle = least(few, 5) {
      for step in 0..<few { anchored.add(Int64(step & 63) - 31, at: size / 2) }
      keep(Int(anchored.top(0) & 0xFF))
    }
    let anchoredPrepend = least(few, 5) {
      for _ in 0..<few { anchored.prepend(page) }
      keep(Int(anchored.top(0) & 0xFF))
    }
    return [top, prepend, middle, anchoredPrepend]
  }
}
