/// Remembers what stretches of text take in a face: most words come again.
///
/// Limit: `capacity` stretches, `capacity` × 32 bytes of text, or as many advances of stretches that
/// were cut; when full it is emptied. Results do not depend on what it holds.
struct ShapeCache {
  private struct Entry {
    var offset: Int
    var count: Int
    var face: Int32
    var extents: FontEngine.Extents
    /// Where its advances begin, one for each byte; nil before they were asked for.
    var advances: Int?
  }

  private let capacity: Int
  private var entries: [UInt64: Entry] = [:]
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

  /// What a stretch takes, from memory or from `shape`.
  mutating func extents(
    of text: UnsafeBufferPointer<UInt8>,
    face: Int32,
    shape: () -> FontEngine.Extents
  ) -> FontEngine.Extents {
    let key = TextHash.of(text, salt: UInt64(truncatingIfNeeded: face))
    let known = entries[key]
    if let known, known.face == face, holds(known, text) {
      hits += 1
      return known.extents
    }
    misses += 1
    let extents = shape()
    guard known == nil else { return extents }
    if entries.count >= capacity || bytes.count >= capacity * 32 { removeAll() }
    entries[key] = Entry(offset: bytes.count, count: text.count, face: face, extents: extents)
    bytes.append(contentsOf: text)
    return extents
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
    let key = TextHash.of(text, salt: UInt64(truncatingIfNeeded: face))
    guard let known = entries[key], known.face == face, holds(known, text) else {
      return body(shape()[...])
    }
    let start: Int
    if let place = known.advances {
      hits += 1
      start = place
    } else {
      misses += 1
      if advances.count >= capacity * 32 {
        removeAll()
        return body(shape()[...])
      }
      start = advances.count
      advances.append(contentsOf: shape())
      entries[key]?.advances = start
    }
    return body(advances[start..<start + text.count])
  }

  private mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    advances.removeAll(keepingCapacity: true)
  }

  private func holds(_ entry: Entry, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard entry.count == text.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      for index in 0..<text.count where bytes[entry.offset + index] != text[index] { return false }
      return true
    }
  }
}

/// FNV-1a, mixed at the end, so that near texts lie far apart.
enum TextHash {
  /// The hash of a text; `salt` tells uses of the same text apart.
  static func of(_ text: UnsafeBufferPointer<UInt8>, salt: UInt64) -> UInt64 {
    var hash = 0x9E37_79B9_7F4A_7C15 ^ salt &* 0xD1B5_4A32_D192_ED03
    for byte in text { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash ^= hash >> 32
    return hash &* 0xBF58_476D_1CE4_E5B9
  }
}
