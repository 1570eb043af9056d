// Memory picture: tables at places that do not change, so that the tree reaches them without asking whether
// somebody changes them.
//
//   tables    | segments | nodes of level 0 | level 1 | ...   12 levels
//   handles   | map |
//
// Invariants: a segment or node is valid from its `reserve` until `reset` or `deallocate`. The value owns
// everything; it is copied only by `init(copying:)`, and freed once.

/// The memory of a tree: segments, nodes and the map of handles, by number; 16 of a kind are a slab.
struct TreeMemory: @unchecked Sendable {
  private let tables: UnsafeMutablePointer<SlabTable>
  /// Which segment each handle is in.
  let handles: UnsafeMutablePointer<HandleMap>

  private static var tableCount: Int { 1 + Node.levels }

  /// Makes empty memory, or an independent copy of another one's.
  init(copying other: TreeMemory? = nil) {
    tables = .allocate(capacity: Self.tableCount)
    handles = .allocate(capacity: 1)
    for table in 0..<Self.tableCount {
      let words = 16 * (table == 0 ? Segment.words : Node.words)
      (tables + table).initialize(to: other?.tables[table].copied() ?? SlabTable(words: words))
    }
    handles.initialize(to: other?.handles.pointee.copied() ?? HandleMap())
  }

  @inline(__always) func segment(_ number: Int) -> Segment {
    Segment(tables.pointee[number &>> 4] + (number & 15) &* Segment.words)
  }

  @inline(__always) func node(_ number: Int, level: Int) -> Node {
    Node(tables[level &+ 1][number &>> 4] + (number & 15) &* Node.words)
  }

  /// Makes sure that a node exists, or a segment, which is of level -1.
  func reserve(_ number: Int, level: Int) { tables[level + 1].reserve(number >> 4) }

  /// Forgets segments, nodes and handles but keeps the memory.
  func reset() {
    for table in 0..<Self.tableCount { tables[table].reset() }
    handles.pointee.reset()
  }

  /// Gives all memory back; nothing may be called afterwards.
  func deallocate() {
    for table in 0..<Self.tableCount { tables[table].deallocate() }
    tables.deinitialize(count: Self.tableCount).deallocate()
    handles.pointee.deallocate()
    handles.deinitialize(count: 1).deallocate()
  }
}
