import ArgumentParser
import Foundation
import Reporting

/// `stillpoint report RUN`.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Writes a run's pages anew from its files.",
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

  @Option(
    help: "The folder of a round of the gate, which gets a section of the page.",
    completion: .directory
  )
  var gate: String?

  @Flag(help: "Prints nothing but errors.")
  var quiet = false

  private func checkFolder() throws {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
    guard exists, isFolder.boolValue else {
      throw MissingRun(path: folder, isFile: exists)
    }
  }

  func run() throws {
    let console = Console(isQuiet: quiet)
    try Failure.report(on: console) {
      try checkFolder()
      let folder = RunFolder(path: self.folder)
      let record = try RunFile(path: folder.path).read()
      if trace {
        try folder.add(
          RunFolder.Attachment(name: ReportFiles.trace, bytes: PerfettoTrace.bytes(of: record))
        )
      }
      if let gate { try folder.add(try GateFile.read(gate)) }
      try folder.rewritePage()
      console.say("Report   \(folder.path)/index.html")
      console.say("Verdict  \(RunVerdict(of: record).word)")
    }
  }
}

/// A run's folder that is none.
struct MissingRun: Error, CustomStringConvertible {
  var path: String
  var isFile: Bool

  var description: String {
    let what = isFile ? "is a file" : "does not exist"
    return """
      \(path): \(what); expected the folder of a run, with run.json and frames.csv in it.
      Runs lie below Reports/runs unless --output said otherwise.
      """
  }
}
