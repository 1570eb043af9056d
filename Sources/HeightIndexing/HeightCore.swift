/// The structure behind `HeightIndex`: segments of items under a 16-ary directory of running sums.
///
/// Words
/// - A *slot* is a place for an item in a segment; an item's slot number counts from the root's
///   first slot, those before item 0 included: `origin` is the slot number of item 0.
/// - The index is *regular* while every segment but the first and last is full, nodes too. Then
///   segment and node numbers are the leading digits (base 16) of absolute slot numbers, and an
///   item is found by shifts. From the first edit that breaks this on, places are found by
///   the counts in the directory, which were kept all along: nothing is converted.
/// - Sums before a lane are *exclusive*, so what happens in the last segment changes no directory
///   entry, and an unused entry of infinity makes one comparison find the last used one.
///
/// The first segment is filled from its right end, so items before the first are O(1) too. Slots
/// left of item 0, in its segment and in lanes of the nodes above, count as slots without items.
final class HeightCore<Memory: HeightMemory>: @unchecked Sendable {
  let memory: Memory
  /// How many items there are.
  var count = 0
  /// The sum of all heights.
  var total: Int64 = 0
  var isRegular = true
  /// The level of the root node.
  var top = 0
  /// The number of the root node.
  var root = 0
  /// The slot number of item 0: absolute while regular, else counted from the root's first slot.
  var origin = 0
  /// The number of the first segment.
  var head = -1
  /// The slot of item 0 in the first segment.
  var headFirst = 0
  /// What prepended items added to the sums after the first segment and the directory does not know
  /// yet: prepending touches one segment then, and the directory when that is full.
  var unsettled = 0.0
  /// The number of the last segment.
  var tail = -1
  /// The last segment; nil when there are no items.
  var tailSegment: Memory.Segment?
  /// The sum of the heights before the last segment.
  var tailBase: Int64 = 0
  /// The handle of slot 0 while the last segment is an *open row*: all handles that would make it a
  /// full one are on the map already, so an append in that row writes none. Else `noRow`.
  var tailRow = noRow
  static var noRow: Int64 { .min }
  /// The segment looked at last.
  var finger = HeightFinger()
  /// Room for the items of segments that are written anew.
  var scratch = DecodedItems()
  var work = HeightIndexWork()

  /// How many items fill a segment; 256 unless a test wants deep trees.
  let segmentFill: Int
  /// How many children fill a node; 16 unless a test wants deep trees.
  let nodeFill: Int

  /// The ratios of the latest height scalings; segments fall behind by at most all of them.
  var ratios: [HeightRatio] = []
  /// Segments that passed the sum limit during a scaling.
  var tallSegments: [Int32] = []
  /// How many scalings there were.
  var epoch = 0
  /// The first free segment, linked by `next`; -1 for none.
  var freeSegment = -1
  /// The least and the greatest number that a segment has had while regular.
  var lowestSegment = 0
  var highestSegment = 0
  var unusedSegment = 0
  /// The first free node of each level, linked by `parent`; -1 for none.
  var freeNodes = [Int](repeating: -1, count: NodeLayout.levels)
  var unusedNodes = [Int](repeating: 0, count: NodeLayout.levels)

  init(segmentFill: Int = SegmentLayout.slots, nodeFill: Int = NodeLayout.lanes) {
    precondition((2...SegmentLayout.slots).contains(segmentFill), "fill \(segmentFill)")
    // A node that splits leaves half its children on each side; with less than 2 there, levels
    // would not become smaller.
    precondition((4...NodeLayout.lanes).contains(nodeFill), "fill \(nodeFill)")
    memory = Memory()
    self.segmentFill = segmentFill
    self.nodeFill = nodeFill
  }

  /// An independent copy of another one.
  init(copying other: HeightCore) {
    memory = other.memory.copied()
    count = other.count
    total = other.total
    isRegular = other.isRegular
    top = other.top
    root = other.root
    origin = other.origin
    head = other.head
    headFirst = other.headFirst
    unsettled = other.unsettled
    tail = other.tail
    tailSegment = other.tailSegment == nil ? nil : memory.segment(other.tail)
    tailBase = other.tailBase
    tailRow = other.tailRow
    finger = other.finger
    work = other.work
    segmentFill = other.segmentFill
    nodeFill = other.nodeFill
    ratios = other.ratios
    epoch = other.epoch
    freeSegment = other.freeSegment
    lowestSegment = other.lowestSegment
    highestSegment = other.highestSegment
    unusedSegment = other.unusedSegment
    freeNodes = other.freeNodes
    unusedNodes = other.unusedNodes
    if !isRegular { scratch.reserve() }
  }

  deinit { memory.deallocate() }

  /// Forgets all items but keeps memory, work counters and fills.
  func reset() {
    memory.resetOwners()
    resetItems()
  }

  /// Forgets all items, whose handles have no owners any more.
  func resetItems() {
    memory.reset()
    count = 0
    total = 0
    unsettled = 0
    tailSegment = nil
    tailBase = 0
    tailRow = Self.noRow
    head = -1
    headFirst = 0
    tail = -1
    finger = HeightFinger()
    ratios.removeAll(keepingCapacity: true)
    epoch = 0
    freeSegment = -1
    unusedSegment = 0
    for level in freeNodes.indices {
      freeNodes[level] = -1
      unusedNodes[level] = 0
    }
  }

  /// A segment, with an item's slot in it and what lies before it.
  struct Place {
    var segment: Memory.Segment
    var number: Int
    var slot: Int
    /// The sum of the heights before the segment.
    var before: Double
    /// The lanes on the way to it, four bits each, level 0 lowest.
    var path: Int
  }
}

/// The segment that was looked at last, for queries near it.
struct HeightFinger: Sendable {
  var number = -1
  /// The index of its first item.
  var firstIndex = 0
  /// The offsets it covers: `low` ..< `high`.
  var low: Int64 = 1
  var high: Int64 = 0
}

/// A ratio that all heights were scaled by.
struct HeightRatio: Sendable {
  let numerator: Int64
  let denominator: Int64
  /// The nearest number to numerator / denominator.
  let quotient: Double

  /// Makes a ratio of two numbers of 1 to 2^31 - 1.
  init(numerator: Int64, denominator: Int64) {
    self.numerator = numerator
    self.denominator = denominator
    quotient = Double(numerator) / Double(denominator)
  }
}

#if SafeHeightIndex
  /// The memory of `HeightIndex`, chosen by the package trait `SafeHeightIndex`.
  typealias ChosenHeightMemory = SafeHeightMemory
#else
  /// The memory of `HeightIndex`, chosen by the package trait `SafeHeightIndex`.
  typealias ChosenHeightMemory = UnsafeHeightMemory<WithHandles>
#endif
