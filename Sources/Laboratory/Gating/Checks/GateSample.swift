/// What one build says of one cell when the gate asks it; a line of JSON between two processes, of
/// which one may be older than the other.
package struct GateSample: Codable, Sendable {
  /// The version of the line, and of what is measured: from 3 on, each repetition of processor time and
  /// instructions shapes its text anew; from 4 on, frames whose time is taken are made at many places of
  /// the stack; from 5 on, phases are timed on the wall, less what the thread was kept off its processor,
  /// and processes change after each turn of ``ProcessorTimes/framesOfTurn`` frames.
  package static let schema = 5

  /// A budget that was not kept.
  package struct Budget: Codable, Hashable, Sendable {
    /// The budget's name.
    package var name: String
    package var limit: Double
    /// What was measured; nil where the figure is missing.
    package var value: Double?
    /// Whether the figure may not be above the limit; else not below.
    package var isUpperLimit: Bool

    package init(name: String, limit: Double, value: Double?, isUpperLimit: Bool) {
      self.name = name
      self.limit = limit
      self.value = value
      self.isUpperLimit = isUpperLimit
    }
  }

  /// The version that wrote it.
  package var schema = GateSample.schema
  package var cell: CellIdentity
  /// SHA-256 of the scenario's file.
  package var load: String
  /// What the profile chose, by key; nil from a program that does not say it.
  package var design: [String: String]?
  /// What measured text: fonts and versions.
  package var tools: String
  /// The compiler, the architecture and the configuration.
  package var toolchain: String
  /// Frames that were made.
  package var frames = 0
  /// Why the cell is no measure of anything, such as lost text; nil where it is one.
  package var problem: String?
  /// What repeats; nil where it was not asked for.
  package var counts: CellCounts?
  /// Processor time by phase in nanoseconds, in the order of the phases, of the whole cell: of each frame
  /// the least of the repetitions.
  package var processorTime: [Double]?
  /// The same by repetition and turn, without the repetition that warmed up.
  package var turnTimes: TurnTimes?
  /// The same with planted work.
  package var plantedTurnTimes: TurnTimes?
  /// What empty frames cost by phase, as many as the cell has, in nanoseconds.
  package var floor: [Double]?
  /// The process that was counted, where that is another than the one that says so.
  package var process: Int32?
  /// Budgets that were missed; nil where they were not asked for.
  package var missed: [Budget]?

  /// Makes a sample without figures.
  package init(cell: CellIdentity, load: String, tools: String, toolchain: String) {
    self.cell = cell
    self.load = load
    self.tools = tools
    self.toolchain = toolchain
  }

  /// Why two builds' samples cannot be held against each other; nil where they can.
  package func difference(from base: GateSample) -> String? {
    let facts = [
      ("the schema of samples", "\(base.schema)", "\(schema)"),
      ("the configuration", "\(base.cell)", "\(cell)"),
      ("the scenario's file", String(base.load.prefix(12)), String(load.prefix(12))),
      ("what measures text", base.tools, tools),
      ("the toolchain", base.toolchain, toolchain),
    ]
    if let fact = facts.first(where: { $0.1 != $0.2 }) {
      return "not comparable: \(fact.0) differs, base \(fact.1), head \(fact.2)"
    }
    guard let changed = designChange(from: base) else { return nil }
    return "not comparable: the design of \(cell.profile) differs: \(changed)"
  }

  /// The first key that both builds know and by which the profile chose otherwise.
  private func designChange(from base: GateSample) -> String? {
    guard let design, let other = base.design else { return nil }
    for (key, value) in design.sorted(by: { $0.key < $1.key }) {
      if let old = other[key], old != value { return "\(key), base \(old), head \(value)" }
    }
    return nil
  }
}
