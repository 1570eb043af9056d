// Memory picture: 544 words, at a multiple of 64 bytes.
//
//   word   0 ..<  16   groups    where each group of 16 slots begins
//         16 ..< 273   tops      where the item of each slot begins; after the last item, where that ends
//        273 ..< 280   header    first, end, parent, epoch, next, previous, number
//        288 ..< 544   handles   the handle of each slot
//
// Invariants: items stand in slots first ..< end <= 256, and tops[first] ... tops[end] never fall and are
// 0 ... heightLimit. In all segments but the first of a tree, the first item stands in slot 0 and begins
// at 0. A slot before `first` holds 0, one after `end` holds `unused`. groups[g] = tops[16 g] where
// 16 g < end or g = 0, else `unused`. Words are written when the segment is opened, before any is read.
// Lines of 16 words are read and written inside the 544.

/// Up to 256 items in a row, each a handle and where it begins.
///
/// One comparison of the line of groups and one of a line of tops find the item at an offset.
struct Segment {
  /// How many slots there are.
  static let slots = 256
  static let words = 544
  /// More than any sum.
  static let unused = Int32.max
  /// The greatest sum of heights in a segment: 16 items of the greatest height fit.
  static let heightLimit: Int32 = 1 << 30

  private let words: UnsafeMutablePointer<Int32>

  @inline(__always) init(_ words: UnsafeMutablePointer<Int32>) { self.words = words }

  @inline(__always) private func line(_ word: Int) -> SIMD16<Int32> {
    UnsafeRawPointer(words + word).loadUnaligned(as: SIMD16<Int32>.self)
  }

  @inline(__always) private func setLine(_ word: Int, _ line: SIMD16<Int32>) {
    UnsafeMutableRawPointer(words + word).storeBytes(of: line, as: SIMD16<Int32>.self)
  }

  /// Where the item of a slot begins; the one before it ends there.
  @inline(__always) subscript(top slot: Int) -> Int32 {
    get { words[16 &+ slot] }
    nonmutating set { words[16 &+ slot] = newValue }
  }

  /// The same of 16 slots from one on.
  @inline(__always) subscript(tops slot: Int) -> SIMD16<Int32> {
    get { line(16 &+ slot) }
    nonmutating set { setLine(16 &+ slot, newValue) }
  }

  @inline(__always) subscript(handle slot: Int) -> UInt32 {
    get { UInt32(bitPattern: words[288 &+ slot]) }
    nonmutating set { words[288 &+ slot] = Int32(bitPattern: newValue) }
  }

  /// The same of 16 slots from one on.
  @inline(__always) subscript(handles slot: Int) -> SIMD16<Int32> { line(288 &+ slot) }

  func moveTops(from slot: Int, to other: Int, count: Int) {
    (words + 16 + other).update(from: words + 16 + slot, count: count)
  }

  func moveHandles(from slot: Int, to other: Int, count: Int) {
    (words + 288 + other).update(from: words + 288 + slot, count: count)
  }

  @inline(__always) subscript(group group: Int) -> Int32 {
    get { words[group] }
    nonmutating set { words[group] = newValue }
  }

  @inline(__always) var groups: SIMD16<Int32> {
    get { line(0) }
    nonmutating set { setLine(0, newValue) }
  }

  @inline(__always) private subscript(header word: Int) -> Int {
    get { Int(words[273 &+ word]) }
    nonmutating set { words[273 &+ word] = Int32(truncatingIfNeeded: newValue) }
  }

  /// The slot of the first item; 0 but in the first segment.
  @inline(__always) var first: Int {
    get { self[header: 0] }
    nonmutating set { self[header: 0] = newValue }
  }
  /// The slot after the last item.
  @inline(__always) var end: Int {
    get { self[header: 1] }
    nonmutating set { self[header: 1] = newValue }
  }
  /// The number of the node above.
  @inline(__always) var parent: Int {
    get { self[header: 2] }
    nonmutating set { self[header: 2] = newValue }
  }
  /// How many of the scalings of all heights the tops have seen.
  @inline(__always) var epoch: Int {
    get { self[header: 3] }
    nonmutating set { self[header: 3] = newValue }
  }
  /// The number of the segment after this one; -1 for none.
  @inline(__always) var next: Int {
    get { self[header: 4] }
    nonmutating set { self[header: 4] = newValue }
  }
  /// The number of the segment before this one; -1 for none.
  @inline(__always) var previous: Int {
    get { self[header: 5] }
    nonmutating set { self[header: 5] = newValue }
  }
  @inline(__always) var number: Int {
    get { self[header: 6] }
    nonmutating set { self[header: 6] = newValue }
  }

  /// Where the first item begins.
  @inline(__always) var top: Int32 { self[top: first] }
  /// Where the last item ends.
  @inline(__always) var bottom: Int32 { self[top: end] }
  /// The sum of all heights.
  @inline(__always) var height: Int32 { bottom &- top }
  @inline(__always) var count: Int { end &- first }
  @inline(__always) func height(of slot: Int) -> Int32 { self[top: slot &+ 1] &- self[top: slot] }

  /// The slot that contains a place between `top` and `bottom`.
  @inline(__always) func slot(at place: Int32) -> Int {
    let group = LineMath.count(groups, atMost: place) &- 1
    return 16 &* group &+ LineMath.count(self[tops: 16 &* group], atMost: place) &- 1
  }

  /// The slot of a handle that is in this segment.
  func slot(of handle: UInt32) -> Int? {
    let (first, end) = (first, end)
    // Most handles count on.
    let guess = UInt32(truncatingIfNeeded: first) &+ handle &- self[handle: first]
    if guess < end, guess >= first, self[handle: Int(guess)] == handle { return Int(guess) }
    var slot = first & ~15
    while slot < end {
      var line = self[handles: slot]
      if slot < first || slot &+ 16 > end {
        // What stands outside of the slots in use is a handle no more.
        line |= ~LineMath.lanes(after: first &- 1 &- slot)
        line |= LineMath.lanes(after: end &- 1 &- slot)
      }
      let lane = LineMath.lane(of: Int32(bitPattern: handle), in: line)
      if lane < 16 { return slot &+ lane }
      slot &+= 16
    }
    return nil
  }
}
