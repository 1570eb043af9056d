import ChatSurface
import ConformanceTags
import Lengths
import Testing
import Timebase

/// A text that is replaced while it streams, or while parts of it wait.
@Suite struct UpdateWhileStreamingTests {
  private let words = (1...20).map { "word\($0) " }.joined()

  @Test(.tags(.messagesPartsReplaced), arguments: Setting.all)
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

  @Test(.tags(.messagesPartsReplaced)) func aCardWithinTheCommonBeginningStays() {
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
