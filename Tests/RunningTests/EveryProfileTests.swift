import ChatSurface
import Foundation
import LoadGeneration
import Scenarios
import Testing
import Timebase

/// Every scenario in every profile, its history shortened.
@Suite struct EveryProfileTests {
  private static let catalog = ScenarioCatalog(
    folder: TestBench.folder.appendingPathComponent("../../Scenarios").standardizedFileURL.path
  )

  private static let limit = Instant(milliseconds: 2_500)
  /// How many messages the scenarios need that name one by its number.
  private static let named = ["rotate-mid-history": 5_100, "live-resize": 600]

  /// Six profiles, as Docs/Profiles.md lists them.
  @Test func thereAreSixProfiles() {
    #expect(
      Profile.all.map(\.name) == [
        "reference", "vercel-v0", "swiftui-tips", "parameter-article", "messaging-ui",
        "conversation-kit",
      ]
    )
    #expect(Self.catalog.names.count == 29)
  }

  /// What the surfaces of one run took in.
  private struct Taken: Equatable {
    /// Window by window, the hash of the text that was put in.
    var texts: [String]
    /// How many events the surfaces applied, over all windows.
    var events: Int
    /// How many tokens reached a message.
    var tokens: Int
  }

  /// A timeline is made from a scenario, a seed and a device alone, so that every profile is given
  /// the same; what is left to look at is what the runner gave to the surfaces.
  @Test(arguments: catalog.names)
  func eachScenarioRunsInEachProfileWithTheSameEvents(name: String) throws {
    var scenario = try Self.catalog.scenario(named: name)
    if let history = scenario.history {
      scenario.history = ScenarioHistory(
        // Some scenarios name a message by its number.
        messages: min(history.messages, Self.named[name] ?? 120),
        lengths: history.lengths
      )
    }
    var settings = TestBench.settings()
    settings.limit = Self.limit
    let events = scenario.timeline(on: .iPhoneSE)
    var taken: [String: Taken] = [:]
    for profile in Profile.all {
      let result = TestBench.run(events, profile: profile, settings: settings)
      let outcome = result.outcome
      // A surface at rest makes no frames.
      #expect(outcome.frames.count > 20 || name == "idle", "\(profile.name)")
      #expect(outcome.refusals.isEmpty, "\(profile.name): \(outcome.refusals)")
      #expect(outcome.windowRefusals.isEmpty, "\(profile.name)")
      #expect(!outcome.text.isDamaged, "\(profile.name)")
      #expect(outcome.brokenAt == nil, "\(profile.name)")
      let texts = outcome.windows.map { $0.name + " " + $0.text.textIn }
      taken[profile.name] = Taken(
        texts: texts,
        events: outcome.counts.operations[.input][.event],
        tokens: outcome.latency.samples.tokenCount
      )
    }
    let reference = try #require(taken["reference"])
    #expect(
      reference.events
        == events.count { event in
          guard case .surface = event.event else { return false }
          return event.instant <= Self.limit
        }
    )
    for profile in Profile.all { #expect(taken[profile.name] == reference, "\(profile.name)") }
  }
}
