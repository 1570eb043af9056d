import Checking
import ChildProcesses
import Comparing
import Driving
import Files
import Foundation
import FrameLogs
import FrameMetrics
import Judging
import LoadGeneration
import Records
import Reporting

/// Measures what a check's file names.
struct CheckSession {
  let file: CheckFile
  let console: Console
  let interruption: Interruption

  /// Measures everything.
  ///
  /// - Returns: What was measured, what could not be, with the reason, the runs that it was measured in, and the
  ///   sessions' rows.
  /// - Throws: What ends the check: a file that cannot be read as it should, a program that cannot be started.
  func measure() throws -> (
    measured: [MeasuredSubject], problems: [CheckFinding], runs: [CheckedRun],
    rows: [UInt8]
  ) {
    var runs: [CheckedRun] = []
    var measured: [MeasuredSubject] = []
    var rows: [UInt8] = []
    var problems: [CheckFinding] = []
    for recordings in file.recordings {
      let result = CheckedRecordings(recordings, in: file, console)
      measured += result.measured
      if let record = result.record {
        runs.append(
          CheckedRun(named: recordings.name, record, parts: result.parts, beside: runs)
        )
      }
      rows += result.rows
      problems += result.problems
      for note in result.notes { console.note("\(recordings.name), \(sentence: note)") }
    }
    for web in file.web {
      do {
        measured += try drive(web, keeping: &runs, &rows)
      } catch let failure as DriveFailure where failure.isInvalid {
        problems.append(CheckFinding(subject: web.app, kind: .invalid("\(failure)")))
      }
    }
    for run in file.runs { measured += try self.run(run, &problems, keeping: &runs, &rows) }
    var seen: Set<String> = []
    for subject in measured.map(\.subject) where !seen.insert(subject.name).inserted {
      let reason = "two subjects have this name; give recordings or apps other names"
      problems.append(CheckFinding(subject: subject.name, kind: .invalid(reason)))
    }
    return (measured, problems, runs, rows)
  }

  // MARK: Pages

  private func drive(
    _ web: CheckFile.Web,
    keeping runs: inout [CheckedRun],
    _ rows: inout [UInt8]
  ) throws -> [MeasuredSubject] {
    let engines = try engines(of: web)
    let description = try AppDescription(
      path: web.app,
      in: try viewport(of: web),
      url: web.url,
      engine: engines[0],
      interruption,
      console
    )
    var run = try PageRun(description, interruption: interruption)
    run.url = web.url
    defer { run.end() }
    let isAll = web.scenarios == ["all"]
    var names = web.scenarios.isEmpty ? PageScenario.standard : web.scenarios
    if isAll { names = PageScenario.all.map(\.name) }
    var scenarios: [PageScenario] = []
    for name in names {
      guard let scenario = PageScenario.named(name) else {
        throw InputError(
          path: file.path,
          line: web.line,
          problem: "no such scenario",
          value: name,
          expected: "all, or a list of \(PageScenario.all.map(\.name).joined(separator: ", "))",
          advice: nearMatchAdvice(for: name, among: PageScenario.all.map(\.name))
        )
      }
      guard let missing = scenario.missing(in: description) else {
        scenarios.append(scenario)
        continue
      }
      if isAll { continue }
      throw InputError(
        path: web.app,
        problem: "\(name) needs \(missing), which is not given",
        expected: "the key, as Docs/Web.md shows it",
        advice: "Add it, or take the scenario out of \(file.path)."
      )
    }
    let others = PageScenario.all.map(\.name).filter { name in
      !scenarios.contains { $0.name == name }
    }
    if !others.isEmpty {
      console.note("\(web.app): not driven are \(sentence: others.joined(separator: ", ")).")
    }
    func driven(
      _ run: PageRun,
      _ scenarios: [PageScenario],
      in window: Viewport? = nil
    ) throws -> [MeasuredSubject] {
      let session = DriveSession(
        runs: [run],
        console: console,
        pages: DriveSession.pages(scenarios, at: web.rates)
      )
      session.repeats = 2
      session.engines = engines
      let record = try session.records()[0]
      rows += SessionsCSV.lines(of: record)
      if let words = RunNotes.unexercised(on: record) { console.note("\(sentence: words)") }
      let parts = record.cells.map { cell in
        let viewport = window.map { "\($0)" } ?? web.viewport
        return CheckedRun.Part(
          cell: cell,
          subject: Self.name(of: cell) + (window.map { " in \($0)" } ?? ""),
          command:
            "stillpoint drive \(FileName.word(web.app)) --scenario \(cell.scenario) --refresh "
            + "\(cell.refreshHertz)" + (viewport.map { " --viewport \($0)" } ?? "")
            + (cell.engine.map { " --engine \($0)" } ?? "")
            + (web.url.map { " --url \(FileName.word($0))" } ?? "")
        )
      }
      runs.append(
        CheckedRun(
          named: ([run.app.name] + (window.map { ["\($0)"] } ?? [])).joined(separator: "-"),
          record,
          attachments: session.files[0],
          parts: parts,
          beside: runs
        )
      )
      return parts.map { part in
        subject(
          part.subject,
          of: part.cell,
          in: record,
          part.cell.engine == nil ? .exact : .scattering
        )
      }
    }
    var subjects = try driven(run, scenarios)
    // A phone's window has other distances from the end.
    let narrow = scenarios.filter { $0.name == PageScenario.scrollUp.name }
    guard !narrow.isEmpty, web.viewport == nil, description.viewport != .narrow else {
      return subjects
    }
    subjects += try driven(run.opened(in: .narrow), narrow, in: .narrow)
    return subjects
  }

