import Timebase

/// What the gate looks at when it holds one build against another.
package enum GateCheck: String, CodedChoice, Hashable, Sendable {
  /// Frame logs, operations by phase and text: what repeats on every machine.
  case exact
  /// Requests for memory by phase.
  case allocations
  /// Instructions by phase, counted by callgrind.
  case instructions
  /// Processor time by phase, of two builds that take turns.
  case cpu
  /// Whether a build equals itself, and planted work is noticed.
  case controls
  /// The scenario's own budgets, with measured cost.
  case budgets
  /// Figures of a saved run.
  case run

  /// Those that hold a build against that of a commit.
  package static let ofCommits = allCases.filter { $0 != .run }
}

/// What the gate says of one check in one cell.
package struct CheckResult: Hashable, Sendable {
  package var check: GateCheck
  package var cell: CellIdentity
  /// What comes of it.
  package var verdict: GateVerdict
  /// What was compared, such as `instructions, measure`.
  package var figure: String
  /// The head's figure over the base's; nil where there is no such number.
  package var ratio: Double?
  /// The ratio's interval; nil where the figure repeats exactly or there is none.
  package var interval: ClosedRange<Double>?
  /// The ratio above which the check fails; nil where any difference does.
  package var bound: Double?
  /// The phase and the operation or function that did most of it; nil where that cannot be told.
  package var culprit: String?
  /// What else a reader must know: a difference as a patch, or why nothing can be said.
  package var notes: [String]

  package init(
    _ check: GateCheck,
    _ cell: CellIdentity,
    _ verdict: GateVerdict,
    figure: String = "",
    ratio: Double? = nil,
    interval: ClosedRange<Double>? = nil,
    bound: Double? = nil,
    culprit: String? = nil,
    notes: [String] = []
  ) {
    self.check = check
    self.cell = cell
    self.verdict = verdict
    self.figure = figure
    self.ratio = ratio
    self.interval = interval
    self.bound = bound
    self.culprit = culprit
    self.notes = notes
  }
}
