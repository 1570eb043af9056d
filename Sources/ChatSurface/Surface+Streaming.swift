import AnchoredLayout
import Lengths
import MarkdownBlocks
import Revealing
import Timebase
import TokenStreaming

extension Surface {
  /// The longest text of a message, in bytes: 4 MiB.
  public static let longestText = 4 << 20

  func applyStreaming(_ event: SurfaceEvent, at instant: Instant) {
    switch event {
    case .send(let id, let text): send(id, text: text, at: instant)
    case .streamBegin(let id): beginStream(id, at: instant)
    case .token(let id, let bytes): take(bytes, for: id, at: instant)
    case .partBegin(let id, let kind):
      guard let handle = streamingHandle(of: id) else {
        refusals.append(.notStreaming(id))
        return
      }
      inbox.append(.part(handle, kind, instant))
    case .streamEnd(let id, let reason):
      guard let handle = streamingHandle(of: id) else { return }
      if reason == .failed { tasks.fail(answer: handle) }
      inbox.append(.end(handle, reason, instant))
    case .taskEnd: endTask()
    case .taskEndOf(let id): endTask(of: id)
    case .stop: stopTask(at: instant)
    default: break
    }
  }

  private func streamingHandle(of id: MessageID) -> UInt32? {
    streaming.first { messages.record($0)?.id == id }
  }

  private func beginStream(_ id: MessageID, at instant: Instant) {
    if let handle = streamingHandle(of: id) {
      tasks.begin(answer: handle)
      inbox.append(.reopen(handle, instant))
      return
    }
    if adoptPlaceholder(as: id) == nil, handle(of: id) == nil {
      append(Message(id: id, role: .assistant, text: "", state: .streaming))
    }
    guard let handle = handle(of: id), let record = record(handle) else { return }
    tasks.begin(answer: handle)
    record.state = .streaming
    record.isReplaceable = false
    record.isChanged = true
    var stream = StreamState(chunker: makeChunker())
    stream.received = record.text.text
    stream.releasedUTF8 = stream.received.count
    stream.releasedScalars = Self.scalarCount(of: stream.received[...])
    stream.completedScalars = stream.releasedScalars
    stream.alreadyShown = stream.releasedScalars
    stream.alreadyShownUTF8 = stream.releasedUTF8
    record.stream = stream
    noteAnswer(handle, at: instant)
    timeline.open(
      part: handle,
      message: handle,
      shownUTF8: stream.releasedUTF8,
      shownScalars: stream.releasedScalars
    )
    streaming.append(handle)
  }

  private func take(_ bytes: [UInt8], for id: MessageID, at instant: Instant) {
    if let handle = streamingHandle(of: id) {
      inbox.append(.token(handle, bytes, instant))
    } else if handle(of: id) != nil {
      discardedUTF8 += bytes.count
    } else {
      refusals.append(.unknown(id))
    }
  }

  /// Takes a message out of everything that streams, with all it had to show shown.
  func forgetStream(_ handle: UInt32) {
    guard let place = streaming.firstIndex(of: handle) else { return }
    streaming.remove(at: place)
    forgetReveal(of: handle)
    messages.record(handle)?.stream = nil
    inbox.removeAll { $0.handle == handle }
  }

  /// Nothing of the message is to be revealed any more.
  func forgetReveal(of handle: UInt32) {
    timeline.forget(part: handle)
    timeline.end(message: handle, at: timeline.now, into: &releases)
  }

  static func scalarCount(of bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 + ($1 & 0xC0 != 0x80 ? 1 : 0) }
  }
}
