/// The counted B+ tree behind `HeightIndex`: segments of items under a 16-ary directory.
///
/// Words
/// - A *segment* has slots for 256 items; the first is filled from its right end by pages that come before
///   item 0, all others from the left.
/// - The *directory* says of each child what stands before it in its node, items and heights, so what
///   happens in the last segment changes no entry. What happened in the first is put off: the *lag* is
///   what it holds beyond what the directory knows.
/// - The tree is *regular* while every segment but the first and the last is full, nodes too. Then the
///   numbers of segments and nodes are the leading digits (base 16) of those of their slots, and an item is
///   found by shifts; from the first edit that breaks this on, by the counts of the directory, which were
///   kept all along: nothing is converted.
/// - The *finger* is the segment found last by offset, for queries near it; an edit takes it away.
final class HeightTree: @unchecked Sendable {
  let memory: TreeMemory
  /// How many items there are.
  var count = 0
  /// The sum of all heights.
  var total: Int64 = 0
  var isRegular = true
  /// The level of the root node.
  var top = 0
  /// The number of the root node.
  var root = 0
  /// The number of the first segment.
  var head = -1
  /// The slot of item 0 among all slots there could be; while regular.
  var origin = 0
  /// The items of the first segment that the directory does not know of; 0 when that is the last too.
  var lagItems = 0
  /// Their height.
  var lagHeight: Int64 = 0
  /// What a top in the first segment adds to, to make an offset. In others, tops begin at 0.
  var headBase: Int64 = 0
  /// The number of the last segment.
  var tail = -1
  /// The last segment; nil when there are no items.
  var tailSegment: Segment?
  /// What a top in the last segment adds to.
  var tailBase: Int64 = 0
  var finger = Finger()
  /// The items of segments that are written again.
  var scratch: ContiguousArray<HeightIndex.Item> = []
  var work = HeightIndexWork()

  /// How many items fill a segment; 256 unless a test wants deep trees.
  let segmentFill: Int
  /// How many children fill a node; 16 unless a test wants deep trees.
  let nodeFill: Int

  /// The ratios of the latest scalings of all heights; segments fall behind by at most all of them.
  var ratios: [HeightRatio] = []
  /// How many scalings there were.
  var epoch = 0
  /// The least and the greatest number that a segment has had while regular.
  var lowestSegment = 0
  var highestSegment = 0
  /// For segments, then for nodes of each level, the number of the first free one, linked by `parent`; -1
  /// for none.
  private var freeNumbers = [Int](repeating: -1, count: 1 + Node.levels)
  /// For the same, the first number that was never used.
  var unusedNumbers = [Int](repeating: 0, count: 1 + Node.levels)

  init(segmentFill: Int = Segment.slots, nodeFill: Int = Node.lanes) {
    precondition((2...Segment.slots).contains(segmentFill), "fill \(segmentFill)")
    // A node that splits leaves half its children on each side; with less than 2 there, levels
    // would not become smaller.
    precondition((4...Node.lanes).contains(nodeFill), "fill \(nodeFill)")
    memory = TreeMemory()
    self.segmentFill = segmentFill
    self.nodeFill = nodeFill
  }

  /// An independent copy of another one.
  init(copying other: HeightTree) {
    memory = TreeMemory(copying: other.memory)
    count = other.count
    total = other.total
    isRegular = other.isRegular
    (top, root) = (other.top, other.root)
    (head, origin) = (other.head, other.origin)
    (lagItems, lagHeight, headBase) = (other.lagItems, other.lagHeight, other.headBase)
    (tail, tailBase) = (other.tail, other.tailBase)
    tailSegment = other.tailSegment == nil ? nil : memory.segment(other.tail)
    work = other.work
    (segmentFill, nodeFill) = (other.segmentFill, other.nodeFill)
    (ratios, epoch) = (other.ratios, other.epoch)
    (lowestSegment, highestSegment) = (other.lowestSegment, other.highestSegment)
    (freeNumbers, unusedNumbers) = (other.freeNumbers, other.unusedNumbers)
    if !isRegular { reserveScratch() }
  }

  deinit { memory.deallocate() }

  /// Forgets all items but keeps memory, work counters and fills.
  func reset() {
    memory.reset()
    (count, total) = (0, 0)
    (head, tail, tailSegment, tailBase) = (-1, -1, nil, 0)
    (lagItems, lagHeight, finger.high) = (0, 0, 0)
    ratios.removeAll(keepingCapacity: true)
    epoch = 0
    for kind in freeNumbers.indices { (freeNumbers[kind], unusedNumbers[kind]) = (-1, 0) }
  }

  // MARK: Numbers

  /// Starts to find places by count; O(1).
  func becomeIrregular() {
    guard isRegular else { return }
    isRegular = false
    reserveScratch()
    for kind in unusedNumbers.indices { unusedNumbers[kind] = highestSegment >> (4 * kind) + 1 }
  }

  /// Reserves capacity for the items of two segments, so that writing one again does not allocate later.
  private func reserveScratch() { scratch.reserveCapacity(2 * Segment.slots) }

  /// A regular tree gives the numbers that it has left behind at one end only out again when it grows
  /// back over them. Once there are 16 more of them than twice the segments that the items need it
  /// changes over, and gives numbers out again wherever it grows.
  ///
  /// Not in the middle of an edit.
  func limitAbandoned() {
    guard isRegular else { return }
    let abandoned = highestSegment - lowestSegment - (tail - head)
    if abandoned > 16 + count / (Segment.slots / 2) { becomeIrregular() }
  }

  /// An empty segment beside another one. Only its header is written.
  func makeSegment(beside other: Int, step: Int) -> Segment {
    let number = makeNumber(beside: other, step: step, level: -1)
    if isRegular {
      lowestSegment = min(lowestSegment, number)
      highestSegment = max(highestSegment, number)
    }
    let segment = memory.segment(number)
    segment.writeHeader(number: number, epoch: epoch)
    return segment
  }

  /// A number for a node beside another one, or for a segment, which is of level -1: the next one up or
  /// down while regular.
  func makeNumber(beside other: Int, step: Int, level: Int) -> Int {
    var number = other + step
    if !isRegular {
      number = freeNumbers[level + 1]
      if number >= 0 {
        freeNumbers[level + 1] = self[parentOf: number, level]
        return number
      }
      number = unusedNumbers[level + 1]
      unusedNumbers[level + 1] += 1
    }
    memory.reserve(number, level: level)
    return number
  }

  /// Lets a number be given out again.
  func free(_ number: Int, level: Int) {
    guard !isRegular else { return }
    self[parentOf: number, level] = freeNumbers[level + 1]
    freeNumbers[level + 1] = number
  }

  /// The number of the node above a node, or above a segment, which is of level -1.
  subscript(parentOf number: Int, level: Int) -> Int {
    get { level < 0 ? memory.segment(number).parent : memory.node(number, level: level).parent }
    set {
      if level < 0 {
        memory.segment(number).parent = newValue
      } else {
        memory.node(number, level: level).parent = newValue
      }
    }
  }
}
