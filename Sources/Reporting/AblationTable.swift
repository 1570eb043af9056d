import Simulation

/// What each idea buys: the reference with one concern at a time as other profiles have it, in each
/// scenario, against the reference itself.
public struct AblationTable: Sendable {
  /// One figure with its distance from the reference's.
  public struct Figure: Hashable, Sendable {
    /// The figure for people, `n/a` when it is missing.
    public var text: String
    /// How it stands to the reference; nil in the reference's own rows.
    public var change: FigureChange?
    /// Whether it is missing.
    public var isMissing: Bool
  }

  /// One scenario at one rate.
  public struct Row: Sendable {
    /// The scenario's name.
    public var scenario: String
    /// The refresh rate.
    public var refreshHertz: Int
    /// Which of the run's cells it is.
    public var cell: Int
    /// A figure for each ``ComparedQuantity``.
    public var figures: [Figure]
    /// The verdict in words, with the instant for a broken one.
    public var verdict: String
    /// Whether the cell passed.
    public var isPass: Bool
  }

  /// One alternative.
  public struct Group: Sendable {
    /// What it is.
    public var entry: AblationEntry
    /// Its rows; none for an impossible one.
    public var rows: [Row]
  }

  /// What the columns show.
  public static let quantities = ComparedQuantity.allCases

  /// The profile that the alternatives are held against.
  public var base: String
  /// The base's own rows.
  public var references: [Row] = []
  /// The alternatives in the order of the run, those of a concern together.
  public var groups: [Group] = []
  /// Whether the run has more than one rate.
  public var hasRates: Bool

  /// Makes the table of `run`; nil when it is no ablation.
  ///
  /// - Complexity: O(cells * metrics).
  public init?(of run: RunRecord) {
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

extension CellRecord.Verdict {
  /// The verdict in a word or two, with the instant for a broken cell.
  var words: String {
    if case .broken(let milliseconds, _) = self {
      return "broken at \(DecimalText.short(milliseconds / 1000, places: 1)) s"
    }
    return word
  }
}
