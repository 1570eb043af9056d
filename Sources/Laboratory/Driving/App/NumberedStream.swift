import Foundation
import LoadGeneration
import Timebase

/// A stream whose words are numbered, `w00042`, so that each can be found again on a page, whatever the
/// page makes of Markdown.
package struct NumberedStream: Hashable, Sendable {
  /// What arrives, and when, in milliseconds from the request.
  package struct Token: Hashable, Sendable {
    package var milliseconds: Double
    package var text: String
    /// The last numbered word that is whole once it has arrived; 0 before the first.
    package var last: Int
  }

  /// How it comes, by the numbers of it that can be raised.
  package enum Shape: Hashable, Sendable {
    /// A word a token, evenly.
    case steady(tokensPerSecond: Double, count: Int)
    /// ``NumberedStream/burstCount`` bursts of so many tokens.
    case bursts(tokens: Int)
    /// So many words in one token.
    case block(words: Int)
    case recorded
  }

  package private(set) var tokens: [Token] = []
  package internal(set) var shape = Shape.recorded
  /// The number of its last word, and that before its first.
  package private(set) var words = 0
  package private(set) var first = 0

  /// When the last token arrives.
  package var milliseconds: Double { tokens.last?.milliseconds ?? 0 }
  /// The whole text.
  package var text: String { tokens.map(\.text).joined() }

  /// The most words that numbers of five digits can name.
  package static let mostWords = 99_999

  /// Makes a steady stream of paragraphs, headings, lists and code: a numbered word a token.
  ///
  /// - Parameters:
  ///   - tokensPerSecond: How many arrive in a second.
  ///   - count: How many there are, up to ``mostWords``.
  ///   - format: What it holds.
  package static func steady(
    tokensPerSecond: Double,
    count: Int,
    _ format: StreamFormat = .markdown
  ) -> NumberedStream {
    var stream = NumberedStream()
    stream.shape = .steady(tokensPerSecond: tokensPerSecond, count: count)
    for index in 0..<min(count, mostWords) {
      let isLast = index + 1 == min(count, mostWords)
      let text = stream.nextText(format, isLast: isLast)
      stream.add(text, at: 100 + Double(index) * 1000 / tokensPerSecond)
    }
    return stream
  }

  /// Numbers the words of recorded tokens: a token that holds letters becomes numbered words, one for
  /// each five of its letters, begun; what stands between words stays, and so do words that no page shows, such as
  /// the language of a code block.
  package init(numbering recorded: [StreamToken]) {
    let texts = recorded.map { String(decoding: $0.bytes, as: UTF8.self) }
    let isHidden = HiddenMarkdown(of: texts).marks
    var (place, isAfterWord) = (0, false)
    for (token, text) in zip(recorded, texts) {
      guard words < Self.mostWords else { break }
      var made = ""
      var letters = 0
      for character in text {
        let isOfWord = character.isLetter || character.isNumber
        if isOfWord, !isHidden[place] {
          letters += 1
          // A space after it would end emphasis.
          if letters % 5 == 1 { made += (isAfterWord ? " " : "") + number() }
        } else {
          letters = 0
          made.append(character)
        }
        isAfterWord = isOfWord
        place += character.unicodeScalars.count
      }
      add(made, at: (token.instant - Instant.zero).milliseconds)
    }
  }

  init() {}

  /// Adds a token.
  mutating func add(_ text: String, at milliseconds: Double) {
    tokens.append(Token(milliseconds: milliseconds, text: text, last: words))
  }

  mutating func number() -> String {
    words += 1
    return Self.word(words)
  }

  /// The word of a number.
  package static func word(_ number: Int) -> String { "w" + String(format: "%05d", number) }

  /// Words below are those of the answer that is judged, where others are about.
  package static let judged = 90_000

  /// The same stream, its words numbered from `first` + 1 on.
  func numbered(from first: Int) -> NumberedStream {
    var stream = NumberedStream()
    (stream.words, stream.first, stream.shape) = (first, first, shape)
    for token in tokens {
      let text = token.text.replacing(#/w[0-9]{5}/#) { _ in stream.number() }
      stream.add(text, at: token.milliseconds)
    }
    return stream
  }

  /// How many words a sentence has.
  private static let sentence = 12

  /// The next word, with what Markdown stands before it: a paragraph has 60 words. Sentences end as models' do:
  /// what trims one that is not ended loses nothing.
  mutating func nextText(_ format: StreamFormat, isLast: Bool) -> String {
    let place = words % 60
    let paragraph = format == .markdown ? words / 60 : 0
    var text = ""
    if place == 0, words > 0 { text += "\n\n" }
    switch (paragraph % 4, place) {
    case (1, 0): text += "## "
    case (1, 5): text += "\n\n"
    case (2, _) where place % 12 == 0: text += (place == 0 ? "" : "\n") + "- "
    case (3, 20): text += "\n\n```\n"
    case (3, 40): text += "\n```\n\n"
    default: break
    }
    let isCode = paragraph % 4 == 3 && 20..<40 ~= place
    let isEnd = isLast || place % Self.sentence == Self.sentence - 1 && !isCode
    return text + number() + (isEnd ? ". " : " ")
  }

  /// So many words of sentences.
  mutating func sentences(_ count: Int) -> String {
    (1...count).map { index in
      number() + (index == count || index % Self.sentence == 0 ? ". " : " ")
    }
    .joined()
  }

  /// What the page's own timers need: `[[ms, text], ...]`.
  var json: String {
    let pairs = tokens.map { [$0.milliseconds, $0.text] as [Any] }
    guard let data = try? JSONSerialization.data(withJSONObject: pairs) else { return "[]" }
    return String(decoding: data, as: UTF8.self)
  }
}
