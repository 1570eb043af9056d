import ChatSurface
import HeightIndexing
import Lengths
import Profiling
import Testing

/// Heights are kept without allocation once their memory has grown to what they need.
@Suite struct HeightAllocationTests {
  /// How many allocations `body` makes when it is called a third time.
  private func allocations(of body: () -> Void) throws -> Int {
    let counter = try #require(AllocationCounter())
    body()
    body()
    let before = counter.sample()
    body()
    return (counter.sample() - before).count
  }

  private static let count = 50_000
  private static let pages: [[HeightIndex.Item]] = (0..<20).map { page in
    (0..<50).map { (UInt32(110_000 + 50 * page + $0), LayoutUnit(points: 100)) }
  }

  private static let edits: [(name: String, run: @Sendable (inout HeightIndex) -> Void)] = [
    (
      "load",
      { index in index.load(count: count) { (UInt32($0), LayoutUnit(points: 100)) } }
    ),
    (
      "append, then remove at the end",
      { index in
        for item in 0..<2_000 {
          index.append(handle: UInt32(100_000 + item), height: LayoutUnit(points: 100))
        }
        index.remove(index.count - 2_000..<index.count)
      }
    ),
    (
      "prepend, then remove at the start",
      { index in
        for page in pages { index.insert(contentsOf: page, at: 0) }
        index.remove(0..<1_000)
      }
    ),
    (
      "insert, then remove anywhere",
      { index in
        for item in 0..<2_000 {
          let place = item &* 7_919 % index.count
          index.insert(handle: UInt32(120_000 + item), height: LayoutUnit(points: 7), at: place)
        }
        for handle in 120_000..<UInt32(122_000) {
          if let place = index.index(of: handle) { index.remove(place..<place + 1) }
        }
      }
    ),
    (
      "move",
      { index in
        for item in 0..<2_000 {
          let source = item &* 7_919 % index.count
          let destination = item &* 104_729 % index.count
          index.move(from: source, to: destination)
          index.move(from: destination, to: source)
        }
      }
    ),
    (
      "set heights",
      { index in
        for item in 0..<2_000 {
          index.setHeight(LayoutUnit(points: item), at: item &* 7_919 % index.count)
        }
        index.setHeight(LayoutUnit(points: 5), at: index.count - 1)
      }
    ),
    (
      "scale",
      { index in
        index.scaleHeights(numerator: 320, denominator: 390)
        index.scaleHeights(numerator: 390, denominator: 320)
      }
    ),
  ]

  @Test(.countingAllocations, arguments: [false, true], edits.indices)
  func aHeightIndexEditsWithoutAllocation(edited: Bool, edit: Int) throws {
    var index = HeightIndex()
    index.load(count: Self.count) { (UInt32($0), LayoutUnit(points: 100)) }
    // One in the middle makes the index find its places by count from then on.
    if edited { index.insert(handle: 90_000, height: .zero, at: 25_000) }
    let run = Self.edits[edit].run
    let count = try allocations { run(&index) }
    #expect(count == 0, "\(Self.edits[edit].name), edited \(edited)")
  }

  @Test(.countingAllocations, arguments: [false, true])
  func aHeightIndexAnswersWithoutAllocation(edited: Bool) throws {
    var index = HeightIndex()
    index.load(count: Self.count) { (UInt32($0), LayoutUnit(points: 100)) }
    if edited { index.insert(handle: 90_000, height: .zero, at: 25_000) }
    var items = VisibleItems()
    let page = [LayoutUnit](repeating: LayoutUnit(points: 9), count: 15)
    let count = try allocations {
      var sum: Int64 = 0
      for item in 0..<2_000 {
        let place = item &* 7_919 % index.count
        let offset = index.offset(of: place)
        sum &+= index.height(at: place).rawValue &+ Int64(index.handle(at: place))
        sum &+= Int64(index.index(at: offset))
        sum &+= Int64(index.index(of: UInt32(place)) ?? 0)
        index.list(from: offset, to: offset + LayoutUnit(points: 900), into: &items)
        items.forEach { sum &+= Int64($0) &+ Int64($1) &+ $2.rawValue &+ $3.rawValue }
        index.forEachItem(from: place) { index, _, _, _ in index < place + 20 }
        index.setHeights(page, at: min(place, index.count - page.count))
      }
      withExtendedLifetime(sum) {}
    }
    #expect(count == 0)
  }

  @Test(.countingAllocations) func aFullHeightCacheDoesNotAllocate() throws {
    var cache = HeightCache(capacity: 1_000)
    var next: UInt64 = 0
    let count = try allocations {
      for _ in 0..<5_000 {
        next &+= 1
        let key = HeightKey(high: next, low: next &* 0x9E37_79B9_7F4A_7C15)
        if cache.height(for: key) == nil { cache.insert(LayoutUnit(points: 20), for: key) }
        _ = cache.height(for: HeightKey(high: next / 2, low: next / 2 &* 0x9E37_79B9_7F4A_7C15))
      }
      cache.removeAll()
    }
    #expect(count == 0)
    #expect(cache.evictions > 0)
  }

  /// Room for as many is taken when the cache is made: filling that takes none.
  @Test(.countingAllocations) func aHeightCacheFillsWithoutAllocation() throws {
    let counter = try #require(AllocationCounter())
    var cache = HeightCache(capacity: 1_000)
    let before = counter.sample()
    for item in 0..<UInt64(1_000) {
      cache.insert(.zero, for: HeightKey(high: item, low: item))
    }
    #expect((counter.sample() - before).count == 0)
    #expect(cache.count == 1_000)
  }

  @Test(.countingAllocations) func anEstimateDoesNotAllocate() throws {
    var estimate = HeightEstimate(limit: 8)
    var sum: Int64 = 0
    let count = try allocations {
      for item in 0..<5_000 {
        let width = LayoutUnit(points: 300 + item % 20)
        estimate.record(LayoutUnit(points: 20), characters: item, width: width, textSize: item % 3)
        sum &+= estimate.estimate(characters: item, width: width, textSize: 1).rawValue
      }
    }
    #expect(count == 0)
    #expect(estimate.modelCount == 8 && sum > 0)
  }
}
