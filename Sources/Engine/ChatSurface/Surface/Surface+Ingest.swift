import Timebase

extension Surface {
  /// Second phase: token bytes become chunks; what was held too long goes out.
  package func ingest(at instant: Instant) {
    meter.count(.tokenTaken, answers.waiting.count)
    for input in answers.waiting {
      answers.releaseHolds(before: input.instant, noting: &context)
      switch input {
      case .token(let handle, let bytes, let due):
        take(bytes, of: handle, at: due)
        takeWaiting(of: handle, due: due)
      case .tokenAt(let handle, let bytes, let scalar, let due):
        take(bytes, at: scalar, of: handle, due: due)
        takeWaiting(of: handle, due: due)
      case .reopen(let handle, _): reopen(handle)
      case .replace(let handle, let bytes, let state, let isOfList, let due):
        guard !isOfList || !answers.isBehind(bytes, of: handle) else { break }
        replaceText(of: handle, with: bytes, at: due)
        takeWaiting(of: handle, due: due)
        if let state { become(state, handle, at: due) }
      case .end(let handle, let reason, let due): end(handle, reason, at: due)
      case .part(let handle, let kind, let due): beginPart(kind, of: handle, at: due)
      case .height(let handle, let part, let height, _): setPart(part, of: handle, to: height)
      case .background(let due): answers.background(at: due, noting: &context)
      case .foreground: answers.foreground()
      case .animate(let isAnimated, let due): answers.animate(isAnimated, at: due)
      }
    }
    answers.forgetInbox()
    answers.releaseHolds(
      before: Instant(nanoseconds: instant.nanoseconds + 1),
      noting: &context
    )
    meter.count(.wordLookup, answers.countedLookups())
    charge(.ingest)
  }

  private func take(_ bytes: [UInt8], of handle: UInt32, at due: Instant) {
    guard let record = messages.record(handle), let place = answers.index(of: handle) else {
      return
    }
    guard answers.streaming[place].isOpen else {
      answers.discard(bytes.count)
      return
    }
    let length = answers.streaming[place].receivedUTF8 + bytes.count
    guard length <= Self.longestText else {
      context.refuse(.tooLong(record.id, bytes: length))
      tasks.fail(answer: handle)
      end(handle, .failed, at: due)
      return
    }
    meter.count(.byteChunked, bytes.count)
    // Each change of the text puts the jump off, whether anything of it is shown or not.
    viewport.noteText(at: due)
    answers.take(bytes, at: place, due: due, noting: &context)
  }

  /// A token says where it begins: what has arrived already is left out, what lies beyond a hole waits.
  private func take(_ bytes: [UInt8], at scalar: Int, of handle: UInt32, due: Instant) {
    guard let place = answers.index(of: handle) else { return }
    guard answers.streaming[place].isOpen else {
      answers.discard(bytes.count)
      return
    }
    let before = answers.streaming[place].mismatches
    switch answers.accept(bytes, at: scalar, of: place) {
    case .arrives(let rest): if !rest.isEmpty { take(rest, of: handle, at: due) }
    case .waits: break
    case .tooMuch:
      tasks.fail(answer: handle)
      end(handle, .failed, at: due)
    }
    let after = answers.index(of: handle).map { answers.streaming[$0].mismatches }
    context.noteReplayMismatches((after ?? before) - before)
  }

  /// The text is longer: what waited for it arrives.
  private func takeWaiting(of handle: UInt32, due: Instant) {
    while let place = answers.index(of: handle), answers.streaming[place].isOpen,
      let next = answers.nextPlaced(of: place)
    {
      take(next.bytes, at: next.start, of: handle, due: due)
    }
  }

  private func reopen(_ handle: UInt32) {
    guard let record = messages.record(handle), let place = answers.index(of: handle),
      !answers.streaming[place].isOpen
    else { return }
    answers.reopen(at: place)
    record.grow(profile.unfinishedMarks)
    setState(.streaming, of: record)
  }

  /// What the new text and the one that arrived begin alike stays as it is; the rest arrives again,
  /// and parts that began after the common beginning are dropped.
  private func replaceText(of handle: UInt32, with bytes: [UInt8], at due: Instant) {
    guard let place = answers.index(of: handle) else { return }
    let cut = answers.replaceText(at: place, with: bytes, due: due, noting: &context)
    meter.count(.byteChunked, cut)
  }

  /// The app says what has become of an answer.
  private func become(_ state: Message.State, _ handle: UInt32, at due: Instant) {
    guard let place = answers.index(of: handle), let record = messages.record(handle) else {
      return
    }
    guard answers.streaming[place].isOpen else {
      if state == .streaming { reopen(handle) } else { setState(state, of: record) }
      return
    }
    if let reason = StreamEndReason.allCases.first(where: { $0.state == state }) {
      end(handle, reason, at: due)
    }
  }

  /// What is held belongs to the part before; the next chunk opens the new part.
  private func beginPart(_ kind: MessagePart.Kind, of handle: UInt32, at due: Instant) {
    guard let place = answers.index(of: handle), answers.streaming[place].isOpen else { return }
    answers.begin(kind, at: place, due: due, noting: &context)
  }

  private func end(_ handle: UInt32, _ reason: StreamEndReason, at due: Instant) {
    guard let record = messages.record(handle), let place = answers.index(of: handle),
      answers.streaming[place].isOpen
    else { return }
    // What waits beyond a hole never comes: the message shows what it has.
    let reason = answers.streaming[place].hasHole ? .failed : reason
    if reason == .failed { tasks.fail(answer: handle) }
    answers.end(reason, at: place, due: due, noting: &context)
    setState(reason.state, of: record)
    answers.setLate(record.id)
  }
}
