import ChatSurface
import Foundation
import LoadGeneration
import Scenarios
import Testing

/// A committed script with every event there is, and the frame logs that two profiles make of it:
/// between them they show every key and every state.
@Suite struct EveryEventTests {
  /// Nothing moves unasked in the short scenarios, whatever they have happen.
  @Test func theReferenceDriftsInNoShortScenario() throws {
    let catalog = ScenarioCatalog(folder: ProfileFileTests.scenarios)
    #expect(!catalog.choiceNames.isEmpty)
    for name in catalog.choiceNames {
      let scenario = try catalog.scenario(named: name)
      let device = scenario.device ?? .iPhone15Pro
      let log = TestBench.run(scenario.timeline(on: device), device: device).log
      let text = String(decoding: log, as: UTF8.self)
      #expect(text.contains("\"visible\"") && !text.contains("\"drift_pt\""), "\(name)")
    }
  }

  /// The reference, the one that moves the list for the keyboard, and one that corrects late.
  static let profiles: [Profile] = [.reference, .builtIn("vercel-v0"), .builtIn("swiftui-tips")]

  static func script() throws -> EventScript {
    let url = TestBench.folder.appendingPathComponent("Golden/script.ndjson")
    return try EventScript(bytes: Array(Data(contentsOf: url)), path: url.lastPathComponent)
  }

  /// Every key of the frame log but one, as a path of names. `visible.estimated` is of a frame whose
  /// work was left undone, and such a frame is a run's last.
  static let keys: Set<String> = [
    "frame", "t_ms", "window", "offset_pt", "viewport_pt", "inset_top_pt", "inset_bottom_pt",
    "blank_pt", "composer_pt", "covered_pt", "shift_pt", "content_top_pt", "content_bottom_pt",
    "visible", "visible.id", "visible.y_pt", "visible.height_pt", "visible.state", "visible.dots",
    "visible.version", "anchor", "anchor.id", "anchor.block", "anchor.y_pt", "drift_pt", "clamped",
    "rebases", "rebase_shift_pt", "streams", "streams.id", "streams.received_chars",
    "streams.released_chars", "streams.held_chars", "streams.backlog_chunks", "streams.fades",
    "streams.fades.start_char", "streams.fades.end_char", "streams.fades.opacity", "mode", "follow",
    "scroll", "button", "shows_jump", "loaders", "wanted_pages", "wants_keyboard", "refused_drops",
    "drop", "drop.item", "drop.x_pt", "drop.y_pt",
    "reveal_pt", "reveal_opacity", "entrance", "entrance.opacity", "entrance.offset_pt",
    "entrance.scale",
    "entrance.answer_opacity", "refused", "refused.t_ms", "refused.line", "refused.reason",
    "cost_ms", "cost_ms.input", "cost_ms.ingest", "cost_ms.reveal", "cost_ms.measure",
    "cost_ms.layout", "cost_ms.commit", "stall_ms", "presented_ms", "hitch_ms",
  ]

  /// What the log says in words, key by key; a rest value that is left out is not among them.
  static let states: [String: Set<String>] = [
    "mode": ["fallback"],
    "follow": ["free", "following", "pinning", "pinned"],
    "scroll": ["dragging", "decelerating", "bouncing", "animating"],
    "button": ["send", "send_disabled", "stop"],
    "visible.state": ["optimistic", "streaming", "cancelled", "failed"],
    "loaders": ["top", "end"],
    "wanted_pages": ["top", "end"],
    "window": ["main", "other"],
  ]

  private struct Found {
    var keys: Set<String> = []
    var words: [String: Set<String>] = [:]

    mutating func take(_ value: Any, at path: String) {
      switch value {
      case let object as [String: Any]:
        for (key, value) in object {
          let inner = path.isEmpty ? key : path + "." + key
          keys.insert(inner)
          take(value, at: inner)
        }
      case let list as [Any]: for value in list { take(value, at: path) }
      case let text as String: words[path, default: []].insert(String(text.prefix { $0 != ":" }))
      default: break
      }
    }
  }

  private func found() throws -> Found {
    var found = Found()
    for profile in Self.profiles {
      let log = try TestBench.run(Self.script().timeline, profile: profile).log
      for line in String(decoding: log, as: UTF8.self).split(separator: "\n").dropFirst() {
        found.take(try JSONSerialization.jsonObject(with: Data(line.utf8)), at: "")
      }
    }
    return found
  }

  @Test func theScriptHasEveryEvent() throws {
    let url = TestBench.folder.appendingPathComponent("Golden/script.ndjson")
    var names: Set<String> = []
    for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      names.insert(try #require(object?["event"] as? String))
    }
    #expect(names == Set(EventVocabulary.known))
  }

  @Test func theLogsShowEveryKey() throws {
    let found = try found()
    #expect(Self.keys.subtracting(found.keys).sorted() == [])
    #expect(found.keys.subtracting(Self.keys).sorted() == [])
  }

  @Test func theLogsShowEveryState() throws {
    let found = try found()
    for (key, states) in Self.states { #expect(found.words[key] == states, "\(key)") }
  }

  @Test func everyKeyIsDocumented() throws {
    let page = try String(
      contentsOf: TestBench.folder.appendingPathComponent("../../Docs/Metrics.md"),
      encoding: .utf8
    )
    for key in Self.keys.union(["visible.estimated"]) where !key.hasPrefix("cost_ms.") {
      let name = key.split(separator: ".").last ?? ""
      #expect(page.contains("`\(name)`"), "\(key)")
    }
  }

  /// In every profile the script goes on to its end and loses nothing; what it is refused is known.
  @Test func everyProfileGoesThroughIt() throws {
    for profile in Profile.all {
      let outcome = try TestBench.run(Self.script().timeline, profile: profile).outcome
      #expect(outcome.text.isExact, "\(profile.name)")
      #expect(outcome.brokenAt == nil, "\(profile.name)")
      #expect(outcome.refused.count == 2, "\(profile.name): \(outcome.refused)")
    }
  }
}
