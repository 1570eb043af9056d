// Where an answer is among those that stream.
extension Answers {
  /// The place of an answer; nil when it does not stream.
  package func index(of handle: UInt32) -> Int? { Self.index(of: handle, in: streaming) }

  /// The same among some answers.
  static func index(of handle: UInt32, in answers: [Answer]) -> Int? {
    // By place: an answer that is handed out is copied with all that it holds.
    for place in answers.indices where answers[place].handle == handle { return place }
    return nil
  }

  /// The answer of a message; nil when it does not stream.
  package subscript(handle: UInt32) -> Answer? { index(of: handle).map { streaming[$0] } }

  /// An answer with what waits to be taken in of it; nil when it does not stream.
  ///
  /// - Complexity: O(its text, and what waits of all).
  func withInbox(_ handle: UInt32) -> Answer? {
    guard var answer = self[handle] else { return nil }
    for input in waiting {
      switch input {
      case .token(handle, let bytes, let due): answer.arrive(bytes, at: due)
      case .tokenAt(handle, let bytes, let scalar, let due):
        if case .arrives(let rest) = answer.accept(bytes, at: scalar) {
          answer.arrive(rest, at: due)
        }
      case .replace(handle, let bytes, _, let isOfList, let due):
        if isOfList, answer.isOpen, answer.hasArrived(beyond: bytes) { break }
        let kept = answer.replaceText(with: bytes, chunker: makeChunker())
        answer.arrive(Array(bytes[kept.utf8...]), at: due)
      case .part(handle, let kind, let due):
        answer.arrive([], at: due, isWhole: true)
        answer.begin(kind, chunker: makeChunker())
      default: break
      }
    }
    return answer
  }

  package var hasRoom: Bool { streaming.count < Self.limit }

  /// A message takes nothing; nil: something else happened.
  package mutating func setLate(_ id: MessageID?) { late = id }

  /// Whether a text is a beginning of what has arrived of an answer that takes more, and shorter.
  ///
  /// - Complexity: O(text), eight bytes at a time.
  package func isBehind(_ text: [UInt8], of handle: UInt32) -> Bool {
    guard let place = index(of: handle), streaming[place].isOpen else { return false }
    return streaming[place].hasArrived(beyond: text)
  }

  package func isStreaming(_ handle: UInt32) -> Bool { index(of: handle) != nil }

  /// Calls `body` with bytes of an answer's received text.
  package func withBytes<Result>(
    _ range: Range<Int>,
    at place: Int,
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    streaming[place].received.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[range]))
    }
  }

  /// Whether an answer has ended and all of its text is shown.
  package func isWhole(at place: Int) -> Bool {
    !streaming[place].isOpen && streaming[place].releasedUTF8 == streaming[place].received.count
  }

  /// Whether a message takes tokens once all that waits is taken in.
  package func willTakeTokens(_ handle: UInt32) -> Bool {
    let last = waiting.last { input in
      switch input {
      case .reopen(handle, _), .end(handle, _, _): true
      default: false
      }
    }
    switch last {
    case .reopen: return true
    case .end: return false
    default: return index(of: handle).map { streaming[$0].isOpen } ?? false
    }
  }
}
