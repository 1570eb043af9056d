import ArgumentParser
import ChatSurface
import Files
import Foundation
import FrameMetrics
import FramePacing
import Lengths
import LoadGeneration
import Records
import Reporting
import Running
import Scenarios
import Timebase

/// What a cell's process is asked to run: names and numbers, from which it makes the plan itself, so
/// that nothing but them has to travel.
package struct CellRequest: Codable, Hashable {
  /// Where the load is from.
  enum Load: Codable, Hashable {
    /// A scenario, by name or path.
    case scenario(String)
    /// A stream or event script, by path.
    case file(String)
  }

  var load: Load
  /// What is in the load's file, when that cannot be read again: a pipe, standard input.
  var content: Data?
  /// What the scenario is called in the record.
  var title: String
  /// A profile's name, or one that an ablation makes.
  var profile: String
  /// The profile's file, for one that is not built in.
  var profileText: String?
  /// SHA-256 of the profile's choices.
  var profileSHA256: String?
  var device: String
  /// The device's file, for one that is not built in.
  var deviceText: String?
  var hertz: Int
  var seed: UInt64
  package var conditions: RunConditions
  /// Where the frame log goes; nil for none.
  var frameLog: String?
  /// Content that is moved unasked; nil for none.
  var plantedDrift: PlantedDrift?
  /// How many bytes the pictures of its frames may have; nil for none.
  var pictureBytes: Int?
  /// Whether the record has the SHA-256 of the frame log although no file is written.
  package var hashesFrames = false

  /// The cell's name, as files of the gate have it.
  var name: String { "\(title).\(profile).\(device).\(hertz)" }

  /// The cell in words.
  var words: String { "\(title), \(profile), \(device) at \(hertz) Hz" }

  /// A cell whose counts repeat exactly: virtual clock, modelled cost, fixed measurer.
  ///
  /// - Parameter name: The scenario's name or path, as the command has it.
  package static func exact(
    _ scenario: Scenario,
    named name: String,
    profile: Profile,
    device: Device,
    hertz: Int
  ) -> CellRequest {
    var request = CellRequest(
      load: .scenario(name),
      title: scenario.name,
      profile: profile.name,
      device: device.name,
      hertz: hertz,
      seed: scenario.seed,
      conditions: RunConditions(cost: .modelled, measurer: .fixed)
    )
    request.hashesFrames = true
    request.describe(profile, on: device)
    return request
  }

  /// Makes the plan.
  ///
  /// - Throws: What reading the load throws, and `BadRequest` for a name that is none.
  package func plan() throws -> CellPlan {
    let base = try chosenDevice()
    let events: [TimedLoadEvent]
    let budgets: Budgets
    var end: Instant?
    switch load {
    case .scenario(let name):
      let catalog = try ScenarioCatalog.find()
      let scenario = try scenario(name, in: catalog)
      events = scenario.timeline(seed: seed, on: base)
      budgets = scenario.budgetsInForce
      end = scenario.end
    case .file(let path):
      let load =
        try content.map { content in
          try LoadFile.read(bytes: Array(content), path: InputFile.title(of: path))
        } ?? LoadFile.read(path)
      events = load.timeline(seed: seed)
      budgets = Budgets.standard.allowingFallback(in: events)
    }
    var plan = CellPlan(
      scenario: title,
      events: events,
      profile: try chosenProfile(),
      device: base.at(hertz: hertz),
      seed: seed,
      budgets: budgets,
      limit: end,
      candidate: Candidates.named(profile)
    )
    plan.budgets.judgesFlicker = plan.isReference
    return plan
  }

  /// Where the frames of the repetition that is reported go.
  package enum FrameOutput {
    case none
    case file(FrameLogFile)
    case digest(FrameLogDigest)

    /// What gets each frame; nil when none is wanted.
    package var writer: ((FrameRecord, FrameSnapshot) throws -> Void)? {
      switch self {
      case .none: nil
      case .file(let log): { try log.add($0, $1) }
      case .digest(let log): { log.add($0, $1) }
      }
    }

    /// Ends it; returns the SHA-256 of what it got, nil for none.
    package func finish() throws -> String? {
      switch self {
      case .none: nil
      case .file(let log): try log.finish()
      case .digest(let log): log.finish()
      }
    }
  }

  /// Opens what the frames go to.
  package func frameOutput(at rate: RefreshRate) throws -> FrameOutput {
    if let frameLog { return .file(try FrameLogFile(path: frameLog, rate: rate)) }
    return hashesFrames ? .digest(FrameLogDigest(rate: rate)) : .none
  }

  /// Runs the cell in this process.
  package func record(with tools: TextTools) throws -> CellRecord {
    let plan = try plan()
    let output = try frameOutput(at: plan.device.rate)
    var runner = CellRunner(options: try RunOptions(conditions), tools: tools)
    runner.plantedDrift = drift
    var session = try runner.session(plan, frames: output.writer)
    var record = try self.record(of: &session)
    record.frameLogSHA256 = try output.finish()
    record.loadSHA256 = try loadSHA256()
    sign(&record)
    return record
  }

  /// The record of a session without a repetition left to make, with pictures where they are wanted.
  func record(of session: inout CellSession) throws -> CellRecord {
    var record = session.result().record
    if let pictureBytes {
      record.pictures = try session.pictures(
        at: PicturePlan.ticks(of: record),
        longest: pictureBytes
      )
    }
    return record
  }

  /// What is moved unasked, as a run takes it.
  var drift: (at: Instant, by: LayoutUnit)? {
    plantedDrift.map { (Instant(milliseconds: $0.milliseconds), LayoutUnit(points: $0.points)) }
  }

  /// SHA-256 of the file that the load is from.
  package func loadSHA256() throws -> String {
    if let content { return TextDigest.sha256(Array(content) + (try includedBytes())) }
    let path: String
    switch load {
    case .file(let file): path = file
    case .scenario(let name):
      let catalog = try ScenarioCatalog.find()
      path = catalog.path(of: name) ?? name
    }
    let bytes = try InputFile.read(path, as: .document).bytes
    return TextDigest.sha256(bytes + (try includedBytes()))
  }
}

