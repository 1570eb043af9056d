/// What stands under a name: how many, or the hash of many things.
package enum CountValue: Hashable, Sendable, Codable {
  /// A whole number.
  case count(Int)
  /// A hash, in lower-case hexadecimal.
  case hash(String)
}

extension CountValue: CustomStringConvertible {
  /// The number or the hash.
  package var description: String {
    switch self {
    case .count(let count): String(count)
    case .hash(let hash): hash
    }
  }
}
