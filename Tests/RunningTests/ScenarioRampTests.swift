import ChatSurface
import LoadGeneration
import Records
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

  private func stalled(_ event: String, _ budgets: String) throws -> ScenarioRamp {
    let text = """
      name: mine
      parts:
        - reply: {at_ms: 500, preset: local-8b-42tps, duration_ms: 4000}
        - events:
            - \(event)
            - {t_ms: 3000, event: stall, ms: 2}
      budgets: \(budgets)
      """
    let key = event.contains("count") ? "count" : event.contains("cost_ms") ? "cost_ms" : "ms"
    return try ScenarioRamp(
      text,
      path: "mine.yaml",
      streams: nil,
      raising: "parts.1.events.0.\(key)"
    )
  }

  /// Beside a stall late frames have no standard limit.
  @Test(arguments: [
    "{t_ms: 2500, event: stall, ms: 1}",
    "{t_ms: 2500, event: slow_phase, phase: layout, cost_ms: 1, until_ms: 2600}",
  ])
  func aFaultThatNoBudgetJudgesIsSaidAtTheStart(event: String) throws {
    let why = try #require(try stalled(event, "{}").whyUnjudged(cost: .modelled))
    #expect(why.contains("no budget judges") && why.contains("hitch_max_ms: 33.4"))
    #expect(try stalled(event, "{hitch_max_ms: 33.4}").whyUnjudged(cost: .modelled) == nil)
    #expect(try stalled(event, "{void_pt: 10}").whyUnjudged(cost: .modelled) != nil)
  }

  @Test func memoryCostsNothingInTheModel() throws {
    let event = "{t_ms: 2500, event: allocate, phase: layout, count: 10, until_ms: 2600}"
    let ramp = try stalled(event, "{hitch_max_ms: 33.4}")
    #expect(try ramp.whyUnjudged(cost: .modelled)?.contains("--cost cpu") == true)
    #expect(try ramp.whyUnjudged(cost: .cpu) == nil)
  }

  @Test func aNumberThatBudgetsJudgeIsTaken() throws {
    #expect(try ramp("history.messages").whyUnjudged(cost: .modelled) == nil)
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
