/// Height index memory made of arrays: every access is checked.
final class SafeHeightMemory: HeightMemory, @unchecked Sendable {
  private struct Level {
    var words: [[Int32]] = []
    var sums: [[Double]] = []
    var first = 0
  }

  private static let pageSize = 2_048

  private var segments: [[Int32]] = []
  private var firstSlab = 0
  private var levels = [Level](repeating: Level(), count: NodeLayout.levels)
  private var pages: [[Int32]] = []

  static var keepsHandles: Bool { true }

  init() {}

  func segment(_ number: Int) -> Int { number }

  func reserveSegment(_ number: Int) {
    let slab = number >> 4
    // And the word after the last segment, which a line of handles may take in.
    let fresh = [Int32](repeating: 0, count: 16 * SegmentLayout.words + 1)
    if segments.isEmpty { firstSlab = slab }
    if slab == firstSlab - 1 {
      segments.insert(fresh, at: 0)
      firstSlab = slab
    } else if slab == firstSlab + segments.count {
      segments.append(fresh)
    }
    precondition(
      slab >= firstSlab && slab < firstSlab + segments.count,
      "segment \(number) is far away"
    )
  }

  func expectSegments(_ count: Int) {}

  var segmentLimit: Int { (firstSlab + segments.count) << 4 }

  func word(_ segment: Int, _ word: Int) -> Int32 {
    segments[(segment >> 4) - firstSlab][(segment & 15) * SegmentLayout.words + word]
  }

  func setWord(_ segment: Int, _ word: Int, _ value: Int32) {
    segments[(segment >> 4) - firstSlab][(segment & 15) * SegmentLayout.words + word] = value
  }

  func line(_ segment: Int, _ word: Int) -> SIMD16<Int32> {
    let slab = segments[(segment >> 4) - firstSlab]
    let start = (segment & 15) * SegmentLayout.words + word
    var line = SIMD16<Int32>()
    for lane in 0..<16 { line[lane] = slab[start + lane] }
    return line
  }

  func setLine(_ segment: Int, _ word: Int, _ value: SIMD16<Int32>) {
    let slab = (segment >> 4) - firstSlab
    let start = (segment & 15) * SegmentLayout.words + word
    for lane in 0..<16 { segments[slab][start + lane] = value[lane] }
  }

  func lanes(after lane: Int) -> SIMD16<Int32> {
    var mask = SIMD16<Int32>(repeating: 0)
    for other in lane + 1..<16 { mask[other] = -1 }
    return mask
  }

  func sumLanes(after lane: Int, half: Int) -> SIMD8<UInt64> {
    var mask = SIMD8<UInt64>(repeating: 0)
    for other in 0..<8 where 8 * half + other > lane { mask[other] = .max }
    return mask
  }

  /// A node by its level and number.
  struct Node {
    var level: Int
    var number: Int
  }

  func node(_ number: Int, level: Int) -> Node { Node(level: level, number: number) }

  func reserveNode(_ number: Int, level: Int) {
    let slab = number >> 4
    let words = [Int32](repeating: 0, count: 16 * NodeLayout.words)
    let sums = [Double](repeating: 0, count: 16 * NodeLayout.lanes)
    if levels[level].words.isEmpty { levels[level].first = slab }
    let first = levels[level].first
    let count = levels[level].words.count
    if slab == first - 1 {
      levels[level].words.insert(words, at: 0)
      levels[level].sums.insert(sums, at: 0)
      levels[level].first = slab
    } else if slab == first + count {
      levels[level].words.append(words)
      levels[level].sums.append(sums)
    } else {
      precondition(slab >= first && slab < first + count, "node \(number) is far away")
    }
  }

  func nodeLimit(level: Int) -> Int { (levels[level].first + levels[level].words.count) << 4 }

  func word(of node: Node, _ word: Int) -> Int32 {
    let slab = (node.number >> 4) - levels[node.level].first
    return levels[node.level].words[slab][(node.number & 15) * NodeLayout.words + word]
  }

