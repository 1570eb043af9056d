import Comparing
import FrameMetrics
import FramePacing
import Records
import Statistics

/// What differs between two saved runs: better, worse, equal, or not to be told, by cell and figure.
///
/// The rule is that of all comparisons (`Comparison`). Modelled cost repeats, so a figure that differs
/// noticeably has changed. Measured cost scatters, and a part of a difference may be the machine's
/// (`MachineShare`): a figure is called better or worse only when both sides have
/// ``RepetitionRule/least`` repetitions, the test holds among all figures of the comparison (``level``), the
/// difference is larger than `Comparison.resolution` (from process to process the same code differs by 1
/// to 3 %, by where its pages lie) beside what the machine's own speed differed by (``Yardstick``) and what
/// one process differed from the next by in either run (``MachineNoise``), and one side is above twice the
/// cost of an empty frame.
///
/// Two designs under one name are compared, since a design is changed to see what that does; what they
/// chose otherwise is in ``Cell/designChanges``, and every report says it first.
package struct RunComparison: Sendable {
  /// What can be said of a figure.
  package typealias Verdict = FigureComparison.Verdict

  /// A figure of a cell in both runs.
  package struct Figure: Sendable {
    /// The figure in the first run, and in the second.
    package var first: MetricValue
    package var second: MetricValue
    /// What can be said of it.
    package var verdict: Verdict
    /// The second over the first; nil where that is no number.
    package var ratio: Double?
    /// The 95 % interval of the ratio; nil where there is none.
    package var interval: ClosedRange<Double>?
    /// The smallest change, as a part of the first, that its samples would have shown 9 times in 10; nil where that
    /// is not known.
    package var detectable: Double?
    /// Why no more can be said, and what else a reader must know, a clause each.
    package var notes: [String] = []
    /// The same in one text; nil for nothing.
    package var note: String? {
      get { notes.isEmpty ? nil : notes.joined(separator: "; ") }
      set { notes = newValue.map { [$0] } ?? [] }
    }
    /// The figure of each recording of both sides; empty where runs are compared.
    package var samples: (before: [Double], after: [Double]) = ([], [])

    /// Puts a figure of two sides together, of which nothing is said yet.
    package init(first: MetricValue, second: MetricValue) {
      self.first = first
      self.second = second
      verdict = .cannotTell
      if let a = first.value, let b = second.value, a > 0, b > 0 { ratio = b / a }
    }

    /// Whether it is what a frame costs, or a phase of it.
    package var isOfCost: Bool {
      first.metric == Metric.frameCost.id
        || Phase.allCases.contains { Metric.costName(of: $0) == first.metric }
    }

    /// What the difference means where it is one.
    package var direction: Verdict {
      guard let a = first.value, let b = second.value, a != b else { return .equal }
      return direction(isUp: b > a)
    }

    /// What a difference means that goes up, or down.
    package func direction(isUp: Bool) -> Verdict {
      switch first.better {
      case .none: .changed
      case .up: isUp ? .better : .worse
      case .down: isUp ? .worse : .better
      }
    }
  }

  /// A cell that is in both runs.
  package struct Cell: Sendable {
    /// The cell of the first run, for its names.
    package var record: CellRecord
    /// Its figures, in the order of the table of metrics; none when the cells cannot be compared.
    package var figures: [Figure]
    /// Why the cells cannot be compared; nil where they can.
    package var refusal: String?
    /// How the second run's process came to an end that was not its own; nil where it did not.
    package var secondEnd: CellRecord.ProcessEnd?
    /// What the profile chose otherwise in the second run although its name is the same, as
    /// `pool: wait -> evict`; empty for the same design.
    package var designChanges: [String] = []

    /// The phases whose cost is worse in the second run.
    package var culprits: [Phase] {
      Phase.allCases.filter { phase in
        figures.contains {
          $0.verdict == .worse && $0.first.metric == Metric.costName(of: phase)
        }
      }
    }
  }

  /// Why two runs cannot be compared at all.
  package struct Refusal: Error, Hashable, CustomStringConvertible {
    /// What they differ in.
    package var what: String
    /// What it is in each.
    package var values: [String]

    /// What is wrong and what to do.
    package var description: String {
      "\(what) differs: \(values.joined(separator: " and ")).\n"
        + "Make both runs with the same options."
    }
  }

  /// From such a difference of the machine's own speed on nothing is said of measured cost.
  package static let machineLimit = 0.10
  /// A difference of less than such a part of an empty frame's cost is not called one, in a cell of which
  /// is not known what it differs by from process to process: brackets and what every frame does are most
  /// of a phase that costs little more than that. Of four false marks in 20 comparisons of the tour with
  /// itself three were 0.3 to 0.4 of it, one was 0.7 (AMD EPYC, 2026-11-25).
  package static let leastOfFloor = 0.5
  /// How likely a false word among all of a comparison may be.
  package static let level = 0.01

  /// The cells that are in both runs, in the order of the first.
  package var cells: [Cell]
  /// Cells of the first run that the second has not.
  package var onlyFirst: [CellRecord]
  /// Cells of the second run that the first has not.
  package var onlySecond: [CellRecord]

  /// Compares two runs.
  ///
  /// - Throws: ``Refusal`` for runs of different clock, cost or measurer.
  package init(_ first: RunRecord, _ other: RunRecord) throws(Refusal) {
    let second = Self.named(other, as: first)
    try Self.same("the clock", first.clock.rawValue, second.clock.rawValue)
    try Self.same("the cost", first.cost.rawValue, second.cost.rawValue)
    try Self.same("the measurer", first.measurer.rawValue, second.measurer.rawValue)
    let others = Dictionary(second.cells.map { (CellIdentity($0), $0) }) { first, _ in first }
    let names = Set(first.cells.map(CellIdentity.init))
    onlyFirst = first.cells.filter { others[CellIdentity($0)] == nil }
    onlySecond = second.cells.filter { !names.contains(CellIdentity($0)) }
    var drafts: [(cell: Cell, figures: [ComparedCell.Draft])] = []
    let noises = [first.noise, second.noise].compactMap { $0 }
    for cell in first.cells {
      guard let other = others[CellIdentity(cell)] else { continue }
      if let refusal = Self.refusal(cell, other) {
        var refused = Cell(record: cell, figures: [], refusal: refusal)
        if cell.verdict.processEnd == nil { refused.secondEnd = other.verdict.processEnd }
        drafts.append((refused, []))
        continue
      }
      let figures = ComparedCell(cell, other, noises: noises)
        .drafts(isMeasured: first.cost != .modelled && !cell.hasNoMachine)
      let changes = cell.designDifferences(to: other)
      drafts.append((Cell(record: cell, figures: [], designChanges: changes), figures))
    }
    var rule = Comparison(
      .scattering,
      period: nil,
      unforgiving: ComparedFigures.unforgiving
    )
    rule.level = Self.level
    var results = rule.compare(drafts.flatMap { $0.figures.compactMap(\.pair) })[...]
    cells = drafts.map { draft in
      var cell = draft.cell
      cell.figures = draft.figures.map { figure in
        figure.pair == nil ? figure.figure : figure.figure(results.removeFirst())
      }
      return cell
    }
  }

  /// Two pages are compared whatever they are called, where each run has one.
  private static func named(_ run: RunRecord, as other: RunRecord) -> RunRecord {
    let isOfPages = [run, other].allSatisfy { run in
      run.environment.contains { $0.key == "source" && $0.value == "page" }
        && Set(run.cells.map(\.profile)).count == 1
    }
    guard isOfPages, let name = other.cells.first?.profile else { return run }
    var run = run
    for index in run.cells.indices { run.cells[index].profile = name }
    return run
  }

  /// How many figures got each verdict.
  package func count(of verdict: Verdict) -> Int {
    cells.reduce(0) { $0 + $1.figures.count { $0.verdict == verdict } }
  }

  private static func same(
    _ what: String,
    _ first: String,
    _ second: String
  ) throws(Refusal) {
    guard first == second else { throw Refusal(what: what, values: [first, second]) }
  }

  /// Why two cells of one name are not the same work.
  private static func refusal(_ first: CellRecord, _ second: CellRecord) -> String? {
    for (cell, run) in [(first, "first"), (second, "second")] {
      if let end = cell.verdict.processEnd {
        return "its process came to an end in the \(run) run: \(end.detail)"
      }
      if let doubt = cell.undriven { return "it cannot be judged in the \(run) run: \(doubt)" }
    }
    // Gestures are as long as a device asks, so another one is other work.
    let (own, others) = (first.conditions, second.conditions)
    guard own.map(\.name) == others.map(\.name) else { return "the device differs" }
    let differences = zip(own, others).filter { $0.value != $1.value }
      .map { "the \($0.name) differs: \($0.value) and \($1.value)" }
    return differences.isEmpty ? nil : differences.joined(separator: "; ")
  }
}

extension CellRecord {
  /// Whether it is a page of which no figure tells the machine: what its runs differ by is a range, and nothing more.
  fileprivate var hasNoMachine: Bool { isPage && metrics.value(of: .pageProcessor) == nil }

  /// Why nothing can be said of a driven page; nil where something can, and for what was not driven.
  fileprivate var undriven: String? {
    budgets.first { $0.state == .invalid && $0.name.hasPrefix(BudgetCheck.undriven) }?.note
  }
}

extension CellIdentity {
  /// The cell that a record is of.
  package init(_ record: CellRecord) {
    self.init(
      scenario: record.scenario,
      profile: record.profile,
      device: record.device,
      refreshHertz: record.refreshHertz
    )
  }
}
