import Records

/// What each idea buys: the reference with one concern at a time as other profiles have it, in each
/// scenario, against the reference itself.
package struct AblationTable: Sendable {
  /// One figure with its distance from the reference's.
  package struct Figure: Hashable, Sendable {
    /// The figure for people, `n/a` when it is missing.
    package var text: String
    /// How it stands to the reference; nil in the reference's own rows.
    package var change: FigureChange?
    /// Whether it is missing.
    package var isMissing: Bool
  }

  /// One scenario at one rate.
  package struct Row: Sendable {
    /// The scenario's name.
    package var scenario: String
    /// The refresh rate.
    package var refreshHertz: Int
    /// Which of the run's cells it is.
    package var cell: Int
    /// A figure for each ``ComparedQuantity``.
    package var figures: [Figure]
    /// The verdict in words, with the instant for a broken one.
    package var verdict: String
    /// Whether the cell passed.
    package var isPass: Bool
  }

  /// One alternative.
  package struct Group: Sendable {
    /// What it is.
    package var entry: AblationEntry
    /// Its rows; none for an impossible one.
    package var rows: [Row]
  }

  /// What the columns show.
  package static let quantities = ComparedQuantity.allCases

  /// The profile that the alternatives are held against.
  package var base: String
  /// The base's own rows.
  package var references: [Row] = []
  /// The alternatives in the order of the run, those of a concern together.
  package var groups: [Group] = []
  /// Whether the run has more than one rate.
  package var hasRates: Bool

  /// Makes the table of `run`; nil when it is no ablation.
  ///
  /// - Complexity: O(cells * metrics).
  package init?(of run: RunRecord) {
    guard !run.ablation.isEmpty else { return nil }
    base = run.decidingProfile
    hasRates = Set(run.cells.map(\.refreshHertz)).count > 1
    let ablated = run.ablatedProfiles
    var bases: [Place: CellRecord] = [:]
    var cells: [String: [Int]] = [:]
    for (index, cell) in run.cells.enumerated() {
      if ablated.contains(cell.profile) {
        cells[cell.profile, default: []].append(index)
      } else {
        bases[Place(cell)] = cell
        references.append(Self.row(of: cell, at: index, against: nil, isMeasured: false))
      }
    }
    let isMeasured = run.cost != .modelled
    groups = run.ablation.map { entry in
      let rows = (entry.profile.flatMap { cells[$0] } ?? []).map { index in
        let cell = run.cells[index]
        return Self.row(of: cell, at: index, against: bases[Place(cell)], isMeasured: isMeasured)
      }
      return Group(entry: entry, rows: rows)
    }
  }

  private struct Place: Hashable {
    var scenario: String
    var device: String
    var hertz: Int
    var seed: UInt64

    init(_ cell: CellRecord) {
      (scenario, device) = (cell.scenario, cell.device)
      (hertz, seed) = (cell.refreshHertz, cell.seed)
    }
  }

  private static func row(
    of cell: CellRecord,
    at index: Int,
    against base: CellRecord?,
    isMeasured: Bool
  ) -> Row {
    Row(
      scenario: cell.scenario,
      refreshHertz: cell.refreshHertz,
      cell: index,
      figures: quantities.map { quantity in
        let figure = quantity.figure(in: cell)
        let change = base.map {
          FigureChange(
            of: quantity,
            figure.value,
            against: quantity.figure(in: $0).value,
            isMeasured: isMeasured
          )
        }
        return Figure(text: figure.text, change: change, isMissing: figure.value == nil)
      },
      verdict: cell.verdict.words,
      isPass: cell.verdict == .pass
    )
  }
}

extension CellVerdict {
  /// The verdict in a word or two, with the instant for a broken cell.
  var words: String {
    stop.map { "broken at \(DecimalText.short($0.milliseconds / 1000, places: 1)) s" } ?? word
  }
}
