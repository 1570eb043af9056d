import ArgumentParser
import Files
import Foundation
import Records
import Reporting

/// `stillpoint merge RUN...`.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract:
      "Puts the shards of one run, or of one search for capacity, together and writes a report.",
    discussion: """
      Each machine runs its part with --shard I/N and the same command otherwise. With modelled cost \
      the merged run has the rows of the run that one machine would have made, but for the memory \
      that was resident. Shards of different commands, builds or scenario files are refused, and \
      with measured cost those of different machines. A shard that is there twice counts once; two that \
      say different things are refused. Of shards that are missing, or cannot be read, the numbers are named: \
      the report is of the rest.

      EXIT CODES
        those of the whole run; 1 for shards that are not of one run; 3 where a shard is missing

      EXAMPLE
        stillpoint run --all --cost modelled --shard 1/2 --output one
        stillpoint run --all --cost modelled --shard 2/2 --output two
        stillpoint merge one two --output Reports/runs/whole
        stillpoint merge parts --output Reports/runs/whole
      """
  )

  @Argument(help: "The shards' folders, or a folder of them.", completion: .directory)
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
      let paths = try runs.flatMap(Self.shards)
      if try mergesCapacity(paths, console) { return }
      var destination = RunDestination(named: output, title: "merged", date: Date())
      try destination.check(inputs: runs)
      let parts = try read(paths, console) { try RunFile(path: $0).read() }
        .map { (path: $0.path, run: $0.part) }
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
      for part in parts { attachments += try RunFolder.attachments(of: part.path) }
      record.name = try destination.write(record, attachments: attachments)
      let outcome = RunAnnouncement(console: console, isJSON: json)
        .say(record, folder: destination.path)
      // What is missing may have missed or passed: nothing can be said of the whole run.
      if !record.missingShards.isEmpty { throw ExitCode(3) }
      try outcome.end(isReportOnly: false)
    }
  }

  /// Puts parts of a search for capacity together, where the places are such.
  ///
  /// - Returns: Whether they are.
  private func mergesCapacity(_ paths: [String], _ console: Console) throws -> Bool {
    func has(_ name: String) -> Bool { paths.contains { Folder.exists(FileName.joined($0, name)) } }
    guard has(WorkPartFile.name) else { return false }
    guard has(CapacityFiles.record) else {
      throw InputError(
        path: paths[0],
        problem: "parts that are put together by another command",
        expected: "parts of a run, or of a search for capacity",
        advice:
          "Rows of sessions: stillpoint fleet PARTS. Parts of a check: stillpoint check --parts PARTS."
      )
    }
    let folder = CapacityFolder(path: output ?? CapacityFolder.standard)
    try folder.check(inputs: runs)
    let parts = try read(paths, console) { path throws -> CapacityReport.Part? in
      try CapacityReport.Part(of: path)
    }
    let known = try parts.map { path, part in
      guard let part, part.shard != nil else { throw RunMerge.Refusal.isNoShard(path: path) }
      return (path: path, part: part)
    }
    let report = try CapacityReport.merged(known)
    try folder.write(report)
    CapacityCommand.say(report, in: output ?? CapacityFolder.standard, console, isJSON: json)
    if !report.missingShards.isEmpty {
      console.complain("\(sentence: Shard.words(missing: report.missingShards))")
      throw ExitCode(3)
    }
    return true
  }

  /// Reads the shards; one that cannot be read is named and missing.
  ///
  /// - Throws: The first error where none can be read.
  private func read<Part>(
    _ paths: [String],
    _ console: Console,
    by reader: (String) throws -> Part
  ) throws -> [(path: String, part: Part)] {
    var (parts, failures) = ([(path: String, part: Part)](), [any Error]())
    for (index, path) in paths.enumerated() {
      console.reading(index, of: paths.count, FileName.last(of: path))
      do {
        parts.append((path, try reader(path)))
      } catch {
        failures.append(error)
      }
    }
    if parts.isEmpty, let first = failures.first { throw first }
    for failure in failures.prefix(10) { console.note("left out: \(lines: "\(failure)")") }
    if failures.count > 10 { console.note("left out: \(failures.count - 10) more") }
    return parts
  }

  /// The shards that a place names: itself, or the folders in one that is none.
  static func shards(_ path: String) throws -> [String] {
    let marks = [ReportFiles.run, WorkPartFile.name]
    guard Folder.isFolder(path),
      !marks.contains(where: { Folder.exists(FileName.joined(path, $0)) })
    else { return [path] }
    let inside = try Folder.names(in: path).filter { !$0.hasPrefix(".") }
      .map { FileName.joined(path, $0) }.filter(Folder.isFolder)
    return inside.isEmpty ? [path] : inside
  }

  /// Whether the run that the shards are of has a trace.
  private func hasTrace(_ run: RunRecord) -> Bool {
    run.command.contains("--trace")
  }
}
