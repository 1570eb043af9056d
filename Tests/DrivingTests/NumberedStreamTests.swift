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
}
