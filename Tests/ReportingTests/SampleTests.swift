import Foundation
import Reporting
import Testing

/// Writes sample runs for `scripts/check-report` into the folder that `REPORT_SAMPLES` names.
@Suite struct SampleTests {
  @Test func samplesAreWrittenOnRequest() throws {
    guard let folder = ProcessInfo.processInfo.environment["REPORT_SAMPLES"] else { return }
    let scenarios = [
      "stream-steady", "stream-burst-stall", "prepend-while-reading", "open-long-history",
      "fling-through-history",
    ]
    try RunFolder(path: folder + "/sample").write(
      SyntheticRun.make(name: "2026-11-21-sample", scenarios: scenarios, ticks: 1800)
    )
    try RunFolder(path: folder + "/large").write(
      SyntheticRun.make(
        name: "large",
        scenarios: scenarios,
        profiles: ["reference", "messaging-ui", "vercel-v0", "swiftui-tips"],
        ticks: 4000
      )
    )
    print(TerminalTable().text(of: try RunFile(path: folder + "/sample").read()))
    let clock = ContinuousClock()
    let reading = try clock.measure { _ = try RunFile(path: folder + "/large").read() }
    let rewriting = try clock.measure { try RunFolder(path: folder + "/large").rewritePage() }
    print("large: read in \(reading), page written anew in \(rewriting)")
    try RunFolder(path: folder + "/hostile").write(SyntheticRun.hostileRun())
    try RunFolder(path: folder + "/pass").write(
      SyntheticRun.make(name: "pass", profiles: ["reference"])
    )
  }
}
