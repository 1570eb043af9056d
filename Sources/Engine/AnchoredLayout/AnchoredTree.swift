import FramePacing
import HeightIndexing
import Lengths

/// The reference's layout: heights in an order-statistic tree, places relative to one origin.
///
/// An item's place is the origin plus the sum of the heights before it, so an edit anywhere costs
/// O(log n) and moving all content costs one addition: whatever the still point is, it is kept by
/// moving the origin.
///
/// A run is one entry beside the tree until one of its items gets a height, goes or moves: that item
/// alone is in the tree from then on. Questions are answered without taking anything out of a run.
/// With r runs, which are few, edits cost O(r) more and questions O(log r).
package struct AnchoredTree: LayoutStrategy {
  /// How many runs there are at most: when there are more the shortest one's items go to the tree.
  package static let runLimit = 256
  /// How many items are loaded one by one.
  package static let wholeLimit = 4_096

  /// The items that are in no run.
  private var heights = HeightIndex()
  private var far = FarRuns()
  private var origin: LayoutUnit
  /// What loads have touched in the tree.
  private var loaded: UInt64 = 0
  /// How many runs were added.
  private var addedRuns = 0
  private let runLimit: Int
  private let wholeLimit: Int

  /// Makes an empty layout whose first item will lie at `origin`.
  package init(origin: LayoutUnit = ContentSpace.start) {
    self.origin = origin
    runLimit = Self.runLimit
    wholeLimit = Self.wholeLimit
  }

  /// Makes an empty layout whose blocks and nodes are full sooner, which keeps few runs, and which
  /// takes few items one by one, so that small tests reach deep trees and runs.
  package init(
    segmentFill: Int,
    nodeFill: Int,
    runLimit: Int = runLimit,
    wholeLimit: Int = wholeLimit
  ) {
    heights = HeightIndex(segmentFill: segmentFill, nodeFill: nodeFill)
    origin = ContentSpace.start
    self.runLimit = runLimit
    self.wholeLimit = wholeLimit
  }

  /// How heights are scaled.
  package var scaling: ScalingStretches {
    ScalingStretches(
      segmentCounts: heights.segmentCounts,
      runs: far.entries.map { $0.start..<$0.start + $0.run.count }
    )
  }

  package var count: Int { heights.count + far.count }
  package var top: LayoutUnit { origin }
  package var bottom: LayoutUnit { origin + heights.total + far.height }
  package var correction: Correction { .exact }

  package var counts: OperationCounts {
    var counts = OperationCounts()
    counts[.indexElement] = Int(touched &- loaded)
    counts[.indexElementLoaded] = Int(loaded) + addedRuns
    return counts
  }

  private var touched: UInt64 { heights.work.itemsTouched &+ heights.work.elementsMoved }

  // MARK: Questions

  package func y(at index: Int) -> LayoutUnit {
    switch far.position(of: index) {
    case .near(let place, let height): return origin + heights.offset(of: place) + height
    case .far(let number, let item):
      return top(of: far.entries[number]) + far.entries[number].run.top(of: item)
    }
  }

  package func height(at index: Int) -> LayoutUnit {
    switch far.position(of: index) {
    case .near(let place, _): heights.height(at: place)
    case .far(let number, let item): far.entries[number].run.height(of: item)
    }
  }

  package func handle(at index: Int) -> UInt32 {
    switch far.position(of: index) {
    case .near(let place, _): heights.handle(at: place)
    case .far(let number, let item): far.entries[number].run.firstHandle + UInt32(item)
    }
  }

  package func index(of handle: UInt32) -> Int? {
    guard let place = heights.index(of: handle) else { return far.index(of: handle) }
    return far.index(ofNear: place)
  }

  package func index(atY y: LayoutUnit) -> Int {
    guard !far.isEmpty else { return heights.index(at: y - origin) }
    precondition(count > 0, "an empty layout has no item at \(y)")
    guard let number = far.number(before: { top(of: $0) <= y }) else {
      // Above the first run, which may be all there is.
      return far.entries[0].place == 0 ? 0 : heights.index(at: y - origin)
    }
    let entry = far.entries[number]
    let inside = y - top(of: entry)
    if inside < entry.run.height { return entry.start + entry.run.item(at: inside) }
    guard entry.place < heights.count else { return count - 1 }
    return heights.index(at: y - origin - entry.heightAfter) + entry.countAfter
  }

  private func top(of entry: FarRuns.Entry) -> LayoutUnit {
    origin + heights.offset(of: entry.place) + entry.heightBefore
  }

  // MARK: Listing

  package mutating func list(
    from start: LayoutUnit,
    to end: LayoutUnit,
    into items: inout PlacedItems
  ) {
    items.removeAll()
    let number = far.isEmpty ? nil : far.number { top(of: $0) <= start }
    let next = (number ?? -1) + 1
    let above = number.map { far.entries[$0] }
    let endsBefore = next == far.entries.count || end <= top(of: far.entries[next])
    let beginsAfter = above.map { start >= top(of: $0) + $0.run.height } ?? true
    guard endsBefore, beginsAfter else { return listAcross(from: start, to: end, into: &items) }
    let shown = origin + (above?.heightAfter ?? .zero)
    heights.list(from: start - shown, to: end - shown, into: &items.visible)
    if start < origin, origin < end { listHiddenHead(into: &items) }
    items.appendVisible(from: shown, after: above?.countAfter ?? 0)
  }

  /// Lists the items without a height that come before the first one with a height.
  private func listHiddenHead(into items: inout PlacedItems) {
    let end = items.visible.count > 0 ? items.visible.firstIndex : heights.count
    guard end > 0, heights.height(at: 0) == .zero else { return }
    heights.forEachItem(from: 0) { index, handle, offset, height in
      guard index < end else { return false }
      items.append(PlacedItem(index: index, handle: handle, y: origin + offset, height: height))
      return true
    }
  }

  /// Lists items of which some are in runs.
  private func listAcross(
    from start: LayoutUnit,
    to end: LayoutUnit,
    into items: inout PlacedItems
  ) {
    var index = index(atY: start)
    var y = y(at: index)
    func list(_ handle: UInt32, _ height: LayoutUnit) {
      if y + height > start {
        items.append(PlacedItem(index: index, handle: handle, y: y, height: height))
      }
      y += height
      index += 1
    }
    while index < count, y < end {
      switch far.position(of: index) {
      case .far(let number, var item):
        let run = far.entries[number].run
        while item < run.count, y < end {
          list(run.firstHandle + UInt32(item), run.height(of: item))
          item += 1
        }
      case .near(let place, _):
        let next = far.number { $0.start <= index }.map { $0 + 1 } ?? 0
        let stop = next < far.entries.count ? far.entries[next].place : heights.count
        heights.forEachItem(from: place) { place, handle, _, height in
          guard place < stop, y < end else { return false }
          list(handle, height)
          return true
        }
      }
    }
  }

  // MARK: Edits

  package mutating func load(count: Int, top: LayoutUnit, _ make: (Int) -> LayoutItem) {
    origin = top
    far.removeAll()
    let before = touched
    heights.load(count: count) { index in
      let item = make(index)
      return (item.handle, item.height)
    }
    loaded &+= touched &- before
  }

  package var longestWhole: Int? { wholeLimit }

  package mutating func insert(_ run: LayoutRun, at index: Int) {
    far.insert(run, at: index)
    addedRuns += 1
    keepFewRuns()
  }

  package mutating func insert(_ items: [LayoutItem], at index: Int) {
    let place = far.isEmpty ? index : far.makeRoom(for: items.count, at: index)
    heights.insert(contentsOf: items.map { ($0.handle, $0.height) }, at: place)
    keepFewRuns()
  }

  package mutating func remove(_ range: Range<Int>) {
    heights.remove(far.isEmpty ? range : far.remove(range))
    keepFewRuns()
  }

  package mutating func move(from source: Int, to target: Int) {
    guard !far.isEmpty else { return heights.move(from: source, to: target) }
    let item = LayoutItem(handle: handle(at: source), height: height(at: source))
    remove(source..<source + 1)
    insert([item], at: target)
  }

  package mutating func setHeights(_ new: [LayoutUnit], at first: Int, growing: Growth) {
    let before = bottom
    takeOut(first..<first + new.count)
    heights.setHeights(new, at: place(of: first))
    if growing == .upward { origin -= bottom - before }
    keepFewRuns()
  }

  package mutating func setHeight(_ height: LayoutUnit, at index: Int) {
    takeOut(index..<index + 1)
    heights.setHeight(height, at: place(of: index))
    keepFewRuns()
  }

  package mutating func scaleHeights(numerator: Int, denominator: Int) {
    heights.scaleHeights(numerator: numerator, denominator: denominator)
    far.scale(by: LengthScale(numerator: numerator, denominator: denominator))
  }

  package mutating func translate(by distance: LayoutUnit) { origin += distance }

  /// The place of an item in the tree, in which it is.
  private func place(of index: Int) -> Int {
    guard case .near(let place, _) = far.position(of: index) else {
      preconditionFailure("item \(index) is in a run")
    }
    return place
  }

  /// Puts items that are in runs into the tree.
  private mutating func takeOut(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    while !far.isEmpty, let (items, place) = far.takeOut(range) {
      heights.insert(contentsOf: items.map { ($0.handle, $0.height) }, at: place)
    }
  }

  private mutating func keepFewRuns() {
    while far.entries.count > runLimit,
      let shortest = far.entries.min(by: { $0.run.count < $1.run.count })
    {
      takeOut(shortest.start..<shortest.start + shortest.run.count)
    }
  }

  package func checkInvariants() {
    heights.checkInvariants()
    far.checkInvariants(near: heights.count)
    precondition(far.entries.count <= runLimit, "\(far.entries.count) runs, over \(runLimit)")
    for entry in far.entries {
      precondition(
        heights.index(of: entry.run.firstHandle) == nil,
        "handle \(entry.run.firstHandle) is in a run and in the tree"
      )
    }
  }
}

/// Which items are scaled together by `LayoutStrategy.scaleHeights`.
package struct ScalingStretches: Sendable {
  /// How many items each segment has within which scaled sums are exact, in order; those of runs are
  /// in none.
  package var segmentCounts: [Int]
  /// The items of runs, each of which shares out its scaled height evenly.
  package var runs: [Range<Int>] = []

  /// Makes stretches.
  package init(segmentCounts: [Int], runs: [Range<Int>] = []) {
    (self.segmentCounts, self.runs) = (segmentCounts, runs)
  }
}
