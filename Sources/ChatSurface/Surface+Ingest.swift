import Lengths
import Timebase
import TokenStreaming

extension Surface {
  /// Second phase: token bytes become chunks; what was held too long goes out.
  public func ingest(at instant: Instant) {
    for input in inbox {
      releaseHolds(before: input.instant)
      switch input {
      case .token(let handle, let bytes, let due): chunk(bytes, of: handle, at: due)
      case .reopen(let handle, _): reopen(handle)
      case .replace(let handle, let bytes, let due): replaceText(of: handle, with: bytes, at: due)
      case .end(let handle, let reason, let due): end(handle, reason, at: due)
      case .part(let handle, let kind, let due): beginPart(kind, of: handle, at: due)
      case .card(let handle, let part, let height, _): setCard(part, of: handle, to: height)
      case .background(let due):
        showsAtOnce = true
        for handle in streaming { showHeldText(of: handle, at: due) }
        pendingReveals.append(.snap(nil, due))
      case .foreground: showsAtOnce = false
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
    let length = stream.alreadyShownUTF8 + stream.chunker.receivedUTF8 + bytes.count
    guard length <= Self.longestText else {
      refusals.append(.tooLong(record.id, bytes: length))
      tasks.fail(answer: handle)
      end(handle, .failed, at: due)
      return
    }
    record.stream = nil
    stream.chunker.append(bytes, at: due, into: &sink)
    meter[.byteChunked] += bytes.count
    // Each change of the text puts the jump off, whether anything of it is shown or not.
    if follow == .following, profile.jump == .debounced { endJumps.ask(at: due) }
    collectChunks(of: handle, &stream)
    observations.tokens.append(
      .init(
        handle: handle,
        scheduled: due,
        scalarsAfter: stream.alreadyShown + stream.chunker.receivedScalars,
        utf8After: stream.alreadyShownUTF8 + stream.chunker.receivedUTF8
      )
    )
    record.stream = stream
    if showsAtOnce {
      showHeldText(of: handle, at: due)
      pendingReveals.append(.snap(handle, due))
    }
  }

  private func reopen(_ handle: UInt32) {
    guard let record = messages.record(handle), record.stream?.isOpen == false else { return }
    record.stream?.isOpen = true
    record.stream?.end = nil
    record.state = .streaming
    record.isChanged = true
  }

  /// What the new text and the one that arrived begin alike stays as it is; the rest arrives anew,
  /// and parts that began after the common beginning are dropped.
  private func replaceText(of handle: UInt32, with bytes: [UInt8], at due: Instant) {
    guard let record = messages.record(handle), var stream = record.stream else { return }
    record.stream = nil
    let shared = CommonBeginning.utf8Count(of: stream.received, and: bytes)
    stream.begunParts.removeAll { $0.startUTF8 > shared }
    let kept = min(stream.releasedUTF8, shared)
    let scalars = Self.scalarCount(of: bytes[..<kept])
    stream.received.removeLast(stream.received.count - kept)
    stream.releasedUTF8 = kept
    stream.releasedScalars = scalars
    stream.completedScalars = scalars
    stream.alreadyShown = scalars
    stream.alreadyShownUTF8 = kept
    stream.chunker = makeChunker()
    pendingReveals.append(.replace(handle, keptUTF8: kept, keptScalars: scalars, due))
    stream.chunker.append(Array(bytes[kept...]), at: due, into: &sink)
    meter[.byteChunked] += bytes.count - kept
    if !stream.isOpen { stream.chunker.finish(at: due, into: &sink) }
    collectChunks(of: handle, &stream)
    record.stream = stream
    if showsAtOnce {
      showHeldText(of: handle, at: due)
      pendingReveals.append(.snap(handle, due))
    }
  }

  func makeChunker() -> WordChunker {
    WordChunker(rule: profile.chunking, boundaries: boundaries)
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
    pendingReveals.append(.end(handle, due))
  }

  func finishChunker(of handle: UInt32, at due: Instant) {
    guard let record = messages.record(handle), var stream = record.stream else { return }
    record.stream = nil
    stream.chunker.finish(at: due, into: &sink)
    collectChunks(of: handle, &stream)
    record.stream = stream
  }

  /// Lets out what is held, but for the beginning of a grapheme that more text may complete.
  private func showHeldText(of handle: UInt32, at due: Instant) {
    guard let record = messages.record(handle), var stream = record.stream,
      let deadline = stream.chunker.holdDeadline
    else { return }
    record.stream = nil
    stream.chunker.timeOut(at: max(deadline, due), into: &sink)
    collectChunks(of: handle, &stream, completedBy: due)
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

  private func collectChunks(
    of handle: UInt32,
    _ stream: inout StreamState,
    completedBy latest: Instant = .distantFuture
  ) {
    guard !sink.chunks.isEmpty else { return }
    stream.received.append(contentsOf: sink.bytes)
    for var chunk in sink.chunks {
      if chunk.completed > latest {
        chunk = Chunk(
          utf8Count: chunk.utf8Count,
          scalarCount: chunk.scalarCount,
          completed: latest,
          firstByte: chunk.firstByte
        )
      }
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
}
