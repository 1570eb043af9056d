import ArgumentParser
import Files
import Foundation
import Records
import Reporting

/// `stillpoint merge RUN...`.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Puts the shards of one run together and writes a report.",
    discussion: """
      Each machine runs its part with --shard I/N and the same command otherwise. With modelled cost \
      the merged run has the rows of the run that one machine would have made, but for the memory \
      that was resident. Shards of different commands, builds or scenario files are refused, and \
      with measured cost those of different machines. The exit code is that of the whole run.

      EXAMPLE
        stillpoint run --all --cost modelled --shard 1/2 --output one
        stillpoint run --all --cost modelled --shard 2/2 --output two
        stillpoint merge one two --output Reports/runs/whole
      """
  )

  @Argument(help: "The shards' folders.", completion: .directory)
  var runs: [String]

  @Option(
    help: "The merged run's folder. (default: one named by time below Reports/runs)",
    completion: .directory
  )
  var output: String?

  @Flag(help: "Prints nothing but errors.")
  var quiet = false

  @Flag(help: "Prints verdict, limits and figures as JSON for programs to read.")
  var json = false

  func run() throws {
    let console = Console(isQuiet: quiet || json)
    try Failure.report(on: console) {
      var destination = RunDestination(named: output, title: "merged", date: Date())
      try destination.check(inputs: runs)
      let parts = try runs.map { (path: $0, run: try RunFile(path: $0).read()) }
      var record = try RunMerge.merged(parts, name: "")
      if RunMerge.hasUnknownRevision(record) {
        console.note(
          "The shards do not say which revision they are of; scripts/build writes it next to the program."
        )
      }
      var attachments: [RunFolder.Attachment] = []
      if hasTrace(record) {
        let bytes = PerfettoTrace.bytes(of: record)
        attachments.append(RunFolder.Attachment(name: ReportFiles.trace, bytes: bytes))
      }
      record.name = try destination.write(record, attachments: attachments)
      try RunAnnouncement(console: console, isJSON: json)
        .say(record, folder: destination.path).end(isReportOnly: false)
    }
  }

  /// Whether the run that the shards are of has a trace.
  private func hasTrace(_ run: RunRecord) -> Bool {
    run.command.contains("--trace")
  }
}
