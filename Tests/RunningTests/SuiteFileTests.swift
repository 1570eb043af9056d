import ChatSurface
import Files
import LoadGeneration
import Scenarios
import Testing
import Timebase

@Suite struct SuiteFileTests {
  private func error(_ text: String) -> String {
    do throws(InputError) {
      _ = try ScenarioFile.read(text, path: "my.yaml")
      return "no error"
    } catch {
      return error.description
    }
  }

  private func timeline(_ text: String) throws -> [TimedLoadEvent] {
    try ScenarioFile.read(text, path: "my.yaml").timeline(on: .iPhoneSE)
  }

  private func describe(_ events: [TimedLoadEvent]) -> [String] {
    events.map { event in
      let time = Int(event.instant.milliseconds)
      let what =
        switch event.event {
        case .surface(.keyboard(let height, _, _)): "keyboard \(height.points)"
        case .surface(.composer(let lines, let text, _)): "composer \(lines) \(text?.count ?? -1)"
        case .surface(.resize(let width, let height)): "resize \(width.points) \(height.points)"
        case .surface(.textSize(let size)): "size \(size)"
        case .surface(.load(let source)): "load \(source.count)"
        case .window(let change): "window \(change.rawValue)"
        default: "other"
        }
      return "\(time) \(event.windowName): \(what)"
    }
  }

