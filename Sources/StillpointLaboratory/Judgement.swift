import ChatSurface
import FrameMetrics
import Records
import Running
import Scenarios

/// What one scenario finds out about a candidate.
public struct Judgement: Sendable {
  /// How it ended.
  public enum Verdict: String, Sendable {
    /// Every limit was kept, and the text is the stream's.
    case pass
    /// A limit was missed; the checks say which.
    case missed
    /// What was missed rests on a choice of this project's where a published design leaves it open: no miss
    /// and no pass. Only tools with such a profile come to it.
    case undecided
    /// A figure that a limit is for is missing: nothing can be said.
    case invalid
    /// It did not come to its end: it lost text, was hopelessly late or ended with an error.
    case failed
  }

  /// A limit and what was found.
  public struct Check: Sendable {
    /// The figure's name in the report's files, such as `anchor_drift_max_pt`.
    public let name: String
    /// What was found, in ``unit``; nil where the scenario asks for no such figure.
    public let value: Double?
    /// The limit.
    public let limit: Double
    /// The unit of both: `pt`, `ms`, `%` or nothing.
    public let unit: String
    /// Whether the limit was missed.
    public let isMissed: Bool
  }

  /// How it ended.
  public let verdict: Verdict
  /// All limits of the scenario.
  public let checks: [Check]
  /// What a reader would complain of, in order of time: each a sentence with its moment and place.
  public let complaints: [String]

  init(_ record: CellRecord) {
    verdict =
      switch record.verdict.kind {
      case _ where record.verdict.end != nil: .failed
      case .pass: .pass
      case .model: .undecided
      case .missed: .missed
      default: .invalid
      }
    checks = record.budgets.map {
      Check(
        name: $0.name,
        value: $0.value,
        limit: $0.limit,
        unit: $0.unit,
        isMissed: $0.state == .missed
      )
    }
    complaints = record.complaints.map(\.words)
  }
}

extension Laboratory {
  /// Runs a scenario with a candidate in this process, and judges it: for a test of your own.
  ///
  /// Costs are modelled and text is measured at fixed advances where the candidate brings no measurer of
  /// its own, so the result is the same each time.
  ///
  /// - Parameters:
  ///   - candidate: An engine, or tools for the engine of this package.
  ///   - scenario: The name of a shipped scenario, or the path of a scenario's file.
  ///   - device: What it is shown on; its rate is the run's.
  /// - Returns: The verdict with its limits.
  /// - Throws: An error that names the file and what to do: no such scenario, a file of another form.
  /// - Complexity: That of the scenario, of some seconds for most.
  public static func judge(
    _ candidate: Candidate,
    in scenario: String,
    on device: Device = .iPhone15Pro
  ) throws -> Judgement {
    let scenario = try ScenarioCatalog.find().scenario(scenario)
    let plan = CellPlan(
      scenario: scenario.name,
      events: scenario.timeline(on: device),
      profile: candidate.profile,
      device: device,
      seed: scenario.seed,
      budgets: scenario.budgetsInForce,
      limit: scenario.end,
      candidate: candidate
    )
    let runner = CellRunner(
      options: try RunOptions(RunConditions(cost: .modelled, measurer: .fixed)),
      tools: try .make(.fixed)
    )
    return Judgement(try runner.run(plan).record)
  }
}
