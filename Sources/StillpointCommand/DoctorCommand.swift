import ArgumentParser
import Files
import Foundation
import FramePacing
import Profiling
import Reporting
import Simulation
import Timebase
import WordDictionary

/// `stillpoint doctor`.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Says what this machine offers: allocator, counters, fonts, clocks, packages.",
    discussion: """
      With --calibrate it runs the standard suite and fits what each operation is declared to \
      cost to the CPU time measured here. With --measurer too, those of runs with the other \
      measurer stay as they are.

      EXAMPLES
        stillpoint doctor
        stillpoint doctor --calibrate costs.json
        stillpoint doctor --calibrate costs.json --measurer pango
      """
  )

  @Option(
    help: "Fits the declared costs and writes them here; - is standard output.",
    completion: .file()
  )
  var calibrate: String?

  @Option(help: "Fits the costs of runs with this measurer alone. (default: with each)")
  var measurer: MeasurerChoice?

  @Flag(help: "Prints nothing but errors.")
  var quiet = false

  mutating func validate() throws {
    guard measurer == nil || calibrate != nil else {
      throw ValidationError("--measurer says what --calibrate fits; name a file with --calibrate.")
    }
  }

  func run() throws {
    let console = Console(isQuiet: quiet)
    try Failure.report(on: console) {
      if let calibrate {
        let place = try OutputPlace(calibrate)
        console.saysToError = place.isStandardOutput
        let measurers = measurer.map { [$0] } ?? MeasurerChoice.allCases
        try CalibrationSession(measurers: measurers, console: console).run(writingTo: place)
        return
      }
      let rows = facts()
      let width = rows.map(\.key.count).max() ?? 0
      for (key, value) in rows {
        console.say(key + String(repeating: " ", count: width - key.count + 2) + value)
      }
    }
  }

  private func facts() -> [(key: String, value: String)] {
    var rows = MachineFacts.current().entries
    rows.append(("allocations", AllocationCounter.availability.description))
    rows += AllocationProbe.all().map { ("allocations_probe", $0.description) }
    rows.append(("instructions", InstructionCounter.probe().description))
    rows.append(("thread_cpu_step", step(ThreadCPUClock.observedStep())))
    rows.append(("wall_clock_step", step(WallClock.observedStep())))
    rows.append(("word_dictionary", SystemWordBoundaries() == nil ? "not available" : "available"))
    rows.append(("fonts", fonts()))
    rows.append(("charts", charts()))
    rows.append(("valgrind", onPath("valgrind")))
    rows.append(("chromium", onPath("chromium")))
    if let costs = try? DeclaredCosts.builtIn() {
      rows.append(("declared_costs_of", "\(costs.machine), \(costs.toolchain)"))
    }
    rows += PackageList.missing().map { ("missing_package", $0) }
    return rows
  }

  private func step(_ span: Nanoseconds?) -> String {
    span.map { "\($0.rawValue) ns" } ?? "not available"
  }

  private func fonts() -> String {
    do {
      return try TextTools.make(.pango).measurer.identity
    } catch {
      return "not available: \(error)"
    }
  }

  private func charts() -> String {
    HTMLReport.chartLibraryFolder(environment: ProcessInfo.processInfo.environment)
      ?? "not available: install libjs-dygraphs (Debian) or npm's dygraphs"
  }

  private func onPath(_ name: String) -> String {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let found = folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    return found ?? "not available"
  }
}
