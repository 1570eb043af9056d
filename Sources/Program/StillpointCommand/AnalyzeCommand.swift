import ArgumentParser
import Files
import Fleets
import Foundation
import FrameLogs
import FrameMetrics
import Judging
import Records
import Reporting
import Scenarios
import Timebase

/// `stillpoint analyze FILE...`.
struct AnalyzeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze",
    abstract: "Judges frame logs of real apps and writes a report.",
    discussion: """
      The format is found and named: \(LogFormat.allCases.map(\.rawValue).joined(separator: ", ")). \
      Docs/Logs.md says how to record each. Processes, windows, layers and swap chains of a file are \
      judged one by one, by the metrics and budgets of simulated runs; what a file does not tell is \
      n/a with the reason. Two files that belong together are given together: xctrace's table and its \
      --toc, trace processor's actual and expected timeline.

      EXIT CODES
        0 every budget that can be judged is kept, 1 error, 2 a budget is missed, 3 nothing can be \
      judged, or not what --budgets asks for, or gaps decide and nobody says what they were

      EXAMPLES
        adb shell dumpsys gfxinfo com.example.chat framestats > chat.txt; stillpoint analyze chat.txt
        stillpoint analyze before.pftrace after.pftrace --output Reports/runs/chat
        stillpoint analyze capture.csv --refresh 60 --from 2000 --to 12000
        stillpoint analyze times.csv --refresh 60 --gaps stall
        stillpoint analyze system.pftrace --session com.example.chat
        stillpoint analyze chat.txt --stalls stalls.ndjson
        stillpoint analyze --sessions rows 'recordings/*.csv' --tag version=1.5 && stillpoint fleet rows
        stillpoint analyze --sessions parts/$PART recordings --shard auto
      """
  )

  @Argument(
    help: "Frame logs, of one format or several; - reads standard input.",
    completion: .file()
  )
  var files: [String]

  @Option(help: "The format, in place of finding it.")
  var format: LogFormat?

  @Option(
    name: .long,
    parsing: .upToNextOption,
    help: """
      Only the processes, windows, layers or swap chains whose name has one of these texts in it, such as \
      the name of your app's package. (default: all)
      """
  )
  var session: [String] = []

  @Option(help: "The display's refresh rate in Hz, where the file does not say.")
  var refresh: Double?

  @Option(help: "Frames before this count for nothing: ms after the first one.")
  var from: Double?

  @Option(help: "Frames from this on count for nothing: ms after the first one.")
  var to: Double?

  @Option(
    help: """
      What gaps of more than 100 ms were that the file does not tell: idle or stall. (default: figures \
      are ranges from one to the other, and a budget that is kept by one and missed by the other is \
      inconclusive)
      """
  )
  var gaps: GapReading?

  @Flag(help: "The same as --gaps stall: the app's display link never pauses.")
  var continuous = false

  @Option(
    help: "A YAML file of budgets, as a scenario has them, and of `gaps: idle` or `stall`.",
    completion: .file()
  )
  var budgets: String?

  @Option(help: "A run's folder, to be shown in the same table.", completion: .directory)
  var beside: String?

  @Option(
    help: """
      Writes the stalls of the app's main thread here, as `stall` events of a script, which a \
      scenario takes with `- events: {file: NAME}`.
      """,
    completion: .file()
  )
  var stalls: String?

  @Option(
    help: """
      The report's folder. (default: one named by time and file below Reports/runs, to which \
      Reports/runs/latest points afterwards)
      """,
    completion: .directory
  )
  var output: String?

  @Option(
    help: """
      Writes this folder in place of a report: a row for each session, for `stillpoint fleet`. Each file is read by \
      itself, folders and patterns are taken too, one that cannot be read is named and the rest goes on (exit code 3).
      """,
    completion: .directory
  )
  var sessions: String?

  @Option(
    parsing: .upToNextOption,
    help: """
      With --sessions: what the files do not say, as KEY=VALUE: \
      \(SessionKey.allCases.map(\.rawValue).joined(separator: ", ")).
      """
  )
  var tag: [String] = []

  @OptionGroup var sharing: ShardOptions

  @Flag(help: "Writes a row for each frame, too: frames.csv, which is larger than what was read.")
  var frameRows = false

  @OptionGroup var exports: ExportOptions

  @Flag(help: "Prints nothing but errors.")
  var quiet = false

  @Flag(help: "Prints verdict and figures as JSON: Docs/Schemas/run.schema.json.")
  var json = false

  mutating func validate() throws {
    if let refresh, !(1...1000 ~= refresh) {
      throw ValidationError("--refresh \(refresh) is not in 1 ... 1000 Hz; try 60 or 120.")
    }
    for (name, value) in [("--from", from), ("--to", to)] {
      if let value, !(0...1e9 ~= value) {
        throw ValidationError("\(name) \(value) is not in 0 ... 1000000000 ms.")
      }
    }
    if continuous, gaps == .idle {
      throw ValidationError(
        "--continuous says that gaps were stalls, --gaps idle that they were not."
      )
    }
    if let from, let to, from >= to {
      throw ValidationError("--from \(from) is not before --to \(to).")
    }
    try validateSessions()
  }

  func options(_ budgets: ScenarioFile.BudgetFile?) -> LogOptions {
    var options = LogOptions()
    options.format = format
    options.sessions = session
    options.refreshHertz = refresh
    options.gaps = continuous ? .stall : gaps ?? budgets?.gaps.flatMap(GapReading.init)
    options.from = from.map { Nanoseconds(milliseconds: $0) }
    options.to = to.map { Nanoseconds(milliseconds: $0) }
    return options
  }

  func run() throws {
    let console = Console(isQuiet: quiet || json)
    if let sessions { return try Failure.report(on: console) { try writeRows(sessions, console) } }
    try Failure.report(on: console) {
      let date = Date()
      let budgets = try self.budgets.map {
        try ScenarioFile.readBudgets($0, gaps: GapReading.allCases.map(\.rawValue))
      }
      let run = try beside.map { try RunFile(path: $0).read() }
      let first = files[0] == InputFile.standardInput ? "standard-input" : files[0]
      let title = "analyze-\(FileName.stem(of: first))"
      let destination = RunDestination(named: output, title: title, date: date)
      let folder = RunFolder(path: destination.path)
      let inputs =
        files + [self.budgets].compactMap { $0 } + (beside.map(ReportFiles.inputs) ?? [])
      try destination.checkLink()
      try folder.check(inputs: inputs, hasCharts: run != nil)
      let place = try stalls.map {
        try OutputPlace($0, inputs: inputs, outside: destination.path)
      }
      try exports.check(inputs: inputs, outside: destination.path, beside: place)
      console.saysToError = place?.isStandardOutput == true
      var record = RunRecord(
        recordings: try readLogs(options(budgets), console),
        name: FileName.shown(FileName.last(of: FileName.resolved(destination.path)))
      )
      record.date = date.formatted(.iso8601)
      record.command = StandardStreams.arguments.dropFirst().map(FileName.shown)
      record.judgeRecordings(by: budgets?.budgets ?? .standard)
      var outputs = try exports.files(FigureExport(record))
      let script = StallScript(record)
      if let place { outputs.append((place, .bytes(try script.bytes(for: place)))) }
      record.cells += run?.cells ?? []
      try OutputPlace.write(outputs) { () throws(OutputError) in
        try folder.write(record, hasFrameRows: frameRows)
        try destination.announce()
      }
      if let place { console.note("\(script.stalls.count) stalls written to \(place.path)") }
      let verdict = say(record, destination.path, console)
      if verdict.exitCode != 0 { throw ExitCode(verdict.exitCode) }
    }
  }

  private func readLogs(_ options: LogOptions, _ console: Console) throws -> [FrameLog] {
    let inputs = try SpooledInputs(files)
    do {
      var logs = try FrameLogReader.read(inputs.paths, options) { done, total, path in
        console.reading(done, of: total, inputs.title(of: path))
      }
      for index in logs.indices {
        logs[index].path = FileName.shown(inputs.title(of: logs[index].path))
      }
      return logs
    } catch var error as InputError {
      error.path = inputs.title(of: error.path)
      throw error
    }
  }

  private func say(_ record: RunRecord, _ folder: String, _ console: Console) -> Verdict {
    let report = FileName.joined(FileName.resolved(folder), ReportFiles.page)
    let verdict = RunVerdict(of: record)
    if json {
      console.put(VerdictJSON.text(of: record, verdict, report: report) + "\n")
      return verdict.verdict
    }
    console.say("Report   \(report)")
    for text in record.files.map(\.formatText).withoutRepeats {
      console.say("Format   \(sentence: text)")
    }
    let gaps = record.gapText.map { " (\($0))" } ?? ""
    console.say("Verdict  \(sentence: verdict.word + gaps)")
    if let summary = record.summary { console.say("         \(sentence: summary)") }
    for reason in verdict.reasons.prefix(record.listed) {
      console.say("         \(sentence: reason)")
    }
    let more = verdict.reasons.count - record.listed
    if more > 0 { console.say("         and \(more) more, in the report") }
    console.say("")
    var shown = record
    shown.cells = Array(record.worstFirst.prefix(record.listed))
    let table = TerminalTable(isColoured: console.wantsColour, width: console.width)
    let notes = RecordingNotes(record, width: console.width)
    console.say("\(lines: table.text(of: shown) + notes.text)")
    return verdict.verdict
  }
}

extension LogFormat: ExpressibleByArgument {}
extension GapReading: ExpressibleByArgument {}

extension RecordedFile {
  /// The format and which release of it.
  fileprivate var formatText: String {
    formatTitle + (variant.isEmpty ? "" : ", \(variant)")
  }
}
