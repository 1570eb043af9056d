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
/// - The *finger* is the segment looked at last, for queries near it.
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
  /// The number of the last segment.
  var tail = -1
  /// The last segment; nil when there are no items.
  var tailSegment: Segment?
  /// The sum of the heights before the last segment.
  var tailBase: Int64 = 0
  var finger = HeightFinger()
  /// Room for the items of segments that are written anew.
  var scratch = DecodedItems()
  var work = HeightIndexWork()

  /// How many items fill a segment; 256 unless a test wants deep trees.
  let segmentFill: Int
  /// How many children fill a node; 16 unless a test wants deep trees.
  let nodeFill: Int

  /// The ratios of the latest scalings of all heights; segments fall behind by at most all of them.
  var ratios: [HeightRatio] = []
  /// How many scalings there were.
  var epoch = 0
  /// The first free segment, linked by `next`; -1 for none.
  var freeSegment = -1
  var unusedSegment = 0
  /// The least and the greatest number that a segment has had while regular.
  var lowestSegment = 0
  var highestSegment = 0
  /// The first free node of each level, linked by `parent`; -1 for none.
  var freeNodes = [Int](repeating: -1, count: Node.levels)
  var unusedNodes = [Int](repeating: 0, count: Node.levels)

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
    (lagItems, lagHeight) = (other.lagItems, other.lagHeight)
    (tail, tailBase) = (other.tail, other.tailBase)
    tailSegment = other.tailSegment == nil ? nil : memory.segment(other.tail)
    finger = other.finger
    work = other.work
    (segmentFill, nodeFill) = (other.segmentFill, other.nodeFill)
    (ratios, epoch) = (other.ratios, other.epoch)
    (freeSegment, unusedSegment) = (other.freeSegment, other.unusedSegment)
    (lowestSegment, highestSegment) = (other.lowestSegment, other.highestSegment)
    (freeNodes, unusedNodes) = (other.freeNodes, other.unusedNodes)
    if !isRegular { scratch.reserve() }
  }

  deinit { memory.deallocate() }

  /// Forgets all items but keeps memory, work counters and fills.
  func reset() {
    memory.reset()
    (count, total) = (0, 0)
    (head, tail, tailSegment, tailBase) = (-1, -1, nil, 0)
    (lagItems, lagHeight) = (0, 0)
    finger = HeightFinger()
    ratios.removeAll(keepingCapacity: true)
    epoch = 0
    (freeSegment, unusedSegment) = (-1, 0)
    for level in freeNodes.indices { (freeNodes[level], unusedNodes[level]) = (-1, 0) }
  }

  /// A segment, with an item's slot in it and the sum of the heights before the segment.
  struct Place {
    var segment: Segment
    var number: Int
    var slot: Int
    var before: Int64
  }

  /// A segment found by offset: the rest of the offset inside it, and the index that an item in its slot 0
  /// has or would have.
  struct Spot {
    var segment: Segment
    var number: Int
    var rest: Int64
    var firstIndex: Int
  }

  // MARK: Numbers

  /// Starts to find places by count; O(1).
  func becomeIrregular() {
    guard isRegular else { return }
    isRegular = false
    scratch.reserve()
    finger = HeightFinger()
  }

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

  /// An empty segment beside another one: the next number up or down while regular. Only its header is
  /// written.
  func makeSegment(beside other: Int, step: Int) -> Segment {
    var number = other + step
    if isRegular {
      memory.reserveSegment(number)
      unusedSegment = memory.segmentLimit
      lowestSegment = min(lowestSegment, number)
      highestSegment = max(highestSegment, number)
    } else if freeSegment >= 0 {
      number = freeSegment
      freeSegment = memory.segment(number).next
    } else {
      number = unusedSegment
      memory.reserveSegment(number)
      unusedSegment += 1
    }
    let segment = memory.segment(number)
    segment.writeHeader(number: number, epoch: epoch)
    return segment
  }

  func free(_ segment: Segment) {
    guard !isRegular else { return }
    segment.next = freeSegment
    freeSegment = segment.number
  }

  func makeNode(beside other: Int, step: Int, level: Int) -> Int {
    if isRegular {
      memory.reserveNode(other + step, level: level)
      unusedNodes[level] = memory.nodeLimit(level: level)
      return other + step
    }
    let number = freeNodes[level]
    if number >= 0 {
      freeNodes[level] = memory.node(number, level: level).parent
      return number
    }
    memory.reserveNode(unusedNodes[level], level: level)
    unusedNodes[level] += 1
    return unusedNodes[level] - 1
  }

  func free(node number: Int, level: Int) {
    guard !isRegular else { return }
    memory.node(number, level: level).parent = freeNodes[level]
    freeNodes[level] = number
  }
}

/// The segment that was looked at last, which is not the last one.
struct HeightFinger: Sendable {
  var number = -1
  /// The index that an item in its slot 0 has or would have.
  var firstIndex = 0
  /// The offsets it covers: `low` ..< `high`.
  var low: Int64 = 1
  var high: Int64 = 0

  /// Keeps it right when items and heights came before it.
  @inline(__always) mutating func move(by items: Int, _ height: Int64) {
    firstIndex &+= items
    low &+= height
    high &+= height
  }
}
