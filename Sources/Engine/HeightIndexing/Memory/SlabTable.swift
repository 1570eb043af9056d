// Memory picture: a table of pointers that grows at both ends, and slabs without a place.
//
//   table    | none | slab | slab | none | slab | ...      spares   linked through their first eight bytes
//              ^ number `bias`
//
// Invariants: slabs are 64-byte aligned and never move. Their words are written by whoever reserves them,
// before they are read. The value owns all slabs and the table; freed once.

/// Equal slabs of words, by number.
struct SlabTable {
  typealias Slab = UnsafeMutablePointer<Int32>

  private var table = UnsafeMutableBufferPointer<Slab?>(start: nil, count: 0)
  private var bias = 0
  private var spares: UnsafeMutableRawPointer?
  private let words: Int

  /// Makes an empty table of slabs of `words` words.
  init(words: Int) { self.words = words }

  /// A slab that is there.
  @inline(__always) subscript(number: Int) -> Slab { table[number &- bias].unsafelyUnwrapped }

  /// The slab of any number; nil where none was reserved.
  @inline(__always) func find(_ number: Int) -> Slab? {
    let place = number &- bias
    return UInt(bitPattern: place) < UInt(bitPattern: table.count) ? table[place] : nil
  }

  /// Makes sure that there is a slab.
  mutating func reserve(_ number: Int) {
    if find(number) != nil { return }
    if !table.indices.contains(number - bias) { grow(to: number) }
    let slab = spares ?? .allocate(byteCount: 4 * words, alignment: 64)
    if spares != nil { spares = slab.load(as: UnsafeMutableRawPointer?.self) }
    table[number - bias] = slab.bindMemory(to: Int32.self, capacity: words)
  }

  /// Makes the table hold a number, with room on both sides.
  private mutating func grow(to number: Int) {
    let lower = table.isEmpty ? number : min(bias, number)
    let upper = table.isEmpty ? number + 1 : max(bias + table.count, number + 1)
    let room = upper - lower + 1
    let wider = UnsafeMutableBufferPointer<Slab?>.allocate(capacity: 2 * room + upper - lower)
    wider.initialize(repeating: nil)
    for place in table.indices { wider[bias + place - lower + room] = table[place] }
    table.deallocate()
    (table, bias) = (wider, lower - room)
  }

  /// Makes all slabs spares.
  mutating func reset() {
    // The first of them is taken first.
    for place in table.indices.reversed() {
      guard let slab = table[place] else { continue }
      table[place] = nil
      UnsafeMutableRawPointer(slab).storeBytes(of: spares, as: UnsafeMutableRawPointer?.self)
      spares = UnsafeMutableRawPointer(slab)
    }
  }

  func copied() -> SlabTable {
    var copy = SlabTable(words: words)
    for (place, slab) in table.enumerated() {
      guard let slab else { continue }
      copy.reserve(bias + place)
      copy[bias + place].update(from: slab, count: words)
    }
    return copy
  }

  mutating func deallocate() {
    reset()
    while let slab = spares {
      spares = slab.load(as: UnsafeMutableRawPointer?.self)
      slab.deallocate()
    }
    table.deallocate()
  }
}
