/// A set of handles, one bit each.
package struct HandleSet {
  private var words: [UInt64] = []

  /// Makes an empty set.
  package init() {}

  /// Whether the handle is in it.
  package func contains(_ handle: UInt32) -> Bool {
    let word = Int(handle >> 6)
    return word < words.count && words[word] >> UInt64(handle & 63) & 1 == 1
  }

  /// Puts a handle in.
  package mutating func insert(_ handle: UInt32) {
    let word = Int(handle >> 6)
    if words.count <= word { words += repeatElement(0, count: word + 1 - words.count) }
    words[word] |= 1 << UInt64(handle & 63)
  }

  /// Takes a handle out, if it is in.
  package mutating func remove(_ handle: UInt32) {
    let word = Int(handle >> 6)
    guard word < words.count else { return }
    words[word] &= ~(1 << UInt64(handle & 63))
  }

  /// Takes all handles out.
  package mutating func removeAll() { words.removeAll(keepingCapacity: true) }
}
