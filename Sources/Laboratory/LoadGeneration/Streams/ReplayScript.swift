import ChatSurface
import Timebase

/// What replaying a stream means: a question is sent, the answer streams in, both end.
package enum ReplayScript {
  /// The sent message.
  package static let userID: MessageID = "user-1"
  /// The answer.
  package static let assistantID: MessageID = "assistant-1"
  /// What is sent.
  package static let question = "Hello"

  /// Makes the events of a conversation of one question and one streamed answer.
  ///
  /// At `start` the question is sent and the answer begins; then come the tokens, each at its time
  /// after `start`; the stream and the task end with the last of them, or some time after it.
  ///
  /// - Parameters:
  ///   - tokens: The answer, in order of time.
  ///   - start: When the question is sent.
  ///   - user: The sent message's name.
  ///   - assistant: The answer's name.
  ///   - text: What is sent; nil when nothing is and the answer alone streams in.
  ///   - completion: From the last token to the end of stream and task.
  /// - Returns: The events, in order of time.
  /// - Complexity: O(tokens).
  package static func timeline(
    _ tokens: [StreamToken],
    from start: Instant = .zero,
    user: MessageID = userID,
    assistant: MessageID = assistantID,
    sending text: String? = question,
    endingAfter completion: Nanoseconds = .zero
  ) -> [TimedLoadEvent] {
    var timeline: [TimedLoadEvent] = []
    timeline.reserveCapacity(tokens.count + 4)
    if let text { timeline.append(TimedLoadEvent(.send(user, text: text), at: start)) }
    timeline.append(TimedLoadEvent(.streamBegin(assistant), at: start))
    var last = start
    for token in tokens {
      last = start + (token.instant - .zero)
      timeline.append(TimedLoadEvent(.token(assistant, token.bytes), at: last))
    }
    last = last + completion
    timeline.append(TimedLoadEvent(.streamEnd(assistant, .complete), at: last))
    if text != nil { timeline.append(TimedLoadEvent(.taskEnd, at: last)) }
    return timeline
  }
}
