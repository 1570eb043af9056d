// Memory picture: slabs of 2,048 words, where a handle of theirs is in use or was.
//
//   slab   | word | word | ...     a word is the number of the handle's segment plus 1, or 0
//
// Invariant: a slab is zeroed when it is reserved.

/// The segment of each handle.
struct HandleMap {
  private static var bits: UInt32 { 11 }
  private static var size: Int { 1 << 11 }

  private var slabs = SlabTable(words: 1 << 11)

  /// The number of the segment that holds a handle; nil when none does.
  @inline(__always) func segment(of handle: UInt32) -> Int? {
    guard let words = slabs.find(Int(handle &>> Self.bits)) else { return nil }
    let owner = words[Int(handle) & (Self.size &- 1)]
    return owner == 0 ? nil : Int(owner) &- 1
  }

  /// Says which segment a handle that is in none has come to.
  @inline(__always) mutating func claim(_ handle: UInt32, for segment: Int) {
    let word = word(of: handle)
    precondition(word.pointee == 0, "handle \(handle) is in the index already")
    word.pointee = Int32(truncatingIfNeeded: segment &+ 1)
  }

  /// Says the same of handles that count on.
  @inline(__always) mutating func claim(_ row: Range<UInt32>, for segment: Int) {
    let owner = Int32(truncatingIfNeeded: segment &+ 1)
    var first = row.lowerBound
    while first < row.upperBound {
      let words = word(of: first)
      let run = min(Int(row.upperBound &- first), Self.size &- Int(first) & (Self.size &- 1))
      var taken: Int32 = 0
      for place in 0..<run {
        taken |= words[place]
        words[place] = owner
      }
      precondition(taken == 0, "a handle of \(row) is in the index already")
      first &+= UInt32(truncatingIfNeeded: run)
    }
  }

  /// Says that a handle has come to another segment.
  @inline(__always) mutating func move(_ handle: UInt32, to segment: Int) {
    word(of: handle).pointee = Int32(truncatingIfNeeded: segment &+ 1)
  }

  /// Forgets a handle.
  @inline(__always) mutating func release(_ handle: UInt32) { word(of: handle).pointee = 0 }

  @inline(__always) private mutating func word(of handle: UInt32) -> SlabTable.Slab {
    let number = Int(handle &>> Self.bits)
    return (slabs.find(number) ?? makeSlab(number)) + (Int(handle) & (Self.size &- 1))
  }

  @inline(never) private mutating func makeSlab(_ number: Int) -> SlabTable.Slab {
    precondition(
      number < Int(HeightIndex.handleLimit >> Self.bits),
      "a handle of slab \(number) is too great"
    )
    slabs.reserve(number)
    slabs[number].update(repeating: 0, count: Self.size)
    return slabs[number]
  }

  /// Forgets all handles.
  mutating func reset() { slabs.reset() }

  func copied() -> HandleMap {
    var copy = self
    copy.slabs = slabs.copied()
    return copy
  }

  mutating func deallocate() { slabs.deallocate() }
}
