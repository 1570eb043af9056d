import ChatSurface
import Lengths
import Testing
import Timebase

/// A text that is replaced while it streams, or while parts of it wait.
@Suite struct UpdateWhileStreamingTests {
  private let words = (1...20).map { "word\($0) " }.joined()

  @Test(arguments: Setting.all)
  func partsThatBeginAfterTheCommonBeginningAreDroppedAndTheStreamEnds(setting: Setting) throws {
    for text in ["word1", "word1 word2 and more", ""] {
      let driver = try setting.driver([.user("q")])
      driver.frame(.send("u", text: "And now?"), .streamBegin("b"))
      driver.frame(.token("b", words))
      driver.frame(.partBegin("b", .card), .card("b", part: 1, points(100)))
      driver.frame(.update("b", text: text))
      driver.run(untilMilliseconds: 900)
      driver.frame(.streamEnd("b", .complete), .taskEnd)
      driver.settle()
      driver.frame()
      #expect(driver.text(of: "b") == text)
      #expect(driver.surface.parts(of: "b")?.map(\.kind) == [.text])
      #expect(driver.snapshot.streams.isEmpty)
      #expect(driver.surface.conversation.last?.state == .complete)
    }
  }

  /// Parts, cards and texts in any order, waiting or shown; another text at any time, and more of it
  /// after that.
  @Test(arguments: Setting.all)
  func aTextReplacedAtAnyTimeKeepsThePartsThatBeginWithinTheCommonBeginning(
    setting: Setting
  ) throws {
    for seed in PropertySettings.seed..<PropertySettings.seed + 8 {
      var random = SeededGenerator(seed: seed)
      let driver = try setting.driver([.user("q")])
      driver.frame(.send("u", text: "And now?"), .streamBegin("b"))
      var expected = PlainParts()
      for _ in 0..<1 + random.nextIndex(below: 5) {
        grow(&expected, driver, &random)
        driver.run(milliseconds: random.nextIndex(below: 3) * 90)
      }
      let shown = driver.text(of: "b")?.utf8.count ?? 0
      let old = expected.text
      let kept = String(old.prefix(random.nextIndex(below: old.count + 1)))
      let new = kept + ["", "more of it ", "x"][random.nextIndex(below: 3)]
      let shared = expected.replace(with: new)
      driver.frame(.update("b", text: new))
      let stays = driver.text(of: "b") ?? ""
      #expect(new.hasPrefix(stays), "\(seed)")
      #expect(stays.utf8.count >= min(shown, shared), "\(seed): what was revealed stays")
      if random.nextIndex(below: 2) == 0 { grow(&expected, driver, &random) }
      driver.run(milliseconds: random.nextIndex(below: 3) * 200)
      driver.frame(.streamEnd("b", .complete), .taskEnd)
      driver.settle()
      driver.frame()
      let parts = driver.surface.parts(of: "b") ?? []
      #expect(parts.map(\.kind) == expected.parts.map(\.kind), "\(seed)")
      #expect(
        parts.map { String(decoding: $0.text, as: UTF8.self) } == expected.parts.map(\.text),
        "\(seed)"
      )
      #expect(parts.map(\.cardHeight) == expected.parts.map(\.cardHeight), "\(seed)")
      #expect(driver.text(of: "b") == expected.text, "\(seed)")
      #expect(driver.snapshot.streams.isEmpty, "\(seed)")
      #expect(driver.surface.conversation.last?.state == .complete, "\(seed)")
      #expect(driver.violations.isEmpty, "\(seed)")
    }
  }

  /// Some words, a card with a height, or reasoning.
  private func grow(
    _ expected: inout PlainParts,
    _ driver: Driver,
    _ random: inout SeededGenerator
  ) {
    switch random.nextIndex(below: 4) {
    case 0:
      let height = points(random.nextIndex(below: 200))
      expected.begin(.card, height: height)
      driver.frame(
        .partBegin("b", .card),
        .card("b", part: expected.parts.count - 1, height)
      )
    case 1:
      expected.begin(.reasoning)
      driver.frame(.partBegin("b", .reasoning))
    default:
      let first = random.nextIndex(below: 90)
      let text = (0..<1 + random.nextIndex(below: 20)).map { "word\(first + $0) " }.joined()
      expected.append(text)
      driver.frame(.token("b", text))
    }
  }

  @Test func aCardWithinTheCommonBeginningStays() {
    for isWaiting in [false, true] {
      let driver = Driver(messages: [.user("q")])
      driver.frame(.streamBegin("b"), .token("b", words))
      driver.frame(.partBegin("b", .card), .card("b", part: 1, points(100)))
      driver.frame(.token("b", "after "))
      if !isWaiting { driver.settle() }
      driver.frame(.update("b", text: words + "afterwards"))
      driver.frame(.streamEnd("b", .complete))
      driver.settle()
      driver.frame()
      #expect(driver.surface.parts(of: "b")?.map(\.kind) == [.text, .card, .text])
      #expect(driver.text(of: "b") == words + "afterwards")
      #expect(driver.snapshot.streams.isEmpty)
    }
  }

  /// Never inside a scalar or a grapheme, wherever the texts part.
  @Test(arguments: [
    ("café", "abc", "cafèabc"), ("one ", "two", "one tw"), ("e", "x", "e\u{301}x"),
    ("日本", "語", "日木語"), ("👩", "z", "👩‍👧z"), ("ab", "", "abc"), ("ab", "cd", "abXY"),
  ])
  func anAnswerOfSeveralPartsIsCutBetweenGraphemes(first: String, second: String, new: String) {
    for isStreaming in [false, true] {
      let driver = Driver(messages: [.user("q")])
      driver.frame(.streamBegin("b"), .token("b", first))
      driver.frame(.partBegin("b", .reasoning), .token("b", second))
      if !isStreaming {
        driver.frame(.streamEnd("b", .complete))
        driver.settle()
      }
      driver.frame(.update("b", text: new))
      if isStreaming { driver.frame(.streamEnd("b", .complete)) }
      driver.settle()
      driver.frame()
      #expect(driver.text(of: "b") == new)
      let parts = driver.surface.parts(of: "b") ?? []
      #expect(parts.map { String(decoding: $0.text, as: UTF8.self) }.joined() == new)
      for part in parts { #expect(String(validating: part.text, as: UTF8.self) != nil) }
      #expect(driver.snapshot.streams.isEmpty)
    }
  }

  /// Against comparing characters, for random texts.
  @Test func theCommonBeginningIsWhatTheCharactersSay() {
    let alphabet = ["a", "e", "e\u{301}", "é", "è", "👩", "👩‍👧", "🇫🇷", "\n", "日", " "]
    for seed in PropertySettings.seed..<PropertySettings.seed + 20 {
      var random = SeededGenerator(seed: seed)
      for _ in 0..<PropertySettings.iterations {
        func text() -> String {
          (0..<random.nextIndex(below: 6)).map { _ in
            alphabet[random.nextIndex(below: alphabet.count)]
          }.joined()
        }
        let start = text()
        let (old, new) = (start + text(), start + text())
        var expected = 0
        let oldBytes = Array(old.utf8)
        for character in new {
          let end = expected + character.utf8.count
          guard oldBytes.starts(with: new.utf8.prefix(end)) else { break }
          expected = end
        }
        if new.utf8.starts(with: old.utf8) { expected = old.utf8.count }
        let found = CommonBeginning.utf8Count(of: oldBytes, and: Array(new.utf8))
        // What is shown whole may stay although the next scalar would have extended it.
        let isWhole = found == expected || expected == old.utf8.count && found <= expected
        #expect(isWhole, "\(old.debugDescription) \(new.debugDescription)")
      }
    }
  }
}

