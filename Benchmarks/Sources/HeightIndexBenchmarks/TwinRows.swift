import Lengths

/// Measures the other ways to keep heights, on the same items in the same run.
struct TwinRows {
  let rows: IndexRows

  private var size: Int { rows.count }
  private var watch: Stopwatch { rows.watch }
  /// How often the slow ones are asked.
  private var few: Int { max(4, min(1_000, 20_000_000 / rows.count / 4)) }
  private var slowWatch: Stopwatch { Stopwatch(repeats: 5) }

  /// Every figure, by name.
  func all() -> [(String, Double)] {
    let page = Array(rows.heights[0..<50])
    return fenwick() + arrays(page) + adjusting(page)
  }

  private func fenwick() -> [(String, Double)] {
    var twin = FenwickTwin(rows.heights)
    let count = rows.operations
    let total = Double(twin.offset(of: size) - 1)
    let offset = watch.measure(count) {
      var random = Congruential()
      var sum: Int64 = 0
      for _ in 0..<count { sum &+= twin.offset(of: random.index(below: size)) }
      keep(Int(sum))
    }
    let search = watch.measure(count) {
      var random = Congruential()
      var sum = 0
      for _ in 0..<count {
        sum &+= twin.index(at: Int64(Double(random.next()) * 0x1p-32 * total))
      }
      keep(sum)
    }
    let change = watch.measure(count) {
      var random = Congruential()
      for step in 0..<count { twin.add(Int64(step & 63) - 31, at: random.index(below: size)) }
      keep(Int(twin.offset(of: size)))
    }
    return [
      ("Fenwick: offset of an item", offset), ("Fenwick: item at an offset", search),
      ("Fenwick: height of any item", change),
    ]
  }

  private func arrays(_ page: [LayoutUnit]) -> [(String, Double)] {
    var naive = NaiveTwin(heights: rows.heights)
    let offset = slowWatch.measure(few) {
      var random = Congruential()
      for _ in 0..<few { keep(Int(naive.offset(of: random.index(below: size)))) }
    }
    let prepend = slowWatch.measure(few) {
      for _ in 0..<few { naive.prepend(page) }
      keep(naive.heights.count)
    }
    var lazy = WatermarkTwin(rows.heights)
    let top = slowWatch.measure(few) {
      for step in 0..<few {
        lazy.setHeight(LayoutUnit(rawValue: Int64(6_400 + step)), at: 3)
        keep(Int(lazy.offset(of: size - 10)))
      }
    }
    return [
      ("naive array: offset of an item", offset), ("naive array: prepend 50", prepend),
      ("watermark array: top height, then an offset", top),
    ]
  }

  private func adjusting(_ page: [LayoutUnit]) -> [(String, Double)] {
    var offsets = OffsetTwin(rows.heights)
    let top = slowWatch.measure(few) {
      for step in 0..<few { offsets.add(Int64(step & 63) - 31, at: 3) }
      keep(Int(offsets.total))
    }
    let prepend = slowWatch.measure(few) {
      for _ in 0..<few { offsets.prepend(page) }
      keep(Int(offsets.total))
    }
    var anchored = AnchoredTwin(rows.heights)
    let middle = slowWatch.measure(few) {
      for step in 0..<few { anchored.add(Int64(step & 63) - 31, at: size / 2) }
      keep(Int(anchored.offsets[0] & 0xFF))
    }
    let anchoredPrepend = slowWatch.measure(few) {
      for _ in 0..<few { anchored.prepend(page) }
      keep(Int(anchored.offsets[0] & 0xFF))
    }
    return [
      ("offset-adjusting array: top height", top),
      ("offset-adjusting array: prepend 50", prepend),
      ("anchored array: middle height", middle),
      ("anchored array: prepend 50", anchoredPrepend),
    ]
  }
}
