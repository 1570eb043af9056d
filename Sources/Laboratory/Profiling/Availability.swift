/// Whether this process has a way to count something, and if not, why.
public enum Availability: Hashable, Sendable {
  /// It can be counted; the string names by what, and its version.
  case available(String)
  /// It cannot be counted; the string says why, in a few words.
  case notAvailable(String)

  /// Whether it can be counted.
  public var isAvailable: Bool {
    if case .available = self { true } else { false }
  }
}

extension Availability: CustomStringConvertible {
  /// The version, or `not available: ` and the reason.
  public var description: String {
    switch self {
    case .available(let version): version
    case .notAvailable(let reason): "not available: \(reason)"
    }
  }
}
