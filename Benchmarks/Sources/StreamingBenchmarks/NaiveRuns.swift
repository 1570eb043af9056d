import Foundation

/// The ways to cut a growing message that published code shows, each over the whole message again.
struct NaiveRuns {
  let text: TokenText

  /// What one token costs when the message has all of its words.
  func split() -> UInt64 { UInt64(whole.split(separator: " ").count) }
  func splitAtWhitespace() -> UInt64 {
    UInt64(whole.split(whereSeparator: { $0.isWhitespace }).count)
  }
  func components() -> UInt64 { UInt64(whole.components(separatedBy: " ").count) }
  func bytesSplit() -> UInt64 { UInt64(whole.utf8.split(separator: 32).count) }
  func characters() -> UInt64 { UInt64(whole.count) }

  private let whole: String

  init(_ text: TokenText) {
    self.text = text
    whole = text.text
  }

  /// The message grows token by token; at each of `samples` tokens, evenly spread, it is split and
  /// counted, and the difference to the last count is what is new.
  func splitAndCount(samples: Int) -> UInt64 {
    var message = ""
    var shown = 0
    let every = max(1, text.tokenCount / samples)
    for (place, token) in text.strings.enumerated() {
      message += token
      guard place % every == every - 1 else { continue }
      let count = message.split(separator: " ").count
      if count > shown { shown = count }
    }
    return UInt64(shown)
  }
}
