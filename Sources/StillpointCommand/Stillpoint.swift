import ArgumentParser

/// The command line of the laboratory.
@main
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
      MergeCommand.self, GateCommand.self, ReportCommand.self, ListCommand.self,
      ChunkCommand.self, BlocksCommand.self, DoctorCommand.self, CellCommand.self,
      ProbeCommand.self,
    ]
  )
}
