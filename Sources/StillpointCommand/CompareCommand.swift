import ArgumentParser
import Checking
import Comparing
import Files
import Foundation
import FrameLogs
import Gating
import Records
import Reporting

/// `stillpoint compare RUN RUN`.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Says what got better or worse from one run, analysis or recording to another.",
    discussion: """
      Two runs need the same clock, cost and measurer. Configurations of another scenario file, seed, host's share or \
      device are named and left out, and a design that changed is named with what it chose otherwise. Modelled \
      cost repeats, so any difference that somebody could notice is a change. Measured cost scatters: a figure is better or worse only \
      with \(RepetitionRule.least) repetitions on both sides, with a difference of over \
      \(Int(Comparison.resolution * 100)) % on top of what the machine itself differed by, and with no \
      more than \(Int(RunComparison.level * 100)) % for one false alarm in the whole comparison. Other \
      figures are equal, or cannot be told. Docs/Internals/Gate.md has the whole rule.

      Recordings of an app, or analyses of them, are compared session by session: with \
      \(AnalysisComparison.least) recordings or more a side (files given to one `analyze`, a folder of \
      files, or a pattern in quotes) figures get a verdict, with fewer they stand beside each other: exit code 3. A recording \
      and a run, in either order, stand side by side with the figures that both have, without verdicts: \
      exit code 0. \(SideBySide.wayOut)

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
      switch (try Self.analysis(before), try Self.analysis(after)) {
      case (let first?, let second?): return try compareAnalyses(first, second, console, place)
      case (let first?, nil):
        return try putBeside(first, try Self.storedRun(after), console)
      case (nil, let second?):
        return try putBeside(second, try Self.storedRun(before), console)
      case (nil, nil): break
      }
      let runs = (try Self.storedRun(before), try Self.storedRun(after))
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

  /// What a folder of an analysis holds, or what a recording comes to, or those of a folder, or that a
  /// pattern names; nil for a run.
  private static func analysis(_ path: String) throws -> SavedAnalysis? {
    if SavedAnalysis.isAnalysis(path) { return try SavedAnalysis(path: path) }
    let files = try recordings(path)
    guard !files.isEmpty else { return nil }
    var options = LogOptions()
    options.takesRunsApart = true
    let logs = try FrameLogReader.read(files, options)
    return SavedAnalysis(AnalysisRecord(name: path, logs: logs))
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
        Set(names).isDisjoint(with: ReportFiles.names)
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
    let names = try Folder.names(in: path).filter { !$0.hasPrefix(".") }.sorted()
    // One of a run that lacks a file is a run still, and an error names the file.
    guard Set(names).isDisjoint(with: ReportFiles.names) else { return [] }
    return names.map { FileName.joined(path, $0) }.filter { !Folder.isFolder($0) }
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
  private func compareAnalyses(
    _ first: SavedAnalysis,
    _ second: SavedAnalysis,
    _ console: Console,
    _ place: OutputPlace?
  ) throws {
    let comparison = AnalysisComparison(first, second)
    var files = try exports.files(FigureExport(second))
    if let place {
      let page = AnalysisComparisonPage(comparison, names: (before, after))
      files.append((place, .bytes(Array(try page.text().utf8))))
    }
    try OutputPlace.write(files)
    // With too few recordings for a verdict the figures are what there is to see.
    let listsAll = all || !comparison.isJudged
    say(ComparisonTable(comparison, names: (before, after), listsAll: listsAll), console)
    if comparison.count(of: .worse) > 0 { throw ExitCode(2) }
    let isWhole =
      comparison.isJudged && comparison.cells.allSatisfy { $0.refusal == nil }
      && !comparison.cells.isEmpty
      && comparison.onlyFirst.isEmpty && comparison.onlySecond.isEmpty
    if !isWhole { throw ExitCode(3) }
  }

  /// An app beside a design.
  private func putBeside(
    _ analysis: SavedAnalysis,
    _ run: RunRecord,
    _ console: Console
  ) throws {
    guard html == nil, !markdown, !json else {
      throw ValidationError(
        "An analysis beside a run is a table in the terminal; `analyze --beside RUN` makes a page."
      )
    }
    guard let table = SideBySide([analysis], [run]) else {
      throw ValidationError(
        "A table side by side has 2 to 12 columns; here are \(analysis.cells.count) of the app and "
          + "\(run.cells.count) of the run. \(SideBySide.wayOut)"
      )
    }
    console.say("Side by side, without marks: an app and a design differ in more than one thing.")
    console.say("\(lines: table.text(isColoured: console.wantsColour, width: console.width))")
  }
}
