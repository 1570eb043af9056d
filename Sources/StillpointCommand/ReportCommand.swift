import ArgumentParser
import Reporting

/// `stillpoint report RUN`.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Writes a run's page anew from its run.json and frames.csv.",
    discussion: """
      EXAMPLE
        stillpoint report Reports/runs/run
      """
  )

  @Argument(help: "The run's folder.", completion: .directory)
  var folder: String

  @Flag(help: "Prints nothing but errors.")
  var quiet = false

  func run() throws {
    let console = Console(isQuiet: quiet)
    try Failure.report(on: console) {
      let folder = RunFolder(path: self.folder)
      try folder.rewritePage()
      let record = try RunFile(path: folder.path).read()
      console.say("Report   \(folder.path)/index.html")
      console.say("Verdict  \(RunVerdict(of: record).isPass ? "pass" : "fail")")
    }
  }
}
