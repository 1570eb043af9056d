import ChatSurface
import LoadGeneration
import Running
import Scenarios
import Testing

@Suite struct ScenarioRampTests {
  private static let text = """
    name: mine
    history: {messages: 100}
    parts:
      - reply: {at_ms: 500, preset: local-8b-42tps, duration_ms: 1000.5}
      - flings: {at_ms: 2000, count: 1, every_ms: 100, velocities_pt_per_s: [-500]}
    """

  private func ramp(_ key: String) throws -> ScenarioRamp {
    try ScenarioRamp(Self.text, path: "mine.yaml", streams: nil, raising: key)
  }

  @Test func aNumberIsRaisedAndNothingElseChanges() throws {
    let ramp = try ramp("history.messages")
    #expect(ramp.isWhole)
    #expect(ramp.range.lowerBound == 100)
    let scenario = try ramp.scenario(at: 1_600)
    #expect(scenario.history?.messages == 1_600)
    #expect(scenario.parts.count == 2)
  }

  @Test func aNumberOfAListKeepsItsSign() throws {
    let ramp = try ramp("parts.1.flings.velocities_pt_per_s.0")
    let velocities = try ramp.scenario(at: 2_000).timeline(on: .iPhone15Pro).compactMap { event in
      if case .surface(.fling(let velocity)) = event.event { velocity } else { nil }
    }
    #expect(!velocities.isEmpty && velocities.allSatisfy { $0 == -2_000 })
  }

  @Test func aFractionStaysOne() throws { #expect(try !ramp("parts.0.reply.duration_ms").isWhole) }

  @Test func whatTheScenarioCannotHaveIsRefused() throws {
    let ramp = try ramp("history.messages")
    #expect(throws: (any Error).self) { try ramp.scenario(at: 20_000_000) }
  }

  @Test(arguments: [
    ("history.mesages", "history.messages"), ("reply.duration_ms", "parts.0.reply.duration_ms"),
    ("name", "no number"), ("history", "no number"),
  ])
  func aKeyThatIsNoNumberIsAnsweredWithTheNearest(key: String, answer: String) throws {
    let error = try #require(throws: ScenarioRamp.BadKey.self) { try ramp(key) }
    #expect(error.description.contains(answer), "\(error)")
  }
}
