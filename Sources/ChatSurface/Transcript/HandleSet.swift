/// A set of handles, one bit each.
struct HandleSet {
  private var words: [UInt64] = []

  func contains(_ handle: UInt32) -> Bool {
    let word = Int(handle >> 6)
    return word < words.count && words[word] >> UInt64(handle & 63) & 1 == 1
  }

  mutating func insert(_ handle: UInt32) {
    let word = Int(handle >> 6)
    while words.count <= word { words.append(0) }
    words[word] |= 1 << UInt64(handle & 63)
  }

  mutating func remove(_ handle: UInt32) {
    let word = Int(handle >> 6)
    guard word < words.count else { return }
    words[word] &= ~(1 << UInt64(handle & 63))
  }

  mutating func removeAll() { words.removeAll(keepingCapacity: true) }
}
