import ChatSurface
import Timebase

/// A conversation of any length that is made on demand: each message from the seed and its number.
///
/// Message n is the same in every history of one seed and one kind of lengths, so a history that
/// begins at -50 is the one that begins at 0 with a page of 50 older messages before it. Even
/// numbers are questions in plain prose, odd ones answers in Markdown.
package struct SyntheticHistory: MessageSource, Hashable {
  /// How long messages are.
  package struct Lengths: Hashable, Sendable {
    /// The name of the kind.
    package var name: String
    /// Unicode scalars in a question.
    package var user: QuantileTable
    /// Unicode scalars in an answer.
    package var assistant: QuantileTable

    /// Prompts of Chatbot Arena and a model's answers: long.
    package static let arena = Lengths(
      name: "arena",
      user: .arenaUserCharacters,
      assistant: .arenaAssistantCharacters
    )
    /// Questions and answers that people wrote: shorter.
    package static let oasst = Lengths(
      name: "oasst",
      user: .oasstUserCharacters,
      assistant: .oasstAssistantCharacters
    )
    /// Every kind.
    package static let all = [arena, oasst]
  }

  /// Chooses the messages.
  package let seed: UInt64
  /// The number of the first message; negative for one older than the message 0.
  package let first: Int
  /// How many messages there are.
  package let count: Int
  /// How long they are.
  package let lengths: Lengths

  /// The most messages a history has.
  package static let limit = 10_000_000

  /// Makes the history of the messages `first` to `first + count - 1`.
  ///
  /// - Complexity: O(1).
  /// - Precondition: `count` is in 0 ... 10,000,000, `first` within a billion of 0.
  package init(seed: UInt64, first: Int = 0, count: Int, lengths: Lengths = .arena) {
    precondition((0...Self.limit).contains(count), "a history has 0 to 10,000,000, got \(count)")
    precondition(abs(first) <= 1_000_000_000, "the first number is out of range: \(first)")
    self.seed = seed
    self.first = first
    self.count = count
    self.lengths = lengths
  }

  /// The messages that come directly before those of this history.
  ///
  /// - Parameters:
  ///   - number: Which page, from 1: the one that touches this history, then the one before it.
  ///   - size: How many messages a page has.
  /// - Complexity: O(1).
  package func olderPage(_ number: Int, of size: Int) -> SyntheticHistory {
    precondition(number >= 1 && size >= 0, "page \(number) of \(size) messages")
    return SyntheticHistory(seed: seed, first: first - number * size, count: size, lengths: lengths)
  }

  /// The name of the message at `index`: `h-` and its number, `old-` and its distance before 0.
  package func id(at index: Int) -> MessageID {
    let number = first + checked(index)
    return MessageID(rawValue: number >= 0 ? "h-\(number)" : "old-\(-number)")
  }

  /// Where the message named `id` is; nil when it is none of this history's.
  ///
  /// - Complexity: O(length of the name).
  package func index(of id: MessageID) -> Int? {
    guard let number = Self.number(named: id.rawValue) else { return nil }
    let index = number - first
    return index >= 0 && index < count ? index : nil
  }

  /// The number of the message that has a name, as ``id(at:)`` writes it; nil for any other name.
  ///
  /// A page asks each other page for the names of its messages, so this is asked often: by bytes.
  private static func number(named name: String) -> Int? {
    var name = name.utf8[...]
    let isOlder = name.first == UInt8(ascii: "o")
    for byte in (isOlder ? "old-" : "h-").utf8 where name.popFirst() != byte { return nil }
    // No number begins with 0 but 0 itself, which is not before 0.
    guard (1...10).contains(name.count), let leading = name.first,
      leading != UInt8(ascii: "0") || (name.count == 1 && !isOlder)
    else { return nil }
    var number = 0
    for byte in name {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return isOlder ? -number : number
  }

  /// Makes the message at `index`.
  ///
  /// - Complexity: O(length of its text).
  package func message(at index: Int) -> Message {
    var chance = generator(at: index)
    let isUser = isUser(at: index)
    let scalars = characterCount(chance.nextFraction(), isUser: isUser)
    let textSeed = chance.next()
    let bytes =
      isUser
      ? TextSynthesis.prose(scalars: scalars, seed: textSeed)
      : TextSynthesis.markdown(scalars: scalars, seed: textSeed)
    return Message(
      id: id(at: index),
      role: isUser ? .user : .assistant,
      text: String(decoding: bytes, as: UTF8.self)
    )
  }

  /// How many Unicode scalars the message's text has, exactly.
  ///
  /// - Complexity: O(1).
  package func characterCount(at index: Int) -> Int {
    var chance = generator(at: index)
    return characterCount(chance.nextFraction(), isUser: isUser(at: index))
  }

  private func characterCount(_ share: Double, isUser: Bool) -> Int {
    (isUser ? lengths.user : lengths.assistant).count(at: share)
  }

  private func isUser(at index: Int) -> Bool { role(at: index) == .user }

  private func generator(at index: Int) -> SeededGenerator {
    SeededGenerator(
      seed: seed,
      index: UInt64(bitPattern: Int64(first + checked(index)))
    )
  }

  private func checked(_ index: Int) -> Int {
    precondition(index >= 0 && index < count, "message \(index) of \(count)")
    return index
  }
}

extension SyntheticHistory {
  /// Who speaks in the message at `index`: user and assistant take turns.
  package func role(at index: Int) -> Message.Role {
    (first + index).isMultiple(of: 2) ? .user : .assistant
  }
}
