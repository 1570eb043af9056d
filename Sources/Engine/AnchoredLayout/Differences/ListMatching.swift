/// Where each item between the first and the last difference of two lists comes from.
@usableFromInline internal struct ListMatching {
  /// How many items are the same at the head of both lists, and are not looked at.
  @usableFromInline internal var prefix: Int
  /// For each place of the new list's middle, the place in the old one's; -1 for a new item.
  @usableFromInline internal var origins: [Int]
  /// For each place of the old list's middle, whether its item is in the new one.
  @usableFromInline internal var isKept: [Bool]
  /// Whether the items that are in both are in the same order.
  @usableFromInline internal var keepsOrder = true

  /// Matches two lists that have `prefix` and `suffix` items in common at their ends.
  @inlinable internal init<Key: Hashable & Sendable>(
    from old: [Key],
    to new: [Key],
    keeping prefix: Int,
    _ suffix: Int
  ) throws(DuplicateKey<Key>) {
    self.prefix = prefix
    let oldEnd = old.count - suffix
    let newEnd = new.count - suffix
    origins = []
    isKept = Array(repeating: false, count: oldEnd - prefix)
    guard prefix < newEnd else { return }
    var places: [Key: Int] = [:]
    places.reserveCapacity(oldEnd - prefix)
    for place in prefix..<oldEnd {
      let other = places.updateValue(place, forKey: old[place])
      precondition(other == nil, "\(old[place]) stands twice in the old list")
    }
    origins.reserveCapacity(newEnd - prefix)
    var added: [Key: Int] = [:]
    var last = -1
    for place in prefix..<newEnd {
      guard let origin = places[new[place]] else {
        if let other = added.updateValue(place, forKey: new[place]) {
          throw DuplicateKey(new[place], other, place)
        }
        origins.append(-1)
        continue
      }
      if isKept[origin - prefix] {
        let other = origins.firstIndex(of: origin - prefix) ?? 0
        throw DuplicateKey(new[place], prefix + other, place)
      }
      isKept[origin - prefix] = true
      origins.append(origin - prefix)
      if origin < last { keepsOrder = false }
      last = max(last, origin)
    }
    guard !added.isEmpty else { return }
    try Self.checkAbsence(of: added, from: new, 0..<prefix)
    try Self.checkAbsence(of: added, from: new, newEnd..<new.count)
  }

  /// What is new in the middle may not stand in the parts that were not looked at.
  @inlinable internal static func checkAbsence<Key: Hashable & Sendable>(
    of added: [Key: Int],
    from list: [Key],
    _ range: Range<Int>
  ) throws(DuplicateKey<Key>) {
    for place in range {
      if let other = added[list[place]] { throw DuplicateKey(list[place], other, place) }
    }
  }
}
