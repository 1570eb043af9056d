import Records

/// The handful of figures a verdict is read from: a row for each scenario, profile and device, the
/// refresh rates side by side.
package struct Headline: Sendable {
  /// How a figure stands to its budget.
  package enum State: String, Hashable, Sendable {
    /// Within its budget.
    case kept
    /// Beyond its budget.
    case missed
    /// There is no budget for it.
    case unjudged
    /// The run gave no such figure.
    case missing
  }

  /// One figure of a row.
  package struct Figure: Hashable, Sendable {
    /// The figure; nil when it is missing.
    package var value: Double?
    /// The figure for people, `n/a` when it is missing.
    package var text: String
    /// More about it: a share of T, a rate; empty when there is nothing to say.
    package var detail: String
    /// How it stands to its budget.
    package var state: State
    /// Its budget in words; empty without one.
    package var limit: String
    /// Its interval; nil for a figure that is exact, or has too few repetitions for one.
    package var interval: ClosedRange<Double>?
    /// The rule that judged it where that is not its own budget; empty where it is.
    package var judgedBy = ""
    /// Whether it is within its budget or has none, every other profile has one, and theirs are worse.
    package var isBest = false
  }

  /// What the columns show.
  package enum Quantity: String, CaseIterable, Hashable, Sendable {
    case hitchRatio
    case adherence
    case cost
    case allocations
    case drift
    case fallbacks
    case lag
    case opening
    case readerMoved
    case wheelUndone
    case wordsLost
    case textVisible
    case followDistance
    case reengage
    case rebuilt
    case wakeups
    case processor

    /// What a design is told by.
    static let ofDesigns: [Quantity] = [
      .hitchRatio, .adherence, .cost, .allocations, .drift, .fallbacks, .lag, .opening,
    ]

    /// What the tables of a terminal and of Markdown show.
    ///
    /// - Returns: With lateness of text where a cell of `run` has any; of a run with driven pages what any
    ///   cell has.
    package static func standard(of run: RunRecord) -> [Quantity] {
      let all = all(of: run)
      guard !run.hasPages, all.contains(.lag) else { return all }
      let hasLag = run.cells.contains { Headline.figure(of: .lag, in: $0).state != .missing }
      return all.filter { $0 != .opening && ($0 != .lag || hasLag) }
    }

    /// What the page shows: all that designs are told by; of a run with driven pages what any cell has.
    static func all(of run: RunRecord) -> [Quantity] {
      guard run.hasPages else { return ofDesigns }
      let hasDesigns = run.hasDesigns
      return allCases.filter { quantity in
        (hasDesigns || quantity != .fallbacks)
          && run.cells.contains { Headline.figure(of: quantity, in: $0).state != .missing }
      }
    }
  }

  /// One column: a quantity, at one rate or as the worst over all rates.
  package struct Column: Hashable, Sendable {
    /// What it shows.
    package var quantity: Quantity
    /// At which rate; nil for the worst over all.
    package var refreshHertz: Int?
  }

  /// One scenario under one profile on one device.
  package struct Row: Sendable {
    /// The scenario's name.
    package var scenario: String
    /// The profile's name.
    package var profile: String
    /// The device's name.
    package var device: String
    /// Which of the run's cells the row was made of, by rate ascending.
    package var cells: [Int]
    /// A figure for each column.
    package var figures: [Figure]
    /// The verdict in one word: `pass`, `budget missed`, `invalid`, `text differs`, `broken`, `failed`.
    package var verdict: String
    /// Whether every cell passed.
    package var isPass: Bool
    /// Whether the worst verdict hangs on a choice of our model: neither passed nor missed.
    package var isModel: Bool
  }

  /// What the figures of each row are.
  package var columns: [Column]
  /// The rows, in the order of the run.
  package var rows: [Row]
  /// Whether the run has more than one device.
  package var hasDevices: Bool

  /// Makes the headline of `run`, without the profiles that an ablation made: those stand in
  /// ``AblationTable``.
  ///
  /// - Parameter quantities: What the columns show, in order; nil for ``Quantity/standard(of:)``.
  /// - Complexity: O(cells * metrics).
  package init(of run: RunRecord, quantities: [Quantity]? = nil) {
    let rates = Set(run.cells.map(\.refreshHertz)).sorted()
    columns = (quantities ?? Quantity.standard(of: run)).flatMap { quantity -> [Column] in
      switch quantity {
      case .hitchRatio, .adherence, .cost:
        rates.map { Column(quantity: quantity, refreshHertz: $0) }
      default:
        [Column(quantity: quantity, refreshHertz: nil)]
      }
    }
    hasDevices = Set(run.cells.map(\.device)).count > 1
    rows = []
    var taken: [RowKey: Int] = [:]
    let ablated = run.ablatedProfiles
    for (index, cell) in run.cells.enumerated() where !ablated.contains(cell.profile) {
      let key = RowKey(cell)
      if let row = taken[key],
        !rows[row].cells.contains(where: {
          run.cells[$0].refreshHertz == cell.refreshHertz
        })
      {
        rows[row].cells.append(index)
      } else {
        taken[key] = rows.count
        rows.append(
          Row(
            scenario: cell.scenario,
            profile: cell.profile,
            device: cell.device,
            cells: [index],
            figures: [],
            verdict: "",
            isPass: true,
            isModel: false
          )
        )
      }
    }
    for index in rows.indices {
      rows[index].cells.sort { run.cells[$0].refreshHertz < run.cells[$1].refreshHertz }
      let cells = rows[index].cells.map { run.cells[$0] }
      rows[index].figures = columns.map { Self.figure(of: $0, in: cells) }
      let worst = cells.map(\.verdict).max { $0.gravity < $1.gravity } ?? .pass
      rows[index].verdict = worst.word
      rows[index].isPass = worst == .pass
      rows[index].isModel = worst.isModel
    }
    markBest()
  }

  private struct RowKey: Hashable {
    var scenario: String
    var profile: String
    var device: String
    var seed: UInt64

    init(_ cell: CellRecord) {
      scenario = cell.scenario
      profile = cell.profile
      device = cell.device
      seed = cell.seed
    }
  }

  /// Whether the intervals of two figures have nothing in common; a figure without one is exact.
  private func isApart(_ one: Figure, _ other: Figure) -> Bool {
    guard let value = one.value, let second = other.value else { return true }
    let own = one.interval ?? value...value
    let others = other.interval ?? second...second
    return !own.overlaps(others)
  }

  /// Marks the best figure of each scenario and device, where profiles differ.
  private mutating func markBest() {
    let groups = Dictionary(grouping: rows.indices) { [rows[$0].scenario, rows[$0].device] }
    for members in groups.values where members.count > 1 {
      for (position, column) in columns.enumerated() {
        let values = members.compactMap { rows[$0].figures[position].value }
        guard let least = values.min(), let most = values.max(), least != most else { continue }
        let best = column.quantity == .adherence ? most : least
        let winners = members.filter { rows[$0].figures[position].value == best }
        // Of two whose intervals overlap none is known to be better.
        let areApart = winners.allSatisfy { winner in
          members.allSatisfy { other in
            other == winner
              || isApart(rows[winner].figures[position], rows[other].figures[position])
          }
        }
        guard areApart else { continue }
        // Of two that are equally good neither is the best, and what missed its budget is not good.
        guard winners.count == 1, let winner = winners.first,
          rows[winner].figures[position].state != .missed
        else { continue }
        rows[winner].figures[position].isBest = true
      }
    }
  }
}

