// Memory picture: a table of pointers to slabs that grows at both ends.
//
//   table   | - | - | slab | slab | slab | - |
//                     ^ start              ^ start + count
//   spares  slabs without a place, linked through their first eight bytes
//
// Invariants: slab number s is table[s - bias], bias = first - start; slabs first ..< first + count
// exist; `start + count <= capacity`. Slabs are 64-byte aligned and never move. Their words are
// written by whoever opens a block in them, before they are read. The value owns table, slabs and
// spares; freed once.

/// A growing range of equal slabs of words, by number.
struct SlabTable {
  /// nil while there is no capacity.
  private var table: UnsafeMutablePointer<UnsafeMutablePointer<Int32>>?
  private var bias = 0
  private var start = 0
  private var count = 0
  private var capacity = 0
  private var spares: UnsafeMutableRawPointer?
  private var spareCount = 0
  private let words: Int

  /// Makes an empty table of slabs of `words` words.
  init(words: Int) { self.words = words }

  @inline(__always) func slab(_ number: Int) -> UnsafeMutablePointer<Int32> {
    table.unsafelyUnwrapped[number &- bias]
  }

  /// How many slabs there is memory for.
  var held: Int { count + spareCount }

  /// The number after the last slab.
  var limit: Int { bias + start + count }

  /// Makes sure that a slab in the range, or just beside it, exists.
  mutating func reserve(_ number: Int) {
    if count == 0 {
      if capacity == 0 { grow() }
      start = capacity / 2
      bias = number - start
    }
    let first = bias + start
    if number >= first && number < first + count { return }
    precondition(
      number == first - 1 || number == first + count,
      "slab \(number) is far from \(first)"
    )
    if number < first {
      if start == 0 { grow() }
      start -= 1
      table.unsafelyUnwrapped[start] = fresh()
    } else {
      if start + count == capacity { grow() }
      table.unsafelyUnwrapped[start + count] = fresh()
    }
    count += 1
  }

  private mutating func grow() {
    let wanted = max(4, 2 * capacity)
    let moved = UnsafeMutablePointer<UnsafeMutablePointer<Int32>>.allocate(capacity: wanted)
    let place = (wanted - count) / 2
    if let table {
      (moved + place).initialize(from: table + start, count: count)
      table.deallocate()
    }
    table = moved
    bias += start - place
    start = place
    capacity = wanted
  }

  private mutating func fresh() -> UnsafeMutablePointer<Int32> {
    let raw: UnsafeMutableRawPointer
    if let spare = spares {
      raw = spare
      spares = spare.load(as: UnsafeMutableRawPointer?.self)
      spareCount -= 1
    } else {
      raw = .allocate(byteCount: 4 * words, alignment: 64)
    }
    return raw.bindMemory(to: Int32.self, capacity: words)
  }

  /// Makes all slabs spares.
  mutating func reset() {
    for place in start..<start + count {
      let raw = UnsafeMutableRawPointer(slab(bias + place))
      raw.storeBytes(of: spares, as: UnsafeMutableRawPointer?.self)
      spares = raw
    }
    spareCount += count
    count = 0
  }

  func copied() -> SlabTable {
    var copy = SlabTable(words: words)
    for place in 0..<count {
      copy.reserve(bias + start + place)
      copy.slab(bias + start + place).update(from: slab(bias + start + place), count: words)
    }
    return copy
  }

  mutating func deallocate() {
    reset()
    while let spare = spares {
      spares = spare.load(as: UnsafeMutableRawPointer?.self)
      spare.deallocate()
    }
    table?.deallocate()
  }
}
