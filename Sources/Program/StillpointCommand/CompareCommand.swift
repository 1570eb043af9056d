import ArgumentParser
import Checking
import Comparing
import Files
import Foundation
import FrameLogs
import Gating
import Judging
import Records
import Reporting

/// `stillpoint compare RUN RUN`.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Says what got better or worse from one run, analysis or recording to another.",
    discussion: """
      Two runs need the same clock, cost and measurer. Configurations of another scenario file, seed, device or \
      host's share (what the app's own drawing takes of a frame) are named and left out, and a design that changed is named with what it chose otherwise. Modelled \
      cost repeats, so any difference that somebody could notice is a change. Measured cost scatters: a figure is better or worse only \
      with \(RepetitionRule.least) repetitions on both sides, with a difference of over \
      \(Int(Comparison.resolution * 100)) % on top of what the machine itself differed by, and with no \
      more than \(Int(RunComparison.level * 100)) % for one false alarm in the whole comparison. Other \
      figures are equal, or cannot be told. Docs/Internals/Gate.md has the whole rule.

      Recordings of an app, or analyses of them, are compared session by session: with \
      \(RecordingComparison.least) recordings or more a side (files given to one `analyze`, a folder of \
      files, or a pattern in quotes) figures get a verdict, with fewer they stand beside each other: exit code 3. A recording \
      and a run, in either order, stand in one table, each with its own verdict: an app and a design differ in \
      more than one thing, so no figure is called better or worse, and the exit code is 0.

      EXAMPLES
        stillpoint run stream-steady --output before
        stillpoint run stream-steady --output after
        stillpoint compare before after
        stillpoint compare before after --all
        stillpoint compare before after --markdown >comparison.md
        stillpoint compare before after --html comparison.html
        stillpoint compare old.pftrace new.pftrace
        stillpoint compare 'old/*.pftrace' 'new/*.pftrace'
        stillpoint compare app.pftrace run-of-a-design

      EXIT CODES
        0 nothing is worse, 2 something is worse, 3 nothing is worse but cells cannot be compared
      """
  )

  @Argument(
    help: """
      The folder of the first run or analysis; a recording, a folder of recordings, or a pattern of them.
      """,
    completion: .file()
  )
  var before: String

  @Argument(help: "The second: the same kinds, in any pairing.", completion: .file())
  var after: String

  @Flag(help: "Lists figures that are equal or cannot be told, too.")
  var all = false

  @Flag(help: "Prints Markdown.")
  var markdown = false

  @Flag(help: "Prints verdicts and figures as JSON: Docs/Schemas/compare.schema.json.")
  var json = false

  @Option(
    help: "Writes a page here, with the frames of both runs in one chart and one replay.",
    completion: .file()
  )
  var html: String?

  @OptionGroup var exports: ExportOptions

  func validate() throws {
    if json, markdown { throw ValidationError("--json and --markdown are two forms; choose one.") }
  }

  func run() throws {
    let console = Console(isQuiet: false)
    try Failure.report(on: console) {
      let inputs = try [before, after].flatMap {
        try ReportFiles.inputs(of: $0) + Self.recordings($0)
      }
      let place = try html.map { try OutputPlace($0, inputs: inputs) }
      try exports.check(inputs: inputs, outside: nil, beside: place)
      console.saysToError = place?.isStandardOutput == true
      let runs = (try Self.side(before, console), try Self.side(after, console))
      switch (runs.0.hasRecordings, runs.1.hasRecordings) {
      case (true, true): return try compareRecordings(runs.0, runs.1, console, place)
      case (true, false): return try putBeside(runs.0, runs.1, console, place)
      case (false, true): return try putBeside(runs.1, runs.0, console, place)
      case (false, false): break
      }
      let comparison = try RunComparison(runs.0, runs.1)
      var files = try exports.files(FigureExport(runs.1))
      if let place {
        let page = ComparisonPage(comparison, of: runs.0, runs.1, names: (before, after))
        files.append((place, .bytes(Array(try page.text().utf8))))
      }
      try OutputPlace.write(files)
      say(ComparisonTable(comparison, names: (before, after), listsAll: all), console)
      if comparison.count(of: .worse) > 0 { throw ExitCode(2) }
      let isWhole =
        comparison.cells.allSatisfy { $0.refusal == nil } && !comparison.cells.isEmpty
        && comparison.onlyFirst.isEmpty && comparison.onlySecond.isEmpty
      if !isWhole { throw ExitCode(3) }
    }
  }

  /// The run in a folder, or what a recording comes to, or those of a folder, or that a pattern names.
  private static func side(_ path: String, _ console: Console) throws -> RunRecord {
    let files = try recordings(path)
    guard !files.isEmpty else { return try storedRun(path) }
    var options = LogOptions()
    options.takesRunsApart = true
    let logs = try FrameLogReader.read(files, options) { console.reading($0, of: $1, $2) }
    var run = RunRecord(recordings: logs, name: path)
    run.judgeRecordings()
    return run
  }

  /// The run in a folder.
  ///
  /// - Throws: ``InputError``; where nothing of a run is there, it names all that can be compared.
  private static func storedRun(_ path: String) throws -> RunRecord {
    do {
      return try RunFile(path: path).read()
    } catch {
      let isFolder = Folder.isFolder(path)
      let names = try isFolder ? Folder.names(in: path) : []
      guard error is InputError, isFolder || !Folder.exists(path),
        Set(names).isDisjoint(with: ReportFiles.names + [ReportFiles.analysis])
      else { throw error }
      throw InputError(
        path: path,
        problem: isFolder ? "no run, analysis or recording is in it" : "no such file or folder",
        expected: "a run, an analysis, a recording, a folder of recordings, or a pattern of them",
        advice: isFolder
          ? "Name a folder that `stillpoint run` or `stillpoint analyze` wrote, or recordings."
          : "Check the path; it is taken from \(FileName.resolved("."))."
      )
    }
  }

  /// The recordings that an argument names; empty for a run.
  private static func recordings(_ path: String) throws -> [String] {
    guard Folder.isFolder(path) else {
      return Folder.exists(path) ? [path] : FilePattern.files(path)
    }
    let own = try files(in: path)
    guard own.isEmpty else { return own }
    // A recording may be a folder: a table, and what belongs to it.
    return try Folder.names(in: path).filter { !$0.hasPrefix(".") }.sorted()
      .map { FileName.joined(path, $0) }.filter(Folder.isFolder).flatMap(files)
  }

  /// The files of a folder; empty for a run.
  private static func files(in folder: String) throws -> [String] {
    let names = try Folder.names(in: folder).filter { !$0.hasPrefix(".") }.sorted()
    // One of a run that lacks a file is a run still, and an error names the file.
    guard Set(names).isDisjoint(with: ReportFiles.names + [ReportFiles.analysis]) else { return [] }
    return names.map { FileName.joined(folder, $0) }.filter { !Folder.isFolder($0) }
  }

  private func say(_ table: ComparisonTable, _ console: Console) {
    if json {
      console.put(table.json + "\n")
    } else if markdown {
      console.put(table.markdown)
    } else {
      // `say` ends the last line.
      console.say("\(lines: String(table.text(isColoured: console.wantsColour).dropLast()))")
    }
  }

  /// An app before and after.
  private func compareRecordings(
    _ first: RunRecord,
    _ second: RunRecord,
    _ console: Console,
    _ place: OutputPlace?
  ) throws {
    let comparison = RecordingComparison(first, second)
    var files = try exports.files(FigureExport(second))
    if let place {
      let page = ComparisonPage(comparison, names: (before, after))
      files.append((place, .bytes(Array(try page.text().utf8))))
    }
    try OutputPlace.write(files)
    // With too few recordings for a verdict the figures are what there is to see.
    say(ComparisonTable(comparison, names: (before, after), listsAll: all), console)
    if comparison.count(of: .worse) > 0 { throw ExitCode(2) }
    let isWhole =
      comparison.isJudged && comparison.cells.allSatisfy { $0.refusal == nil }
      && !comparison.cells.isEmpty
      && comparison.onlyFirst.isEmpty && comparison.onlySecond.isEmpty
    if !isWhole { throw ExitCode(3) }
  }

  /// An app beside a design: a run of both.
  private func putBeside(
    _ app: RunRecord,
    _ run: RunRecord,
    _ console: Console,
    _ place: OutputPlace?
  ) throws {
    var both = app
    both.name = "\(before), \(after)"
    both.cells += run.cells
    var files = try exports.files(FigureExport(both))
    if let place { files.append((place, .bytes(Array(try HTMLReport(both).text().utf8)))) }
    try OutputPlace.write(files)
    if json {
      console.put(VerdictJSON.text(of: both, RunVerdict(of: both), report: html ?? "") + "\n")
    } else if markdown {
      console.put(MarkdownSummary.text(of: both))
    } else {
      console.say("An app and a design differ in more than one thing: each has its own verdict.")
      let table = TerminalTable(isColoured: console.wantsColour, width: console.width)
      console.say("\(lines: String(table.text(of: both).dropLast()))")
      if let note = RunNotes.openings(on: both) { console.say("\(lines: note)") }
    }
  }
}