extension Headline {
  /// Whether a figure of a quantity missed its budget.
  func isMissed(_ quantity: Quantity) -> Bool {
    rows.contains { row in
      zip(columns, row.figures).contains { $0.quantity == quantity && $1.state == .missed }
    }
  }

  /// Whether a column shows a quantity.
  func has(_ quantity: Quantity) -> Bool { columns.contains { $0.quantity == quantity } }

  /// Takes a quantity's columns away.
  mutating func remove(_ quantity: Quantity) {
    let kept = columns.indices.filter { columns[$0].quantity != quantity }
    columns = kept.map { columns[$0] }
    for index in rows.indices { rows[index].figures = kept.map { rows[index].figures[$0] } }
  }
}

/// How a verdict stands on the page: its colour, and a mark for those who see none.
struct VerdictBadge {
  var style: String
  var mark: String

  /// - Parameters:
  ///   - isPass: Whether it passed.
  ///   - isModel: Whether it hangs on a choice of our model, which is neither.
  init(isPass: Bool, isModel: Bool) {
    (style, mark) = isModel ? ("plainly", "~") : isPass ? ("kept", "✓") : ("missed", "✗")
  }
}

extension CellRecord.Verdict {
  /// Whether it hangs on a choice of our model.
  var isModel: Bool { if case .model = self { true } else { false } }

  /// How bad it is, so that the worst of several can be told.
  var gravity: Int {
    switch self {
    case .pass: 0
    case .model, .invalid: 1
    case .budgetMissed: 2
    case .broken: 3
    case .textDiffers: 4
    case .failed, .ended: 5
    }
  }

  /// The verdict in a word or two.
  var word: String {
    switch self {
    case .pass: "pass"
    case .model: "model"
    case .budgetMissed: "budget missed"
    case .invalid: "invalid"
    case .textDiffers: "text differs"
    case .broken: "broken"
    case .failed: "failed"
    case .ended(let end): end.kind.rawValue
    }
  }
}
