/// A list in which one id stands twice.
public struct DuplicateKey<Key: Hashable & Sendable>: Error, Hashable {
  @usableFromInline internal let duplicate: Key
  @usableFromInline internal let places: (first: Int, second: Int)

  /// The id.
  @inlinable public var key: Key { duplicate }
  /// Where in the list it stands, from 0.
  @inlinable public var first: Int { places.first }
  /// Where it stands again.
  @inlinable public var second: Int { places.second }

  @inlinable internal init(_ key: Key, _ one: Int, _ other: Int) {
    duplicate = key
    places = (min(one, other), max(one, other))
  }

  @inlinable public static func == (left: Self, right: Self) -> Bool {
    left.duplicate == right.duplicate && left.places == right.places
  }

  @inlinable public func hash(into hasher: inout Hasher) {
    hasher.combine(duplicate)
    hasher.combine(places.first)
    hasher.combine(places.second)
  }
}

extension DuplicateKey: CustomStringConvertible {
  /// Which id stands where, and what to do about it.
  public var description: String {
    "\(key) stands at \(first) and at \(second): give every item an id of its own"
  }
}