extension CellRequest {
  /// What is in the files that its scenario includes, and in the recordings and scripts that its parts
  /// name, one after the other.
  private func includedBytes() throws -> [UInt8] {
    guard case .scenario(let name) = load else { return [] }
    let catalog = try ScenarioCatalog.find()
    let scenario = try scenario(name, in: catalog)
    let included = try scenario.includedFiles.flatMap {
      try InputFile.read($0, as: .document).bytes
    }
    return try scenario.partFiles.reduce(into: included) { bytes, file in
      bytes += try InputFile.read(file, as: .lines).bytes
    }
  }

  /// The scenario that the load is from.
  private func scenario(_ name: String, in catalog: ScenarioCatalog) throws -> Scenario {
    try content.map { content in
      let file = InputFile(path: InputFile.title(of: name), bytes: Array(content))
      return try ScenarioFile.read(file, streams: catalog.streamsFolder)
    } ?? catalog.scenario(name)
  }
}

/// A request that names what there is not.
struct BadRequest: Error, CustomStringConvertible {
  var what: String
  var name: String

  var description: String { "no \(what) named `\(name)`; this part of the program starts itself" }
}

/// How far a cell's process has come.
struct CellProgress: Codable, Hashable {
  /// Repetitions made.
  var done: Int
  /// Repetitions in all.
  var count: Int
  /// Screen time of the one at hand, in seconds.
  var screenSeconds: Double
  /// The load's screen time, in seconds.
  var loadSeconds: Double

  /// The part of the cell's work that is done, 0 to 1.
  var fraction: Double {
    let own = loadSeconds > 0 ? min(screenSeconds / loadSeconds, 1) : 0
    return count > 0 ? min((Double(done) + own) / Double(count), 1) : 0
  }
}
