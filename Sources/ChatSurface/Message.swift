import AnchoredLayout
import Lengths

/// A message's name, unique in a conversation.
public struct MessageID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name as the app gave it.
  public let rawValue: String

  /// Makes a name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Makes a name from a literal.
  public init(stringLiteral value: String) { rawValue = value }
}

extension MessageID: CustomStringConvertible {
  /// The name itself.
  public var description: String { rawValue }
}

/// One message of a conversation.
public struct Message: Hashable, Sendable {
  /// Who speaks.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    case user
    case assistant
    /// Stands where an answer is expected; shows the loading dots.
    case placeholder
  }

  /// How far the message has come.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// Shown before the app's own copy of it is there.
    case optimistic
    /// Its text is arriving.
    case streaming
    case complete
    case cancelled
    case failed
  }

  /// The message's name.
  public var id: MessageID
  /// Who speaks.
  public var role: Role
  /// The text, as received; that of its parts where it has some.
  public var text: String
  /// What the message is made of; empty for one text.
  public private(set) var parts: [MessagePart] = []
  /// How far it has come.
  public var state: State { didSet { saysState = true } }
  /// Whether the app said so: of a message that streams a list may leave it open.
  package private(set) var saysState: Bool
  /// Milliseconds since 1970; nil when the app gave none.
  public var timestampMilliseconds: Double?
  /// The height the host gave; nil when the engine measures.
  public var suppliedHeight: LayoutUnit?
  /// Whether a height that was given before is taken back where this one gives none; else it stays.
  package var isMeasuredAgain = false

  /// Whether it stays at the top while what follows it is scrolled under it.
  package var isSticky = false

  /// Makes a message; one of whose state nothing is said is complete, or streams on where it does.
  public init(
    id: MessageID,
    role: Role,
    text: String,
    state: State? = nil,
    timestampMilliseconds: Double? = nil,
    suppliedHeight: LayoutUnit? = nil
  ) {
    self.id = id
    self.role = role
    self.text = text
    self.state = state ?? .complete
    saysState = state != nil
    self.timestampMilliseconds = timestampMilliseconds
    self.suppliedHeight = suppliedHeight
  }

  /// Makes a message of parts: texts, reasoning, cards.
  public init(
    id: MessageID,
    role: Role,
    parts: [MessagePart],
    state: State? = nil,
    timestampMilliseconds: Double? = nil,
    suppliedHeight: LayoutUnit? = nil
  ) {
    self.init(
      id: id,
      role: role,
      text: String(decoding: parts.flatMap(\.text), as: UTF8.self),
      state: state,
      timestampMilliseconds: timestampMilliseconds,
      suppliedHeight: suppliedHeight
    )
    self.parts = parts.count == 1 && parts[0].isPlain ? [] : parts
  }
}

extension Message {
  /// Whether another message has the same role and says the same; while one streams its text need only begin
  /// the other's.
  func saysTheSame(as other: Message, whileStreaming isStreaming: Bool) -> Bool {
    guard role == other.role, !text.isEmpty || !parts.isEmpty else { return false }
    guard isStreaming, !text.isEmpty, !other.text.isEmpty else {
      return text == other.text && parts == other.parts
    }
    // By bytes: a text may end inside a character that the other one goes on with.
    return other.text.utf8.starts(with: text.utf8) || text.utf8.starts(with: other.text.utf8)
  }

  /// The supplied height when it is negative or above 1,000,000 pt.
  var heightOutOfRange: LayoutUnit? {
    suppliedHeight.flatMap { (.zero...ContentSpace.tallestItem).contains($0) ? nil : $0 }
  }
}