  private func engines(of web: CheckFile.Web) throws -> [Engine] {
    let engines = try web.engines.map { name in
      guard let engine = Engine(rawValue: name) else {
        let names = Engine.allCases.map(\.rawValue)
        throw InputError(
          path: file.path,
          line: web.line,
          problem: "no such engine",
          value: name,
          expected: "a list of \(names.joined(separator: ", "))",
          advice: nearMatchAdvice(for: name, among: names)
        )
      }
      return engine
    }
    if engines.contains(where: { !$0.isExact }), web.rates != [60] {
      throw InputError(
        path: file.path,
        line: web.line,
        problem: "engines that draw at 60 Hz, and other rates",
        expected: "refresh: [60], or engines: [chromium]",
        advice: "Give other rates a part of their own under web."
      )
    }
    return engines.isEmpty ? [.chromium] : engines
  }

  private func viewport(of web: CheckFile.Web) throws -> Viewport? {
    guard let text = web.viewport else { return nil }
    guard let viewport = Viewport(text) else {
      throw InputError(
        path: file.path,
        line: web.line,
        problem: "viewport is no window",
        value: text,
        expected:
          "width and height of \(Viewport.sides.lowerBound) to \(Viewport.sides.upperBound) px",
        advice: "Write it as in 1280x800, or leave it out."
      )
    }
    return viewport
  }

  // MARK: Runs

  private func run(
    _ run: CheckFile.Run,
    _ problems: inout [CheckFinding],
    keeping runs: inout [CheckedRun],
    _ rows: inout [UInt8]
  ) throws -> [MeasuredSubject] {
    let scratch = try ScratchFolder()
    let tool = ExternalTool(
      interruption: interruption,
      scratch: scratch.path,
      isScratchKept: false
    )
    let home = FileName.folder(of: FileName.resolved(file.path))
    var folder = run.folder ?? "\(scratch.path)/run"
    if let command = run.command { try make(run, by: command, in: home, scratch.path) }
    if !run.arguments.isEmpty {
      guard let program = Bundle.main.executablePath else {
        throw ExternalTool.Missing(name: "stillpoint")
      }
      let arguments = ["run"] + run.arguments + ["--output", folder, "--report-only", "--quiet"]
      let ending = try tool.run(program, arguments, in: home)
      guard Folder.exists(folder) else {
        throw InputError(
          path: file.path,
          line: run.line,
          problem: "the design cannot be run",
          expected: "a scenario, a profile and rates that `stillpoint run` takes",
          advice: ending.lastWords()
        )
      }
    }
    if run.arguments.isEmpty, !Folder.exists(folder) {
      let reason = "there is no run at \(folder) (\(file.path):\(run.line))"
      problems.append(CheckFinding(subject: run.name, kind: .invalid(reason)))
      return []
    }
    folder = FileName.resolved(folder)
    let record: RunRecord
    let attachments: [RunFolder.Attachment]
    do {
      (record, attachments) = try withExtendedLifetime(scratch) {
        (try RunFile(path: folder).read(), try RunFolder.attachments(of: folder))
      }
    } catch let error as InputError where error.isOfOtherVersion {
      let words = "\(error)".split(separator: "\n").joined(separator: " ")
      problems.append(CheckFinding(subject: run.name, kind: .invalid(words)))
      return []
    }
    rows += SessionsCSV.lines(of: record)
    let kind = record.cost == .modelled ? Comparison.Kind.exact : .scattering
    let command =
      run.arguments.isEmpty
      ? run.command : (["stillpoint run"] + run.arguments).joined(separator: " ")
    let parts = record.cells.map { cell in
      CheckedRun.Part(cell: cell, subject: Self.name(of: cell), command: command)
    }
    runs.append(
      CheckedRun(named: run.name, record, attachments: attachments, parts: parts, beside: runs)
    )
    return parts.map { subject($0.subject, of: $0.cell, in: record, kind) }
  }

