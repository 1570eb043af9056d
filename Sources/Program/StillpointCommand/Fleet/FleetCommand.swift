import ArgumentParser
import Files
import Fleets
import Records
import Reporting

/// `stillpoint fleet PARTS...`.
struct FleetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fleet",
    abstract: "Adds the rows of many sessions and judges shares of them.",
    discussion: """
      Rows are those of sessions.csv, which `analyze --sessions`, `analyze`, `run` and `drive` write. Their order, \
      and into how many files they are cut, change nothing; a session counts once. Shares have intervals over \
      sessions, never over frames. Files that cannot be read are named, and the rest is judged.

      Limits are percentages in a YAML file: \
      \(SessionShare.allCases.map(\.rawValue).joined(separator: ", ")).

      EXIT CODES
        0 every limit is kept and nothing is worse, or nothing was to be judged, 1 error, 2 a limit is missed or a share is \
      worse, 3 nothing can be said, or a file or shard is missing

      EXAMPLES
        stillpoint analyze --sessions parts/1 'recordings/*.csv' && stillpoint fleet parts
        stillpoint fleet parts --by version,device
        stillpoint fleet parts --compare version=1.4,1.5 --budgets limits.yaml
        stillpoint fleet today --against last-week --by device
      """
  )

  @Argument(help: "Files of session rows, or folders that have some.", completion: .file())
  var parts: [String]

  @Option(
    help: """
      Keys by which sessions are put together, with commas: \
      \(SessionKey.allCases.map(\.rawValue).joined(separator: ", ")).
      """
  )
  var by: String?

  @Option(
    help: "Compares the sessions with two values of a key: version=1.4,1.5 (before, after)."
  )
  var compare: String?

  @Option(
    parsing: .upToNextOption,
    help: "Rows that these are compared with: files or folders.",
    completion: .file()
  )
  var against: [String] = []

  @Option(
    help:
      "A YAML file of limits in percent, such as sessions_frozen_pct: 1, and of `by: [version]`.",
    completion: .file()
  )
  var budgets: String?

  @Option(help: "The report's folder.", completion: .directory)
  var output = "Reports/fleet"

  @Flag(help: "Prints nothing but errors.")
  var quiet = false

  @Flag(help: "Prints everything as JSON: Docs/Schemas/fleet.schema.json.")
  var json = false

  mutating func validate() throws {
    _ = try keys()
    _ = try compared()
    if compare != nil, !against.isEmpty {
      throw ValidationError("--compare and --against are two ways to have two sides; choose one.")
    }
  }

  private func keys() throws -> [SessionKey] {
    try (by ?? "").split(separator: ",").map { name in
      guard let key = SessionKey(rawValue: String(name)) else {
        throw ValidationError(
          unknown("key", String(name), among: SessionKey.allCases.map(\.rawValue))
        )
      }
      return key
    }
  }

  private func compared() throws -> FleetPlan.Compared? {
    guard let compare else { return nil }
    let sides = compare.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let values =
      sides.count == 2 ? sides[1].split(separator: ",", omittingEmptySubsequences: false) : []
    guard values.count == 2, values[0] != values[1],
      let key = SessionKey(rawValue: String(sides[0]))
    else {
      throw ValidationError("--compare \(compare) is no KEY=BEFORE,AFTER; try version=1.4,1.5.")
    }
    return .init(key: key, before: String(values[0]), after: String(values[1]))
  }

  func run() throws {
    let console = Console(isQuiet: quiet || json)
    try Failure.report(on: console) {
      var plan = try budgets.map { try FleetPlan(file: $0) } ?? FleetPlan()
      if by != nil { plan.by = try keys() }
      plan.compared = try compared()
      let folder = FleetFolder(path: output)
      try folder.check(inputs: parts + against + [budgets].compactMap { $0 })
      let now = try FleetParts(parts, isBefore: false)
      let before = try FleetParts(against, isBefore: true)
      var reader = FleetReader(plan)
      try reader.read(now.files + before.files) { done, total, path in
        console.reading(done, of: total, FileName.last(of: path))
      }
      let report = FleetReport(
        reader,
        problems: now.problems + before.problems,
        missing: try now.missing() + before.missing()
      )
      try folder.write(report)
      say(report, console)
      if report.verdict.exitCode != 0 { throw ExitCode(report.verdict.exitCode) }
    }
  }

  private func say(_ report: FleetReport, _ console: Console) {
    if json {
      console.put(FleetFiles.json(of: report))
      return
    }
    console.say("\(sentence: "\(report.word): \(report.firstLine)")")
    for check in report.checks.filter({ $0.verdict != .pass }).prefix(10) {
      let group = check.group.isEmpty ? "" : "\(check.group): "
      console.say("  \(sentence: "\(check.verdict.rawValue): \(group)\(check.words)")")
    }
    if report.copies > 0 {
      console.say("  \(sentence: "rows that were there before count once: \(report.copies)")")
    }
    for sentence in report.sentences { console.say("  \(sentence: sentence)") }
    for problem in report.problems.prefix(5) {
      console.say("  \(sentence: "\(problem.path): \(problem.reason)")")
    }
    if report.problems.count > 5 {
      console.say("  and \(report.problems.count - 5) more, in the report")
    }
    console.say("")
    let table = FleetTable(report).text(isColoured: console.wantsColour, width: console.width)
    console.say("\(lines: table)")
    console.say("Report   \(FileName.joined(FileName.resolved(output), ReportFiles.page))")
  }
}
