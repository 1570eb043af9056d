/// A number of a page's scenario that can be raised until the page breaks; everything else rests.
package enum PageNumber: String, CaseIterable, Hashable, Sendable {
  case tokensPerSecond = "tokens_per_s"
  case answerTokens = "answer_tokens"
  case burstTokens = "burst_tokens"
  case blockWords = "block_words"
  case exchanges
  case history
  case wheel = "wheel_px"
  case keys = "keys_per_s"
  case widths = "widths_per_s"

  /// Its name, as the command line writes it.
  package var name: String { rawValue }

  /// What is raised, in words.
  package var title: String {
    switch self {
    case .tokensPerSecond: "tokens a second of the answer"
    case .answerTokens: "tokens of the answer"
    case .burstTokens: "tokens of each of ten bursts"
    case .blockWords: "words that come in one token"
    case .exchanges: "questions sent and answered before"
    case .history: "messages that the page is opened with"
    case .wheel: "pixels that the reader goes up at most"
    case .keys: "keys a second"
    case .widths: "widths of the window a second"
    }
  }

  /// What a page can be asked no more of, whatever it does: words have numbers of five digits, of which those
  /// below ``NumberedStream/judged`` are the last answer's.
  private var highest: Double {
    switch self {
    case .tokensPerSecond, .answerTokens, .blockWords: Double(NumberedStream.judged - 1_000)
    case .burstTokens: Double(NumberedStream.judged / NumberedStream.burstCount - 100)
    case .exchanges: 3_000
    case .history: 1_000_000
    case .wheel: 64_000
    case .keys: 2_000
    case .widths: 120
    }
  }

  /// The loads that may be tried in a scenario: from its own number on.
  ///
  /// - Returns: Nil where the scenario has no such number.
  package func range(in scenario: PageScenario, of app: AppDescription) -> ClosedRange<Double>? {
    guard let start = start(in: scenario, of: app) else { return nil }
    var highest = self.highest
    if self == .tokensPerSecond { highest /= max(1, scenario.streamedSeconds) }
    return start...max(start, highest.rounded(.down))
  }

  /// Those that a scenario has.
  package static func all(in scenario: PageScenario, of app: AppDescription) -> [PageNumber] {
    allCases.filter { $0.start(in: scenario, of: app) != nil }
  }

  /// What it is in a scenario; nil where there is no such number.
  private func start(in scenario: PageScenario, of app: AppDescription) -> Double? {
    switch (self, scenario.streams.last?.shape) {
    case (.tokensPerSecond, .steady(let rate, _)): rate
    case (.answerTokens, .steady(_, let count)): Double(count)
    case (.burstTokens, .bursts(let tokens)): Double(tokens)
    case (.blockWords, .block(let words)): Double(words)
    case (.exchanges, _): Double(max(1, scenario.exchanges))
    case (.history, _):
      // What a page is opened with else has a query of its own.
      [.plain, .history].contains(scenario.opening) && app.historyQuery(messages: 60) != nil
        ? Double(AppDescription.historyMessages) : nil
    case (.wheel, _): scenario.highestWheel
    case (.keys, _): scenario.count { $0.isType } > 0 ? PageScenario.keys.start : nil
    case (.widths, _): scenario.count { $0.isWidth } > 0 ? PageScenario.widths.start : nil
    default: nil
    }
  }
}

extension PageScenario {
  /// When the keys of a raised number begin, for how many seconds they go on, and how many a second there are
  /// at first; the same of widths.
  fileprivate static let keys = (at: 800.0, seconds: 1.5, start: 7.0)
  fileprivate static let widths = (at: 1_000.0, seconds: 2.0, start: 1.0)

  /// How long the last stream comes, in seconds; 0 where it comes otherwise than steadily.
  fileprivate var streamedSeconds: Double {
    guard case .steady(let rate, let count) = streams.last?.shape else { return 0 }
    return Double(count) / rate
  }

  fileprivate func count(_ isCounted: (Act) -> Bool) -> Int { steps.count { isCounted($0.act) } }

  fileprivate var highestWheel: Double? {
    steps.compactMap { if case .wheelUp(let distance) = $0.act { distance } else { nil } }.max()
  }

  /// The scenario with another number.
  ///
  /// - Precondition: It has such a number.
  /// - Complexity: The length of its stream.
  package func raising(_ number: PageNumber, to load: Double) -> PageScenario {
    var scenario = self
    scenario.load = "\(number.name)-\(Int(load.rounded()))"
    let whole = Int(load.rounded())
    switch number {
    case .tokensPerSecond:
      let count = max(1, Int(load * streamedSeconds))
      scenario.replaceLastStream(with: .steady(tokensPerSecond: load, count: count))
    case .answerTokens:
      guard case .steady(let rate, _) = streams.last?.shape else { break }
      scenario.replaceLastStream(with: .steady(tokensPerSecond: rate, count: whole))
    case .burstTokens: scenario.replaceLastStream(with: .bursts(of: whole))
    case .blockWords: scenario.replaceLastStream(with: .block(words: whole))
    case .exchanges: scenario.exchanges = whole
    case .history: (scenario.opening, scenario.messages) = (.history, whole)
    case .wheel:
      let factor = load / (highestWheel ?? load)
      for index in steps.indices {
        guard case .wheelUp(let distance) = steps[index].act else { continue }
        scenario.steps[index].act = .wheelUp(distance * factor)
      }
    case .keys:
      scenario.replaceSteps(\.isType, Self.keys, load) { _ in .type("k") }
    case .widths:
      scenario.replaceSteps(\.isWidth, Self.widths, load) {
        .width($0.isMultiple(of: 2) ? 75 : 100)
      }
    }
    return scenario
  }

  private mutating func replaceLastStream(with stream: NumberedStream) {
    streams[streams.count - 1] = stream
  }

  /// Puts so many acts a second in the place of those of a kind.
  private mutating func replaceSteps(
    _ isReplaced: (Act) -> Bool,
    _ place: (at: Double, seconds: Double, start: Double),
    _ perSecond: Double,
    _ act: (Int) -> Act
  ) {
    steps.removeAll { isReplaced($0.act) }
    let count = max(1, Int(perSecond * place.seconds))
    for index in 0..<count {
      let time = place.at + Double(index) * place.seconds * 1000 / Double(count)
      steps.append(Step(milliseconds: time, act: act(index)))
    }
    steps.sort { $0.milliseconds < $1.milliseconds }
  }
}

extension PageScenario.Act {
  fileprivate var isType: Bool { if case .type = self { true } else { false } }
  fileprivate var isWidth: Bool { if case .width = self { true } else { false } }
}
