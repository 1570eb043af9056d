import HeightIndexing
import Lengths

/// Changes.
enum EditRows {
  static let all: [Row] = [
    Row(name: "height of the last item", goal: 3, stretch: 2.5, run: setLast),
    Row(name: "height of a top item") { bench, operations in
      for step in 0..<operations {
        bench.index.setHeight(LayoutUnit(rawValue: 6_400 &+ Int64(step & 1_023)), at: 3)
      }
      keep(Int(bench.index.total.rawValue))
    },
    Row(name: "last height and list", goal: 18, stretch: 12) { bench, operations in
      let last = bench.index.count - 1
      var sum = 0
      for step in 0..<operations {
        bench.index.setHeight(LayoutUnit(rawValue: 6_400 &+ Int64(step & 4_095)), at: last)
        let total = bench.index.total
        bench.index.list(from: total - LayoutUnit(points: 900), to: total, into: &bench.items)
        sum &+= bench.items.firstIndex &+ bench.items.count
      }
      keep(sum)
    },
    Row(name: "last height, list, read frames", goal: 100, stretch: 50) { bench, operations in
      let last = bench.index.count - 1
      var sum: Int64 = 0
      for step in 0..<operations {
        bench.index.setHeight(LayoutUnit(rawValue: 6_400 &+ Int64(step & 4_095)), at: last)
        let total = bench.index.total
        bench.index.list(from: total - LayoutUnit(points: 900), to: total, into: &bench.items)
        bench.items.forEach { sum &+= Int64($1) &+ $2.rawValue &+ $3.rawValue }
      }
      keep(Int(sum))
    },
    Row(name: "height of any item", goal: 30, stretch: 12, isScattered: true, run: setAny),
    Row(name: "15 heights in the middle", goal: 30, stretch: 20, weight: 8) { bench, operations in
      // Both by name: the arrays of an array are retained at each use.
      let (some, others) = (bench.pairs[0], bench.pairs[1])
      let middle = bench.count / 2
      for step in stride(from: 0, to: operations, by: 2) {
        bench.index.setHeights(some, at: middle + (step & 127))
        bench.index.setHeights(others, at: middle + (step & 127) + 1)
      }
      keep(Int(bench.index.total.rawValue))
    },
    Row(
      name: "append",
      goal: 3.5,
      stretch: 2.5,
      most: 2_000,
      setUp: { bench in
        append(&bench, 2_000)
        bench.index.remove(bench.count..<bench.index.count)
      },
      tearDown: { $0.index.remove($0.count..<$0.index.count) },
      run: append
    ),
    Row(
      name: "prepend 50",
      goal: 55,
      stretch: 35,
      most: 39,
      setUp: { bench in
        prepend(&bench, 39)
        bench.index.remove(0..<bench.index.count - bench.count)
      },
      tearDown: { $0.index.remove(0..<$0.index.count - $0.count) },
      run: prepend
    ),
    Row(
      name: "edited: height of any item",
      goal: 65,
      stretch: 50,
      isEdited: true,
      isScattered: true,
      run: setAny
    ),
    Row(name: "edited: height of the last item", goal: 5, stretch: 3, isEdited: true, run: setLast),
    Row(
      name: "insert anywhere",
      goal: 120,
      stretch: 80,
      isEdited: true,
      most: 2_000,
      tearDown: { $0.shrink() },
      reach: { bench in
        // As many as split every segment.
        bench.grow(by: 6_000 + bench.count / 24)
        bench.shrink()
        bench.touchHandles(ahead: 8_000)
      },
      run: { bench, operations in bench.insertAnywhere(operations) }
    ),
    Row(
      name: "remove anywhere",
      goal: 120,
      stretch: 80,
      isEdited: true,
      most: 2_000,
      setUp: { $0.grow(by: 2_000) },
      tearDown: { $0.shrink() },
      run: { bench, operations in bench.removeAnywhere(operations) }
    ),
  ]

  /// These leave another index behind than they found, and come last.
  static let whole: [Row] = [
    Row(
      name: "width change, us",
      goal: 10,
      stretch: 2,
      most: 1,
      setUp: { bench in
        // Segments that fell behind by 256 changes are brought up to date: not what this is about.
        if bench.index.total < LayoutUnit(points: bench.count) { bench.load() }
      },
      run: { bench, operations in
        for _ in 0..<operations {
          let grows = bench.index.total < LayoutUnit(points: 160 * bench.count)
          bench.index.scaleHeights(numerator: grows ? 390 : 320, denominator: grows ? 320 : 390)
        }
        keep(Int(bench.index.total.rawValue))
      }
    ),
    Row(name: "load, an item", goal: 0.4, stretch: 0.33) { bench, operations in
      let rounds = max(1, operations / bench.count)
      for _ in 0..<rounds { bench.load() }
      keep(Int(bench.index.total.rawValue))
    },
  ]

  @Sendable private static func setAny(_ bench: inout Bench, _ operations: Int) {
    var random = Congruential()
    for step in 0..<operations {
      bench.index.setHeight(
        LayoutUnit(rawValue: 6_400 &+ Int64(step & 63)),
        at: random.index(below: bench.count)
      )
    }
    keep(Int(bench.index.total.rawValue))
  }

  @Sendable private static func setLast(_ bench: inout Bench, _ operations: Int) {
    let last = bench.index.count - 1
    for step in 0..<operations {
      bench.index.setHeight(LayoutUnit(rawValue: 6_400 &+ Int64(step & 1_023)), at: last)
    }
    keep(Int(bench.index.total.rawValue))
  }

  /// Into memory that was in use before, as after a scroll through history.
  @Sendable private static func append(_ bench: inout Bench, _ operations: Int) {
    var next = UInt32(bench.index.count)
    for step in 0..<operations {
      bench.index.append(handle: next, height: LayoutUnit(rawValue: 6_400 &+ Int64(step & 1_023)))
      next &+= 1
    }
    keep(bench.index.count)
  }

  /// Into memory that was in use before.
  @Sendable private static func prepend(_ bench: inout Bench, _ operations: Int) {
    let pages = bench.pages
    pages.withUnsafeBufferPointer { pages in
      for page in 0..<operations {
        let items = pages[50 * page..<50 * page + 50]
        bench.index.prepend(contentsOf: UnsafeBufferPointer(rebasing: items))
      }
    }
    keep(bench.index.count)
  }
}
