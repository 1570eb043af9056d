import HeightIndexing
import Lengths

/// Measures a `HeightIndex` of some size, operation by operation.
struct IndexRows {
  let count: Int
  let operations: Int
  let watch: Stopwatch
  let heights: [LayoutUnit]
  let handles: [UInt32]

  init(count: Int, operations: Int, watch: Stopwatch) {
    self.count = count
    self.operations = operations
    self.watch = watch
    heights = makeHeights(count)
    handles = (0..<UInt32(count)).map { $0 }
  }

  func loaded() -> HeightIndex {
    var index = HeightIndex()
    index.load(handles: handles, heights: heights)
    return index
  }

  func build() -> Double {
    var index = HeightIndex()
    let rounds = max(1, 1_000_000 / count)
    return watch.measure(rounds * count) {
      for _ in 0..<rounds { index.load(handles: handles, heights: heights) }
      keep(Int(index.total.rawValue))
    }
  }

  func offset(_ index: HeightIndex) -> Double {
    let count = index.count
    return watch.measure(operations) {
      var random = Congruential()
      var sum: Int64 = 0
      for _ in 0..<operations {
        sum &+= index.offset(of: random.index(below: count)).rawValue
      }
      keep(Int(sum))
    }
  }

  func offsetLatency(_ index: HeightIndex) -> Double {
    watch.measure(operations) {
      var random = Congruential()
      var last: Int64 = 0
      for _ in 0..<operations {
        last = index.offset(of: random.index(below: count)).rawValue
        random.state &+= UInt64(truncatingIfNeeded: last & 1)
      }
      keep(Int(last))
    }
  }

  @inline(__always) private func place(_ random: inout Congruential, _ scale: Double) -> LayoutUnit
  {
    LayoutUnit(rawValue: Int64(Double(random.next()) * 0x1p-32 * scale))
  }

  func search(_ index: HeightIndex) -> Double {
    let scale = Double(index.total.rawValue - 1)
    return watch.measure(operations) {
      var random = Congruential()
      var sum = 0
      for _ in 0..<operations { sum &+= index.index(at: place(&random, scale)) }
      keep(sum)
    }
  }

  func searchLatency(_ index: HeightIndex) -> Double {
    let scale = Double(index.total.rawValue - 1)
    return watch.measure(operations) {
      var random = Congruential()
      var last = 0
      for _ in 0..<operations {
        last = index.index(at: place(&random, scale))
        random.state &+= UInt64(truncatingIfNeeded: last & 1)
      }
      keep(last)
    }
  }

  func finger(_ index: inout HeightIndex) -> Double {
    let start = index.total.rawValue / 2
    return watch.measure(operations) {
      var random = Congruential()
      var sum = 0
      var offset = start
      for _ in 0..<operations {
        offset &+= Int64(random.next() & 16_383) &- 8_191
        sum &+= index.index(near: LayoutUnit(rawValue: offset))
      }
      keep(sum)
    }
  }

  func lookUp(_ index: HeightIndex) -> Double {
    watch.measure(operations) {
      var random = Congruential()
      var sum = 0
      for _ in 0..<operations {
        sum &+= index.index(of: UInt32(random.index(below: count))) ?? 0
      }
      keep(sum)
    }
  }

  func setAny(_ index: inout HeightIndex) -> Double {
    let count = index.count
    return watch.measure(operations) {
      var random = Congruential()
      for step in 0..<operations {
        index.setHeight(
          LayoutUnit(rawValue: 6_400 &+ Int64(step & 63)),
          at: random.index(below: count)
        )
      }
      keep(Int(index.total.rawValue))
    }
  }

  func setTail(_ index: inout HeightIndex) -> Double {
    let last = index.count - 1
    return watch.measure(operations) {
      for step in 0..<operations {
        index.setHeight(LayoutUnit(rawValue: 6_400 &+ Int64(step & 1_023)), at: last)
      }
      keep(Int(index.total.rawValue))
    }
  }

  func setTop(_ index: inout HeightIndex) -> Double {
    watch.measure(operations) {
      for step in 0..<operations {
        index.setHeight(LayoutUnit(rawValue: 6_400 &+ Int64(step & 1_023)), at: 3)
      }
      keep(Int(index.total.rawValue))
    }
  }

  func setPage(_ index: inout HeightIndex) -> Double {
    let pages = [Array(heights[0..<15]), Array(heights[15..<30])]
    return watch.measure(operations / 8) {
      for step in 0..<operations / 8 {
        index.setHeights(pages[step & 1], at: count / 2 + (step & 127))
      }
      keep(Int(index.total.rawValue))
    }
  }

  /// Into memory that was in use before, as after a scroll through history.
  func append(_ index: inout HeightIndex) -> Double {
    func run(_ index: inout HeightIndex) {
      var next = UInt32(index.count)
      for step in 0..<2_000 {
        index.append(handle: next, height: LayoutUnit(rawValue: 6_400 &+ Int64(step & 1_023)))
        next &+= 1
      }
    }
    index = loaded()
    return watch.measure(
      2_000,
      setUp: {
        run(&index)
        index.remove(index.count - 2_000..<index.count)
        if index.count > count { index.remove(count..<index.count) }
      },
      {
        run(&index)
        keep(index.count)
      }
    )
  }

  /// Into memory that was in use before.
  func prepend(_ index: inout HeightIndex) -> Double {
    let pages: [[HeightIndex.Item]] = (0..<39).map { page in
      (0..<50).map { (UInt32(count + 50 * page + $0), heights[$0]) }
    }
    func run(_ index: inout HeightIndex) {
      for page in pages { index.prepend(contentsOf: page) }
    }
    index = loaded()
    return watch.measure(
      39,
      setUp: {
        if index.count > count { index.remove(0..<index.count - count) }
        run(&index)
        index.remove(0..<1_950)
      },
      {
        run(&index)
        keep(index.count)
      }
    )
  }

