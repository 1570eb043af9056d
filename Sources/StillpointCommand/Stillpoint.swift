import ArgumentParser
import Files
import Foundation

/// The program: standard streams, arguments and exit code around one command.
@main
enum Program {
  static func main() {
    StandardStreams.prepare()
    let console = Console(isQuiet: false)
    var code = ExitCode.success
    do {
      var command = try Stillpoint.parseAsRoot(Array(StandardStreams.arguments.dropFirst()))
      try command.run()
    } catch {
      code = Stillpoint.exitCode(for: error)
      let message = Stillpoint.fullMessage(for: error)
      if !message.isEmpty {
        code.isSuccess ? console.put(message + "\n") : console.complain(message)
      }
      if let failure = console.outputFailure {
        console.complain("error: \(failure)")
        code = .failure
      }
    }
    exit(code.rawValue)
  }
}

/// The command line of the laboratory.
struct Stillpoint: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stillpoint",
    abstract: "Measures streaming chat screens: what is on screen where, and how late.",
    discussion: """
      A run takes a scenario (a conversation and what happens to it), plays it frame by frame \
      against a profile (a set of published ideas) and writes a report: hitches, lateness of \
      text, unasked movement, allocations.

      EXAMPLES
        stillpoint replay Scenarios/streams/f1-local-qwen3-8b-steady.ndjson
        stillpoint run stream-steady --profile all
        stillpoint compare before after
        stillpoint gate

      EXIT CODES
        0 pass, 1 error, 2 regression or budget missed, 3 invalid or inconclusive,
        4 improvement to adopt, 64 wrong usage
      """,
    version: "0.1.0",
    subcommands: [
      RunCommand.self, ReplayCommand.self, AnalyzeCommand.self, CompareCommand.self,
      CapacityCommand.self, CapacityCellCommand.self,
      MergeCommand.self, GateCommand.self, ReportCommand.self, ListCommand.self,
      ChunkCommand.self, BlocksCommand.self, DoctorCommand.self, CellCommand.self,
      ProbeCommand.self, ProfileSourceCommand.self, VocabularyCommand.self,
    ]
  )
}
