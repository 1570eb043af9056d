import Lengths

/// An edit that was refused; the conversation is as it was before.
public enum SurfaceRefusal: Error, Hashable, Sendable {
  /// A message of this name is there already.
  case duplicate(MessageID)
  /// No message has this name.
  case unknown(MessageID)
  /// The index lies outside 0 ... count.
  case indexOutOfRange(Int, count: Int)
  /// The height is negative or above 1,000,000 pt.
  case heightOutOfRange(MessageID, LayoutUnit)
  /// The message does not stream, so no part of it can begin.
  case notStreaming(MessageID)
  /// The text is all white space and nothing is attached, so there is nothing to send.
  case nothingToSend(MessageID)
  /// The message streams already.
  case alreadyStreaming(MessageID)
  /// The message is the user's, so no answer streams as it.
  case notStreamable(MessageID)
  /// The message has no card at this place.
  case noCard(MessageID, part: Int)
  /// The message is no answer, so there are no actions under it.
  case notAnAnswer(MessageID)
  /// No question stands before the message, so there is nothing to answer again.
  case noQuestion(MessageID)
  /// More sends would run at a time than may.
  case tooManyTasks(limit: Int)
  /// More answers would stream at a time than may.
  case tooManyStreams(limit: Int)
  /// The height of something beside the messages is negative or above 1,000,000 pt.
  case auxiliaryOutOfRange(Auxiliary, LayoutUnit)
  /// A keyboard cannot have this height, or take less than no time.
  case keyboard(LayoutUnit)
  /// A number lies outside of what a surface takes, or is none.
  case number(String, Double, ClosedRange<Double>)
  /// The message has no part at this place.
  case noPart(MessageID, part: Int)
  /// The message has no text at this place.
  case noText(MessageID, Range<Int>)
  /// A composer has 1 to 6 lines.
  case composerLines(Int)
  /// There cannot be fewer attachments than none.
  case attachments(Int)
  /// The conversation would have more messages than the surface's limit.
  case tooManyMessages(Int, limit: Int)
  /// The message would be longer than 4 MiB; it becomes `failed`.
  case tooLong(MessageID, bytes: Int)
  /// The message would be taller than 1,000,000 pt; it becomes `failed`.
  case tooTall(MessageID, LayoutUnit)
}

extension SurfaceRefusal: CustomStringConvertible {
  /// What was refused and why.
  public var description: String {
    switch self {
    case .duplicate(let id): "message \(id) is there already; names must be unique"
    case .unknown(let id): "no message is named \(id)"
    case .indexOutOfRange(let index, let count):
      "index \(index) is not in 0 ... \(count), the places a message can be put"
    case .heightOutOfRange(let id, let height):
      "message \(id) cannot be \(height) tall; heights are 0 to 1000000 pt"
    case .notStreaming(let id):
      "message \(id) does not stream; a part begins between stream_begin and stream_end"
    case .nothingToSend(let id):
      "message \(id) has no text and nothing is attached; there is nothing to send"
    case .alreadyStreaming(let id):
      "message \(id) streams already; a stream begins again after its stream_end only"
    case .notStreamable(let id):
      "message \(id) is the user's; only an assistant's message streams"
    case .noCard(let id, let part):
      "message \(id) has no card as part \(part); parts count from 0"
    case .notAnAnswer(let id):
      "message \(id) is no answer; actions stand under an assistant's message only"
    case .noQuestion(let id):
      "message \(id) answers no question: no message of the user's stands before it"
    case .tooManyTasks(let limit):
      "\(limit) sends are running; end some of them by task_end first"
    case .tooManyStreams(let limit):
      "\(limit) answers stream already; end some of them by stream_end first"
    case .auxiliaryOutOfRange(let which, let height):
      "\(which) cannot be \(height) tall; heights are 0 to 1000000 pt"
    case .keyboard(let height):
      "a keyboard cannot be \(height) high, or its duration is below 0"
    case .number(let what, let value, let range):
      "\(what) \(value) is refused; it may be \(range.lowerBound) to \(range.upperBound)"
    case .noPart(let id, let part):
      "message \(id) has no part \(part); parts count from 0"
    case .noText(let id, let range):
      "message \(id) shows no text from \(range.lowerBound) to \(range.upperBound) scalars"
    case .composerLines(let lines): "a composer shows 1 to 6 lines, not \(lines)"
    case .attachments(let count): "\(count) attachments; there can be 0 or more"
    case .tooManyMessages(let count, let limit):
      "\(count) messages are more than this surface's limit of \(limit)"
    case .tooLong(let id, let bytes):
      "message \(id) would have \(bytes) bytes of text; the limit is 4194304"
    case .tooTall(let id, let height):
      "message \(id) would be \(height) tall; the limit is 1000000 pt"
    }
  }
}
