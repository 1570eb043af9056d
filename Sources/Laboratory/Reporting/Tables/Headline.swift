import Comparing
import Judging
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
    /// Its budget may be kept or missed: the input does not tell.
    case open
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
    /// What is to be known of it; empty for nothing.
    package var note = ""
    /// The rule that judged it where that is not its own budget; empty where it is.
    package var judgedBy = ""
    /// Whether it is within its budget or has none, every other profile has one, and theirs are worse.
    package var isBest = false
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
    /// The verdict in one word: `pass`, `missed`, `invalid`, `text differs`, `broken`, `failed`.
    package var verdict: String
    /// What that comes to.
    package var kind: Verdict
    /// Whether every cell passed.
    package var isPass: Bool { kind == .pass }
    /// Whether the worst verdict hangs on a choice of our model: neither passed nor missed.
    package var isModel: Bool { kind == .model }
  }

  /// What the figures of each row are.
  package var columns: [Column]
  /// The rows, in the order of the run.
  package var rows: [Row]
  /// Whether the run has more than one device.
  package var hasDevices: Bool
  /// Whether it has recordings, each with a row and a rate of its own.
  package var hasRecordings: Bool

  /// Makes the headline of `run`, without the profiles that an ablation made: those stand in
  /// ``AblationTable``.
  ///
  /// - Parameter quantities: What the columns show, in order; nil for ``Quantity/standard(of:)``.
  /// - Complexity: O(cells * metrics).
  package init(of run: RunRecord, quantities: [Quantity]? = nil) {
    // Each recording has a rate of its own.
    hasRecordings = run.hasRecordings
    let rates: [Int?] = hasRecordings ? [nil] : Set(run.cells.map(\.refreshHertz)).sorted()
    columns = (quantities ?? Quantity.standard(of: run)).flatMap { quantity in
      (quantity.isPerRate ? rates : [nil]).map { Column(quantity: quantity, refreshHertz: $0) }
    }
    hasDevices = hasRecordings || Set(run.cells.map(\.device)).count > 1
    rows = []
    var taken: [RowKey: Int] = [:]
    let ablated = run.ablatedProfiles
    for (index, cell) in run.cells.enumerated() where !ablated.contains(cell.profile) {
      let key = RowKey(cell)
      if !hasRecordings, let row = taken[key],
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
            device: hasRecordings ? cell.deviceWords : cell.device,
            cells: [index],
            figures: [],
            verdict: "",
            kind: .pass
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
      rows[index].kind = worst.kind
    }
    if !hasRecordings { markBest() }
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

  /// Whether the best figure of a column differs from each other one by what anybody could notice.
  private func isNoticeable(_ column: Column, _ members: [Int], _ best: Double) -> Bool {
    let position = columns.firstIndex(of: column) ?? 0
    let rule = Comparison(
      .exact,
      period: 1000 / Double(column.refreshHertz ?? rates.max() ?? 60),
      unforgiving: ComparedFigures.unforgiving
    )
    return members.compactMap { rows[$0].figures[position].value }.allSatisfy {
      $0 == best
        || rule.isNoticeable(
          column.quantity.metric.id,
          in: column.quantity.metric.unit,
          from: best,
          to: $0
        )
    }
  }

  private var rates: [Int] { columns.compactMap(\.refreshHertz) }

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
        guard areApart, isNoticeable(column, members, best) else { continue }
        // Of two that are equally good neither is the best, and what missed its budget is not good.
        guard winners.count == 1, let winner = winners.first,
          ![.missed, .open].contains(rows[winner].figures[position].state)
        else { continue }
        rows[winner].figures[position].isBest = true
      }
    }
  }
}

extension CellRecord {
  /// The device and the rate in words; of a recording what is known of either.
  fileprivate var deviceWords: String {
    let hertz = isRecording ? recording?.hertz : Double(refreshHertz)
    let rate = hertz.map { "\(DecimalText.short($0, places: 0)) Hz" }
    let words = [device.isEmpty ? nil : device, rate].compactMap(\.self)
    return words.isEmpty ? "n/a" : words.joined(separator: ", ")
  }
}

extension Headline {
  /// Whether a figure of a quantity missed its budget.
  func isMissed(_ quantity: Quantity) -> Bool {
    rows.contains { row in
      zip(columns, row.figures).contains {
        $0.quantity == quantity && [.missed, .open].contains($1.state)
      }
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

/// How a verdict stands on the page: its colour, and a mark for those who see none. What is not judged has no
/// colour: green says that it passed.
struct VerdictBadge {
  var style: String
  var mark: String

  /// How a terminal shows a verdict; every other one is bad.
  static let tones: [Verdict: Table.Tone] = [.pass: .good, .model: .plain, .notJudged: .faint]

  init(_ verdict: Verdict) {
    switch verdict {
    case .pass: (style, mark) = ("kept", "✓")
    case .model: (style, mark) = ("plainly", "~")
    case .notJudged: (style, mark) = ("missing", "")
    default: (style, mark) = ("missed", "✗")
    }
  }
}
