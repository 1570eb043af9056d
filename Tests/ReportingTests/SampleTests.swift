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
    try RunFolder(path: folder + "/hostile").write(SyntheticRun.hostileRun())
    try RunFolder(path: folder + "/pass").write(
      SyntheticRun.make(name: "pass", profiles: ["reference"])
    )
  }
}
