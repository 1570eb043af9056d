import Files

/// The counts that a cell is held against.
package struct Baseline: Hashable, Sendable {
  /// The version of the files' schema.
  package static let schema = 1

  /// A name and what is under it.
  package struct Entry: Hashable, Sendable {
    /// The name.
    package var name: String
    /// The number or the hash.
    package var value: CountValue

    /// Makes an entry.
    package init(name: String, value: CountValue) {
      self.name = name
      self.value = value
    }
  }

  /// The allocations on machines of one key.
  package struct Allocations: Hashable, Sendable {
    /// The key.
    package var key: AllocationKey
    /// The counts, in the file's order.
    package var counts: [Entry]

    /// Makes allocations.
    package init(key: AllocationKey, counts: [Entry]) {
      self.key = key
      self.counts = counts
    }
  }

  /// Which cell.
  package var cell: CellIdentity
  /// What must repeat on every machine, in the file's order.
  package var exact: [Entry]
  /// What must repeat on machines of the same key; sorted by key, none twice.
  package var allocations: [Allocations]

  /// Makes a baseline.
  package init(cell: CellIdentity, exact: [Entry], allocations: [Allocations]) {
    self.cell = cell
    self.exact = exact
    self.allocations = allocations
  }

  /// Reads the baseline file at `path`, whichever cell it is of.
  ///
  /// - Throws: ``InputError`` when the file cannot be read or is no baseline.
  package static func read(_ path: String) throws(InputError) -> Baseline {
    let bytes = try InputFile.read(path, as: .bytes(BaselineReader.longest)).bytes
    return try BaselineReader(path: path).baseline(bytes)
  }

  /// The baseline that `measured` would pass against.
  ///
  /// Allocations of other keys stay: they may be stale after a change, and the gate says so on a
  /// machine of that key.
  ///
  /// - Parameters:
  ///   - measured: The new counts.
  ///   - older: The baseline until now; nil when there is none.
  /// - Throws: ``OutputError`` when a count is 0 although there was work.
  package init(accepting measured: CellCounts, over older: Baseline?) throws(OutputError) {
    let broken = measured.brokenNames
    guard broken.isEmpty else {
      throw OutputError(
        path: "\(measured.cell)",
        reason: "\(broken.joined(separator: ", ")) is 0, expected more than 0: there was work",
        advice: "Mend the counting; a count of 0 is not accepted as a baseline."
      )
    }
    cell = measured.cell
    exact = Self.entries(measured.exact)
    allocations = older?.allocations ?? []
    guard case .counted(let counts, let key) = measured.allocations else { return }
    allocations.removeAll { $0.key == key }
    allocations.append(Allocations(key: key, counts: Self.entries(counts)))
    allocations.sort { "\($0.key)" < "\($1.key)" }
  }

  private static func entries(_ counts: ExactCounts) -> [Entry] {
    counts.entries.map { Entry(name: $0.name, value: $0.value) }
  }
}
