/// Named whole numbers and hashes that must repeat exactly, in the order in which they were set.
///
/// Made for some dozens of names: looking one up is O(n).
public struct ExactCounts: Hashable, Sendable, Codable {
  /// One name and what is under it.
  public struct Entry: Hashable, Sendable, Codable {
    /// The name, as it stands in files.
    public var name: String
    /// The number or the hash.
    public var value: CountValue
    /// What a change means.
    public var expectation: CountExpectation
    /// Whether 0 can only mean that the counting broke.
    public var isNeverZero: Bool
  }

  /// The entries, in the order in which their names were first set.
  public private(set) var entries: [Entry] = []

  /// Makes counts of nothing.
  public init() {}

  /// What stands under `name`; nil when nothing does.
  ///
  /// - Complexity: O(n) in the number of names.
  public subscript(name: String) -> CountValue? {
    entries.first { $0.name == name }?.value
  }

  /// The number under `name`; nil when there is none or it is a hash.
  public func count(of name: String) -> Int? {
    if case .count(let count) = self[name] { count } else { nil }
  }

  /// Sets a number.
  ///
  /// - Parameters:
  ///   - name: Not empty; printable ASCII without quotes and backslashes.
  ///   - count: The number; replaces an older one.
  ///   - expectation: What a change means.
  ///   - isNeverZero: Whether 0 can only mean that the counting broke; then 0 is invalid.
  /// - Complexity: O(n) in the number of names.
  public mutating func set(
    _ name: String,
    count: Int,
    expectation: CountExpectation = .exact,
    isNeverZero: Bool = false
  ) {
    put(
      Entry(
        name: name,
        value: .count(count),
        expectation: expectation,
        isNeverZero: isNeverZero
      )
    )
  }

  /// Sets a hash; any change of it is a regression.
  ///
  /// - Parameters:
  ///   - name: Not empty; printable ASCII without quotes and backslashes.
  ///   - hash: In lower-case hexadecimal; replaces an older one.
  /// - Complexity: O(n) in the number of names.
  public mutating func set(_ name: String, hash: String) {
    precondition(
      CountText.isHash(hash),
      "\(name) is a hash in lower-case hexadecimal, got \"\(hash)\""
    )
    put(Entry(name: name, value: .hash(hash), expectation: .exact, isNeverZero: false))
  }

  private mutating func put(_ entry: Entry) {
    precondition(
      CountText.isName(entry.name),
      "\"\(entry.name)\" cannot stand in quotes as a count's name"
    )
    if let place = entries.firstIndex(where: { $0.name == entry.name }) {
      entries[place] = entry
    } else {
      entries.append(entry)
    }
  }
}
