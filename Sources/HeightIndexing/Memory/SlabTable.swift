// Memory picture: a table of pointers to slabs that grows at both ends, and slabs without a place.
//
//   table    | - | - | slab | slab | slab | - |      spares   linked through their first eight bytes
//                      ^ start              ^ start + count
//
// Invariants: slab number s is table[s - bias], and those of start ..< start + count exist. Slabs are 64-byte
// aligned and never move; each lies in a block of slabs and has a place or is a spare. Their words are written
// by whoever opens a segment or node in them, before they are read. The value owns table and blocks; freed once.

/// A growing range of equal slabs of words, by number.
struct SlabTable {
  private typealias Slab = UnsafeMutablePointer<Int32>

  private var table: UnsafeMutablePointer<Slab>
  private var bias = 0
  private var start = 2
  private var count = 0
  private var capacity = 4
  private var spares: UnsafeMutableRawPointer?
  private var spareCount = 0
  private var blocks: [Slab] = []
  private let words: Int

  /// Makes an empty table of slabs of `words` words.
  init(words: Int) {
    self.words = words
    table = .allocate(capacity: capacity)
  }

  @inline(__always) func slab(_ number: Int) -> UnsafeMutablePointer<Int32> {
    table[number &- bias]
  }

  /// How many slabs there is memory for.
  var held: Int { count + spareCount }

  /// The number after the last slab.
  var limit: Int { bias + start + count }

  /// Makes sure that a slab in the range, or just beside it, exists.
  mutating func reserve(_ number: Int) {
    if count == 0 { bias = number - start }
    let first = bias + start
    if number >= first && number < limit { return }
    precondition(number == first - 1 || number == limit, "slab \(number) is far from \(first)")
    if start == 0 || start + count == capacity { grow() }
    if number < first { start -= 1 }
    count += 1
    expect(1)
    let slab = spares.unsafelyUnwrapped
    spares = slab.load(as: UnsafeMutableRawPointer?.self)
    spareCount -= 1
    table[number - bias] = slab.bindMemory(to: Int32.self, capacity: words)
  }

  /// Makes sure that there are so many slabs without a place, in one block if they are missing: a look-up
  /// anywhere in a large table crosses fewer pages then.
  mutating func expect(_ slabs: Int) {
    guard slabs > spareCount else { return }
    let missing = slabs - spareCount
    let block = UnsafeMutableRawPointer.allocate(byteCount: 4 * words * missing, alignment: 64)
      .bindMemory(to: Int32.self, capacity: words * missing)
    blocks.append(block)
    // The first of them on top.
    for slab in (0..<missing).reversed() { keep(block + slab * words) }
  }

  /// Makes a slab a spare.
  private mutating func keep(_ slab: Slab) {
    let slab = UnsafeMutableRawPointer(slab)
    slab.storeBytes(of: spares, as: UnsafeMutableRawPointer?.self)
    spares = slab
    spareCount += 1
  }

  private mutating func grow() {
    let moved = UnsafeMutablePointer<Slab>.allocate(capacity: 2 * capacity)
    let place = (2 * capacity - count) / 2
    (moved + place).initialize(from: table + start, count: count)
    table.deallocate()
    table = moved
    bias += start - place
    (start, capacity) = (place, 2 * capacity)
  }

  /// Makes all slabs spares.
  mutating func reset() {
    for place in (start..<start + count).reversed() { keep(table[place]) }
    (start, count) = (capacity / 2, 0)
  }

  func copied() -> SlabTable {
    var copy = SlabTable(words: words)
    copy.expect(count)
    for number in limit - count..<limit {
      copy.reserve(number)
      copy.slab(number).update(from: slab(number), count: words)
    }
    return copy
  }

  mutating func deallocate() {
    for block in blocks { block.deallocate() }
    table.deallocate()
  }
}
