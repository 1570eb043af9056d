import Driving
import Testing

@Suite struct NumberedStreamTests {
  @Test func anAnswerThatIsNotJudgedHasWordsOfItsOwn() throws {
    let scenario = try #require(PageScenario.named("second-answer"))
    let answers = scenario.answers
    #expect(answers.count == 2)
    let words = answers.map { NumberedStream.numbers(in: $0.text) }
    #expect(words[0] == Array(NumberedStream.judged + 1...NumberedStream.judged + 90))
    #expect(words[1] == Array(1...120))
    #expect(answers[0].tokens.map(\.milliseconds) == scenario.streams[0].tokens.map(\.milliseconds))
  }

  @Test func answersBeforeTheJudgedOneAreToldApart() throws {
    let scenario = try #require(PageScenario.named("history-200"))
    let words = scenario.answers.dropLast()
      .flatMap { NumberedStream.numbers(in: $0.text) }
    #expect(words.count == 300 && Set(words).count == 300)
    #expect((words.min() ?? 0) > NumberedStream.judged)
  }

  @Test func whatIsMadeBeforeAScenarioHasWordsOfItsOwn() throws {
    for scenario in PageScenario.all {
      let answers = scenario.answers.flatMap { NumberedStream.numbers(in: $0.text) }
      let content = scenario.content.flatMap { NumberedStream.numbers(in: $0.text) }
      #expect(scenario.content.count == 20)
      #expect(Set(content).count == content.count && Set(content).isDisjoint(with: answers))
      #expect((content.min() ?? 0) > NumberedStream.judged)
      #expect(scenario.content.allSatisfy { $0.words - $0.first == 120 })
    }
  }

  @Test func aMadeAnswerEndsWithASentence() {
    for scenario in PageScenario.all where scenario.sends {
      #expect(scenario.answers.allSatisfy { $0.text.hasSuffix(". ") })
    }
    let text = NumberedStream.steady(tokensPerSecond: 60, count: 60).text
    #expect(text.split(separator: ".").count > 4)
  }

  @Test func wordsAloneHaveNoMarkdown() {
    let text = NumberedStream.steady(tokensPerSecond: 60, count: 240, .words).text
    #expect(!text.contains { "#`-".contains($0) })
    #expect(NumberedStream.numbers(in: text) == Array(1...240))
  }

  @Test func aScenarioTakesOtherAnswers() throws {
    var choice = StreamChoice()
    (choice.tokensPerSecond, choice.count) = (100, 50)
    let steady = choice.applied(to: try #require(PageScenario.named("stream-steady")))
    #expect(steady.streams.map(\.words) == [50] && steady.streams[0].milliseconds == 590)
    let burst = choice.applied(to: try #require(PageScenario.named("burst-stall")))
    #expect(burst.streams == PageScenario.named("burst-stall")?.streams)
    choice.recorded = .steady(tokensPerSecond: 10, count: 3)
    let both = choice.applied(to: try #require(PageScenario.named("second-answer")))
    #expect(both.streams.map(\.words) == [3, 3])
  }
}
