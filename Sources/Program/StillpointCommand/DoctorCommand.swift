import ArgumentParser
import Files
import Foundation
import FramePacing
import Profiling
import Reporting
import Running
import Timebase
import WordDictionary

/// `stillpoint doctor`.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Says what this machine offers: allocator, counters, fonts, clocks, packages.",
    discussion: """
      EXAMPLES
        stillpoint doctor
        stillpoint doctor | grep missing_package
      """
  )

  func run() throws {
    let console = Console(isQuiet: false)
    try Failure.report(on: console) {
      let rows = facts()
      let width = rows.map(\.key.count).max() ?? 0
      for (key, value) in rows {
        console.say(
          "\(key)\(String(repeating: " ", count: width - key.count + 2))\(sentence: value)"
        )
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
    rows.append(("valgrind", Self.path(of: "valgrind")))
    rows.append(("chromium", Self.path(of: "chromium")))
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

  private static func path(of program: String) -> String {
    ExternalTool.find(program) ?? "not available"
  }
}
