/// The memory of a height index: segments, directory nodes and the map from handles to segments.
///
/// The structure is written once, over this protocol. One conformer is memory safe; the other, in
/// the folder `Unsafe`, is fast. Segments and nodes lie in slabs of 16; the numbers of those that
/// exist form one range for segments and one for each level of nodes.
protocol HeightMemory: Sendable {
  /// A segment that was looked up, for several accesses.
  associatedtype Segment
  /// A node that was looked up, for several accesses.
  associatedtype Node

  /// Whether items have handles; without, the words of handles mean nothing and nobody has an owner.
  static var keepsHandles: Bool { get }

  /// Makes empty memory.
  init()

  /// Looks up an existing segment.
  func segment(_ number: Int) -> Segment
  /// Makes sure that segment `number` exists; it is in the range or just beside it.
  func reserveSegment(_ number: Int)
  /// Says that so many segments will be reserved, which may lie closer together then.
  func expectSegments(_ count: Int)
  /// The number after the last segment there is memory for.
  var segmentLimit: Int { get }

  func word(_ segment: Segment, _ word: Int) -> Int32
  func setWord(_ segment: Segment, _ word: Int, _ value: Int32)
  /// 16 words from any word on.
  func line(_ segment: Segment, _ word: Int) -> SIMD16<Int32>
  func setLine(_ segment: Segment, _ word: Int, _ value: SIMD16<Int32>)

  /// All ones in the lanes after one of -1 ..< 16.
  func lanes(after lane: Int) -> SIMD16<Int32>
  /// The same for 8 of 16 lanes of 64 bits: lanes 0 ..< 8 for half 0, 8 ..< 16 for half 1.
  func sumLanes(after lane: Int, half: Int) -> SIMD8<UInt64>

  /// Looks up an existing node.
  func node(_ number: Int, level: Int) -> Node
  /// Makes sure that node `number` exists; it is in the range or just beside it.
  func reserveNode(_ number: Int, level: Int)
  /// The number after the last node there is memory for.
  func nodeLimit(level: Int) -> Int

  func word(of node: Node, _ word: Int) -> Int32
  func setWord(of node: Node, _ word: Int, _ value: Int32)
  func line(of node: Node, _ word: Int) -> SIMD16<Int32>
  func setLine(of node: Node, _ word: Int, _ value: SIMD16<Int32>)
  func sum(_ node: Node, _ lane: Int) -> Double
  func setSum(_ node: Node, _ lane: Int, _ value: Double)
  /// 8 sums: of lanes 0 ..< 8 for half 0, of 8 ..< 16 for half 1.
  func sums(_ node: Node, half: Int) -> SIMD8<Double>
  func setSums(_ node: Node, half: Int, _ value: SIMD8<Double>)

  /// The number of the segment that holds `handle`, plus 1; 0 when none does.
  func owner(of handle: UInt32) -> Int32
  /// Gives a handle without owner an owner, plus 1.
  ///
  /// - Returns: Whether it had none.
  func claim(_ handle: UInt32, for owner: Int32) -> Bool
  /// Does the same for up to 256 handles in a row, all or none; may decline.
  func claimRow(from handle: UInt32, count: Int, for owner: Int32) -> Bool
  /// Gives a handle that has an owner another, plus 1, or 0.
  func setOwner(of handle: UInt32, to owner: Int32)

  /// Bytes held for heights and order, and for handles.
  var bytes: (heights: Int, handles: Int) { get }

  /// Forgets segments and nodes but keeps memory for later; owners are not forgotten.
  func reset()
  /// Sets all owners to 0.
  func resetOwners()
  /// An independent copy.
  func copied() -> Self
  /// Gives all memory back; nothing may be called afterwards.
  func deallocate()
}
