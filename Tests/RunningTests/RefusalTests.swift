import ChatSurface
import Foundation
import LoadGeneration
import Running
import Scenarios
import Testing
import Timebase

/// What a script asks for and does not get is named with its line and time, and all the rest is shown.
@Suite struct RefusalTests {
  private let script = """
    {"t_ms": 0, "event": "append", "message": {"id": "a", "role": "user", "text": "Hello"}}
    {"t_ms": 100, "event": "window_open", "window": "other"}
    {"t_ms": 200, "event": "append", "message": {"id": "b", "role": "user", "text": "Hello"}}
    {"t_ms": 200, "event": "append", "message": {"id": "a", "role": "user", "text": "again"}}

    {"t_ms": 205, "event": "remove", "id": "nobody"}
    {"t_ms": 300, "event": "insert", "index": 7, "message": {"id": "c", "role": "user", "text": "c"}}
    {"t_ms": 400, "event": "append", "window": "third", "message": {"id": "d", "role": "user", "text": "d"}}
    {"t_ms": 500, "event": "window_open", "window": "other"}
    {"t_ms": 600, "event": "stream_begin", "id": "e"}
    {"t_ms": 620, "event": "card", "id": "e", "part": 3, "height_pt": 20}
    {"t_ms": 640, "event": "part_begin", "id": "b", "kind": "card"}
    {"t_ms": 700, "event": "stream_end", "id": "e", "reason": "complete"}

    """

  private var events: [TimedLoadEvent] {
    get throws { try EventScript(bytes: Array(script.utf8), path: "bug.ndjson").timeline }
  }

  @Test func eachRefusalHasItsLineAndTime() throws {
    let outcome = TestBench.run(try events).outcome
    #expect(
      outcome.refused.map { $0.place?.line } == [4, 6, 7, 8, 9, 11, 12]
    )
    #expect(
      outcome.refused.map(\.instant.milliseconds) == [200, 205, 300, 400, 500, 620, 640]
    )
    #expect(Set(outcome.refused.map { $0.place?.path }) == ["bug.ndjson"])
    #expect(outcome.refused[0].reason == "message a is there already; names must be unique")
    #expect(outcome.refusals.count + outcome.windowRefusals.count == outcome.refused.count)
  }

  /// In the frame in which it happened, and nowhere else.
  @Test func theFrameLogNamesEachWhereItHappened() throws {
    let result = TestBench.run(try events)
    var found: [(frame: Double, line: Int, at: Double)] = []
    for line in String(decoding: result.log, as: UTF8.self).split(separator: "\n").dropFirst() {
      let object = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      )
      for refusal in object["refused"] as? [[String: Any]] ?? [] {
        #expect((refusal["reason"] as? String)?.isEmpty == false)
        found.append(
          (
            try #require(object["t_ms"] as? Double), try #require(refusal["line"] as? Int),
            try #require(refusal["t_ms"] as? Double)
          )
        )
      }
    }
    #expect(found.map(\.line) == [4, 6, 7, 8, 9, 11, 12])
    for refusal in found {
      #expect(refusal.frame >= refusal.at && refusal.frame < refusal.at + 17)
    }
  }

  @Test func theVerdictNamesEveryOne() throws {
    let options = RunOptions(
      cost: .modelled,
      measurer: .fixed,
      countsAllocations: false,
      costs: TestBench.costs
    )
    let plan = CellPlan(
      scenario: "bug",
      events: try events,
      profile: .reference,
      device: .iPhoneSE,
      seed: 1
    )
    var frames = 0
    let record = try CellRunner(options: options, tools: TestBench.tools)
      .run(plan, frames: { _, _ in frames += 1 }).record
    guard case .failed(let reason) = record.verdict.end else {
      Issue.record("\(record.verdict)")
      return
    }
    #expect(reason.hasPrefix("7 edits were refused: (1) at 200 ms, bug.ndjson:4: message a is"))
    for part in ["(2) at 205 ms, bug.ndjson:6: no message is named nobody", "bug.ndjson:12"] {
      #expect(reason.contains(part), "\(reason)")
    }
    #expect(frames > 8 && record.frames.count > 8)
    #expect(record.value(named: "failed_sessions_pct") == 100)
  }

  /// A refusal changes nothing: the same without it shows the same.
  @Test func theRestIsShownAsWithoutIt() throws {
    let all = try events
    let refused = Set([200.0, 205, 300, 400, 620, 640])
    let lines = Set([4, 6, 7, 8, 11, 12])
    let accepted = all.filter { event in !lines.contains(event.place?.line ?? 0) }
    #expect(all.count - accepted.count == refused.count)
    let (with, without) = (TestBench.run(all), TestBench.run(accepted))
    #expect(with.snapshots.last?.visible.map(\.id) == without.snapshots.last?.visible.map(\.id))
    #expect(with.outcome.text.isExact)
  }

  /// In a scenario's own events the line is that of its file.
  @Test func aScenariosEventsHaveTheirLines() throws {
    let yaml = """
      name: bug
      summary: a duplicate
      seed: 1
      parts:
        - events:
            - {t_ms: 0, event: append, message: {id: a, role: user, text: Hello}}
            - {t_ms: 100, event: append, message: {id: a, role: user, text: Hello}}

      """
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("stillpoint-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let file = folder.appendingPathComponent("bug.yaml")
    try Data(yaml.utf8).write(to: file)
    let scenario = try ScenarioCatalog(folder: folder.path).scenario(named: "bug")
    let outcome = TestBench.run(scenario.timeline(on: .iPhoneSE)).outcome
    #expect(outcome.refused.map { $0.place?.line } == [7])
    #expect(outcome.refused.first?.place?.path.hasSuffix("bug.yaml") == true)
  }
}
