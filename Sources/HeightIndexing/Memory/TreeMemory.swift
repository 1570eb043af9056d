// Memory picture: tables at places that do not change, so that the tree reaches them without asking whether
// somebody changes them.
//
//   segments   | table |
//   levels     | table | table | ...   12
//   handles    | map |
//
// Invariants: a segment or node is valid from its `reserve` until `reset` or `deallocate`. The value owns
// everything; it is copied only by `init(copying:)`, and freed once.

/// The memory of a tree: segments, nodes and the map of handles, by number.
///
/// The numbers of those that exist form one range for segments and one for each level of nodes.
struct TreeMemory: @unchecked Sendable {
  private let segments: UnsafeMutablePointer<SlabTable>
  private let levels: UnsafeMutablePointer<SlabTable>
  /// Which segment each handle is in.
  let handles: UnsafeMutablePointer<HandleMap>

  /// Makes empty memory, or an independent copy of another one's.
  init(copying other: TreeMemory? = nil) {
    segments = .allocate(capacity: 1)
    levels = .allocate(capacity: Node.levels)
    handles = .allocate(capacity: 1)
    segments.initialize(
      to: other?.segments.pointee.copied() ?? SlabTable(words: 16 * Segment.words)
    )
    for level in 0..<Node.levels {
      (levels + level).initialize(
        to: other?.levels[level].copied() ?? SlabTable(words: 16 * Node.words)
      )
    }
    handles.initialize(to: other?.handles.pointee.copied() ?? HandleMap())
  }

  @inline(__always) func segment(_ number: Int) -> Segment {
    Segment(segments.pointee.slab(number &>> 4) + (number & 15) &* Segment.words)
  }

  /// Makes sure that a segment exists; its number is in the range or just beside it.
  func reserveSegment(_ number: Int) { segments.pointee.reserve(number >> 4) }

  /// Says that so many segments will be reserved.
  func expectSegments(_ count: Int) { segments.pointee.expect(count >> 4 + 2) }

  /// The number after the last segment there is memory for.
  var segmentLimit: Int { segments.pointee.limit << 4 }

  @inline(__always) func node(_ number: Int, level: Int) -> Node {
    Node(levels[level].slab(number &>> 4) + (number & 15) &* Node.words)
  }

  func reserveNode(_ number: Int, level: Int) { levels[level].reserve(number >> 4) }

  func nodeLimit(level: Int) -> Int { levels[level].limit << 4 }

  /// Bytes held for heights and order, and for handles.
  var bytes: (heights: Int, handles: Int) {
    let held = 16 * segments.pointee.held
    let nodes = (0..<Node.levels).reduce(0) { $0 + 16 * levels[$1].held }
    return (
      4 * held * Segment.heightWords + 4 * nodes * Node.words,
      4 * held * Segment.slots + handles.pointee.bytes
    )
  }

  /// Forgets segments, nodes and handles but keeps the memory.
  func reset() {
    segments.pointee.reset()
    for level in 0..<Node.levels { levels[level].reset() }
    handles.pointee.reset()
  }

  /// Gives all memory back; nothing may be called afterwards.
  func deallocate() {
    segments.pointee.deallocate()
    segments.deinitialize(count: 1).deallocate()
    for level in 0..<Node.levels { levels[level].deallocate() }
    levels.deinitialize(count: Node.levels).deallocate()
    handles.pointee.deallocate()
    handles.deinitialize(count: 1).deallocate()
  }
}
