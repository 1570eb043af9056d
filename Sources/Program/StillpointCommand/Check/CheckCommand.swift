import ArgumentParser
import Checking
import ChildProcesses
import Comparing
import Files
import Foundation
import Profiling
import Records
import Reporting
import Running

/// `stillpoint check`.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks an app as its stillpoint.yaml says: budgets, baseline, drift.",
    discussion: """
      Reads stillpoint.yaml (`stillpoint init` writes one), measures what it names, and judges it by \
      budgets and by comparison with the baseline. Docs/Check.md has the whole of it.

      A figure that scatters is worse when both sides have \(Comparison.least) recordings or more, the \
      difference is noticeable, and no more than \(Comparison.level * 100) % of comparisons have a false \
      word. The report says how small a change could have been seen.

      EXAMPLES
        stillpoint init && stillpoint check
        stillpoint check --accept --reason "the first"
        stillpoint check --keep --label "$(git rev-parse --short HEAD)"
        stillpoint check --self-test
        stillpoint check --shard 1/4 --output parts/1    (a machine each)
        stillpoint check --parts parts

      EXIT CODES
        0 pass, 1 error, 2 a budget was missed, a figure is worse, or one drifted, 3 nothing can be said: \
      half a recording, no baseline, another device, a part that is missing
      """
  )

  @Option(help: "What is checked.", completion: .file(extensions: ["yaml"]))
  var file: String = CheckFile.standardName

  @Option(
    help:
      "The report's folder: page, comment, JUnit, JSON; \(CheckPlaces.standardReport) unless named.",
    completion: .directory
  )
  var output: String?

  @Flag(help: "Makes what is measured now the baseline; --reason says why.")
  var accept = false

  @Option(help: "Why the baseline is another one now.")
  var reason: String?

  @Flag(help: "Adds the figures to the history, if the check passes.")
  var keep = false

  @Option(help: "What the change is called in the history, such as a commit.")
  var label: String?

  @Flag(
    help: "Says how often this check cries wolf and what it finds, from the baseline's recordings."
  )
  var selfTest = false

  @Option(help: "How often --self-test splits the recordings.")
  var rounds = 200

  @OptionGroup var sharing: ShardOptions

  @Option(
    parsing: .upToNextOption,
    help:
      "Judges what the parts of a check measured, in place of measuring: their folders, or one of them.",
    completion: .directory
  )
  var parts: [String] = []

  @Flag(help: "Lists figures that are equal, too.")
  var all = false

  @Flag(help: "Prints verdict and compared figures as JSON: Docs/Schemas/check.schema.json.")
  var json = false

  @Flag(help: "Prints nothing but errors.")
  var quiet = false

  mutating func validate() throws {
    if accept != (reason != nil) {
      throw ValidationError(
        accept ? "--accept needs --reason TEXT." : "--reason is for --accept."
      )
    }
    if let reason, reason.allSatisfy(\.isWhitespace) {
      throw ValidationError("--reason is empty; say why the baseline changes.")
    }
    if label != nil, !keep, !accept {
      throw ValidationError(
        "--label names what --keep or --accept adds to the history; add one of them."
      )
    }
    if accept && keep {
      throw ValidationError("--accept is in the history already; leave out --keep.")
    }
    if selfTest && (accept || keep) {
      throw ValidationError("--self-test measures nothing that could be kept.")
    }
    if !(1...100_000 ~= rounds) {
      throw ValidationError("--rounds \(rounds) is not in 1 ... 100000.")
    }
    try sharing.refuse([
      ("--accept", accept), ("--keep", keep), ("--self-test", selfTest),
      ("--parts", !parts.isEmpty), ("--shard-costs", sharing.shardCosts != nil),
    ])
    if selfTest, !parts.isEmpty { throw ValidationError("--self-test takes the baseline alone.") }
  }

  func run() throws {
    let console = Console(isQuiet: quiet || json)
    try Failure.report(on: console) {
      let check = try CheckFile(path: file)
      if selfTest { return try testItself(check, console) }
      if keep, check.history == nil {
        throw InputError(
          path: file,
          problem: "no history",
          expected: "the key history",
          advice: "Add `history: .stillpoint/history.ndjson`."
        )
      }
      let places = try CheckPlaces(check, output: output, accepts: accept, keeps: keep)
      let interruption = try Interruption()
      var (baseline, unusable) = accept ? (nil, nil) : try self.baseline(of: check)
      let session = CheckSession(
        file: check,
        baseline: baseline,
        console: console,
        interruption: interruption
      )
      var (content, runs, part, isWhole) = try work(check, session, console)
      let problems = content.problems.map(\.finding)
      // What other parts measure is not gone from the app.
      if !isWhole { baseline?.subjects.removeAll { !content.names($0.name) } }
      let before = try check.history.map { try CheckHistory.read($0) } ?? CheckHistory()
      var history = before
      let date = Date().formatted(.iso8601)
      func entry(_ reason: String?) -> CheckHistory.Entry {
        CheckHistory.Entry(
          of: content.measured.map(\.subject),
          date: date,
          label: label ?? date,
          accepted: reason
        )
      }
      if accept {
        let isWhole = problems.isEmpty && !content.measured.isEmpty
        guard isWhole else { return try refuse(problems, console) }
        baseline = accepted(content.measured, date)
      }
      let verdict = CheckVerdict(
        of: content.measured,
        baseline: accept ? nil : baseline,
        problems: problems + (accept ? [] : [unusable, damage(of: before)].compactMap { $0 }),
        history: accept || check.history == nil ? nil : before
      )
      runs = runs.compactMap { $0.kept(for: verdict, against: baseline, on: date) }
      for run in runs { run.show(in: &content.measured) }
      let isKept = check.history != nil && (accept || keep && verdict.exitCode == 0)
      let line = isKept ? entry(accept ? reason : nil) : nil
      if let line { history.append(line) }
      var report = CheckReport(
        verdict: verdict,
        measured: content.measured,
        baseline: baseline,
        history: history,
        name: FileName.last(of: FileName.folder(of: FileName.resolved(file))),
        date: date,
        version: Stillpoint.configuration.version
      )
      report.rows += Array(content.rows.utf8)
      report.part = try part?.bytes()
      try places.write(report, accepting: accept ? baseline : nil, line)
      try places.write(runs)
      if accept { say(places, console) }
      try say(report, in: places.report, console)
      if verdict.exitCode != 0 { throw ExitCode(verdict.exitCode) }
    }
  }

  /// What is measured, or what parts of the check measured.
  ///
  /// - Returns: It, its runs, which part it is, nil for none, and whether all is there.
  private func work(
    _ check: CheckFile,
    _ session: CheckSession,
    _ console: Console
  ) throws -> (CheckContent, [CheckedRun], CheckPart?, isWhole: Bool) {
    let input = TextDigest.sha256(try InputFile.read(check.path, as: .document).bytes)
    guard parts.isEmpty else {
      let found = try parts.flatMap(MergeCommand.shards).map { path in
        guard let part = try CheckPart(of: path), part.shard != nil else {
          throw RunMerge.Refusal.isNoShard(path: path)
        }
        guard part.input == input else {
          throw RunMerge.Refusal.differ(
            what: "the check's file",
            paths: [path, check.path],
            values: [part.input ?? "n/a", input]
          )
        }
        return (path: path, part: part)
      }
      let (content, isWhole) = try CheckPart.merged(found)
      return (content, [], nil, isWhole)
    }
    var units = CheckUnit.all(of: check)
    var shard = try sharing.shard?.resolved()
    units = shard?.part(of: units) { $0.cost(in: check) } ?? units
    var (contents, runs) = try session.measure(units)
    let content = CheckContent(contents)
    // The report of all parts has no runs: it says how each is shown again.
    for index in contents.indices {
      for run in runs { run.show(in: &contents[index].measured) }
      for place in contents[index].measured.indices { contents[index].measured[place].run = nil }
    }
    let part = shard.map { shard in
      CheckPart(
        shard: shard,
        revision: RunEnvironment.revision,
        command: RunMerge.command(of: StandardStreams.arguments.dropFirst().map(FileName.shown)),
        input: input,
        content: contents
      )
    }
    return (content, runs, part, isWhole: part == nil)
  }

  /// The baseline that the file names, or why there is none.
  private func baseline(of check: CheckFile) throws -> (CheckBaseline?, CheckFinding?) {
    guard let path = check.baseline else { return (nil, nil) }
    do {
      return (try CheckBaseline.read(path), nil)
    } catch let unusable as CheckBaseline.Unusable {
      return (nil, CheckFinding(subject: "", kind: .invalid("\(unusable)")))
    }
  }

  /// What is said of lines of the history that are none.
  private func damage(of history: CheckHistory) -> CheckFinding? {
    guard let first = history.damages.first else { return nil }
    let others = history.damages.count - 1
    let more = others > 0 ? " (and \(others) more)" : ""
    return CheckFinding(subject: "", kind: .invalid(first + more))
  }

  // MARK: Accepting

  private func refuse(_ problems: [CheckFinding], _ console: Console) throws {
    for problem in problems { console.complain("invalid  \(sentence: problem.words)") }
    console.complain("Nothing was accepted: not everything could be measured.")
    throw ExitCode(3)
  }

  private func accepted(_ measured: [MeasuredSubject], _ date: String) -> CheckBaseline {
    CheckBaseline(
      date: date,
      reason: reason ?? "",
      version: Stillpoint.configuration.version,
      machine: MachineFacts.current().entries.map { CheckSubject.Fact($0.key, $0.value) },
      subjects: measured.map(\.subject)
    )
  }

  private func say(_ places: CheckPlaces, _ console: Console) {
    if let baseline = places.baseline { console.say("Baseline \(baseline.path)") }
    if places.named != nil {
      console.say("\(file) now says: compare: {with: \(CheckFile.standardBaseline)}")
    }
  }

  // MARK: Words

  private func say(_ report: CheckReport, in folder: String, _ console: Console) throws {
    let page = FileName.joined(FileName.resolved(folder), CheckReport.File.page)
    if json { return console.put(String(decoding: try report.json(), as: UTF8.self)) }
    let findings = zip(report.verdict.findings, report.sentences)
    for (finding, sentence) in findings.prefix(all ? .max : Self.most.findings) {
      console.say("\(finding.isInvalid ? "invalid" : "failed ")  \(sentence: sentence)")
    }
    let rest = report.verdict.findings.count - Self.most.findings
    if rest > 0, !all { console.say("  and \(rest) more findings, in the report") }
    console.say("\(sentence: report.measuredWords)")
    console.say("\(sentence: report.comparison)")
    say(report.verdict.compared, console)
    if let command = report.command { console.say("Again    \(command)") }
    let kept = report.measured.compactMap(\.run).withoutRepeats
    for run in kept.prefix(Self.most.runs) {
      console.say("Kept     \(FileName.joined(folder, run))/index.html")
    }
    console.say("Report   \(page)")
    console.say("Verdict  \(report.verdict.word)")
  }

  /// Says which figures are not equal; without --all as many as fit a screen.
  private func say(_ compared: [CheckVerdict.Compared], _ console: Console) {
    var left = all ? Int.max : Self.most.figures
    var (equal, hidden) = (0, 0)
    for subject in compared {
      let shown = subject.figures.filter { all || $0.verdict != .equal }
      equal += subject.figures.count - shown.count
      guard !shown.isEmpty else { continue }
      guard left > 0 else {
        hidden += shown.count
        continue
      }
      console.say("\(subject.title)")
      for figure in shown.prefix(left) { console.say("  \(sentence: figure.line)") }
      hidden += max(0, shown.count - left)
      left -= min(left, shown.count)
    }
    if hidden > 0 { console.say("  and \(hidden) more figures that are not equal, in the report") }
    if equal > 0 { console.say("  equal  \(equal) figures") }
  }

  /// The most findings and figures on a terminal's screen.
  private static let most = (findings: 8, figures: 16, runs: 3)

  private static func alarms(_ count: Int) -> String {
    "\(count) false alarm\(count == 1 ? "" : "s")"
  }

  private func testItself(_ check: CheckFile, _ console: Console) throws {
    guard let path = check.baseline else {
      throw InputError(
        path: file,
        problem: "no baseline to test with",
        expected: "compare: {with: PATH}",
        advice: "Make one: stillpoint check --accept --reason \"the first\""
      )
    }
    let baseline: CheckBaseline
    do {
      baseline = try CheckBaseline.read(path)
    } catch let unusable as CheckBaseline.Unusable {
      console.complain("invalid: \(sentence: unusable)")
      throw ExitCode(3)
    }
    var tested = 0
    for subject in baseline.subjects {
      guard let test = CheckSelfTest(of: subject, rounds: rounds, seed: 1) else {
        let why =
          subject.kind == .exact
          ? "its figures repeat: any noticeable difference is found, and none is false"
          : "\(subject.recordings) recordings; \(2 * Comparison.least) are needed"
        console.say("\(subject.name): \(why)")
        if subject.kind == .exact { tested += 1 }
        continue
      }
      tested += 1
      console.say(
        "\(subject.name): \(test.half) recordings against \(test.half), split \(test.rounds) times: "
          + "\(Self.alarms(test.falseAlarms))"
      )
      for row in test.rows {
        let found = (row.found ?? []).enumerated().map { index, count in
          "+\(Int(CheckSelfTest.planted[index] * 100)) %: \(count * 100 / test.rounds) % found"
        }
        console.say(
          "  \(row.figure): \(Self.alarms(row.falseAlarms))"
            + (found.isEmpty ? "" : "; \(sentence: found.joined(separator: ", "))")
        )
      }
    }
    if tested == 0 { throw ExitCode(3) }
  }
}
