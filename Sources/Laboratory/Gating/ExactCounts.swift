/// Named whole numbers and hashes that must repeat exactly, in the order in which they were set.
///
/// Made for some dozens of names: looking one up is O(n).
package struct ExactCounts: Hashable, Sendable, Codable {
  /// One name and what is under it.
  package struct Entry: Hashable, Sendable, Codable {
    /// The name, as it stands in files.
    package var name: String
    /// The number or the hash.
    package var value: CountValue
    /// What a change means.
    package var expectation: CountExpectation
    /// Whether 0 can only mean that the counting broke.
    package var isNeverZero: Bool
  }

  /// The entries, in the order in which their names were first set.
  package private(set) var entries: [Entry] = []

  /// Makes counts of nothing.
  package init() {}

  /// What stands under `name`; nil when nothing does.
  ///
  /// - Complexity: O(n) in the number of names.
  package subscript(name: String) -> CountValue? {
    entries.first { $0.name == name }?.value
  }

  /// The number under `name`; nil when there is none or it is a hash.
  package func count(of name: String) -> Int? {
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
  package mutating func set(
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
  package mutating func set(_ name: String, hash: String) {
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
