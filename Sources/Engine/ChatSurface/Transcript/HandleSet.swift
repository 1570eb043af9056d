/// A set of handles, one bit each.
package struct HandleSet {
  private var words: [UInt64] = []

  package init() {}

  package func contains(_ handle: UInt32) -> Bool {
    let word = Int(handle >> 6)
    return word < words.count && words[word] >> UInt64(handle & 63) & 1 == 1
  }

  package mutating func insert(_ handle: UInt32) {
    let word = Int(handle >> 6)
    if words.count <= word { words += repeatElement(0, count: word + 1 - words.count) }
    words[word] |= 1 << UInt64(handle & 63)
  }

  package mutating func remove(_ handle: UInt32) {
    let word = Int(handle >> 6)
    guard word < words.count else { return }
    words[word] &= ~(1 << UInt64(handle & 63))
  }

  package mutating func removeAll() { words.removeAll(keepingCapacity: true) }
}
