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

  /// What a run came to.
  struct Outcome {
    var isPass: Bool
    var isTextExact: Bool
    /// Whether a cell ended by an error, so that its figures say nothing.
    var hasFailed: Bool
  }

  /// Runs `plans`, writes the run's folder and says where it is.
  ///
  /// - Parameter frameLog: Where the frame log of the only cell goes; nil for none.
  func run(_ plans: [CellPlan], frameLog: String? = nil) throws -> Outcome {
    let options = try arguments.options()
    let tools = try TextTools.make(arguments.measurer)
    let folder = RunFolder(path: arguments.output ?? "Reports/runs/\(name)")
    try OutputCheck.check(folder: folder.path, file: frameLog)
    try folder.check()
    let runner = CellRunner(options: options, tools: tools)
    let log = frameLog == nil ? nil : FrameLogBuffer()
    var cells: [CellRecord] = []
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
    }
    let record = RunRecord(
      name: URL(fileURLWithPath: folder.path).lastPathComponent,
      clock: arguments.clock,
      cost: arguments.cost,
      measurer: arguments.measurer,
      environment: RunEnvironment.entries(tools: tools, options: options),
      cells: cells
    )
    try folder.write(record)
    if let frameLog, let log { try log.write(to: frameLog) }
    return announce(record, folder: folder.path)
  }

  private func announce(_ record: RunRecord, folder: String) -> Outcome {
    let verdict = RunVerdict(of: record)
    let isTextExact = record.cells.allSatisfy { $0.verdict != .textDiffers }
    let hasFailed = record.cells.contains { cell in
      if case .failed = cell.verdict { return true }
      return false
    }
    let outcome = Outcome(
      isPass: verdict.isPass,
      isTextExact: isTextExact,
      hasFailed: hasFailed
    )
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
    console.say(TerminalTable(isColoured: console.wantsColour).text(of: record))
    return outcome
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
