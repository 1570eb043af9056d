import HeightIndexing
import Lengths
import Profiling

/// What one size gave.
struct Figures {
  /// Least nanoseconds an operation, by row.
  var nanoseconds: [String: Double] = [:]
  /// Allocations of a whole warm run, by row; empty where they cannot be counted.
  var allocations: [String: Int] = [:]
  var loadedBytes = 0.0
  var grownBytes = 0.0
  var editedBytes = 0.0
  var sparseBytes = 0.0
}

/// Measures every row at one size.
struct Measuring {
  let size: Int
  let operations: Int
  /// How often the rows take turns, and how often each runs in its turn.
  let rounds: Int
  let repeats: Int
  let clock = ContinuousClock()

  /// From how many items on loops over random places are longer, and how many times.
  static let scatteredSize = 1_000_000
  static let scatteredFactor = 8

  func run() -> Figures {
    var figures = Figures()
    var loaded = Bench(count: size, isEdited: false)
    var edited = Bench(count: size, isEdited: true)
    for round in 0..<rounds {
      for row in QueryRows.all + EditRows.all {
        if row.isEdited {
          measure(row, &edited, round, &figures)
        } else {
          measure(row, &loaded, round, &figures)
        }
      }
    }
    for round in 0..<rounds {
      for row in EditRows.whole { measure(row, &loaded, round, &figures) }
    }
    let scaled = "width change, us"
    figures.nanoseconds[scaled] = figures.nanoseconds[scaled].map { $0 / 1_000 }
    figures.nanoseconds["longest single insert, us"] = longestEdit(&loaded)
    bytes(&figures)
    return figures
  }

  private func measure(_ row: Row, _ bench: inout Bench, _ round: Int, _ figures: inout Figures) {
    let isLong = row.isScattered && size >= Self.scatteredSize
    let operations = row.operations(isLong ? Self.scatteredFactor * operations : operations)
    // A load is given per item.
    let done = row.name == "load, an item" ? size * max(1, operations / size) : operations
    once(row, &bench, operations)
    var least = figures.nanoseconds[row.name] ?? .infinity
    for _ in 0..<(isLong ? max(2, repeats / 4) : repeats) {
      row.setUp(&bench)
      let took = clock.measure { row.run(&bench, operations) }
      row.tearDown(&bench)
      least = min(least, took / .nanoseconds(done))
    }
    figures.nanoseconds[row.name] = least
    guard round == 0, let counter = AllocationCounter() else { return }
    // On a copy: the peak is not what the figures are of.
    var other = bench
    row.reach(&other)
    once(row, &other, operations)
    row.setUp(&other)
    let before = counter.sample()
    row.run(&other, operations)
    figures.allocations[row.name] = (counter.sample() - before).count
  }

  private func once(_ row: Row, _ bench: inout Bench, _ operations: Int) {
    row.setUp(&bench)
    row.run(&bench, operations)
    row.tearDown(&bench)
  }

  /// Bytes an item beside the map of handles.
  private func bytes(_ figures: inout Figures) {
    var bench = Bench(count: size, isEdited: false)
    func each() -> Double { Double(bench.index.heightBytes) / Double(bench.index.count) }
    figures.loadedBytes = each()
    let edits = min(size, 200_000)
    for _ in 0..<edits / 2 {
      bench.insertAnywhere(1)
      bench.removeAnywhere(1)
    }
    figures.editedBytes = each()
    bench.load()
    bench.insertAnywhere(edits)
    bench.removeAnywhere(edits)
    figures.sparseBytes = each()
    // A fifth of the items appended, as much prepended.
    var grown = HeightIndex()
    grown.load(handles: bench.handles, heights: bench.heights)
    for item in 0..<size / 5 {
      grown.append(handle: UInt32(size + item), height: LayoutUnit(points: 50))
    }
    for page in 0..<max(1, size / 250) {
      grown.prepend(
        contentsOf: (0..<50).map { (UInt32(2 * size + 50 * page + $0), LayoutUnit(points: 50)) }
      )
    }
    figures.grownBytes = Double(grown.heightBytes) / Double(grown.count)
  }

  /// The longest of many single inserts, in microseconds: the same inserts are done several times,
  /// and the least time of each counts, as other work shares the machine.
  private func longestEdit(_ bench: inout Bench) -> Double {
    var least = [Double](repeating: .infinity, count: min(5_000, size))
    for _ in 0..<5 {
      bench.load()
      var random = Congruential(state: 7)
      for step in least.indices {
        let place = random.index(below: bench.index.count)
        let handle = UInt32(size + step)
        let took = clock.measure {
          bench.index.insert(handle: handle, height: LayoutUnit(points: 100), at: place)
        }
        least[step] = min(least[step], took / .microseconds(1))
      }
    }
    return least.max() ?? 0
  }
}
