import Timebase

extension Surface {
  /// The longest text of a message, in bytes: 4 MiB.
  package static let longestText = 4 << 20

  func applyStreaming(_ event: SurfaceEvent, at instant: Instant) {
    switch event {
    case .send(let id, let text): send(id, text: text, at: instant)
    case .regenerate(let id, let text): regenerate(id, text: text, at: instant)
    case .streamBegin(let id): beginStream(id, at: instant)
    case .token(let id, let bytes):
      // Else its message is gone, or has not begun to stream: like one that comes after a stop.
      guard let handle = takingHandle(of: id, at: instant) else {
        return answers.discard(bytes.count)
      }
      answers.put(.token(handle, bytes, instant))
    case .tokenAt(let id, let bytes, let scalar):
      guard let handle = takingHandle(of: id, at: instant) else {
        return answers.discard(bytes.count)
      }
      answers.put(.tokenAt(handle, bytes, scalar: scalar, instant))
    case .partBegin(let id, let kind):
      guard let handle = takingHandle(of: id, at: instant) else {
        if self.handle(of: id) != nil { context.refuse(.notStreaming(id)) }
        return
      }
      answers.put(.part(handle, kind, instant))
    case .streamEnd(let id, let reason):
      guard let handle = takingHandle(of: id, at: instant) else { return }
      if reason == .failed { tasks.fail(answer: handle) }
      answers.put(.end(handle, reason, instant))
    case .taskEnd: endTask()
    case .taskEndOf(let id): endTask(of: id)
    case .stop: stopTask(at: instant)
    default: applyHand(event, at: instant)
    }
  }

  func streamingHandle(of id: MessageID) -> UInt32? {
    // By place: an answer that is handed out is copied with all that it holds.
    for place in answers.streaming.indices {
      let handle = answers.streaming[place].handle
      if messages.record(handle)?.id == id { return handle }
    }
    return nil
  }

  /// The handle of a message that takes what a stream brings: one that streams, or that came as one that
  /// does, of which this is the first that comes.
  private func takingHandle(of id: MessageID, at instant: Instant) -> UInt32? {
    if let handle = streamingHandle(of: id) { return handle }
    // Late tokens come in a row: the first says that the message takes none.
    guard answers.late != id else { return nil }
    guard let handle = handle(of: id), let record = record(handle), record.state == .streaming,
      record.role != .user, answers.hasRoom
    else {
      answers.setLate(id)
      return nil
    }
    stream(record, at: instant)
    return handle
  }

  private func beginStream(_ id: MessageID, at instant: Instant) {
    if let handle = streamingHandle(of: id) {
      guard !answers.willTakeTokens(handle) else { return context.refuse(.alreadyStreaming(id)) }
      tasks.begin(answer: handle)
      answers.put(.reopen(handle, instant))
      return
    }
    if let handle = handle(of: id), transcript.role(of: handle) == .user {
      return context.refuse(.notStreamable(id))
    }
    guard answers.hasRoom else { return context.refuse(.tooManyStreams(limit: Answers.limit)) }
    if adoptPlaceholder(as: id) == nil, handle(of: id) == nil {
      append(Message(id: id, role: .assistant, text: "", state: .streaming))
    }
    guard let handle = handle(of: id), let record = record(handle) else { return }
    tasks.begin(answer: handle)
    stream(record, at: instant)
  }

  /// A message streams from here on, after the text that it has.
  private func stream(_ record: ItemRecord, at instant: Instant) {
    if record.role == .placeholder { record.setRole(.assistant) }
    setState(.streaming, of: record)
    record.keep()
    record.grow(profile.unfinishedMarks)
    ornaments.entrance?.answers(record.handle, at: instant)
    record.stream(answers.begin(record.handle, text: record.text.text))
  }
}
