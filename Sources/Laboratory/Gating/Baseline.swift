import Files

/// The counts that a cell is held against.
package struct Baseline: Hashable, Sendable {
  /// A name and what is under it.
  package struct Entry: Hashable, Sendable {
    package var name: String
    /// The number or the hash.
    package var value: CountValue
    /// What a number was at the last release; nil for a hash.
    package var released: Int?

    /// Makes an entry.
    ///
    /// - Parameter released: What a number was at the last release; nil for the number itself.
    package init(name: String, value: CountValue, released: Int? = nil) {
      (self.name, self.value) = (name, value)
      if case .count(let count) = value { self.released = released ?? count }
    }
  }

  /// The allocations on machines of one key.
  package struct Allocations: Hashable, Sendable {
    package var key: AllocationKey
    /// The counts, in the file's order.
    package var counts: [Entry]
  }

  package var cell: CellIdentity
  /// What must repeat on every machine, in the file's order.
  package var exact: [Entry]
  /// What must repeat on machines of the same key; sorted by key, none twice.
  package var allocations: [Allocations]

  package init(cell: CellIdentity, exact: [Entry], allocations: [Allocations]) {
    self.cell = cell
    self.exact = exact
    self.allocations = allocations
  }

  /// The baseline that `measured` would pass against.
  ///
  /// Allocations of other keys stay: they may be stale after a change, and the gate says so on a
  /// machine of that key.
  ///
  /// - Parameters:
  ///   - measured: The new counts.
  ///   - older: The baseline until now; nil when there is none.
  ///   - isRelease: Whether this is what the next release is held against; else what was released stays.
  /// - Throws: ``OutputError`` when a count is 0 although there was work.
  package init(
    adopting measured: CellCounts,
    over older: Baseline?,
    isRelease: Bool = false
  ) throws(OutputError) {
    let broken = measured.brokenNames
    guard broken.isEmpty else {
      throw OutputError(
        path: "\(measured.cell)",
        reason: "\(broken.joined(separator: ", ")) is 0, expected more than 0: there was work",
        advice: "Mend the counting; a count of 0 is not adopted as a baseline."
      )
    }
    cell = measured.cell
    exact = Self.entries(measured.exact, over: isRelease ? nil : older?.exact)
    allocations = older?.allocations ?? []
    guard case .counted(let counts, let key) = measured.allocations else { return }
    let known = allocations.first { $0.key == key }
    allocations.removeAll { $0.key == key }
    let entries = Self.entries(counts, over: isRelease ? nil : known?.counts)
    allocations.append(Allocations(key: key, counts: entries))
    allocations.sort { "\($0.key)" < "\($1.key)" }
  }

  private static func entries(_ counts: ExactCounts, over older: [Entry]?) -> [Entry] {
    counts.entries.map { entry in
      let known = older?.first { $0.name == entry.name }
      return Entry(name: entry.name, value: entry.value, released: known?.released)
    }
  }
}
