import ArgumentParser
import ChatSurface
import ChildProcesses
import Files
import Foundation
import FramePacing
import Gating
import Judging
import Profiling
import Records
import Reporting
import Running

/// Runs cells, each in a process of its own, and writes what came of them.
struct RunSession {
  let arguments: RunArguments
  let console: Console
  /// What is run, for the name of the run's folder.
  let title: String
  /// The files that are read: none of them is written.
  var inputs: [String] = []
  /// The rows of an ablation; none for any other run.
  var ablation: [AblationEntry] = []
  /// The profile that an ablation starts from; nil for any other run.
  var ablationBase: String?
  /// Which part of a run it is; nil for a whole one.
  var shard: Shard?
  /// Whether the folder has a row for each tick in ``ReportFiles/frames``.
  var writesFrameRows = true
  /// Whether the designs are said compared, and nothing else.
  var isBrief = false
  /// What is printed after the tables; nil for nothing.
  var addendum: ((RunRecord) -> String)?

  private func cells(
    of requests: [CellRequest],
    _ interruption: Interruption,
    _ tools: TextTools
  ) throws -> [CellRecord] {
    if arguments.inProcess {
      return try requests.map { request in
        try interruption.check()
        return try request.record(with: tools)
      }
    }
    return try CellProcesses(
      jobs: arguments.jobsInForce,
      memoryLimit: arguments.memoryEach.bytes,
      timeLimit: .seconds(arguments.timeLimit),
      takesTurns: arguments.cost != .modelled,
      interruption: interruption,
      console: console
    )
    .run(requests)
  }

  /// How many further processes measure a cell, so that the run says how far they differ by themselves.
  private static let furtherProcesses = 2

  /// What of the costs is the machine's own: the cell that took least is measured in further processes, at
  /// the end of the run, so that the machine has had time to change.
  ///
  /// - Returns: Nil where cost is modelled.
  private func noise(
    of requests: [CellRequest],
    _ records: [CellRecord],
    since load: MachineLoad,
    _ interruption: Interruption
  ) throws -> MachineNoise? {
    guard arguments.cost != .modelled else { return nil }
    let repeated = records.indices.filter { index in
      records[index].repetitions >= RepetitionRule.least && records[index].busySeconds != nil
    }
    let cheapest = repeated.min {
      (records[$0].busySeconds ?? 0, $0) < (records[$1].busySeconds ?? 0, $1)
    }
    var noise = MachineNoise()
    if let cheapest {
      var request = requests[cheapest]
      request.conditions.repetitions = .exactly(RepetitionRule.least)
      request.frameLog = nil
      request.pictureBytes = nil
      request.hashesFrames = false
      request.title += ", again"
      let again = try CellProcesses(
        jobs: 1,
        memoryLimit: arguments.memoryEach.bytes,
        timeLimit: .seconds(arguments.timeLimit),
        takesTurns: false,
        interruption: interruption,
        console: console
      )
      .run(Array(repeating: request, count: Self.furtherProcesses))
      noise = MachineNoise(of: [records[cheapest]] + again)
    }
    noise.load = load.average
    if let since = load.sinceStart() { (noise.others, noise.steal) = (since.others, since.steal) }
    return noise
  }

  /// The devices that are taken to be faster or slower than this machine, each an estimate.
  private static func estimates(of requests: [CellRequest]) -> [(key: String, value: String)] {
    let scales = requests.compactMap { request -> String? in
      guard let device = try? request.chosenDevice(), device.cpuScale != 1 else { return nil }
      return "\(device.name): costs x \(device.cpuScale), an estimate"
    }
    return scales.isEmpty ? [] : [("cpu_scale", scales.withoutRepeats.joined(separator: "; "))]
  }

  /// Refuses a part of a run of which a process was killed by others: made again it may be whole, and merged it would
  /// stand for what nobody ran.
  private static func refuseKilled(_ cells: [CellRecord]) throws {
    for cell in cells {
      guard let end = cell.verdict.processEnd, end.kind == .killed || end.kind == .lost else {
        continue
      }
      throw KilledPart(cell: RunVerdict.name(of: cell), detail: end.detail)
    }
  }

