import Driving
import Testing

/// A number of a scenario is raised from where it stands, and nothing else changes.
@Suite struct PageNumberTests {
  private func app(history: String? = "?history=30") throws -> AppDescription {
    let query = history.map { "history: \"\($0)\"\n" } ?? ""
    return try AppDescription(
      text:
        "name: a\nfolder: .\ninput: i\nmessage: m\nolder: \"?older\"\nthoughts: \"?t\"\n\(query)",
      path: "APP.yaml"
    )
  }

  private func scenario(_ name: String) throws -> PageScenario {
    try #require(PageScenario.named(name))
  }

  @Test func aRangeBeginsAtTheScenariosOwnNumber() throws {
    let app = try app()
    func start(_ number: PageNumber, _ name: String) throws -> Double? {
      number.range(in: try scenario(name), of: app)?.lowerBound
    }
    #expect(try start(.tokensPerSecond, "stream-steady") == 60)
    #expect(try start(.answerTokens, "stream-steady") == 240)
    #expect(try start(.burstTokens, "burst-stall") == 40)
    #expect(try start(.blockWords, "block-20k") == 2_900)
    #expect(try start(.exchanges, "history-200") == 100)
    #expect(try start(.exchanges, "stream-steady") == 1)
    #expect(try start(.history, "scroll-up") == 30)
    #expect(try start(.wheel, "scroll-up") == 500)
    #expect(try start(.keys, "type") == 7)
    #expect(try start(.widths, "resize") == 1)
    #expect(try start(.burstTokens, "stream-steady") == nil)
    #expect(try start(.tokensPerSecond, "block-20k") == nil)
    #expect(try start(.keys, "stream-steady") == nil)
    // The query for older messages opens the page with a history of its own.
    #expect(try start(.history, "read-older") == nil)
  }

  @Test func theLowestLoadIsTheScenarioItself() throws {
    let app = try app()
    for scenario in PageScenario.all {
      for number in PageNumber.all(in: scenario, of: app) where number != .exchanges {
        let start = try #require(number.range(in: scenario, of: app)?.lowerBound)
        let raised = scenario.raising(number, to: start)
        #expect(raised.streams == scenario.streams, "\(scenario.name) \(number.name)")
        #expect(raised.steps == scenario.steps, "\(scenario.name) \(number.name)")
        #expect(raised.exchanges == scenario.exchanges)
      }
    }
  }

  @Test func wordsOfTheHighestLoadHaveNumbersOfFiveDigits() throws {
    let app = try app()
    let names = ["stream-steady", "burst-stall", "block-20k", "second-answer", "type"]
    for scenario in try names.map(scenario) {
      for number in PageNumber.all(in: scenario, of: app) where number != .history {
        let highest = try #require(number.range(in: scenario, of: app)?.upperBound)
        let answers = scenario.raising(number, to: highest).answers
        let name = "\(scenario.name) \(number.name)"
        #expect(try #require(answers.last).words < NumberedStream.judged, "\(name)")
        for answer in answers.dropLast() {
          #expect(answer.words <= NumberedStream.mostWords, "\(name)")
        }
      }
    }
  }

  @Test func theRateIsRaisedForAsLongAsBefore() throws {
    let steady = try scenario("stream-steady").raising(.tokensPerSecond, to: 600)
    #expect(steady.streams.map(\.words) == [2_400])
    let ends = try (#require(steady.streams.last?.milliseconds), 100 + 2_399.0 / 0.6)
    #expect(abs(ends.0 - ends.1) < 0.001)
  }

  @Test func whatIsDoneMoreOftenIsDoneInTheSameTime() throws {
    let keys = try scenario("type").raising(.keys, to: 70).steps
    #expect(keys.count == 105)
    #expect(keys.allSatisfy { (800.0..<2_300).contains($0.milliseconds) })
    let widths = try scenario("resize").raising(.widths, to: 8).steps
    #expect(widths.count == 16)
    #expect(widths.last?.act == .width(100))
    #expect(widths.allSatisfy { (1_000.0..<3_000).contains($0.milliseconds) })
  }

  @Test func theReaderGoesUpAsManyTimesAsFar() throws {
    let ways = try scenario("scroll-up").raising(.wheel, to: 2_000).steps.compactMap { step in
      if case .wheelUp(let way) = step.act { way } else { nil }
    }
    #expect(ways == [240, 600, 1_120, 2_000])
  }

  @Test(arguments: [
    ("?history=30", "?history=480"), ("?a=1&messages=30&b=300", "?a=1&messages=480&b=300"),
  ])
  func theQueryForAHistoryGetsAnotherNumber(query: String, raised: String) throws {
    #expect(try app(history: query).historyQuery(messages: 480) == raised)
  }

  @Test(arguments: ["?history", "?a=30&b=30", "?history=300"])
  func aQueryWithoutItsThirtyHasNoNumberToRaise(query: String) throws {
    let app = try app(history: query)
    #expect(app.historyQuery(messages: 480) == nil)
    #expect(PageNumber.history.range(in: try scenario("stream-steady"), of: app) == nil)
  }

  @Test func twoLoadsHaveWiresOfTheirOwn() throws {
    let steady = try scenario("stream-steady")
    let loads = [60.0, 120].map { steady.raising(.tokensPerSecond, to: $0).load }
    #expect(loads == ["tokens_per_s-60", "tokens_per_s-120"])
    #expect(steady.load == nil)
  }

  @Test func theDescriptionOfAChatIsToldFromAScenario() {
    #expect(AppDescription.isDescribed(by: "name: a\nfolder: .\n", path: "a.yaml"))
    #expect(AppDescription.isDescribed(by: "name: a\ncommand: x\nport: 1\n", path: "a.yaml"))
    #expect(!AppDescription.isDescribed(by: "name: a\nparts: []\n", path: "a.yaml"))
    #expect(!AppDescription.isDescribed(by: "[folder]", path: "a.yaml"))
    #expect(!AppDescription.isDescribed(by: "a: [", path: "a.yaml"))
  }
}
