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
    case .streamBegin(let id): beginStream(id)
    case .token(let id, let bytes): take(bytes, for: id, at: instant)
    case .streamEnd(let id, let reason):
      guard let handle = streamingHandle(of: id) else { return }
      inbox.append(.end(handle, reason, instant))
    case .taskEnd: isTaskRunning = false
    case .stop: stopTask(at: instant)
    default: break
    }
  }

  private func streamingHandle(of id: MessageID) -> UInt32? {
    streaming.first { messages.record($0)?.id == id }
  }

  private func send(_ id: MessageID, text: String, at instant: Instant) {
    if isTaskRunning { stopTask(at: instant) }
    guard handle(of: id) == nil else {
      refusals.append(.duplicate(id))
      return
    }
    let wasNearEnd = pointsFromEnd <= Self.reachOfEnd
    append(Message(id: id, role: .user, text: text, state: .optimistic))
    isTaskRunning = true
    switch profile.afterSend {
    case .blankSize:
      isBlankInForce = true
      updateBlank()
      guard let handle = handle(of: id) else { return }
      setFollow(.pinning(id), handle: handle)
      let goal = place(of: .pin(handle))
      motion.animate(
        to: .pin(handle),
        goal: goal.points,
        spring: ScrollMotion.programmatic,
        at: instant,
        offset: offset.points
      )
    case .followWithin(let points):
      if wasNearEnd || pointsFromEnd <= LayoutUnit(points: points) { setFollow(.following) }
    }
  }

  private func stopTask(at instant: Instant) {
    isTaskRunning = false
    for handle in streaming where messages.record(handle)?.stream?.isOpen == true {
      inbox.append(.end(handle, .cancelled, instant))
    }
  }

  private func beginStream(_ id: MessageID) {
    guard streamingHandle(of: id) == nil else { return }
    if handle(of: id) == nil {
      append(Message(id: id, role: .assistant, text: "", state: .streaming))
    }
    guard let handle = handle(of: id), let record = record(handle) else { return }
    if record.role == .placeholder { record.role = .assistant }
    record.state = .streaming
    record.isReplaceable = false
    record.isChanged = true
    var stream = StreamState(chunker: WordChunker(rule: profile.chunking, boundaries: boundaries))
    stream.received = record.text.text
    stream.releasedUTF8 = stream.received.count
    stream.releasedScalars = Self.scalarCount(of: stream.received[...])
    stream.completedScalars = stream.releasedScalars
    stream.alreadyShown = stream.releasedScalars
    record.stream = stream
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

  // MARK: Ingest

  /// Second phase: token bytes become chunks; what was held too long goes out.
  public func ingest(at instant: Instant) {
    for input in inbox {
      releaseHolds(before: input.instant)
      switch input {
      case .token(let handle, let bytes, let due): chunk(bytes, of: handle, at: due)
      case .end(let handle, let reason, let due): end(handle, reason, at: due)
      case .showAll(let due):
        for handle in streaming { finishChunker(of: handle, at: due) }
        pendingReveals.append(.snap(nil, due))
      case .animate(let isAnimated, let due): pendingReveals.append(.animate(isAnimated, due))
      }
    }
    inbox.removeAll(keepingCapacity: true)
    releaseHolds(before: Instant(nanoseconds: instant.nanoseconds + 1))
    charge(.ingest)
  }

  private func chunk(_ bytes: [UInt8], of handle: UInt32, at due: Instant) {
    guard let record = messages.record(handle), var stream = record.stream else { return }
    guard stream.isOpen else {
      discardedUTF8 += bytes.count
      return
    }
    let length = stream.received.count + bytes.count
    guard length <= Self.longestText else {
      refusals.append(.tooLong(record.id, bytes: length))
      end(handle, .failed, at: due)
      return
    }
    record.stream = nil
    stream.chunker.append(bytes, at: due, into: &sink)
    meter[.byteChunked] += bytes.count
    collectChunks(of: handle, &stream)
    observations.tokens.append(
      .init(
        handle: handle,
        scheduled: due,
        scalarsAfter: stream.alreadyShown + stream.chunker.receivedScalars
      )
    )
    record.stream = stream
    if isInBackground {
      finishChunker(of: handle, at: due)
      pendingReveals.append(.snap(handle, due))
    }
  }

  private func end(_ handle: UInt32, _ reason: StreamEndReason, at due: Instant) {
    guard let record = messages.record(handle), record.stream?.isOpen == true else { return }
    finishChunker(of: handle, at: due)
    record.stream?.isOpen = false
    record.stream?.end = reason
    switch reason {
    case .complete: record.state = .complete
    case .cancelled: record.state = .cancelled
    case .failed: record.state = .failed
    }
    record.isChanged = true
    if reason != .complete { pendingReveals.append(.snap(handle, due)) }
  }

  private func finishChunker(of handle: UInt32, at due: Instant) {
    guard let record = messages.record(handle), var stream = record.stream else { return }
    record.stream = nil
    stream.chunker.finish(at: due, into: &sink)
    collectChunks(of: handle, &stream)
    record.stream = stream
  }

  /// Lets out what was held for 250 ms, at the instant at which that was over.
  private func releaseHolds(before instant: Instant) {
    while true {
      var first: (handle: UInt32, deadline: Instant)?
      for handle in streaming {
        guard let deadline = messages.record(handle)?.stream?.chunker.holdDeadline else { continue }
        if deadline < instant, deadline < first?.deadline ?? .distantFuture {
          first = (handle, deadline)
        }
      }
      guard let first, let record = messages.record(first.handle), var stream = record.stream else {
        return
      }
      activity.note(first.deadline)
      record.stream = nil
      stream.chunker.timeOut(at: first.deadline, into: &sink)
      collectChunks(of: first.handle, &stream)
      record.stream = stream
    }
  }

  private func collectChunks(of handle: UInt32, _ stream: inout StreamState) {
    guard !sink.chunks.isEmpty else { return }
    stream.received.append(contentsOf: sink.bytes)
    for chunk in sink.chunks {
      stream.completedScalars += chunk.scalarCount
      observations.chunks.append(
        .init(
          handle: handle,
          completed: chunk.completed,
          firstByte: chunk.firstByte,
          scalarsAfter: stream.completedScalars
        )
      )
      pendingReveals.append(.complete(handle, chunk))
    }
    sink.removeAll(keepingCapacity: true)
  }

  /// Takes a message out of everything that streams, with all it had to show shown.
  func forgetStream(_ handle: UInt32) {
    guard let place = streaming.firstIndex(of: handle) else { return }
    streaming.remove(at: place)
    timeline.forget(part: handle)
    messages.record(handle)?.stream = nil
    inbox.removeAll { input in
      switch input {
      case .token(let other, _, _), .end(let other, _, _): other == handle
      case .showAll, .animate: false
      }
    }
  }

  static func scalarCount(of bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 + ($1 & 0xC0 != 0x80 ? 1 : 0) }
  }
}