  /// Lists about 16 items near the end.
  func listTail(_ index: inout HeightIndex) -> Double {
    var items = VisibleItems()
    let base = index.total - LayoutUnit(points: 3_400)
    return watch.measure(operations) {
      var sum = 0
      for step in 0..<operations {
        let top = base + LayoutUnit(rawValue: Int64(step % 7) &* 40 &* 64)
        index.list(from: top, to: top + LayoutUnit(points: 2_960), into: &items)
        sum &+= items.firstIndex &+ items.count
      }
      keep(sum)
    }
  }

  /// Lists about 16 items near where it did before.
  func listFinger(_ index: inout HeightIndex) -> Double {
    var items = VisibleItems()
    let base = LayoutUnit(rawValue: index.total.rawValue / 3)
    return watch.measure(operations) {
      var sum = 0
      for step in 0..<operations {
        let top = base + LayoutUnit(rawValue: Int64(step % 7) &* 40 &* 64)
        index.list(from: top, to: top + LayoutUnit(points: 2_960), into: &items)
        sum &+= items.firstIndex &+ items.count
      }
      keep(sum)
    }
  }

  func listAnywhere(_ index: inout HeightIndex) -> Double {
    var items = VisibleItems()
    let scale = Double(index.total.rawValue - 3_400 * 64)
    return watch.measure(operations / 4) {
      var random = Congruential()
      var sum = 0
      for _ in 0..<operations / 4 {
        let top = place(&random, scale)
        index.list(from: top, to: top + LayoutUnit(points: 900), into: &items)
        sum &+= items.firstIndex &+ items.count
      }
      keep(sum)
    }
  }

  /// A growing last item, and the items on screen listed.
  func stream(_ index: inout HeightIndex) -> Double {
    var items = VisibleItems()
    let last = index.count - 1
    return watch.measure(operations) {
      var sum = 0
      for step in 0..<operations {
        index.setHeight(LayoutUnit(rawValue: 6_400 &+ Int64(step & 4_095)), at: last)
        let total = index.total
        index.list(from: total - LayoutUnit(points: 900), to: total, into: &items)
        sum &+= items.firstIndex &+ items.count
      }
      keep(sum)
    }
  }

  /// The same, and every frame and handle read.
  func layoutStep(_ index: inout HeightIndex) -> Double {
    var items = VisibleItems()
    let last = index.count - 1
    return watch.measure(operations / 2) {
      var sum: Int64 = 0
      for step in 0..<operations / 2 {
        index.setHeight(LayoutUnit(rawValue: 6_400 &+ Int64(step & 4_095)), at: last)
        let total = index.total
        index.list(from: total - LayoutUnit(points: 900), to: total, into: &items)
        items.forEach { sum &+= Int64($1) &+ $2.rawValue &+ $3.rawValue }
      }
      keep(Int(sum))
    }
  }

  /// Inserts and removes items anywhere, as often one as the other.
  func edit(_ index: inout HeightIndex, times: Int) {
    var next = UInt32(count + 40_000)
    var random = Congruential(state: 99)
    for step in 0..<times {
      let place = random.index(below: index.count)
      if step & 1 == 0 {
        next &+= 1
        index.insert(handle: next, height: LayoutUnit(points: 100), at: place)
      } else {
        index.remove(at: place)
      }
    }
  }

  /// Nanoseconds of an insert and of a removal anywhere, in turns of `rounds`.
  func editMiddle(_ index: inout HeightIndex, rounds: Int) -> (insert: Double, remove: Double) {
    var next = UInt32(count + 100_000)
    var random = Congruential()
    var figures: [(Double, Double)] = []
    let clock = Stopwatch(repeats: 0)
    for _ in 0...watch.repeats {
      let inserted = clock.once(rounds) {
        for _ in 0..<rounds {
          next &+= 1
          index.insert(
            handle: next,
            height: LayoutUnit(points: 100),
            at: random.index(below: index.count)
          )
        }
      }
      let removed = clock.once(rounds) {
        for _ in 0..<rounds { index.remove(at: random.index(below: index.count)) }
      }
      figures.append((inserted, removed))
    }
    keep(Int(index.total.rawValue))
    return (figures.map(\.0).min() ?? 0, figures.map(\.1).min() ?? 0)
  }

  /// Bytes an item beside the map of handles.
  func bytes() -> (loaded: Double, edited: Double) {
    var index = loaded()
    let before = index.heightBytes
    edit(&index, times: min(count, 200_000))
    return (Double(before) / Double(count), Double(index.heightBytes) / Double(index.count))
  }

  /// Microseconds of one change of all heights.
  func scale(_ index: inout HeightIndex) -> Double {
    var flip = false
    return watch.measure(1) {
      index.scaleHeights(numerator: flip ? 390 : 320, denominator: flip ? 320 : 390)
      flip.toggle()
      keep(Int(index.total.rawValue))
    } / 1_000
  }

  /// The longest of many single inserts, in microseconds: the same inserts are done several times,
  /// and the least time of each counts, as other work shares the machine.
  func longestEdit() -> Double {
    let clock = Stopwatch(repeats: 0)
    var least = [Double](repeating: .infinity, count: 5_000)
    for _ in 0..<5 {
      var index = loaded()
      var random = Congruential(state: 7)
      for step in 0..<least.count {
        let place = random.index(below: index.count)
        let took = clock.once(1_000) {
          index.insert(
            handle: UInt32(count + step),
            height: LayoutUnit(points: 100),
            at: place
          )
        }
        least[step] = min(least[step], took)
      }
    }
    return least.max() ?? 0
  }
}
