import ArgumentParser
import Files
import Judging
import Reporting

/// `stillpoint report RUN`.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Rewrites a run's pages from its files.",
    discussion: """
      EXAMPLES
        stillpoint report Reports/runs/run
        stillpoint gate --output gate; stillpoint report Reports/runs/run --gate gate
      """
  )

  @Argument(help: "The run's folder.", completion: .directory)
  var folder: String

  @Flag(help: "Writes trace.perfetto-trace, too, which ui.perfetto.dev opens.")
  var trace = false

  @Flag(help: "Writes frames.csv, too: a row for each tick.")
  var frames = false

  @Option(
    help: "The folder of a round of the gate, which gets a section of the page.",
    completion: .directory
  )
  var gate: String?

  @Flag(help: "Prints nothing but errors.")
  var quiet = false

  private func checkFolder() throws {
    guard !Folder.isFolder(folder) else { return }
    throw InputError(
      path: folder.isEmpty ? "\"\"" : folder,
      problem: Folder.exists(folder) ? "it is no folder" : "no such folder",
      expected: "the folder of a run, with run.json and frames.bin in it",
      advice: "Runs lie below Reports/runs unless --output said otherwise."
    )
  }

  func run() throws {
    let console = Console(isQuiet: quiet)
    try Failure.report(on: console) {
      try checkFolder()
      let folder = RunFolder(path: self.folder)
      let record = try folder.rewritePage(
        hasTrace: trace,
        hasFrameRows: frames,
        round: try gate.map { try GateFile.read($0) }
      )
      console.say("Report   \(folder.path)/index.html")
      console.say("Verdict  \(RunVerdict(of: record).line)")
    }
  }
}
