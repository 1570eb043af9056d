import ArgumentParser
import ChildProcesses
import Files
import Foundation
import FramePacing
import Reporting
import Running
import Timebase

/// `stillpoint cell`: what a cell's process does. The program starts it itself, so it is not listed.
///
/// The first step brings the request; each step makes a repetition. An answer is a byte, 0 while
/// there are more repetitions to make, after the last one 1 and the cell's record, and 2 with an error
/// where a file could not be written.
struct CellCommand: ParsableCommand {
  /// What the command is called.
  static let name = "cell"
  /// The first byte of the last answer.
  static let isDone: UInt8 = 1
  /// The first byte of an answer that says why the frame log could not be written.
  static let couldNotWrite: UInt8 = 2

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Runs one configuration for the process that started it.",
    shouldDisplay: false
  )

  /// Progress is told at most this often in a repetition, and no sooner than so long after the last
  /// time: a repetition of 30 ms tells of its beginning alone.
  private static let progressSteps = 100.0
  private static let progressPause = Duration.milliseconds(50)

  func run() throws {
    let parent = try ParentConnection.open()
    var work: CellWork?
    try parent.serve { request, progress in
      do {
        return try Self.step(&work, request, progress)
      } catch let error as OutputError {
        return [Self.couldNotWrite] + Array("\(error)".utf8)
      }
    }
  }

  /// Makes a repetition.
  private static func step(
    _ work: inout CellWork?,
    _ request: [UInt8],
    _ progress: ([UInt8]) -> Void
  ) throws -> [UInt8] {
    if work == nil {
      work = try CellWork(JSONDecoder().decode(CellRequest.self, from: Data(request)))
    }
    guard let work, var session = work.session else {
      throw ChildFailure.badRequest("a step after the last one")
    }
    CellPlantedEnd.named(for: session.plan.profile.name)?.happen()
    let load = session.plan.events.last?.instant.milliseconds ?? 0
    var told = CellProgress(
      done: session.doneCount,
      count: session.likelyCount,
      screenSeconds: 0,
      loadSeconds: load / 1_000
    )
    progress(Array(try JSONEncoder().encode(told)))
    work.session = nil
    let clock = ContinuousClock()
    var pauseEnd = clock.now.advanced(by: Self.progressPause)
    try session.advance(frames: work.output.writer) { instant in
      let now = instant.milliseconds / 1_000
      let step = max(told.loadSeconds / Self.progressSteps, 0.1)
      guard now - told.screenSeconds >= step, clock.now >= pauseEnd else { return }
      pauseEnd = clock.now.advanced(by: Self.progressPause)
      told.screenSeconds = now
      if let bytes = try? JSONEncoder().encode(told) { progress(Array(bytes)) }
    }
    if session.next != nil {
      work.session = session
      return [0]
    }
    var record = try work.request.record(of: &session)
    record.frameLogSHA256 = try work.output.finish()
    record.loadSHA256 = work.loadSHA256
    work.request.sign(&record)
    return [Self.isDone] + (try CellCoding.bytes(of: record))
  }
}

/// What a cell's process has between two steps.
private final class CellWork {
  var session: CellSession?
  let output: CellRequest.FrameOutput
  let loadSHA256: String
  let request: CellRequest

  init(_ request: CellRequest) throws {
    self.request = request
    let options = try RunOptions(request.conditions)
    let plan = try request.plan()
    output = try request.frameOutput(at: plan.device.rate)
    loadSHA256 = try request.loadSHA256()
    let tools = try TextTools.make(options.measurer)
    var session = CellSession(plan, options: options, tools: tools)
    session.plantedDrift = request.drift
    session.plantedWork = try CellPlantedWork.named()
    self.session = session
  }
}

/// Work that every frame of a cell does although nothing needs it, so that it can be tried whether
/// `compare` notices: `STILLPOINT_PLANTED_WORK` is PHASE:KIND=AMOUNT, such as `measure:steps=2000`.
enum CellPlantedWork {
  private static let variable = "STILLPOINT_PLANTED_WORK"

  /// What is planted; nil for nothing.
  ///
  /// - Throws: `ValidationError` for words that say nothing.
  static func named() throws -> PlantedWork? {
    guard let text = ProcessInfo.processInfo.environment[variable] else { return nil }
    guard let plant = PlantArgument(argument: text) else {
      throw ValidationError("\(variable)=\(text) is not PHASE:KIND=AMOUNT; try measure:steps=2000.")
    }
    return try plant.work()
  }
}

/// An end that a cell's process, or a probe of the gate, comes to instead of its work, so that what the
/// program makes of such ends can be tested: `STILLPOINT_PLANTED_END` is `trap`, `kill`, `allocate` or `spin`, a colon and
/// the profile that it is for.
package enum CellPlantedEnd: String {
  case trap
  case kill
  case allocate
  case spin

  package static let variable = "STILLPOINT_PLANTED_END"

  package static func named(for profile: String) -> CellPlantedEnd? {
    let parts = ProcessInfo.processInfo.environment[variable]?.split(separator: ":", maxSplits: 1)
    guard let parts, parts.count == 2, parts[1] == profile else { return nil }
    return CellPlantedEnd(rawValue: String(parts[0]))
  }

  package func happen() {
    switch self {
    case .trap: fatalError("a planted trap")
    case .kill: Foundation.kill(getpid(), SIGKILL)
    case .allocate:
      var kept: [[UInt8]] = []
      while true { kept.append([UInt8](repeating: UInt8(kept.count & 255), count: 1 << 20)) }
    case .spin:
      // A call of the system, so that the loop is not optimised away.
      while getppid() >= 0 {}
    }
  }
}
