import HeightIndexing
import Lengths

@inline(__always) private func place(_ random: inout Congruential, _ scale: Double) -> LayoutUnit {
  LayoutUnit(rawValue: Int64(Double(random.next()) * 0x1p-32 * scale))
}

/// Questions: what changes nothing.
enum QueryRows {
  static let all: [Row] = [
    Row(name: "offset of an item", goal: 6.5, stretch: 4.5, isScattered: true, run: offset),
    Row(name: "offset of an item, latency", goal: 36, stretch: 28, isScattered: true) {
      bench,
      operations in
      var random = Congruential()
      var last: Int64 = 0
      for _ in 0..<operations {
        last = bench.index.offset(of: random.index(below: bench.count)).rawValue
        random.state &+= UInt64(truncatingIfNeeded: last & 1)
      }
      keep(Int(last))
    },
    Row(name: "item at an offset", goal: 34, stretch: 18, isScattered: true, run: search),
    Row(name: "item at an offset, latency", goal: 78, stretch: 68, isScattered: true) {
      bench,
      operations in
      let scale = Double(bench.index.total.rawValue - 1)
      var random = Congruential()
      var last = 0
      for _ in 0..<operations {
        last = bench.index.index(at: place(&random, scale))
        random.state &+= UInt64(truncatingIfNeeded: last & 1)
      }
      keep(last)
    },
    Row(name: "item near the last one", goal: 10, stretch: 6) { bench, operations in
      var random = Congruential()
      var sum = 0
      var offset = bench.index.total.rawValue / 2
      for _ in 0..<operations {
        offset &+= Int64(random.next() & 16_383) &- 8_191
        sum &+= bench.index.index(near: LayoutUnit(rawValue: offset))
      }
      keep(sum)
    },
    Row(name: "index of a handle", isScattered: true) { bench, operations in
      var random = Congruential()
      var sum = 0
      for _ in 0..<operations {
        sum &+= bench.index.index(of: UInt32(random.index(below: bench.count))) ?? 0
      }
      keep(sum)
    },
    Row(name: "list 16 items at the end", goal: 20, stretch: 13) { bench, operations in
      let base = bench.index.total - LayoutUnit(points: 3_400)
      list(&bench, operations, from: base)
    },
    Row(name: "list 16 items near the last", goal: 20, stretch: 13) { bench, operations in
      let base = LayoutUnit(rawValue: bench.index.total.rawValue / 3)
      list(&bench, operations, from: base)
    },
    Row(name: "list 900 pt anywhere", goal: 68, stretch: 50, isScattered: true, weight: 4) {
      bench,
      operations in
      let scale = Double(bench.index.total.rawValue - 3_400 * 64)
      var random = Congruential()
      var sum = 0
      for _ in 0..<operations {
        let top = place(&random, scale)
        bench.index.list(from: top, to: top + LayoutUnit(points: 900), into: &bench.items)
        sum &+= bench.items.firstIndex &+ bench.items.count
      }
      keep(sum)
    },
    Row(
      name: "edited: offset of an item",
      goal: 20,
      stretch: 15,
      isEdited: true,
      isScattered: true,
      run: offset
    ),
    Row(
      name: "edited: item at an offset",
      goal: 45,
      stretch: 35,
      isEdited: true,
      isScattered: true,
      run: search
    ),
  ]

  @Sendable private static func offset(_ bench: inout Bench, _ operations: Int) {
    var random = Congruential()
    var sum: Int64 = 0
    for _ in 0..<operations {
      sum &+= bench.index.offset(of: random.index(below: bench.count)).rawValue
    }
    keep(Int(sum))
  }

  @Sendable private static func search(_ bench: inout Bench, _ operations: Int) {
    let scale = Double(bench.index.total.rawValue - 1)
    var random = Congruential()
    var sum = 0
    for _ in 0..<operations { sum &+= bench.index.index(at: place(&random, scale)) }
    keep(sum)
  }

  /// Lists about 16 items.
  @Sendable private static func list(_ bench: inout Bench, _ operations: Int, from base: LayoutUnit)
  {
    var sum = 0
    for step in 0..<operations {
      let top = base + LayoutUnit(rawValue: Int64(step % 7) &* 40 &* 64)
      bench.index.list(from: top, to: top + LayoutUnit(points: 2_960), into: &bench.items)
      sum &+= bench.items.firstIndex &+ bench.items.count
    }
    keep(sum)
  }
}
