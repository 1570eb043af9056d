import HeightIndexing
import Lengths
import Testing
import Timebase

/// An index, its safe twin and a naive model that get the same random edits.
struct EditSession {
  var index: HeightIndex
  private var twin: HeightTwin
  var model = NaiveHeights()
  var generator: SeededGenerator
  private var freeHandles: [UInt32] = []
  private var nextHandle: UInt32 = 0
  private var edit = "start"
  private var lastOffset = 0
  private var list = VisibleItems()
  private var twinList = VisibleItems()

  init(segmentFill: Int = 256, nodeFill: Int = 16, generator: SeededGenerator) {
    index = HeightIndex(segmentFill: segmentFill, nodeFill: nodeFill)
    twin = HeightTwin(segmentFill: segmentFill, nodeFill: nodeFill)
    self.generator = generator
  }

  private mutating func freshHandle() -> UInt32 {
    if !freeHandles.isEmpty, generator.nextIndex(below: 3) == 0 {
      return freeHandles.remove(at: generator.nextIndex(below: freeHandles.count))
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

  private mutating func insertIntoModel(_ items: [HeightIndex.Item], at place: Int) {
    model.items.insert(contentsOf: items.map { ($0.handle, $0.height.rawValue) }, at: place)
  }

  /// Does one random edit; above `limit` items it removes.
  mutating func step(limit: Int) {
    let count = model.items.count
    let choice = count == 0 ? generator.nextIndex(below: 4) : generator.nextIndex(below: 14)
    if count > limit {
      removeRun(atMost: limit)
      return
    }
    switch choice {
    case 0, 12:
      edit = "append"
      let item = items(1)[0]
      index.append(handle: item.handle, height: item.height)
      twin.insert([item], at: count)
      insertIntoModel([item], at: count)
    case 1:
      edit = "append run"
      let run = items(generator.nextIndex(below: 60))
      index.append(contentsOf: run)
      twin.insert(run, at: count)
      insertIntoModel(run, at: count)
    case 2:
      edit = "prepend run"
      let run = items(generator.nextIndex(below: 60))
      index.prepend(contentsOf: run)
      twin.prepend(run)
      insertIntoModel(run, at: 0)
    case 3, 4:
      edit = "insert"
      let item = items(1)[0]
      let place = generator.nextIndex(below: count + 1)
      index.insert(handle: item.handle, height: item.height, at: place)
      twin.insert([item], at: place)
      insertIntoModel([item], at: place)
    case 5:
      edit = "insert run"
      let run = items(generator.nextIndex(below: generator.nextIndex(below: 8) == 0 ? 700 : 20))
      let place = generator.nextIndex(below: count + 1)
      index.insert(contentsOf: run, at: place)
      twin.insert(run, at: place)
      insertIntoModel(run, at: place)
    case 6: removeRun(atMost: generator.nextIndex(below: 10) == 0 ? count : 12)
    case 7, 13: removeRun(atMost: 1)
    case 8: moveOne()
    case 9, 10: setOne()
    case 11: setPage()
    default: break
    }
    if generator.nextIndex(below: 50) == 0 { scale() }
    if generator.nextIndex(below: 400) == 0 { reload() }
  }

  /// Adds a page before the first item and some items after the last, or removes some there.
  mutating func growAtEnds() {
    let page = items(generator.nextIndex(below: 90))
    index.prepend(contentsOf: page)
    twin.prepend(page)
    insertIntoModel(page, at: 0)
    for item in items(generator.nextIndex(below: 60)) {
      index.append(handle: item.handle, height: item.height)
      twin.insert([item], at: model.items.count)
      insertIntoModel([item], at: model.items.count)
    }
    guard generator.nextIndex(below: 3) == 0 else { return }
    let count = model.items.count
    let most = min(count, 200)
    let removed = generator.nextIndex(below: most + 1)
    let range = generator.nextIndex(below: 2) == 0 ? 0..<removed : count - removed..<count
    index.remove(range)
    twin.remove(range)
    freeHandles += model.items[range].map(\.handle)
    model.items.removeSubrange(range)
  }

  private mutating func removeRun(atMost most: Int) {
    edit = "remove"
    let count = model.items.count
    let lower = generator.nextIndex(below: count + 1)
    let upper = min(count, lower + generator.nextIndex(below: most + 1) + (most == 1 ? 1 : 0))
    index.remove(lower..<upper)
    twin.remove(lower..<upper)
    freeHandles += model.items[lower..<upper].map(\.handle)
    model.items.removeSubrange(lower..<upper)
  }

  private mutating func moveOne() {
    edit = "move"
    let source = generator.nextIndex(below: model.items.count)
    let destination = generator.nextIndex(below: model.items.count)
    index.move(from: source, to: destination)
    twin.move(from: source, to: destination)
    model.items.insert(model.items.remove(at: source), at: destination)
  }

  private mutating func setOne() {
    edit = "set height"
    let count = model.items.count
    let place = generator.nextIndex(below: 3) == 0 ? count - 1 : generator.nextIndex(below: count)
    let height = randomHeight()
    index.setHeight(LayoutUnit(rawValue: height), at: place)
    twin.setHeight(LayoutUnit(rawValue: height), at: place)
    model.items[place].height = height
  }

  private mutating func setPage() {
    edit = "set page"
    let first = generator.nextIndex(below: model.items.count)
    let count = min(model.items.count - first, generator.nextIndex(below: 40))
    let heights = (0..<count).map { _ in LayoutUnit(rawValue: randomHeight()) }
    index.setHeights(heights, at: first)
    twin.setHeights(heights, at: first)
    for (slot, height) in heights.enumerated() {
      model.items[first + slot].height = height.rawValue
    }
  }

  private mutating func scale() {
    edit = "scale"
    let ratios: [(Int, Int)] = [(320, 390), (390, 320), (1, 2), (2, 1), (999, 1_000)]
    let (numerator, denominator) = ratios[generator.nextIndex(below: ratios.count)]
    let counts = index.segmentCounts
    let isScalingTall = numerator > denominator
    let tallest = model.items.map(\.height).max() ?? 0
    guard tallest * 2 <= HeightIndex.maximumHeight.rawValue || !isScalingTall else { return }
    index.scaleHeights(numerator: numerator, denominator: denominator)
    twin.scaleHeights(numerator: numerator, denominator: denominator)
    model.scale(
      numerator: Int64(numerator),
      denominator: Int64(denominator),
      segmentCounts: counts
    )
  }

  private mutating func reload() {
    load(generator.nextIndex(below: 1_500))
  }

  /// Loads fresh items.
  mutating func load(_ count: Int) {
    edit = "load"
    model.items = []
    nextHandle = 0
    freeHandles = []
    let run = items(count)
    index.load(handles: run.map(\.handle), heights: run.map(\.height))
    twin.load(run)
    insertIntoModel(run, at: 0)
  }

  /// Looks the same offset up in all three, near the last one mostly.
  mutating func lookUp() {
    guard !model.items.isEmpty else { return }
    let total = Int(index.total.rawValue)
    let far = generator.nextIndex(below: 4) == 0
    let step = far ? total + 2 : min(total + 2, 40_000)
    lastOffset = far ? 0 : lastOffset
    lastOffset = min(lastOffset + generator.nextIndex(below: step) - step / 3, total + 1)
    let offset = LayoutUnit(rawValue: Int64(lastOffset))
    let found = index.index(near: offset)
    #expect(twin.index(near: offset) == found, "\(context)")
    #expect(index.index(at: offset) == found, "\(context)")
    #expect(model.index(at: Int64(lastOffset)) == found, "\(context)")
  }

  /// Compares a stretch as `list` gives it with the model.
  mutating func compareList() {
    guard !model.items.isEmpty else { return }
    let top = Int64(generator.nextIndex(below: Int(index.total.rawValue) + 1))
    let limit = top + Int64(generator.nextIndex(below: 200_000))
    index.list(from: LayoutUnit(rawValue: top), to: LayoutUnit(rawValue: limit), into: &list)
    twin.list(from: LayoutUnit(rawValue: top), to: LayoutUnit(rawValue: limit), into: &twinList)
    #expect(twinList.count == list.count && twinList.firstIndex == list.firstIndex)
    var place = top < index.total.rawValue ? model.index(at: top) : model.items.count
    var offset = model.offset(of: place)
    var wrong = 0
    list.forEach { index, handle, itemTop, height in
      if index != place || handle != model.items[place].handle { wrong += 1 }
      if itemTop.rawValue != offset || height.rawValue != model.items[place].height { wrong += 1 }
      offset += height.rawValue
      place += 1
    }
    #expect(wrong == 0, "\(context)")
    #expect(place == model.items.count || offset >= limit || top >= limit, "\(context)")
  }

  /// Compares the words of index and twin.
  func compareTwin() {
    #expect(index.count == twin.count, "\(context)")
    #expect(index.digest == twin.digest, "\(context)")
  }

  /// Checks the invariants and compares everything; counts differences.
  mutating func compare() {
    index.checkInvariants()
    let count = model.items.count
    #expect(index.count == count, "\(context)")
    #expect(index.total.rawValue == model.total, "\(context)")
    var offset: Int64 = 0
    var wrong = 0
    for (place, item) in model.items.enumerated() {
      if index.height(at: place).rawValue != item.height { wrong += 1 }
      if index.handle(at: place) != item.handle { wrong += 1 }
      if index.offset(of: place).rawValue != offset { wrong += 1 }
      if index.index(of: item.handle) != place { wrong += 1 }
      offset += item.height
    }
    #expect(index.offset(of: count) == index.total, "\(context)")
    #expect(wrong == 0, "\(context)")
    for handle in freeHandles.prefix(4) {
      #expect(index.index(of: handle) == nil, "\(context)")
    }
    #expect(index.index(of: nextHandle + 70_000) == nil)
    compareSearches()
  }

  private mutating func compareSearches() {
    guard !model.items.isEmpty else { return }
    for _ in 0..<4 {
      let total = model.total
      var offset = Int64(generator.nextIndex(below: Int(total) + 20)) - 10
      if generator.nextIndex(below: 2) == 0 {
        offset = model.offset(of: generator.nextIndex(below: model.items.count))
      }
      let found = index.index(at: LayoutUnit(rawValue: offset))
      #expect(found == model.index(at: offset), "offset \(offset), \(context)")
    }
    let first = generator.nextIndex(below: model.items.count + 1)
    var place = first
    var offset = model.offset(of: first)
    index.forEachItem(from: first) { index, handle, top, height in
      #expect(index == place && handle == model.items[place].handle)
      #expect(top.rawValue == offset && height.rawValue == model.items[place].height)
      offset += height.rawValue
      place += 1
      return place < first + 30
    }
    #expect(place == min(max(first + 30, first), model.items.count))
  }

  private var context: String {
    "after \(edit), \(model.items.count) items, SEED=\(PropertySettings.seed)"
  }
}
