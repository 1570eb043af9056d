import ArgumentParser
import ChildProcesses
import Foundation
import Running

/// `stillpoint capacity-cell`: what a process that looks for a capacity does. The program starts it
/// itself, so it is not listed.
///
/// Each step brings a request and makes one probe. The answer is the probe, or nothing for a load that
/// there cannot be.
struct CapacityCellCommand: ParsableCommand {
  /// What the command is called.
  static let name = "capacity-cell"

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Runs one design under one load after the other for the process that started it.",
    shouldDisplay: false
  )

  func run() throws {
    let parent = try ParentConnection.open()
    var prober: CapacityProber?
    try parent.serve { bytes, _ in
      let request = try JSONDecoder().decode(CapacityRequest.self, from: Data(bytes))
      let ready = try prober ?? request.prober()
      prober = ready
      guard let probe = ready.probe(request.load) else { return [] }
      return Array(try JSONEncoder().encode(probe))
    }
  }
}
