import Files
import Foundation
import FramePacing
import LoadGeneration
import Records
import Running
import Scenarios

/// What a process that looks for a capacity is asked: a design, what is raised, and the load to try.
struct CapacityRequest: Codable {
  /// A number of a scenario.
  struct Ramp: Codable {
    var text: String
    var path: String
    var streams: String
    var key: String
  }

  /// A dimension's name, or the key of a scenario.
  var dimension: String
  /// The scenario; nil for a dimension of the laboratory's own.
  var ramp: Ramp?
  var profile: String
  /// The profile's file, for one that is not built in.
  var profileText: String?
  var device: String
  /// The device's file, for one that is not built in.
  var deviceText: String?
  var hertz: Int
  var scale: Double
  var seed: UInt64?
  var conditions: RunConditions
  /// The load to try.
  var load = 0.0

  /// The cell in words.
  var words: String { "\(dimension), \(profile) at \(hertz) Hz" }

  /// How long its search takes beside others: greater for longer. Of dimensions that were measured; what a
  /// scenario costs is not known.
  var dearness: Int {
    switch CapacityDimension(rawValue: dimension) {
    case .streams: 4
    case .pages: 3
    case .tokens, .message, .windows, .resizes: 2
    default: 1
    }
  }

  /// Makes what runs the probes.
  func prober() throws -> CapacityProber {
    let raised: CapacityProber.Raised
    if let ramp {
      raised = .scenario(
        try ScenarioRamp(ramp.text, path: ramp.path, streams: ramp.streams, raising: ramp.key)
      )
    } else if let dimension = CapacityDimension(rawValue: dimension) {
      raised = .dimension(dimension)
    } else {
      throw BadRequest(what: "a dimension", name: dimension)
    }
    return CapacityProber(
      raised,
      profile: try chosenProfile(),
      device: try chosenDevice().at(hertz: hertz),
      scale: scale,
      seed: seed,
      options: try RunOptions(conditions, countsAllocations: false),
      tools: try TextTools.make(conditions.measurer)
    )
  }
}
