import AnchoredLayout
import Lengths
import MarkdownBlocks
import Revealing
import Timebase
import TokenStreaming

extension Surface {
  /// The longest text of a message, in bytes: 4 MiB.
  package static let longestText = 4 << 20

  func applyStreaming(_ event: SurfaceEvent, at instant: Instant) {
    switch event {
    case .send(let id, let text): send(id, text: text, at: instant)
    case .regenerate(let id, let text): regenerate(id, text: text, at: instant)
    case .streamBegin(let id): beginStream(id, at: instant)
    case .token(let id, let bytes): take(bytes, for: id, at: instant)
    case .tokenAt(let id, let bytes, let scalar):
      guard let handle = streamingHandle(of: id) else {
        answers.discard(bytes.count)
        return
      }
      answers.put(.tokenAt(handle, bytes, scalar: scalar, instant))
    case .partBegin(let id, let kind):
      guard let handle = streamingHandle(of: id) else {
        if self.handle(of: id) != nil { context.refuse(.notStreaming(id)) }
        return
      }
      answers.put(.part(handle, kind, instant))
    case .streamEnd(let id, let reason):
      guard let handle = streamingHandle(of: id) else { return }
      if reason == .failed { tasks.fail(answer: handle) }
      answers.put(.end(handle, reason, instant))
    case .taskEnd: endTask()
    case .taskEndOf(let id): endTask(of: id)
    case .stop: stopTask(at: instant)
    default: break
    }
  }

  private func streamingHandle(of id: MessageID) -> UInt32? {
    // By place: an answer that is handed out is copied with all that it holds.
    for place in answers.streaming.indices {
      let handle = answers.streaming[place].handle
      if messages.record(handle)?.id == id { return handle }
    }
    return nil
  }

  private func beginStream(_ id: MessageID, at instant: Instant) {
    if let handle = streamingHandle(of: id) {
      guard !answers.willTakeTokens(handle) else {
        context.refuse(.alreadyStreaming(id))
        return
      }
      tasks.begin(answer: handle)
      answers.put(.reopen(handle, instant))
      return
    }
    if let handle = handle(of: id), transcript.role(of: handle) == .user {
      context.refuse(.notStreamable(id))
      return
    }
    if adoptPlaceholder(as: id) == nil, handle(of: id) == nil {
      append(Message(id: id, role: .assistant, text: "", state: .streaming))
    }
    guard let handle = handle(of: id), let record = record(handle) else { return }
    tasks.begin(answer: handle)
    setState(.streaming, of: record)
    record.keep()
    record.grow(profile.unfinishedMarks)
    noteAnswer(handle, at: instant)
    record.stream(answers.begin(handle, text: record.text.text))
  }

  private func take(_ bytes: [UInt8], for id: MessageID, at instant: Instant) {
    if let handle = streamingHandle(of: id) {
      answers.put(.token(handle, bytes, instant))
    } else {
      // Its message is gone, or has not begun to stream: like one that comes after a stop.
      answers.discard(bytes.count)
    }
  }
}