  /// Has a shell's line make the run's folder.
  private func make(
    _ run: CheckFile.Run,
    by line: String,
    in home: String,
    _ scratch: String
  ) throws {
    console.note("\(line)")
    var command = GuardedProcess.Command(path: "/bin/sh", arguments: ["-c", line])
    (command.folder, command.scratch) = (home, scratch)
    command.environment["TMPDIR"] = scratch
    let process = try GuardedProcess(command)
    defer { process.end() }
    let code = try process.wait(within: .seconds(run.timeLimit), interruption: interruption) {
      if let last = $0.lastLines(1).first { console.note("\(run.name): \(last)") }
    }
    guard code != 0 else { return }
    let lines = process.lastLines(12).joined(separator: "\n")
    let problem =
      code.map { "the command ended with \($0)" }
      ?? "the command did not end within \(run.timeLimit) s (time_limit)"
    throw InputError(
      path: file.path,
      line: run.line,
      problem: problem,
      value: line,
      expected: "0",
      advice: lines.isEmpty ? "It printed nothing." : lines
    )
  }

  private static func name(of cell: CellRecord) -> String {
    "\(cell.profile), \(cell.scenario) at \(cell.refreshHertz) Hz"
  }

  private func subject(
    _ name: String,
    of cell: CellRecord,
    in run: RunRecord,
    _ kind: Comparison.Kind
  ) -> MeasuredSubject {
    var shortfalls: [MeasuredSubject.Shortfall] = []
    if let words = RunVerdict.shortfall(of: cell) {
      if cell.verdict.isError {
        shortfalls.append(.init(recording: "", words: words, isInvalid: true))
      } else if cell.verdict.kind.exitCode != 0, cell.verdict != .notJudged {
        let worst = cell.budgets.filter { $0.state == .missed }
          .max { ($0.excess ?? .infinity) < ($1.excess ?? .infinity) }
        let isText = cell.verdict == .textDiffers
        shortfalls.append(
          .init(
            recording: "",
            words: words,
            isInvalid: false,
            cause: isText ? cell.verdict.word : worst?.name,
            excess: isText ? .infinity : worst?.excess ?? .infinity
          )
        )
      }
    }
    let subject = CheckSubject(
      name: name,
      kind: kind,
      identity: [
        .init("device", cell.device), .init("refresh rate", "\(cell.refreshHertz) Hz"),
        .init("cost", run.cost.rawValue), .init("measurer", run.measurer.rawValue),
      ] + cell.conditions.map { .init($0.name, $0.value) },
      versions: run.environment.filter { ["app", "browser", "git_revision"].contains($0.key) }
        .map { .init($0.key, $0.value) },
      hertz: Double(cell.refreshHertz),
      recordings: Self.repetitions(of: cell, kind)
    )
    return MeasuredSubject(subject, shortfalls: shortfalls)
  }

  /// The figures of each repetition; of one where all repeat.
  private static func repetitions(of cell: CellRecord, _ kind: Comparison.Kind) -> [[MetricValue]] {
    let isOnce = kind == .exact && cell.metrics.allSatisfy(\.samples.isEmpty)
    let count = isOnce ? 1 : max(1, cell.repetitions)
    return (0..<count).map { index in
      cell.metrics.map { metric in
        var metric = metric
        if count > 1, index < metric.samples.count { metric.value = metric.samples[index] }
        return metric
      }
    }
  }
}