  @Test func surroundingsComeAndGo() throws {
    let text = """
      parts:
        - keyboards: {at_ms: 10, count: 2, every_ms: 100, open_ms: 60}
        - keyboards: {at_ms: 300, count: 1, every_ms: 10, open_ms: 10, height_pt: 100}
        - composers: {at_ms: 400, count: 1, every_ms: 60, line_ms: 10}
        - rotations: {at_ms: 500, count: 2, every_ms: 10}
        - text_sizes: {at_ms: 600, count: 6, every_ms: 1}
      """
    #expect(
      describe(try timeline(text)) == [
        "10 main: keyboard 260.0", "70 main: keyboard 0.0", "110 main: keyboard 260.0",
        "170 main: keyboard 0.0", "300 main: keyboard 100.0", "310 main: keyboard 0.0",
        "400 main: composer 2 13", "410 main: composer 3 20", "420 main: composer 4 27",
        "430 main: composer 5 34", "440 main: composer 6 41", "450 main: composer 1 0",
        "500 main: resize 667.0 375.0", "510 main: resize 375.0 667.0",
        "600 main: size extraLarge", "601 main: size extraExtraLarge",
        "602 main: size extraExtraExtraLarge", "603 main: size accessibilityMedium",
        "604 main: size accessibilityLarge", "605 main: size accessibilityExtraLarge",
      ]
    )
  }

  @Test func windowsAreOpenedAndItsPartsHappenInEach() throws {
    let text = """
      history: {messages: 3}
      parts:
        - windows:
            at_ms: 100
            until_ms: 900
            names: [left, right]
            history: {messages: 5, lengths: oasst}
            parts:
              - keyboards: {at_ms: 200, count: 1, every_ms: 10, open_ms: 10}
              - events:
                  - {t_ms: 300, event: stall, ms: 5}
      """
    #expect(
      describe(try timeline(text)) == [
        "0 main: load 3", "100 left: window open", "100 left: load 5", "100 right: window open",
        "100 right: load 5", "200 left: keyboard 260.0", "200 right: keyboard 260.0",
        "210 left: keyboard 0.0", "210 right: keyboard 0.0", "300 left: other",
        "300 right: other", "900 left: window close", "900 right: window close",
      ]
    )
    let scenario = try ScenarioFile.read(text, path: "my.yaml")
    #expect(scenario.expectsStall)
    let texts = try timeline(text).compactMap { event -> String? in
      guard case .surface(.load(let source)) = event.event else { return nil }
      return source.message(at: 0).text
    }
    #expect(Set(texts).count == 3)
  }

  @Test func dropsGoOntoTheComposersInTurn() throws {
    let text = "parts:\n  - drops: {at_ms: 5, count: 6, every_ms: 10, onto: [a, b]}"
    let events = try timeline(text)
    #expect(events.map(\.windowName) == ["a", "b", "a", "b", "a", "b"])
    for (index, event) in events.enumerated() {
      guard case .surface(.drop(let item, let overlap)) = event.event else {
        Issue.record("\(event)")
        continue
      }
      #expect((0.8...1).contains(overlap))
      switch item {
      case .text: #expect(index % 3 == 0)
      case .code: #expect(index % 3 == 1)
      case .image: #expect(index % 3 == 2)
      case .file: Issue.record("a file: \(item)")
      }
    }
    let plain = try timeline("parts:\n  - drops: {at_ms: 5, count: 1, every_ms: 10}")
    #expect(plain.map(\.windowName) == ["main"])
  }

  @Test func turnsAreSentOneAfterTheOtherAndStopped() throws {
    let text = """
      parts:
        - turns: {at_ms: 100, count: 3, every_ms: 3000, preset: local-8b-42tps, answer_ms: 2000,
            stop_after_ms: 1000}
      """
    var sends: [Double] = []
    var stops: [Double] = []
    for event in try timeline(text) {
      switch event.event {
      case .surface(.send): sends.append(event.instant.milliseconds)
      case .surface(.stop): stops.append(event.instant.milliseconds)
      default: break
      }
    }
    #expect(sends == [100, 3_100, 6_100])
    #expect(stops == [1_100, 4_100, 7_100])
  }

  /// Whatever the seed, no edit is refused in any profile.
  @Test func everyRandomEditCanBeCarriedOut() throws {
    for seed in PropertySettings.seed..<PropertySettings.seed + 4 {
      let text = """
        seed: \(seed)
        history: {messages: 40, lengths: oasst}
        parts:
          - reply: {at_ms: 100, preset: local-8b-42tps, duration_ms: 3000}
          - edits: {at_ms: 50, count: 300, every_ms: 5}
          - edits: {at_ms: 2000, count: 300, every_ms: 5}
        """
      let events = try timeline(text)
      for profile in Profile.all {
        let outcome = TestBench.run(events, profile: profile).outcome
        #expect(outcome.refusals.isEmpty, "seed \(seed), \(profile.name)")
        #expect(outcome.text.isExact, "seed \(seed), \(profile.name)")
      }
    }
  }

  @Test func aScenarioMayBeForSomeProfilesAlone() throws {
    let text = "parts: []\nprofiles: [reference, vercel-v0]"
    let scenario = try ScenarioFile.read(text, path: "my.yaml")
    #expect(
      scenario.suitable(among: Profile.all).map(\.name).sorted() == ["reference", "vercel-v0"]
    )
    #expect(scenario.suitable(among: [.builtIn("messaging-ui")]).isEmpty)
    let all = try ScenarioFile.read("parts: []", path: "my.yaml")
    #expect(all.suitable(among: Profile.all).count == Profile.all.count)
  }

  @Test(
    arguments: [
      (
        "parts: []\nprofiles: [referenc]",
        "my.yaml:2:12: unknown name for profiles: \"referenc\"; expected one of reference, "
      ),
      ("parts: []\nprofiles: []", "my.yaml:2:11: wrong value for profiles: "),
      (
        "parts: []\nprofile: messaging-ui\nprofiles: [reference]",
        "my.yaml:2:10: wrong value for profile: \"messaging-ui\"; "
          + "expected one of the scenario's profiles, reference.\n"
      ),
      (
        "parts:\n  - windows: {at_ms: 0, names: [a, a]}",
        "my.yaml:2:36: wrong value for names: \"a\"; expected names of windows, each once.\n"
      ),
      (
        "parts:\n  - windows: {at_ms: 9, until_ms: 8, names: [a]}",
        "wrong value for until_ms: 8.0 ms; expected at least at_ms, 9.0 ms.\n"
      ),
      (
        "parts:\n  - windows: {at_ms: 0, names: [a], parts: [{windows: {at_ms: 0, names: [b]}}]}",
        "windows among the parts of windows; expected another part.\n"
      ),
      (
        "parts:\n  - keyboards: {at_ms: 0, count: 1, every_ms: 9, open_ms: 10}",
        "wrong value for every_ms: 9.0 ms; expected at least the 10.0 ms that it stays open.\n"
      ),
      (
        "parts:\n  - composers: {at_ms: 0, count: 1, every_ms: 59, line_ms: 10}",
        "wrong value for every_ms: 59.0 ms; expected at least the 60.0 ms that it takes.\n"
      ),
      (
        "parts:\n  - drops: {at_ms: 0, count: 1, every_ms: 5, onto: []}",
        "expected one name at least.\n"
      ),
    ])
  func aWrongPartIsNamed(text: String, part: String) {
    #expect(error(text).contains(part), "\(error(text))")
  }
}
