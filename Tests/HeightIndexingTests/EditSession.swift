import HeightIndexing
import Lengths
import Timebase

/// An index and a naive model that get the same random edits.
struct EditSession {
  var index: HeightIndex
  var model = NaiveHeights()
  var generator: SeededGenerator
  /// What the last step did.
  private(set) var edit = "start"
  private var freeHandles: [UInt32] = []
  private var nextHandle: UInt32 = 0
  var lastOffset = 0
  var list = VisibleItems()

  init(segmentFill: Int = 256, nodeFill: Int = 16, generator: SeededGenerator) {
    index = HeightIndex(segmentFill: segmentFill, nodeFill: nodeFill)
    self.generator = generator
  }

  /// A handle that was taken out lately, or one that never was in.
  var strangeHandle: UInt32 { freeHandles.last ?? nextHandle + 70_000 }
  /// Handles that were never in: the next ones in the row that appends go on with.
  var comingHandles: Range<UInt32> { nextHandle..<nextHandle + 260 }

  private mutating func freshHandle() -> UInt32 {
    if !freeHandles.isEmpty, generator.nextIndex(below: 3) == 0 {
      freeHandles.swapAt(generator.nextIndex(below: freeHandles.count), freeHandles.count - 1)
      return freeHandles.removeLast()
    }
    nextHandle += 1
    return nextHandle - 1
  }

  private mutating func randomHeight() -> Int64 {
    switch generator.nextIndex(below: 40) {
    case 0: 0
    case 1: HeightIndex.maximumHeight.rawValue
    case 2: Int64(generator.nextIndex(below: Int(HeightIndex.maximumHeight.rawValue)))
    default: Int64(generator.nextIndex(below: 40_000))
    }
  }

  private mutating func items(_ count: Int) -> [HeightIndex.Item] {
    (0..<count).map { _ in (freshHandle(), LayoutUnit(rawValue: randomHeight())) }
  }

  /// Does one random edit; above `limit` items it removes some.
  ///
  /// - Parameter run: The longest usual run of items put in or taken out; few are longer.
  mutating func step(limit: Int, run: Int = 20) {
    let count = model.items.count
    if count > limit { return removeRun(atMost: count - limit + run) }
    switch generator.nextIndex(below: count == 0 ? 4 : 14) {
    case 0, 12: append(items(1), one: true)
    case 1: append(items(generator.nextIndex(below: run + 1)), one: false)
    case 2: prepend(items(generator.nextIndex(below: run + 1)))
    case 3, 4: insert(items(1))
    case 5:
      let longest = generator.nextIndex(below: 8) == 0 ? min(700, limit + 2) : run
      insert(items(generator.nextIndex(below: longest)))
    case 6: removeRun(atMost: generator.nextIndex(below: 10) == 0 ? min(count, 40 * run) : run)
    case 7, 13: removeRun(atMost: 1)
    case 8: moveOne()
    case 9, 10: setOne()
    default: setPage()
    }
  }

  /// Does an edit that touches all items: scales them, loads others, or goes on with a copy.
  mutating func stepEverywhere(limit: Int) {
    switch generator.nextIndex(below: 12) {
    case 0: load(generator.nextIndex(below: limit + limit / 4 + 1))
    case 1, 2:
      edit = "copy"
      var copy = index
      copy.insert(contentsOf: [], at: copy.count)
      swap(&copy, &index)
    default: scale()
    }
  }

  /// Adds a page before the first item and some items after the last, or removes some there.
  mutating func growAtEnds() {
    prepend(items(generator.nextIndex(below: 90)))
    for item in items(generator.nextIndex(below: 60)) { append([item], one: true) }
    guard generator.nextIndex(below: 3) == 0 else { return }
    let count = model.items.count
    let removed = generator.nextIndex(below: min(count, 200) + 1)
    remove(generator.nextIndex(below: 2) == 0 ? 0..<removed : count - removed..<count)
  }

  /// Adds a page of up to `most` items before the first item, whose handles count on.
  mutating func addPage(atMost most: Int) {
    edit = "add page"
    let first = nextHandle
    let run = (0..<1 + UInt32(generator.nextIndex(below: most))).map {
      (handle: first + $0, height: LayoutUnit(rawValue: randomHeight()))
    }
    nextHandle += UInt32(run.count)
    index.insert(contentsOf: run, at: 0)
    model.insert(run, at: 0)
  }

