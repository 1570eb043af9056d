/// What happens to a page: a stream, and what hands do while it comes.
package struct PageScenario: Hashable, Sendable {
  /// Which of the app's queries it is opened with.
  package enum Opening: Hashable, Sendable {
    case plain
    case history
    case older
    case card
  }

  /// What a hand does.
  package enum Act: Hashable, Sendable {
    /// Turns the wheel up by so many pixels.
    case wheelUp(Double)
    /// Turns the wheel down, to the end.
    case wheelToEnd
    /// Turns it up, to the top.
    case wheelToTop
    /// Clicks what stops an answer.
    case stop
    /// Clicks what folds a card.
    case fold
    /// Makes the window so wide, in per cent of what it was.
    case width(Int)
    /// Types a text into the input.
    case type(String)
    /// Sends another message.
    case send
    /// Makes the window so high, in per cent of what it was, as a keyboard does.
    case height(Int)
    /// Has the page change as APP.yaml says.
    case change
  }

  /// An act and when it is done, in milliseconds from the request.
  package struct Step: Hashable, Sendable {
    package var milliseconds: Double
    package var act: Act
  }

  package var name: String
  package var summary: String
  package var opening = Opening.plain
  /// Whether it can do without the opening it asks for.
  package var needsOpening = false
  /// The streams of the first and the later requests; the last one is used again.
  package var streams: [NumberedStream]
  package var steps: [Step] = []
  /// What made answers hold.
  package var format = StreamFormat.markdown
  /// How many messages the app's query for a history opens the page with; nil for those that it says.
  package var messages: Int?
  /// What was raised and how far, as a part of file names; nil for nothing.
  package var load: String?
  /// Exchanges before the one that is recorded, each with an answer of three words.
  package var exchanges = 0
  /// How long the page is watched once all is over, in milliseconds.
  package var tail = 700.0
  /// How long of that nothing is due, in milliseconds from the end; nil where that is not judged.
  package var idle: Double?
  /// How far a person who reads has to be brought back to the end.
  package var judgesReturn = false
  /// Whether a message is sent and answered in it.
  package var sends = true

  /// Whether a reader goes up in it.
  package var goesUp: Bool {
    steps.contains { step in
      switch step.act {
      case .wheelUp, .wheelToTop: true
      default: false
      }
    }
  }

  /// Whether the page is changed while the wheel turns.
  var changesInWheel: Bool { name == "change-in-wheel" }

  /// When it is over, in milliseconds from the first request.
  var milliseconds: Double {
    var end = streams[0].milliseconds
    if let second = steps.last(where: { $0.act == .send }) {
      end = max(end, second.milliseconds + (streams.last?.milliseconds ?? 0))
    }
    return max(end, steps.last?.milliseconds ?? 0) + tail
  }

  /// The answers to all its messages, those before it among them: only words of the last one are below
  /// ``NumberedStream/judged``, so that words tell which answer they are of.
  package var answers: [NumberedStream] {
    let short = NumberedStream.steady(tokensPerSecond: 200, count: 3)
    var answers = Array(repeating: short, count: exchanges) + streams
    var next = NumberedStream.judged
    for index in answers.indices.dropLast() {
      let words = answers[index].words
      answers[index] = answers[index].numbered(from: next)
      next += words
    }
    return answers
  }

  /// The first word of the first answer that is recorded; nil where no text comes.
  var firstWord: String? {
    guard sends, let answer = answers[checked: exchanges], answer.words > answer.first else {
      return nil
    }
    return NumberedStream.word(answer.first + 1)
  }

  /// The most exchanges that are sent before it to give a reader something to scroll through.
  private static let mostContent = 20

  /// The answers of those: their words follow on those of ``answers``, and are no more than have names.
  package var content: [NumberedStream] {
    let made = NumberedStream.steady(tokensPerSecond: 400, count: 120, format)
    var next = answers.dropLast().map(\.words).max() ?? NumberedStream.judged
    var content: [NumberedStream] = []
    while content.count < Self.mostContent, next + made.words <= NumberedStream.mostWords {
      content.append(made.numbered(from: next))
      next += made.words
    }
    return content
  }

  /// What tells it from other scenarios, and from itself under another load.
  var wireName: String { load.map { "\(name)-\($0)" } ?? name }

  /// The scenario of this name; nil for none.
  package static func named(_ name: String) -> PageScenario? { all.first { $0.name == name } }

  /// What is driven where nobody names anything.
  package static let standard = ["stream-steady", "scroll-up", "idle"]

  /// All of them.
  package static let all: [PageScenario] =
    [
      PageScenario(
        name: "stream-steady",
        summary: "60 words a second for 4 s",
        streams: [.steady(tokensPerSecond: 60, count: 240)]
      ),
      PageScenario(
        name: "burst-stall",
        summary: "words in bursts of 40, and nothing for 1.5 s",
        streams: [.bursts(of: 40)]
      ),
      PageScenario(
        name: "block-20k",
        summary: "20 kB at once, without a line break",
        streams: [.block(words: 2_900)]
      ),
      PageScenario(
        name: "history-200",
        summary: "an answer after 200 messages",
        streams: [.steady(tokensPerSecond: 60, count: 120)],
        exchanges: 100
      ),
      scrollUp,
      PageScenario(
        name: "scroll-back",
        summary: "the reader goes up and comes back to the end while text streams",
        opening: .history,
        streams: [.steady(tokensPerSecond: 60, count: 240)],
        steps: [
          Step(milliseconds: 1_000, act: .wheelUp(600)),
          Step(milliseconds: 1_800, act: .wheelToEnd),
        ],
        judgesReturn: true
      ),
      PageScenario(
        name: "read-older",
        summary: "the reader goes to the top, where older messages are loaded",
        opening: .older,
        needsOpening: true,
        streams: [.steady(tokensPerSecond: 60, count: 30)],
        steps: [Step(milliseconds: 1_200, act: .wheelToTop)],
        tail: 1_500
      ),
      PageScenario(
        name: "stop",
        summary: "the reader stops the answer",
        streams: [.steady(tokensPerSecond: 60, count: 180)],
        steps: [Step(milliseconds: 1_500, act: .stop)]
      ),
      PageScenario(
        name: "resize",
        summary: "the window becomes narrow and wide again while text streams",
        opening: .history,
        streams: [.steady(tokensPerSecond: 60, count: 180)],
        steps: [
          Step(milliseconds: 1_000, act: .width(75)), Step(milliseconds: 2_000, act: .width(100)),
        ]
      ),
      PageScenario(
        name: "type",
        summary: "the next message is typed while text streams",
        streams: [.steady(tokensPerSecond: 60, count: 180)],
        steps: (0..<10).map { Step(milliseconds: 800 + Double($0) * 150, act: .type("k")) }
      ),
      PageScenario(
        name: "fold",
        summary: "the reader folds a card while text streams",
        opening: .card,
        needsOpening: true,
        streams: [.steady(tokensPerSecond: 60, count: 180)],
        steps: [
          Step(milliseconds: 1_500, act: .wheelToTop), Step(milliseconds: 2_200, act: .fold),
        ]
      ),
      PageScenario(
        name: "idle",
        summary: "30 s in which nothing is due, after a short answer",
        streams: [.steady(tokensPerSecond: 60, count: 30)],
        tail: 31_000,
        idle: 30_000
      ),
      PageScenario(
        name: "opening",
        summary: "a conversation of 30 messages is opened, and answered",
        opening: .history,
        needsOpening: true,
        streams: [.steady(tokensPerSecond: 60, count: 30)]
      ),
      PageScenario(
        name: "second-answer",
        summary: "a second message is sent after the first answer",
        streams: [
          .steady(tokensPerSecond: 60, count: 90), .steady(tokensPerSecond: 60, count: 120),
        ],
        steps: [Step(milliseconds: 2_200, act: .send)]
      ),
    ] + places

  /// What moves a reader although no answer comes: in some engines the browser keeps his place, in others the page
  /// has to.
  package static let places = [
    PageScenario(
      name: "change-above",
      summary:
        "the page is changed by `change` of APP.yaml while the reader rests 600 px above the end",
      opening: .history,
      streams: [NumberedStream()],
      steps: [
        Step(milliseconds: 200, act: .wheelToEnd), Step(milliseconds: 700, act: .wheelUp(600)),
        Step(milliseconds: 1_700, act: .change),
      ],
      tail: 1_500,
      sends: false
    ),
    PageScenario(
      name: "change-in-wheel",
      summary: "the page is changed by `change` of APP.yaml while the wheel turns up",
      opening: .history,
      streams: [NumberedStream()],
      steps: [
        Step(milliseconds: 200, act: .wheelToEnd), Step(milliseconds: 700, act: .wheelUp(2_400)),
        Step(milliseconds: 850, act: .change),
      ],
      tail: 1_500,
      sends: false
    ),
    PageScenario(
      name: "keyboard",
      summary:
        "the window becomes 60 % high and high again while the reader rests 600 px above the end",
      opening: .history,
      streams: [NumberedStream()],
      steps: [
        Step(milliseconds: 200, act: .wheelToEnd), Step(milliseconds: 700, act: .wheelUp(600)),
        Step(milliseconds: 1_700, act: .height(60)), Step(milliseconds: 3_000, act: .height(100)),
      ],
      tail: 1_300,
      sends: false
    ),
  ]

  /// Apps stop following at 70 to 300 pixels from the end: the reader rests on each side of that.
  package static let scrollUp = PageScenario(
    name: "scroll-up",
    summary: "the reader rests 60, 150, 280 and 500 px above the end while text streams",
    opening: .history,
    streams: [.steady(tokensPerSecond: 60, count: 300)],
    steps: [60.0, 150, 280, 500].enumerated().flatMap { index, distance in
      let start = 800 + Double(index) * 1_100
      return [
        Step(milliseconds: start, act: .wheelUp(distance)),
        Step(milliseconds: start + 800, act: .wheelToEnd),
      ]
    }
  )
}

extension NumberedStream {
  /// How many bursts a stream of bursts has.
  static let burstCount = 10

  /// Ten bursts of so many words, and a stall before the sixth.
  static func bursts(of tokens: Int, _ format: StreamFormat = .markdown) -> NumberedStream {
    var stream = NumberedStream()
    stream.shape = .bursts(tokens: tokens)
    for burst in 0..<burstCount {
      let start = 100 + Double(burst) * 200 + (burst > 4 ? 1_500 : 0)
      for index in 1...tokens {
        let isLast = burst + 1 == burstCount && index == tokens
        stream.add(stream.nextText(format, isLast: isLast), at: start)
      }
    }
    return stream
  }

  /// So many words in one token.
  static func block(words: Int) -> NumberedStream {
    var stream = NumberedStream()
    stream.shape = .block(words: words)
    stream.add(stream.sentences(words), at: 100)
    return stream
  }
}
