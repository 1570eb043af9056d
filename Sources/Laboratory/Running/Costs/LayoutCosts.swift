import AnchoredLayout
import FramePacing
import Lengths
import Profiling
import PublishedDesigns
import Timebase

/// What elements of the layouts' arrays cost, and items that the index takes in by a load, found by
/// edits of layouts alone.
///
/// Of every edit the least of some rounds counts, in processor time of the thread. The costs are
/// the same for all layouts in arrays, whichever of them did the work.
package struct LayoutCosts {
  /// The operations whose costs are found so.
  package static let operations: Set<Operation> = [
    .indexElementLoaded, .arrayElementMoved, .arrayElementRewritten, .arrayElementLoaded,
  ]

  private static let rounds = 7
  private static let sizes = [10_000, 100_000]
  /// An edit that touches fewer elements costs other things than them.
  private static let leastTouched = 2_000

  private typealias Edit = (inout VirtualLayout, Int) -> Void

  /// Measures on this machine.
  ///
  /// - Parameter start: Where the fit begins; the costs of other operations stay.
  /// - Complexity: About a second.
  package static func measure(from start: OperationCosts) -> OperationCosts {
    var samples: [CostFit.Sample] = []
    for size in sizes {
      samples += [AnchoredTree(), AnchoredArray(), AdjustingArray(), PagedArray(), UnsizedArray()]
        .flatMap { (strategy: any LayoutStrategy) in self.samples(of: strategy, size: size) }
    }
    let others = Set(Operation.allCases).subtracting(operations)
    return CostFit.fit(samples, from: start, keeping: others, least: 1)
  }

  private static func item(_ handle: Int) -> LayoutItem {
    LayoutItem(handle: UInt32(handle), height: LayoutUnit(points: 60 + handle % 7 * 40))
  }

  private static func samples(of strategy: any LayoutStrategy, size: Int) -> [CostFit.Sample] {
    let edits: [Edit] = [
      { layout, _ in layout.load(count: size) { item($0) } },
      { layout, round in
        layout.insert((0..<50).map { item(size + 50 * round + $0) }, at: 0)
        settle(&layout)
      },
      { layout, round in
        layout.insert([item(size + round)], at: size / 2)
        settle(&layout)
      },
      { layout, _ in
        layout.remove(size / 2..<size / 2 + 1)
        settle(&layout)
      },
      { layout, round in
        layout.setHeight(LayoutUnit(points: 100 + round), at: 0)
        settle(&layout)
      },
      { layout, _ in layout.scaleHeights(numerator: 852, denominator: 393) },
    ]
    return edits.compactMap { sample(of: $0, strategy, size: size) }
  }

  /// Places and numbers are written where the reader is: at the end.
  private static func settle(_ layout: inout VirtualLayout) {
    _ = layout.restore(.end, to: layout.bottom)
    var items = PlacedItems()
    layout.list(from: layout.bottom - LayoutUnit(points: 852), to: layout.bottom, into: &items)
  }

  private static func sample(
    of edit: Edit,
    _ strategy: any LayoutStrategy,
    size: Int
  ) -> CostFit.Sample? {
    var layout = VirtualLayout(strategy: strategy)
    layout.load(count: size) { item($0) }
    var best: CostFit.Sample?
    for round in 0..<rounds {
      let before = layout.counts
      let start = ThreadCPUClock.now()
      edit(&layout, round)
      let time = (ThreadCPUClock.now() - start).rawValue
      var counts = layout.counts
      counts -= before
      let touched = operations.reduce(0) { $0 + counts[$1] }
      // Others' work would need its own cost.
      guard touched >= leastTouched, counts[.indexElement] == 0, time > 0 else { continue }
      if time < best?.nanoseconds ?? .max {
        best = CostFit.Sample(counts: counts, nanoseconds: time)
      }
    }
    return best
  }
}
