/// Remembers where lines of text may be broken, for designs that measure a whole message whenever it
/// grows: all of its lines but the last come again.
///
/// Limit: `capacity` bytes of text; when full it is emptied. Results do not depend on what it holds.
struct BreakCache {
  private struct Entry {
    /// Where its bytes begin, and its flags, of which there is one more.
    var bytes: Int
    var flags: Int
    var count: Int
  }

  private let capacity: Int
  private var entries: [UInt64: Entry] = [:]
  private var bytes: [UInt8] = []
  private var flags: [UInt8] = []

  /// Makes an empty cache for at most `capacity` bytes.
  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Copies what may happen before each byte of a line and after its last.
  ///
  /// - Returns: Whether the line was known; `target` is untouched if not.
  /// - Complexity: O(bytes of the line).
  func copy(of line: UnsafeBufferPointer<UInt8>, to target: inout [UInt8]) -> Bool {
    guard let entry = entries[TextHash.of(line)], entry.count == line.count,
      bytes[entry.bytes..<entry.bytes + entry.count].elementsEqual(line)
    else { return false }
    let known = flags[entry.flags...entry.flags + entry.count]
    if target.count > line.count {
      target.replaceSubrange(...line.count, with: known)
    } else {
      target = Array(known)
    }
    return true
  }

  /// Remembers the flags of a line, one more than it has bytes.
  mutating func insert(_ line: UnsafeBufferPointer<UInt8>, flags known: ArraySlice<UInt8>) {
    guard line.count <= capacity else { return }
    if bytes.count + line.count > capacity {
      entries.removeAll(keepingCapacity: true)
      bytes.removeAll(keepingCapacity: true)
      flags.removeAll(keepingCapacity: true)
    }
    entries[TextHash.of(line)] = Entry(bytes: bytes.count, flags: flags.count, count: line.count)
    bytes.append(contentsOf: line)
    flags.append(contentsOf: known)
  }
}

/// FNV-1a, mixed at the end, so that near texts lie far apart.
enum TextHash {
  /// The hash of a text; `salt` tells uses of the same text apart.
  static func of(_ text: UnsafeBufferPointer<UInt8>, salt: UInt64 = 0) -> UInt64 {
    var hash = 0x9E37_79B9_7F4A_7C15 ^ salt &* 0xD1B5_4A32_D192_ED03
    for byte in text { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash ^= hash >> 32
    return hash &* 0xBF58_476D_1CE4_E5B9
  }
}
