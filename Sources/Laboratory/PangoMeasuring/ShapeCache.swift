/// Remembers what stretches of text take in a face: most words come again.
///
/// Limit: `capacity` stretches, `capacity` × 32 bytes of text, or as many advances of stretches that
/// were cut; when full it is emptied. Results do not depend on what it holds.
///
/// - Complexity: O(stretch) a look-up; at most ``longestSearch`` places are looked at, so a choice of
///   stretches that all belong in one place makes them forgotten and not slow.
struct ShapeCache {
  /// A stretch and what it takes: most fit into one line of a processor's cache.
  private struct Entry {
    /// The first and the last bytes of a short stretch, as ``TextWords`` has them.
    var words: TextWords
    var count: UInt32
    var face: Int32
    var extents: PackedExtents
    /// Where a long stretch lies among the bytes.
    var offset: UInt32
    /// Where its advances begin, one for each byte; -1 before they were asked for.
    var advances: Int32 = -1
  }

  /// ``FontEngine/Extents`` as the engine returns them.
  private struct PackedExtents {
    let advance, ascent, descent, glyphs: Int32

    init?(_ extents: FontEngine.Extents) {
      guard let advance = Int32(exactly: extents.advance),
        let ascent = Int32(exactly: extents.ascent),
        let descent = Int32(exactly: extents.descent),
        let glyphs = Int32(exactly: extents.glyphs)
      else { return nil }
      (self.advance, self.ascent, self.descent, self.glyphs) = (advance, ascent, descent, glyphs)
    }

    var extents: FontEngine.Extents {
      FontEngine.Extents(
        advance: Int64(advance),
        ascent: Int64(ascent),
        descent: Int64(descent),
        glyphs: Int(glyphs)
      )
    }
  }

  /// A free place has number 0; the tag is the upper half of the hash.
  private struct Place {
    var tag: UInt32 = 0
    var number: UInt32 = 0
  }

  /// How many places from its own on a stretch may lie in.
  private static let longestSearch = 16

  private let capacity: Int
  private var entries: [Entry] = []
  /// Where each entry is found, numbered from 1. A power of two in number, at least twice the entries.
  private var places = [Place](repeating: Place(), count: 1_024)
  /// The stretches that are too long for their words to say all.
  private var bytes: [UInt8] = []
  private var advances: [Int32] = []
  /// How many look-ups found what they asked for.
  private(set) var hits = 0
  /// How many did not.
  private(set) var misses = 0

  /// Makes an empty cache for at most `capacity` stretches.
  init(capacity: Int) {
    self.capacity = capacity
  }

  /// What a stretch takes, if it was added before.
  @inline(__always)
  mutating func extents(
    of text: UnsafeBufferPointer<UInt8>,
    face: Int32
  ) -> FontEngine.Extents? {
    guard let known = index(of: text, face: face) else {
      misses += 1
      return nil
    }
    hits += 1
    return entries[known].extents.extents
  }

  /// Remembers what a stretch takes.
  mutating func add(
    _ text: UnsafeBufferPointer<UInt8>,
    face: Int32,
    _ extents: FontEngine.Extents
  ) {
    guard let packed = PackedExtents(extents), let count = UInt32(exactly: text.count) else {
      return
    }
    if entries.count >= capacity || bytes.count >= capacity * 32 { removeAll() }
    if 2 * (entries.count + 1) > places.count { growPlaces() }
    let words = TextWords(text)
    let hash = hash(of: text, words, face: face)
    guard place(UInt32(entries.count + 1), hash: hash) else { return }
    entries.append(
      Entry(
        words: words,
        count: count,
        face: face,
        extents: packed,
        offset: UInt32(bytes.count)
      )
    )
    if text.count > TextWords.capacity { bytes.append(contentsOf: text) }
  }

  /// The advance of each cluster of a stretch at its first byte, 0 elsewhere, from memory or from
  /// `shape`.
  ///
  /// - Parameter body: Gets the advances, which last for the call.
  mutating func withAdvances<Result>(
    of text: UnsafeBufferPointer<UInt8>,
    face: Int32,
    shape: () -> [Int32],
    _ body: (ArraySlice<Int32>) -> Result
  ) -> Result {
    guard let known = index(of: text, face: face) else { return body(shape()[...]) }
    let start: Int
    if entries[known].advances >= 0 {
      hits += 1
      start = Int(entries[known].advances)
    } else {
      misses += 1
      if advances.count >= capacity * 32 {
        removeAll()
        return body(shape()[...])
      }
      start = advances.count
      advances.append(contentsOf: shape())
      entries[known].advances = Int32(start)
    }
    return body(advances[start..<start + text.count])
  }