  func setWord(of node: Node, _ word: Int, _ value: Int32) {
    let slab = (node.number >> 4) - levels[node.level].first
    levels[node.level].words[slab][(node.number & 15) * NodeLayout.words + word] = value
  }

  func line(of node: Node, _ word: Int) -> SIMD16<Int32> {
    let slab = levels[node.level].words[(node.number >> 4) - levels[node.level].first]
    let start = (node.number & 15) * NodeLayout.words + word
    var line = SIMD16<Int32>()
    for lane in 0..<16 { line[lane] = slab[start + lane] }
    return line
  }

  func setLine(of node: Node, _ word: Int, _ value: SIMD16<Int32>) {
    for lane in 0..<16 { setWord(of: node, word + lane, value[lane]) }
  }

  func sum(_ node: Node, _ lane: Int) -> Double {
    let slab = (node.number >> 4) - levels[node.level].first
    return levels[node.level].sums[slab][(node.number & 15) * NodeLayout.lanes + lane]
  }

  func setSum(_ node: Node, _ lane: Int, _ value: Double) {
    let slab = (node.number >> 4) - levels[node.level].first
    levels[node.level].sums[slab][(node.number & 15) * NodeLayout.lanes + lane] = value
  }

  func sums(_ node: Node, half: Int) -> SIMD8<Double> {
    let slab = levels[node.level].sums[(node.number >> 4) - levels[node.level].first]
    let start = (node.number & 15) * NodeLayout.lanes + 8 * half
    var sums = SIMD8<Double>()
    for lane in 0..<8 { sums[lane] = slab[start + lane] }
    return sums
  }

  func setSums(_ node: Node, half: Int, _ value: SIMD8<Double>) {
    for lane in 0..<8 { setSum(node, 8 * half + lane, value[lane]) }
  }

  func owner(of handle: UInt32) -> Int32 {
    let page = Int(handle) / Self.pageSize
    guard page < pages.count, !pages[page].isEmpty else { return 0 }
    return pages[page][Int(handle) % Self.pageSize]
  }

  func claim(_ handle: UInt32, for owner: Int32) -> Bool {
    guard self.owner(of: handle) == 0 else { return false }
    precondition(handle < HeightIndex.handleLimit, "handle \(handle) is too great")
    let page = Int(handle) / Self.pageSize
    while pages.count <= page { pages.append([]) }
    if pages[page].isEmpty { pages[page] = [Int32](repeating: 0, count: Self.pageSize) }
    pages[page][Int(handle) % Self.pageSize] = owner
    return true
  }

  func claimRow(from handle: UInt32, count: Int, for owner: Int32) -> Bool {
    guard handle <= HeightIndex.handleLimit - UInt32(count) else { return false }
    let row = handle..<handle + UInt32(count)
    for other in row where self.owner(of: other) != 0 { return false }
    for other in row { _ = claim(other, for: owner) }
    return true
  }

  func setOwner(of handle: UInt32, to owner: Int32) {
    pages[Int(handle) / Self.pageSize][Int(handle) % Self.pageSize] = owner
  }

  var bytes: (heights: Int, handles: Int) {
    let slots = 16 * segments.count
    let nodes = 16 * levels.reduce(0) { $0 + $1.words.count }
    let pages = self.pages.reduce(0) { $0 + $1.count }
    return (
      4 * slots * SegmentLayout.handles + 4 * nodes * NodeLayout.words,
      4 * slots * SegmentLayout.slots + 4 * pages
    )
  }

  func reset() {
    segments = []
    for level in levels.indices { levels[level] = Level() }
  }

  func resetOwners() { pages = [] }

  func copied() -> SafeHeightMemory {
    let copy = SafeHeightMemory()
    copy.segments = segments
    copy.firstSlab = firstSlab
    copy.levels = levels
    copy.pages = pages
    return copy
  }

  func deallocate() {}
}