  /// Moves a window over a list on by a run: puts items in at one end and takes as many out at the other.
  mutating func slide(forward: Bool) {
    let run = items(1 + generator.nextIndex(below: 300))
    let count = model.items.count
    if forward {
      append(run, one: false)
      remove(0..<min(count, run.count))
    } else {
      prepend(run)
      remove(model.items.count - min(count, run.count)..<model.items.count)
    }
  }

  /// Loads fresh items.
  mutating func load(_ count: Int) {
    edit = "load"
    model.items = []
    // Rows begin anywhere in a page of the map.
    nextHandle = generator.nextIndex(below: 2) == 0 ? 0 : UInt32(generator.nextIndex(below: 5_000))
    freeHandles = []
    let run = items(count)
    index.load(count: count) { run[$0] }
    model.insert(run, at: 0)
  }

  // MARK: Edits

  private mutating func append(_ run: [HeightIndex.Item], one: Bool) {
    edit = one ? "append" : "append run"
    let count = model.items.count
    if one {
      index.append(handle: run[0].handle, height: run[0].height)
    } else {
      index.insert(contentsOf: run, at: count)
    }
    model.insert(run, at: count)
  }

  private mutating func prepend(_ run: [HeightIndex.Item]) {
    edit = "prepend run"
    index.insert(contentsOf: run, at: 0)
    model.insert(run, at: 0)
  }

  private mutating func insert(_ run: [HeightIndex.Item]) {
    edit = run.count == 1 ? "insert" : "insert run"
    let place = generator.nextIndex(below: model.items.count + 1)
    index.insert(contentsOf: run, at: place)
    model.insert(run, at: place)
  }

  private mutating func removeRun(atMost most: Int) {
    let count = model.items.count
    let lower = generator.nextIndex(below: count + 1)
    let length = most == 1 ? 1 : generator.nextIndex(below: most + 1)
    remove(lower..<min(count, lower + length))
  }

  private mutating func remove(_ range: Range<Int>) {
    edit = "remove"
    index.remove(range)
    for item in model.items[range] { freeHandles.append(item.handle) }
    model.items.removeSubrange(range)
  }

  private mutating func moveOne() {
    edit = "move"
    let source = generator.nextIndex(below: model.items.count)
    let destination = generator.nextIndex(below: model.items.count)
    index.move(from: source, to: destination)
    model.items.insert(model.items.remove(at: source), at: destination)
  }

  private mutating func setOne() {
    edit = "set height"
    let count = model.items.count
    let place = generator.nextIndex(below: 3) == 0 ? count - 1 : generator.nextIndex(below: count)
    let height = randomHeight()
    index.setHeight(LayoutUnit(rawValue: height), at: place)
    model.items[place].height = height
  }

  private mutating func setPage() {
    edit = "set page"
    let first = generator.nextIndex(below: model.items.count)
    let count = min(model.items.count - first, generator.nextIndex(below: 40))
    let heights = (0..<count).map { _ in LayoutUnit(rawValue: randomHeight()) }
    index.setHeights(heights, at: first)
    for (slot, height) in heights.enumerated() {
      model.items[first + slot].height = height.rawValue
    }
  }

  private mutating func scale() {
    edit = "scale"
    let ratios: [(Int, Int)] = [(320, 390), (390, 320), (1, 2), (2, 1), (999, 1_000)]
    let (numerator, denominator) = ratios[generator.nextIndex(below: ratios.count)]
    let counts = index.segmentCounts
    let tallest = model.items.max { $0.height < $1.height }?.height ?? 0
    // Past the greatest height a segment's heights are cut, which the model does not know.
    guard tallest * 2 <= HeightIndex.maximumHeight.rawValue || numerator < denominator else {
      return
    }
    index.scaleHeights(numerator: numerator, denominator: denominator)
    model.scale(
      numerator: Int64(numerator),
      denominator: Int64(denominator),
      segmentCounts: counts
    )
  }
}
