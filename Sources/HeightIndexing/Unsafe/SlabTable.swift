// Memory picture: a table of pointers to slabs that grows at both ends.
//
//   table   | - | - | slab | slab | slab | - |
//                     ^ start              ^ start + count
//   spares  slabs without a place, linked through their first eight bytes
//   blocks  | slab | slab | ... | trailer |, linked through their trailers: next trailer, own start
//
// Invariants: slab number s is table[s - bias], bias = first - start; slabs first ..< first + count
// exist; `start + count <= capacity`. Slabs are 64-byte aligned and never move; each lies in one
// block and has a place or is a spare. Their words are written by whoever opens a block in them,
// before they are read. The value owns table and blocks; freed once.

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
  /// The trailer of the block made last.
  private var blocks: UnsafeMutableRawPointer?
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
    if spares == nil { makeSpares(1) }
    let raw = spares.unsafelyUnwrapped
    spares = raw.load(as: UnsafeMutableRawPointer?.self)
    spareCount -= 1
    return raw.bindMemory(to: Int32.self, capacity: words)
  }

  /// Makes sure that there are so many slabs without a place, in one block if they are missing.
  mutating func expect(_ slabs: Int) {
    if slabs > spareCount { makeSpares(slabs - spareCount) }
  }

  private mutating func makeSpares(_ slabs: Int) {
    let bytes = 4 * words
    let block = UnsafeMutableRawPointer.allocate(byteCount: slabs * bytes + 64, alignment: 64)
    let trailer = block + slabs * bytes
    trailer.storeBytes(of: blocks, as: UnsafeMutableRawPointer?.self)
    trailer.storeBytes(of: block, toByteOffset: 8, as: UnsafeMutableRawPointer.self)
    blocks = trailer
    // The first of them on top.
    for slab in (0..<slabs).reversed() {
      let raw = block + slab * bytes
      raw.storeBytes(of: spares, as: UnsafeMutableRawPointer?.self)
      spares = raw
    }
    spareCount += slabs
  }

  /// Makes all slabs spares.
  mutating func reset() {
    for place in (start..<start + count).reversed() {
      let raw = UnsafeMutableRawPointer(slab(bias + place))
      raw.storeBytes(of: spares, as: UnsafeMutableRawPointer?.self)
      spares = raw
    }
    spareCount += count
    count = 0
  }

  func copied() -> SlabTable {
    var copy = SlabTable(words: words)
    copy.expect(count)
    for place in 0..<count {
      copy.reserve(bias + start + place)
      copy.slab(bias + start + place).update(from: slab(bias + start + place), count: words)
    }
    return copy
  }

  mutating func deallocate() {
    while let trailer = blocks {
      blocks = trailer.load(as: UnsafeMutableRawPointer?.self)
      trailer.load(fromByteOffset: 8, as: UnsafeMutableRawPointer.self).deallocate()
    }
    table?.deallocate()
  }
}
