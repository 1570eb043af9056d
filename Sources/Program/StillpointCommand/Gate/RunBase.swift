import ArgumentParser
import Files
import Gating
import Judging
import Records
import Reporting
import Running

/// Holds this build against a saved run: its cells are run again.
struct RunBase {
  /// What must be the same for exact counts to be: another text engine or compiler counts otherwise.
  private static let keys = ["toolchain", "architecture", "measurer", "word_dictionary"]
  /// What must be the same beside that for measured costs to be.
  private static let machineKeys = ["cpu", "cpu_count"]

  private let path: String
  private let base: RunRecord

  /// Reads the run.
  ///
  /// - Parameters:
  ///   - scenarios: Those whose cells are meant; empty for all.
  ///   - profiles: The profiles of these, by name or path; empty, or with `all` among them, for all.
  ///   - refresh: Their rates; empty for all.
  /// - Throws: `InputError`; `ValidationError` when the run has no cell of one that is named.
  init(path: String, scenarios: [String], profiles: [String], refresh: [Int]) throws {
    var run = try RunFile(path: path).read()
    let named = profiles.contains(DesignNames.all) ? [] : try DesignNames.profiles(profiles)
    let profiles = named.map(\.name)
    for name in scenarios where !run.cells.contains(where: { $0.scenario == name }) {
      throw ValidationError(
        unknown("scenario of \(path)", name, among: run.cells.map(\.scenario).withoutRepeats)
      )
    }
    for name in profiles where !run.cells.contains(where: { $0.profile == name }) {
      throw ValidationError(
        unknown("profile of \(path)", name, among: run.cells.map(\.profile).withoutRepeats)
      )
    }
    for rate in refresh where !run.cells.contains(where: { $0.refreshHertz == rate }) {
      throw ValidationError("\(path) has no configuration at \(rate) Hz.")
    }
    run.cells = run.cells.filter { cell in
      (scenarios.isEmpty || scenarios.contains(cell.scenario))
        && (profiles.isEmpty || profiles.contains(cell.profile))
        && (refresh.isEmpty || refresh.contains(cell.refreshHertz))
    }
    self.path = path
    base = run
  }

  /// Whether the run's cost is modelled, so that cells can run side by side.
  var isModelled: Bool { base.cost == .modelled }

  /// The run's cells, to be run by this build.
  var requests: [CellRequest] {
    guard !base.cells.isEmpty else { return [] }
    let seconds = RepetitionRule.seconds(ofEachOf: base.cells.count)
    return base.cells.map { cell in
      var request = CellRequest(again: cell, of: base)
      request.conditions.repetitions = .adaptive(seconds: seconds)
      return request
    }
  }

  /// What came of it: figures, and where cost is modelled, counts that must be the same.
  ///
  /// - Parameter cells: The cells as this build made them.
  /// - Throws: `RunComparison.Refusal`; `FontError` when a font file is missing.
  func round(_ cells: [CellRecord]) throws -> GateRound {
    var head = base
    head.name = "this build"
    head.cells = cells
    // Further processes measured the base alone.
    head.noise = nil
    let comparison = try RunComparison(base, head)
    var round = GateRound.of(comparison, base: path)
    let environment = RunEnvironment.entries(
      tools: try TextTools.make(base.measurer),
      options: try RunOptions(RunConditions(cost: base.cost, measurer: base.measurer))
    )
    let keys = isModelled ? Self.keys : Self.keys + Self.machineKeys
    let others = keys.compactMap { key -> String? in
      let (old, new) = (Self.value(key, base.environment), Self.value(key, environment))
      return old == new ? nil : "\(key) is \(new), the base's \(old)"
    }
    for cell in cells {
      let identity = CellIdentity(cell)
      let compared = comparison.cells.first { CellIdentity($0.record) == identity }
      guard let older = base.cells.first(where: { CellIdentity($0) == identity }),
        compared?.refusal == nil, older.designDifferences(to: cell).isEmpty
      else { continue }
      if !others.isEmpty {
        let note = "not comparable: " + others.joined(separator: "; ")
        let check: GateCheck = isModelled ? .exact : .run
        // What the machine or the tools may have done is no regression.
        round.results.removeAll { $0.cell == identity && $0.check == .run && $0.ratio != nil }
        round.results.append(CheckResult(check, identity, .invalid, notes: [note]))
      } else if isModelled {
        let counts = CellCounts.all(of: cell, byPhase: true)
        let judged = CountsJudge(identity)
          .results(base: .all(of: older, byPhase: true), head: counts, named: path)
        // Allocations are among the figures of a run, and are not exact from machine to machine.
        round.results += judged.filter { $0.check == .exact }
      }
    }
    return round
  }

  private static func value(
    _ key: String,
    _ environment: [(key: String, value: String)]
  ) -> String {
    environment.first { $0.key == key }?.value ?? "n/a"
  }
}
