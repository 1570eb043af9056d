import ChatSurface
import Foundation
import LoadGeneration
import Running
import Scenarios
import Testing
import Timebase

/// The beginning of each scenario of the standard suite that is not long, in every profile.
@Suite struct SuiteScenarioTests {
  private let catalog = ScenarioCatalog(
    folder: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Scenarios").standardizedFileURL.path
  )

  @Test(
    arguments: [
      "first-message", "send-and-pin", "stop-mid-stream", "prepend-while-streaming", "drop-100",
      "keyboard-mid-stream", "composer-grows", "stream-while-scrolling-up", "five-windows",
      "edit-storm",
    ])
  func itsBeginningRunsInEveryProfile(name: String) throws {
    let scenario = try catalog.scenario(named: name)
    let events = scenario.timeline(on: .iPhoneSE)
    var settings = TestBench.settings()
    settings.limit = Instant(milliseconds: 3_000)
    for profile in scenario.suitable(among: Profile.all) {
      let outcome = TestBench.run(events, profile: profile, settings: settings).outcome
      #expect(!outcome.text.isDamaged, "\(name), \(profile.name)")
      #expect(outcome.refusals.isEmpty, "\(name), \(profile.name)")
      #expect(outcome.windowRefusals.isEmpty, "\(name), \(profile.name)")
      #expect(outcome.frames.count > 60, "\(name), \(profile.name)")
    }
  }

  @Test func theSoakIsHalfAnHourOfTheReference() throws {
    let scenario = try catalog.scenario(named: "soak")
    #expect(scenario.profileNames == ["reference"])
    let events = scenario.timeline(on: .iPhone15Pro)
    let last = try #require(events.last)
    #expect((1_790_000...1_810_000).contains(last.instant.milliseconds))
    var kinds: Set<String> = []
    for event in events {
      switch event.event {
      case .surface(let event): kinds.insert("\(event)".prefix { $0.isLetter }.description)
      case .window(let change): kinds.insert("window \(change.rawValue)")
      case .fault, .refresh: break
      }
    }
    #expect(
      kinds.isSuperset(of: [
        "send", "token", "stop", "touch", "fling", "prepend", "keyboard", "composer", "resize",
        "textSize", "drop", "insert", "remove", "move", "update", "replaceID", "setHeight",
        "background", "foreground", "reducedMotion", "memoryPressure", "window open",
        "window close",
      ]),
      "\(kinds.sorted())"
    )
  }

  /// The first four minutes of it: sends under a finger, answers that grow above what came after them,
  /// edits, pages, rotations, text sizes. Nobody is moved, and nothing goes back and forth.
  @Test(arguments: [60, 120])
  func theSoakMovesNoReaderAndNothingBackAndForth(hertz: Int) throws {
    let device = Device.iPhone15Pro.at(hertz: hertz)
    let events = try catalog.scenario(named: "soak").timeline(on: device)
    var settings = TestBench.settings()
    settings.limit = Instant(milliseconds: 240_000)
    var runner = Runner(
      events: events,
      profile: .reference,
      device: device,
      tools: TestBench.tools,
      settings: settings
    )
    let figures = TestBench.metrics(of: runner.run { _, _ in }, at: device.rate)
    for metric in [
      "reader_moved_times", "follow_reversals", "screen_jolts", "void_pt", "height_falls",
      "kind_flips", "anchor_drift_max_pt",
    ] {
      #expect(figures.last { $0.metric == metric }?.value == 0, "\(metric)")
    }
    let reading = try #require(figures.last { $0.metric == "reading_time_s" }?.value)
    #expect(reading > 60)
  }

  /// SPEC 4: 100 drops lose nothing, in the scenario as shipped.
  @Test func everyDropOfTheScenarioIsInItsComposer() throws {
    let scenario = try catalog.scenario(named: "drop-100")
    let events = scenario.timeline(on: .iPhoneSE)
    var expected: [String: String] = [:]
    var count = 0
    for event in events {
      guard case .surface(.drop(let item, _)) = event.event else { continue }
      count += 1
      let text = expected[event.windowName] ?? ""
      let separator = text.isEmpty || text.hasSuffix("\n") ? "" : "\n"
      expected[event.windowName] = text + separator + item.insertion
    }
    #expect(count == 100)
    let outcome = TestBench.run(events).outcome
    #expect(outcome.windows.map(\.name) == ["main", "left", "right"])
    for window in outcome.windows {
      #expect(window.composerText == expected[window.name], "\(window.name)")
    }
  }
}
