import ArgumentParser
import StillpointCommand

/// The command line of those who work on this package; no release has it.
package struct StillpointMaintain: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "stillpoint-maintain",
    abstract:
      "What those who work on Stillpoint need: gates against a commit, costs, chunks, blocks.",
    discussion: """
      EXAMPLES
        stillpoint-maintain gate --base main
        stillpoint-maintain costs costs.json
        stillpoint-maintain chunk answer.ndjson
        stillpoint-maintain blocks answer.md
      """,
    version: Stillpoint.configuration.version,
    subcommands: [
      CommitGateCommand.self, CostsCommand.self, ChunkCommand.self, BlocksCommand.self,
      ProbeCommand.self, VocabularyCommand.self,
    ]
  )

  package init() {}
}
