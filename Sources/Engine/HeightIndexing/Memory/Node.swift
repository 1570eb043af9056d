// Memory picture: 80 words, at a multiple of 64 bytes.
//
//   word  0 ..< 32   tops       16 Doubles: where each child begins, within the node
//        32 ..< 48   counts     how many items stand before each child, within the node
//        48 ..< 64   children   the number of each child
//        64 ..< 67   header     parent, first, end
//
// Invariants: children stand in lanes first ..< end <= 16; those of level 0 are segments, those of level u
// are nodes of level u - 1. Lanes before `first` hold the top 0 and the count 0; lanes from `end` on hold
// infinity and `Segment.unused`. Tops are whole numbers below 2^53, exact in a Double.

/// A node of the directory: up to 16 children, with the heights and the items before each.
///
/// What stands in the last child is in no entry of the node, and one comparison of a line finds the child
/// at an offset or an index.
struct Node {
  /// How many children there may be.
  static let lanes = 16
  static let words = 80
  /// How many levels there can be.
  static let levels = 12

  private let words: UnsafeMutablePointer<Int32>

  @inline(__always) init(_ words: UnsafeMutablePointer<Int32>) { self.words = words }

  /// Where a child begins.
  @inline(__always) subscript(top lane: Int) -> Double {
    get { UnsafeRawPointer(words).load(fromByteOffset: 8 &* lane, as: Double.self) }
    nonmutating set {
      UnsafeMutableRawPointer(words)
        .storeBytes(of: newValue, toByteOffset: 8 &* lane, as: Double.self)
    }
  }

  /// The same of lanes 0 ..< 8 for half 0, of 8 ..< 16 for half 1.
  @inline(__always) private subscript(half half: Int) -> SIMD8<Double> {
    get { UnsafeRawPointer(words).load(fromByteOffset: 64 &* half, as: SIMD8<Double>.self) }
    nonmutating set {
      UnsafeMutableRawPointer(words)
        .storeBytes(of: newValue, toByteOffset: 64 &* half, as: SIMD8<Double>.self)
    }
  }

  @inline(__always) private subscript(line word: Int) -> SIMD16<Int32> {
    get { UnsafeRawPointer(words + word).load(as: SIMD16<Int32>.self) }
    nonmutating set {
      UnsafeMutableRawPointer(words + word).storeBytes(of: newValue, as: SIMD16<Int32>.self)
    }
  }

  /// How many items stand before a child.
  @inline(__always) subscript(count lane: Int) -> Int32 {
    get { words[32 &+ lane] }
    nonmutating set { words[32 &+ lane] = newValue }
  }

  @inline(__always) subscript(child lane: Int) -> Int {
    get { Int(words[48 &+ lane]) }
    nonmutating set { words[48 &+ lane] = Int32(truncatingIfNeeded: newValue) }
  }

  /// The number of the node above; -1 at the root.
  @inline(__always) var parent: Int {
    get { Int(words[64]) }
    nonmutating set { words[64] = Int32(truncatingIfNeeded: newValue) }
  }
  @inline(__always) var first: Int {
    get { Int(words[65]) }
    nonmutating set { words[65] = Int32(truncatingIfNeeded: newValue) }
  }
  @inline(__always) var end: Int {
    get { Int(words[66]) }
    nonmutating set { words[66] = Int32(truncatingIfNeeded: newValue) }
  }
  @inline(__always) var size: Int { end &- first }

  /// The lane of the child that an item is in, by its index in the node.
  @inline(__always) func lane(at index: Int32) -> Int {
    LineMath.count(self[line: 32], atMost: index) &- 1
  }

  /// The lane of the child that an offset in the node is in.
  @inline(__always) func lane(at offset: Double) -> Int {
    LineMath.count(self[half: 0], self[half: 1], atMost: offset) &- 1
  }

  /// The lane of a child.
  @inline(__always) func lane(of child: Int) -> Int {
    LineMath.lane(of: Int32(truncatingIfNeeded: child), in: self[line: 48])
  }

  /// Adds items and heights to what stands before the children after a lane.
  @inline(__always) func add(_ items: Int32, _ height: Double, after lane: Int) {
    self[half: 0] = LineMath.add(height, after: lane, to: self[half: 0])
    self[half: 1] = LineMath.add(height, after: lane &- 8, to: self[half: 1])
    if items == 0 { return }
    self[line: 32] = LineMath.addUsed(
      items,
      where: LineMath.lanes(after: lane),
      to: self[line: 32]
    )
  }

  /// Empties it and gives it one child.
  func open(with child: Int, in lane: Int) {
    for other in 0..<Self.lanes {
      clear(other)
      if other <= lane { (self[top: other], self[count: other]) = (0, 0) }
    }
    (self[child: lane], first, end, parent) = (child, lane, lane + 1, -1)
  }

  func set(_ lane: Int, _ child: Int, _ items: Int32, _ height: Double) {
    (self[child: lane], self[count: lane], self[top: lane]) = (child, items, height)
  }

  func copy(_ source: Int, of node: Node, to lane: Int) {
    set(lane, node[child: source], node[count: source], node[top: source])
  }

  /// Makes a lane at the end unused.
  func clear(_ lane: Int) { set(lane, -1, Segment.unused, .infinity) }

  /// Makes room for a child after a lane; there are fewer than 16.
  ///
  /// - Returns: The lane for it, and how many children have moved.
  func makeLane(after lane: Int) -> (lane: Int, moved: Int) {
    if end < Self.lanes {
      for other in stride(from: end, to: lane + 1, by: -1) { copy(other - 1, of: self, to: other) }
      end += 1
      return (lane + 1, end - 2 - lane)
    }
    for other in first...lane { copy(other, of: self, to: other - 1) }
    first -= 1
    return (lane, lane - first)
  }
}