  @inline(__always)
  private func index(of text: UnsafeBufferPointer<UInt8>, face: Int32) -> Int? {
    let words = TextWords(text)
    let hash = hash(of: text, words, face: face)
    let tag = UInt32(truncatingIfNeeded: hash >> 32)
    let mask = places.count - 1
    var place = Int(truncatingIfNeeded: hash) & mask
    for _ in 0..<Self.longestSearch {
      let candidate = places[place]
      guard candidate.number > 0 else { return nil }
      if candidate.tag == tag {
        let known = Int(candidate.number) - 1
        if holds(known, text, words, face: face) { return known }
      }
      place = (place + 1) & mask
    }
    return nil
  }

  @inline(__always)
  private func holds(
    _ known: Int,
    _ text: UnsafeBufferPointer<UInt8>,
    _ words: TextWords,
    face: Int32
  ) -> Bool {
    guard entries[known].words == words, entries[known].face == face,
      Int(entries[known].count) == text.count
    else { return false }
    guard text.count > TextWords.capacity else { return true }
    let start = Int(entries[known].offset)
    return bytes[start..<start + text.count].elementsEqual(text)
  }

  @inline(__always)
  private func hash(
    of text: UnsafeBufferPointer<UInt8>,
    _ words: TextWords,
    face: Int32
  ) -> UInt64 {
    let salt = UInt64(UInt32(bitPattern: face)) << 32 | UInt64(truncatingIfNeeded: text.count)
    let hash = words.hash(salt: salt)
    return text.count > TextWords.capacity ? TextWords.hash(ofLong: text, salt: hash) : hash
  }

  /// Writes an entry's number where a look-up finds it.
  ///
  /// - Returns: Whether a place was free.
  private mutating func place(_ number: UInt32, hash: UInt64) -> Bool {
    let mask = places.count - 1
    var place = Int(truncatingIfNeeded: hash) & mask
    for _ in 0..<Self.longestSearch {
      if places[place].number == 0 {
        places[place] = Place(tag: UInt32(truncatingIfNeeded: hash >> 32), number: number)
        return true
      }
      place = (place + 1) & mask
    }
    return false
  }

  /// Doubles the places. An entry that finds none stays unfound until the cache is emptied.
  private mutating func growPlaces() {
    places = [Place](repeating: Place(), count: places.count * 2)
    bytes.withUnsafeBufferPointer { bytes in
      for (index, entry) in entries.enumerated() {
        let start = Int(entry.offset)
        let isLong = entry.count > TextWords.capacity
        let salt = UInt64(UInt32(bitPattern: entry.face)) << 32 | UInt64(entry.count)
        var hash = entry.words.hash(salt: salt)
        if isLong {
          let text = UnsafeBufferPointer(rebasing: bytes[start..<start + Int(entry.count)])
          hash = TextWords.hash(ofLong: text, salt: hash)
        }
        _ = place(UInt32(index + 1), hash: hash)
      }
    }
  }

  /// Forgets all stretches and keeps the memory.
  mutating func removeAll() {
    for place in places.indices { places[place] = Place() }
    entries.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    advances.removeAll(keepingCapacity: true)
  }
}

/// The first and the last eight bytes of a text, which overlap where it has fewer than sixteen; with its
/// length they are all of one of up to ``capacity`` bytes.
struct TextWords: Hashable {
  /// The longest text that its words and its length say all of.
  static let capacity = 16

  private let first: UInt64
  private let last: UInt64

  /// Reads the words of a text.
  @inline(__always)
  init(_ text: UnsafeBufferPointer<UInt8>) {
    let bytes = UnsafeRawBufferPointer(text)
    if bytes.count >= 8 {
      first = bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
      last = bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
    } else if bytes.count >= 4 {
      first = UInt64(bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self))
      last = UInt64(bytes.loadUnaligned(fromByteOffset: bytes.count - 4, as: UInt32.self))
    } else {
      var word: UInt64 = 0
      for byte in bytes { word = word << 8 | UInt64(byte) }
      (first, last) = (word, 0)
    }
  }

  /// A hash of the words, mixed so that near texts lie far apart.
  @inline(__always)
  func hash(salt: UInt64) -> UInt64 { Self.mixed(Self.mixed(salt &+ 1, first), last) }

  /// A hash of all of a longer text, eight bytes at a time but for the last ones, which its words hold.
  static func hash(ofLong text: UnsafeBufferPointer<UInt8>, salt: UInt64) -> UInt64 {
    let bytes = UnsafeRawBufferPointer(text)
    var hash = salt
    var done = 8
    while done + 8 <= bytes.count {
      hash = mixed(hash, bytes.loadUnaligned(fromByteOffset: done, as: UInt64.self))
      done += 8
    }
    return hash
  }

  @inline(__always)
  private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
    return product ^ product >> 32
  }
}