/// The parts of an answer of plain letters, by the specification.
private struct PlainParts {
  struct Part {
    var kind: MessagePart.Kind
    var text = ""
    var cardHeight = LayoutUnit.zero
  }

  var parts: [Part] = []
  var text: String { parts.map(\.text).joined() }

  mutating func begin(_ kind: MessagePart.Kind, height: LayoutUnit = .zero) {
    parts.append(Part(kind: kind, cardHeight: height))
  }

  /// Text goes on in the last part; after a card it is a part of its own.
  mutating func append(_ text: String) {
    guard !text.isEmpty else { return }
    if parts.isEmpty || parts[parts.count - 1].kind == .card { begin(.text) }
    parts[parts.count - 1].text += text
  }

  /// Parts that begin after the common beginning are dropped with it.
  ///
  /// - Returns: How long the common beginning is.
  mutating func replace(with new: String) -> Int {
    let shared = zip(text, new).prefix { $0 == $1 }.count
    var kept: [Part] = []
    var start = 0
    for part in parts where kept.isEmpty || start <= shared {
      kept.append(part)
      start += part.text.count
    }
    if kept.last?.kind != .card { start -= kept.last?.text.count ?? 0 }
    if let last = kept.indices.last, kept[last].kind != .card { kept[last].text = "" }
    parts = kept
    append(String(new.dropFirst(start)))
    return shared
  }
}
