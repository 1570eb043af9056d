import AnchoredLayout
import Lengths
import Profiling
import PublishedDesigns
import Testing

/// The layouts make the frames of a scroll without allocation: no array is copied to be changed.
@Suite struct LayoutAllocationTests {
  private static let strategies: [(name: String, make: @Sendable () -> any LayoutStrategy)] = [
    ("anchored tree", { AnchoredTree() }), ("anchored array", { AnchoredArray() }),
    ("adjusting array", { AdjustingArray() }), ("paged array", { PagedArray() }),
    ("array without sizes", { UnsizedArray() }),
  ]

  @Test(.countingAllocations, arguments: strategies.indices)
  func aFrameOfAScrollAllocatesNothing(strategy: Int) throws {
    let counter = try #require(AllocationCounter())
    var layout = VirtualLayout(strategy: Self.strategies[strategy].make())
    layout.load(count: 10_000) { LayoutItem(handle: UInt32($0), height: LayoutUnit(points: 100)) }
    let viewport = LayoutUnit(points: 852)
    var offset = layout.top
    var items = PlacedItems()
    func scroll() {
      offset += LayoutUnit(points: 150)
      layout.list(from: offset, to: offset + viewport, into: &items)
      guard let first = items.first else { return }
      for item in items {
        layout.setHeight(LayoutUnit(points: 60 + item.index * 7 % 90), at: item.index)
      }
      _ = layout.restore(.item(handle: first.handle, inset: .zero), to: first.y)
      layout.forgetHeights(above: offset, below: offset + viewport)
    }
    for _ in 0..<200 { scroll() }
    let before = counter.sample()
    for _ in 0..<200 { scroll() }
    #expect((counter.sample() - before).count == 0, "\(Self.strategies[strategy].name)")
  }
}