  /// Runs `requests`, writes the run's folder and says where it is.
  ///
  /// - Parameter frameLog: Where the frame log of the only cell goes; nil for none.
  func run(_ requests: [CellRequest], frameLog: OutputPlace? = nil) throws
    -> RunAnnouncement.Outcome
  {
    // What every cell's process would refuse is refused before any is started.
    _ = try CellPlantedWork.named()
    let interruption = try Interruption()
    let date = Date()
    let tools = try TextTools.make(arguments.measurer)
    var destination = RunDestination(named: arguments.output, title: title, date: date)
    try destination.check(inputs: inputs)
    try arguments.exports.check(inputs: inputs, outside: arguments.output, beside: frameLog)
    // Of a run that does not come to its end there is nothing under the name that was given.
    defer { frameLog?.discard() }
    var requests = requests
    for index in requests.indices {
      requests[index].frameLog = frameLog?.partial
      guard arguments.pictures else { continue }
      requests[index].pictureBytes = min(
        PicturePlan.longestOfCell,
        PicturePlan.longest / requests.count
      )
    }
    let load = MachineLoad()
    let cells = try cells(of: requests, interruption, tools)
    if shard != nil { try Self.refuseKilled(cells) }
    let noise = try noise(of: requests, cells, since: load, interruption)
    var record = RunRecord(
      name: "",
      clock: arguments.clock,
      cost: arguments.cost,
      measurer: arguments.measurer,
      environment: RunEnvironment.entries(
        tools: tools,
        options: try RunOptions(arguments.conditions)
      ),
      cells: cells
    )
    record.noise = noise
    record.ablation = ablation
    record.ablationBase = ablationBase
    record.environment += Self.estimates(of: requests)
    // A design of one's own decides beside the reference; what an ablation made is compared with its base.
    let builtIn = Set(Profile.all.map(\.name))
    let brought = requests.map(\.profile).withoutRepeats.filter {
      Candidates.named($0) != nil || ablationBase == nil && !builtIn.contains($0)
    }
    if !brought.isEmpty {
      record.environment.append((RunRecord.candidatesKey, brought.joined(separator: ",")))
    }
    record.date = date.formatted(.iso8601)
    record.command = StandardStreams.arguments.dropFirst().map(FileName.shown)
    record.shard = shard
    let trace = RunFolder.Attachment(
      name: ReportFiles.trace,
      bytes: arguments.trace ? PerfettoTrace.bytes(of: record) : []
    )
    // A signal that came after the last cell ended.
    try interruption.check()
    var files = try arguments.exports.files(FigureExport(record))
    if let frameLog, record.cells.first?.frameLogSHA256 != nil {
      files.append((frameLog, .gathered))
    }
    try OutputPlace.write(files) { () throws(OutputError) in
      record.name = try destination.write(
        record,
        attachments: trace.bytes.isEmpty ? [] : [trace],
        hasFrameRows: writesFrameRows
      )
    }
    for cell in record.cells {
      guard let failure = FailedRun(of: cell) else { continue }
      console.complain("error: \(lines: "\(failure)")")
      break
    }
    return RunAnnouncement(
      console: console,
      isJSON: arguments.json,
      isBrief: isBrief,
      addendum: addendum
    )
    .say(record, folder: destination.path)
  }
}

/// A cell that ended by an error, or was refused something: its figures say nothing, but what it
/// showed is to be looked at.
struct FailedRun: CustomStringConvertible {
  var scenario: String
  var profile: String
  var reason: String

  /// Nil for a cell that did not fail and was refused nothing.
  init?(of cell: CellRecord) {
    var reason = cell.refusals
    if case .failed(let cause) = cell.verdict.end { reason = cause }
    guard let reason else { return nil }
    (scenario, profile, self.reason) = (cell.scenario, cell.profile, reason)
  }

  var description: String {
    """
    \(scenario) under \(profile): \(reason).
    The report shows what came of it. Mend the scenario or script and run it again.
    """
  }
}

/// A part of a run of which a process was killed.
struct KilledPart: Error, CustomStringConvertible {
  var cell: String
  var detail: String

  var description: String {
    "the process of \(cell) was killed (\(detail)); nothing was written.\nRun this part again."
  }
}
