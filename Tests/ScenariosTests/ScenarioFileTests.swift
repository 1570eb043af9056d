import ChatSurface
import Files
import Foundation
import FrameMetrics
import FramePacing
import LoadGeneration
import Scenarios
import Testing
import Timebase

@Suite struct ScenarioFileTests {
  private func error(_ text: String, streams: String? = nil) -> String {
    do throws(InputError) {
      _ = try ScenarioFile.read(text, path: "my.yaml", streams: streams)
      return "no error"
    } catch {
      return error.description
    }
  }

  @Test func everyKeyIsRead() throws {
    let text = """
      name: my-chat
      summary: "All of it"
      seed: 7
      device: iphone-se
      profile: messaging-ui
      history: {messages: 12, lengths: oasst}
      parts:
        - reply: {at_ms: 10, preset: local-8b-42tps, tokens: 3, stalls: 1, shortest_stall_ms: 1,
            longest_stall_ms: 2, question_chars: 5}
        - pages: {at_ms: 0, count: 2, messages: 4, shortest_latency_ms: 50, longest_latency_ms: 50,
            pause_ms: 0}
        - flings: {at_ms: 5, count: 1, every_ms: 10, velocities_pt_per_s: [-10.5]}
        - drags: {at_ms: 6, count: 1, every_ms: 600, distance_pt: 20, moving_ms: 16}
        - events:
            - {t_ms: 90, event: stall, ms: 200}
            - t_ms: 80
              event: slow_phase
              phase: reveal
              cost_ms: 20
              until_ms: 85.5
            - {t_ms: 70, event: send, id: "u", text: "007"}
      budgets:
        hitch_ratio_ms_per_s: 2.5
        pool_peak: null
      """
    let scenario = try ScenarioFile.read(text, path: "my.yaml")
    #expect(scenario.name == "my-chat")
    #expect(scenario.summary == "All of it")
    #expect(scenario.seed == 7)
    #expect(scenario.device == .iPhoneSE)
    #expect(scenario.profile == .builtIn("messaging-ui"))
    #expect(scenario.history == ScenarioHistory(messages: 12, lengths: .oasst))
    #expect(scenario.expectsStall)
    #expect(scenario.budgets[.hitchRatio] == .limit(2.5))
    #expect(scenario.budgets[.poolPeak] == .unjudged)
    #expect(scenario.budgets[.fallbacks] == .standard)
    #expect(scenario.budgetsInForce[.fallbacks] == .unjudged)
    #expect(scenario.budgets.looser(than: .standard) == [.poolPeak])
    let timeline = scenario.timeline(on: .iPhoneSE)
    #expect(timeline.count == 1 + 7 + 2 + 1 + 24 + 3)
    let faults = timeline.compactMap { event -> Fault? in
      if case .fault(let fault) = event.event { fault } else { nil }
    }
    let until = Instant(milliseconds: 85.5)
    #expect(
      faults == [
        .slowPhase(.reveal, cost: .milliseconds(20), until: until), .stall(.milliseconds(200)),
      ]
    )
  }

  @Test func aMinimalScenarioHasTheStandardBudgetsAndTheFilesName() throws {
    let scenario = try ScenarioFile.read("parts: []", path: "some/where/quiet.yaml")
    #expect(scenario.name == "quiet")
    #expect(scenario.budgets == .standard)
    #expect(scenario.timeline(on: .desktop).isEmpty)
  }

  @Test(
    arguments: [
      ("", "my.yaml: the file is empty; expected a scenario in YAML.\n"),
      ("parts: [", "my.yaml:2:1: broken YAML: "),
      (
        "parts: []\nparts: []",
        "my.yaml:1:1: a key stands twice in the block that begins here: parts; "
      ),
      ("- 1", "my.yaml:1:1: not an object: a list of 1; expected a scenario with parts.\n"),
      ("seed: 1", "my.yaml:1:1: no parts: {seed}; expected the key parts.\nAdd \"parts\"."),
      (
        "parts: []\nsed: 1",
        "my.yaml:2:1: unknown key: sed; expected one of name, summary, include, seed, "
          + "device, profile, profiles, matrix, history, parts, until_ms, budgets, steady, requires.\nDid you mean seed?"
      ),
      (
        "parts: []\nseed: -1",
        "my.yaml:2:7: wrong value for seed: -1; expected a whole number, 0 to"
      ),
      (
        "parts: []\ndevice: iphone-s",
        "my.yaml:2:9: unknown name for device: \"iphone-s\"; expected one of iphone-se, "
          + "iphone-15-pro, desktop, or the path of a YAML file.\nDid you mean iphone-se?"
      ),
      (
        "parts: []\nhistory: {messages: many}",
        "my.yaml:2:21: wrong value for messages: \"many\"; "
          + "expected a whole number of messages, 0 to 10000000.\n"
      ),
      (
        "parts: []\nbudgets: {hitch_ratio: 5}",
        "my.yaml:2:11: unknown key: hitch_ratio; expected one of hitch_ratio_ms_per_s, "
      ),
      (
        "parts: []\nbudgets: {budget_adherence_pct: 101}",
        "my.yaml:2:33: wrong value for budget_adherence_pct: 101; "
          + "expected a number of pct, 0 to 100.\n"
      ),
      (
        "parts:\n  - reply: {at_ms: 0, preset: local-8b, tokens: 5}",
        "my.yaml:2:31: wrong value for preset: \"local-8b\"; expected one of local-8b-42tps, "
          + "cloud-burst-200tps-stalls, local-small-57tps, "
      ),
      (
        "parts:\n  - reply: {at_ms: 0, preset: local-8b-42tps}",
        "my.yaml:2:12: how long the reply is, is unclear; "
          + "expected exactly one of duration_ms and tokens.\n"
      ),
      (
        "parts:\n  - fling: {at_ms: 0}",
        "my.yaml:2:5: unknown key: fling; expected one of reply, replay, document, turns, pages, "
          + "flings, drags, touches, opens, typing, rotations, widths, branches, switches, keyboards, composers, text_sizes, "
          + "edits, drops, windows, events.\nDid you mean flings?"
      ),
      (
        "parts:\n  - pages: {at_ms: -1, count: 1, messages: 1}",
        "my.yaml:2:20: negative time for at_ms: -1; "
      ),
      (
        "parts:\n  - pages: {at_ms: 0, count: 1, messages: 1, shortest_latency_ms: 600}",
        "my.yaml:2:12: wrong value for longest_latency_ms: 500.0 ms; "
          + "expected at least shortest_latency_ms, 600.0 ms.\n"
      ),
      (
        "parts:\n  - drags: {at_ms: 0, count: 1, every_ms: 100, distance_pt: 5}",
        "my.yaml:2:43: wrong value for every_ms: 100.0 ms; expected at least the 400.0 ms of "
          + "movement and 160.0 ms of rest of one drag.\n"
      ),
      (
        "parts:\n  - opens: {at_ms: 0, count: 1, every_ms: 2000}",
        "my.yaml:2:12: nothing to open; expected a history.\n"
      ),
      (
        "parts:\n  - events:\n      - {t_ms: 0, event: window_open}",
        "my.yaml:3:9: no window: {t_ms, event}; expected the key window.\n"
      ),
      (
        "parts:\n  - replay: {at_ms: 0, stream: f9}",
        "my.yaml:2:32: unknown name for stream: \"f9\"; "
      ),
      (
        "parts:\n  - replay: {at_ms: 0, stream: ./no-such.ndjson}", "no-such.ndjson: no such file; "
      ),
    ])
  func aWrongScenarioIsNamed(text: String, part: String) {
    #expect(error(text).contains(part), "\(error(text))")
    #expect(error(text).split(separator: "\n").count == 2)
  }

  @Test func aShippedStreamIsReplayedByName() throws {
    let streams = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Scenarios/streams").standardizedFileURL.path
    let text = "parts:\n  - replay: {at_ms: 5, stream: f4-anthropic-sonnet4.6-steady}"
    let scenario = try ScenarioFile.read(text, path: "my.yaml", streams: streams)
    let timeline = scenario.timeline(on: .iPhone15Pro)
    #expect(timeline.count == 9 + 4)
    #expect(timeline.first?.instant.milliseconds == 5)
    #expect(timeline.last?.instant.milliseconds == 409)
    let wrong = text.replacingOccurrences(of: "4.6-steady", with: "4.6-stedy")
    #expect(
      error(wrong, streams: streams).hasSuffix("Did you mean f4-anthropic-sonnet4.6-steady?")
    )
  }

  @Test func aBudgetThatHasAnotherNameNowIsRefusedWithThatName() {
    let message = error("parts: []\nbudgets: {hitch_max_periods: 2}")
    #expect(message.contains("hitch_max_periods"))
    #expect(message.contains("hitch_max_ms"))
  }

  @Test func aScenarioSaysWhatItsFiguresMustShow() throws {
    let text = """
      parts: []
      steady: true
      until_ms: 60000
      requires: {tokens: {at_least: 100}, interaction_ms: {at_most: 0}}
      """
    let scenario = try ScenarioFile.read(text, path: "my.yaml", streams: nil)
    #expect(scenario.budgets.isSteady)
    #expect(scenario.end == Instant(milliseconds: 60_000))
    let requirements = scenario.budgets.requirements
    #expect(requirements.map(\.metric.id) == ["tokens", "interaction_ms"])
    #expect(requirements.map(\.least) == [100, nil])
    #expect(requirements.map(\.most) == [nil, 0])
    #expect(error("parts: []\nrequires: {token: {at_least: 1}}").contains("Did you mean tokens?"))
  }
}
