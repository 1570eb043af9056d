import ArgumentParser
import ChildProcesses
import Driving
import Files
import Foundation
import Reporting
import Scenarios

extension CapacityCommand {
  /// Whether the source is a web chat: its description, a page, or a folder.
  var isOfPage: Bool { source.map(AppDescription.isPage) ?? false }

  /// Refuses what does not go with a web chat, or with anything else.
  func checkPage() throws {
    guard isOfPage else {
      if let option = page.given {
        throw ValidationError(
          "\(option) is for a web chat: give the file that `drive` takes, and --raise."
        )
      }
      return
    }
    let options: [(String, Bool)] = [
      ("profile", !profile.isEmpty), ("device", device != nil), ("scale", scale != [1]),
      ("cost", cost != .modelled), ("measurer", measurer != .pango), ("seed", seed != nil),
      ("host-share", hostShare != nil), ("jobs", jobs != nil),
      ("memory-each", memoryEach.bytes != MemorySize.standard.bytes),
    ]
    if let option = options.first(where: { $0.1 })?.0 {
      throw ValidationError(
        "--\(option) is for designs. A page is driven as it is, one at a time; "
          + "--clock real measures its processor time, --cpu slows its main thread."
      )
    }
    for rate in refresh where !(24...240).contains(rate) {
      throw ValidationError("--refresh takes rates from 24 to 240 Hz for a page, not \(rate).")
    }
    if let engine = page.engine {
      try Engine.check(
        [engine],
        rates: refresh.isEmpty ? [60] : refresh,
        isReal: page.isReal,
        isSlowed: page.cpu != nil
      )
    }
    if page.isReal, !refresh.isEmpty, refresh != [60] {
      throw ValidationError("--clock real draws at 60 Hz: other rates need the virtual clock.")
    }
  }

  /// What is said where nothing is named that is raised.
  func raiseAdvice(_ source: String) throws -> String {
    guard isOfPage else {
      return "Say with --raise which number of \(source) is raised, such as history.messages."
    }
    let scenario = try page.chosen()
    let numbers = try PageNumber.all(in: scenario, of: AppDescription(path: source))
    return "Say with --raise which number of \(scenario.name) is raised: "
      + "\(numbers.map(\.name).joined(separator: ", "))."
  }

  /// Raises a number of a page's scenario.
  func runPage(_ path: String, _ key: String, _ console: Console) throws -> CapacityReport {
    let limit = timeLimit ?? PageCapacity.standardTimeLimit(isReal: page.isReal)
    let interruption = try Interruption()
    let capacity = try PageCapacity(
      AppDescription(
        path: path,
        in: page.viewport,
        url: page.url,
        engine: page.engine ?? .chromium,
        interruption,
        console
      ),
      raising: key,
      page,
      rates: refresh.isEmpty ? [60] : refresh.withoutRepeats,
      upTo: upTo,
      bisects: !doubling,
      timeLimit: .seconds(limit),
      console: console
    )
    do {
      return try capacity.report(interruption)
    } catch let failure as DriveFailure where failure.isInvalid {
      console.complain("invalid: \(failure)")
      throw ExitCode(3)
    } catch let busy as PageProber.Busy {
      console.complain("invalid: \(busy)")
      throw ExitCode(3)
    }
  }
}
