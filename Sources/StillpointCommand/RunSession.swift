import ArgumentParser
import ChatSurface
import Foundation
import FramePacing
import Reporting
import Simulation

/// Runs planned cells one after the other and writes what came of them.
struct RunSession {
  let arguments: RunArguments
  let console: Console
  let name: String
  /// The rows of an ablation; none for any other run.
  var ablation: [AblationEntry] = []
  /// What is printed after the tables; nil for nothing.
  var addendum: ((RunRecord) -> String)?

  /// What a run came to.
  struct Outcome {
    var isPass: Bool
    var isTextExact: Bool
    /// Whether a cell ended by an error, so that its figures say nothing.
    var hasFailed = false
  }

  /// Runs `plans`, writes the run's folder and says where it is.
  ///
  /// - Parameter frameLog: Where the frame log of the only cell goes; nil for none.
  func run(_ plans: [CellPlan], frameLog: String? = nil) throws -> Outcome {
    var options = try arguments.options()
    // A frame log is of one repetition: the only one. An ablation has cells enough.
    if frameLog != nil || !ablation.isEmpty { options.repetitions = 1 }
    let tools = try TextTools.make(arguments.measurer)
    let folder = RunFolder(path: arguments.output ?? "Reports/runs/\(name)")
    try OutputCheck.check(folder: folder.path, file: frameLog)
    try folder.check()
    let runner = CellRunner(options: options, tools: tools)
    let log = frameLog == nil ? nil : FrameLogBuffer()
    var cells: [CellRecord] = []
    var failure: FailedRun?
    for (index, plan) in plans.enumerated() {
      let title =
        "\(plan.scenario), \(plan.profile.name), \(plan.device.name) at \(plan.device.rate.hertz) Hz"
      console.progress(index, of: plans.count, title)
      var result = try runner.run(
        plan,
        frames: log.map { log in { log.add($0, $1, plan.device.rate) } }
      )
      result.record.frameLogSHA256 = log?.digest
      cells.append(result.record)
      failure = failure ?? FailedRun(of: result)
    }
    var record = RunRecord(
      name: URL(fileURLWithPath: folder.path).lastPathComponent,
      clock: arguments.clock,
      cost: arguments.cost,
      measurer: arguments.measurer,
      environment: RunEnvironment.entries(tools: tools, options: options),
      cells: cells
    )
    record.ablation = ablation
    try folder.write(record)
    if let failure { console.complain("error: \(failure)") }
    if let frameLog, let log { try log.write(to: frameLog) }
    var outcome = announce(record, folder: folder.path)
    outcome.hasFailed = cells.contains { cell in
      if case .failed = cell.verdict { true } else { false }
    }
    return outcome
  }

  private func announce(_ record: RunRecord, folder: String) -> Outcome {
    let verdict = RunVerdict(of: record)
    let isTextExact = record.cells.allSatisfy { $0.verdict != .textDiffers }
    let outcome = Outcome(isPass: verdict.isPass, isTextExact: isTextExact)
    let report = URL(fileURLWithPath: folder).appendingPathComponent("index.html").path
    if arguments.json {
      console.put(
        VerdictJSON.text(isPass: verdict.isPass, reasons: verdict.reasons, report: report) + "\n"
      )
      return outcome
    }
    console.say("Report   \(report)")
    console.say("Verdict  \(verdict.isPass ? "pass" : "fail")")
    for reason in verdict.reasons { console.say("         \(reason)") }
    for finding in verdict.findings { console.say("finding  \(finding)") }
    console.say("")
    sayTables(of: record)
    return outcome
  }

  private func sayTables(of record: RunRecord) {
    let isColoured = console.wantsColour
    let width = console.width
    console.say(TerminalTable(isColoured: isColoured, width: width).text(of: record))
    if let table = ProfileTable(of: record) {
      console.say(table.text(isColoured: isColoured, width: width))
    }
    if let table = AblationTable(of: record) {
      console.say(table.text(isColoured: isColoured, width: width))
    }
    if let addendum { console.say(addendum(record)) }
  }
}

/// A cell that ended by an error, or was refused something: its figures say nothing, but what it
/// showed is to be looked at.
struct FailedRun: CustomStringConvertible {
  var scenario: String
  var profile: String
  var reason: String

  /// Nil for a cell that did not fail and was refused nothing.
  init?(of result: CellRunner.Result) {
    let cell = result.record
    var reason = result.refusals
    if case .failed(let cause) = cell.verdict { reason = cause }
    guard let reason else { return nil }
    (scenario, profile, self.reason) = (cell.scenario, cell.profile, reason)
  }

  var description: String {
    """
    \(scenario) under \(profile): \(reason).
    The report shows what came of it. Mend the scenario or script and run it again.
    """
  }
}

/// The verdict for programs.
enum VerdictJSON {
  static func text(isPass: Bool, reasons: [String], report: String) -> String {
    struct Answer: Encodable {
      var schema = 1
      var verdict: String
      var reasons: [String]
      var report: String
    }
    let answer = Answer(verdict: isPass ? "pass" : "fail", reasons: reasons, report: report)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(answer) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }
}
