import ChatSurface
import ConformanceTags
import Foundation
import LoadGeneration
import Simulation
import Testing
import Timebase

/// Every scenario in every profile, its history shortened.
@Suite struct EveryProfileTests {
  private static let catalog = ScenarioCatalog(
    folder: TestBench.folder.appendingPathComponent("../../Scenarios").standardizedFileURL.path
  )

  private static let limit = Instant(milliseconds: 2_500)

  /// Six profiles, as Docs/Profiles.md lists them.
  @Test(.tags(.profilesAllRun)) func thereAreSixProfiles() {
    #expect(
      Profile.all.map(\.name) == [
        "reference", "vercel-v0", "swiftui-tips", "parameter-article", "messaging-ui",
        "conversation-kit",
      ]
    )
    #expect(Self.catalog.names.count == 19)
  }

  /// An event in words: of a list of messages, which.
  private func words(_ event: TimedLoadEvent) -> String {
    let listed: (any MessageSource)? =
      switch event.event {
      case .surface(.load(let source)), .surface(.prepend(let source)),
        .surface(.replaceAll(let source)):
        source
      default: nil
      }
    let words = "\(event.instant) \(event.windowName) "
    guard let listed else { return words + "\(event.event)" }
    return words + (0..<listed.count).map { listed.id(at: $0).rawValue }.joined(separator: " ")
  }

  @Test(.tags(.profilesAllRun), arguments: catalog.names)
  func eachScenarioRunsInEachProfileWithTheSameEvents(name: String) throws {
    var scenario = try Self.catalog.scenario(named: name)
    if let history = scenario.history {
      scenario.history = ScenarioHistory(
        // One scenario names a message by its number.
        messages: min(history.messages, name == "rotate-mid-history" ? 5_100 : 120),
        lengths: history.lengths
      )
    }
    var settings = TestBench.settings()
    settings.limit = Self.limit
    var taken: [String: (texts: [String], ids: [String])] = [:]
    for profile in Profile.all {
      let events = scenario.timeline(on: .iPhoneSE)
      let result = TestBench.run(events, profile: profile, settings: settings)
      let outcome = result.outcome
      #expect(outcome.frames.count > 20, "\(profile.name)")
      #expect(outcome.refusals.isEmpty, "\(profile.name): \(outcome.refusals)")
      #expect(outcome.windowRefusals.isEmpty, "\(profile.name)")
      #expect(!outcome.text.isDamaged, "\(profile.name)")
      #expect(outcome.brokenAt == nil, "\(profile.name)")
      let texts = outcome.windows.map { $0.name + " " + $0.text.textIn }
      let begun = events.prefix { $0.instant <= Self.limit }
      taken[profile.name] = (texts, begun.map(words))
    }
    let reference = try #require(taken["reference"])
    for profile in Profile.all {
      #expect(taken[profile.name]?.ids == reference.ids, "\(profile.name)")
      #expect(taken[profile.name]?.texts == reference.texts, "\(profile.name)")
    }
  }
}
