import Driving
import LoadGeneration
import Testing
import Timebase

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

  /// Tokens of a text, cut after so many letters each.
  private func numbered(_ text: String, cut: Int) -> NumberedStream {
    var tokens: [StreamToken] = []
    var rest = Substring(text)
    while !rest.isEmpty {
      tokens.append(StreamToken(at: .zero, text: String(rest.prefix(cut))))
      rest = rest.dropFirst(cut)
    }
    return NumberedStream(numbering: tokens)
  }

  @Test(arguments: [1, 2, 3, 7, 1_000])
  func wordsThatNoPageShowsAreNotAwaited(cut: Int) {
    // What stands between ^ and ^ is shown, and nothing else that has letters.
    let marked = """
      ^One^ **^two^** `^x<y>^` ![a cat](cat.png "Tom") [^docs^](https://a.example/b(c)?d) <!-- a
      note --> <br/> <^https://a.example^> &amp; [^text^][ref]

      [ref]: https://a.example

      1. ^first^
      - [x] ^done^

      | ^a^ | ^b^ |
      | --- | :-: |

      > ```swift title="a"
      > ^let x = "<b>"^
      > ```

      ~~~ python
      ^```^
      ^[a](b)^
      ~~~
      ^end^
      """
    let parts = marked.split(separator: "^", omittingEmptySubsequences: false)
    let stream = numbered(parts.joined(), cut: cut)
    var rest = Substring(stream.text)
    for (index, part) in parts.enumerated() {
      if index.isMultiple(of: 2), !part.isEmpty {
        guard let place = rest.firstRange(of: part) else {
          Issue.record("\(part) is not in \(stream.text)")
          return
        }
        #expect(!rest[..<place.lowerBound].contains { "abcdefghijklmnopqrstuvxyz".contains($0) })
        rest = rest[place.upperBound...]
      }
    }
    #expect(NumberedStream.numbers(in: stream.text) == Array(1...stream.words))
    #expect(stream.words >= 12)
  }

  @Test func emphasisStaysWhatItIs() {
    #expect(
      numbered("**bold** and *streaming*", cut: 1_000).text == "**w00001** w00002 *w00003 w00004*"
    )
    #expect(numbered("stream" + "ing", cut: 6).text == "w00001 w00002 w00003")
  }
}
