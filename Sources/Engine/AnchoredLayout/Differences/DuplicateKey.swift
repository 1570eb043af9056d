/// A list in which one id stands twice.
@usableFromInline package struct DuplicateKey<Key: Hashable & Sendable>: Error, Hashable {
  @usableFromInline internal let duplicate: Key
  @usableFromInline internal let places: (first: Int, second: Int)

  /// The id.
  @inlinable package var key: Key { duplicate }
  /// Where in the list it stands, from 0.
  @inlinable package var first: Int { places.first }
  /// Where it stands again.
  @inlinable package var second: Int { places.second }

  @inlinable package init(_ key: Key, _ one: Int, _ other: Int) {
    duplicate = key
    places = (min(one, other), max(one, other))
  }

  @inlinable package static func == (left: Self, right: Self) -> Bool {
    left.duplicate == right.duplicate && left.places == right.places
  }

  @inlinable package func hash(into hasher: inout Hasher) {
    hasher.combine(duplicate)
    hasher.combine(places.first)
    hasher.combine(places.second)
  }
}

extension DuplicateKey: CustomStringConvertible {
  /// Which id stands where, and what to do about it.
  @usableFromInline package var description: String {
    "\(key) stands at \(first) and at \(second): give every item an id of its own"
  }
}
