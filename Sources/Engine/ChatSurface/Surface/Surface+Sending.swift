import Lengths
import Ornaments
import Timebase

// A send and its task.
extension Surface {
  func send(_ id: MessageID, text: String, at instant: Instant) {
    guard handle(of: id) == nil else { return context.refuse(.duplicate(id)) }
    guard canSend(text) else { return context.refuse(.nothingToSend(id)) }
    guard isShortEnough(text.utf8.count, of: id), hasRoom(for: 1, beside: layout.count) else {
      return
    }
    guard tasks.hasRoom else { return context.refuse(.tooManyTasks(limit: SendTasks.limit)) }
    let distance = prepareSend(at: instant)
    let isNewChat = layout.count == 0
    append(Message(id: id, role: .user, text: text, state: .optimistic), isSend: true)
    guard let handle = handle(of: id) else { return }
    messages.record(handle)?.setAwaited(true)
    tasks.await(handle)
    tasks.begin(with: handle)
    viewport.take(.sendListed, in: scene(at: instant))
    clearComposer()
    if profile.addsPlaceholder { addPlaceholder(after: id) }
    if isNewChat, consent.isAnimated {
      ornaments.entrance = Entrance(profile.entrance, message: handle, at: instant)
    }
    show(sent: handle, distance: distance, isFirst: isNewChat, at: instant)
  }

  /// Ends what a question that is sent, or asked again, takes the place of: a jump that waits, and a task.
  ///
  /// - Returns: How far the viewport was from the end.
  func prepareSend(at instant: Instant) -> LayoutUnit {
    viewport.take(.sendAsked, in: scene(at: instant))
    if tasks.isRunning { stopTask(at: instant) }
    let distance = pointsFromEnd
    if policy?.hidesKeyboardOnSend == true { hideKeyboard(at: instant) }
    // What is read stays where it is in the frame of the send, and goes up as the message does.
    if profile.afterSend == .blankSize { viewport.take(.sendBegins, in: scene(at: instant)) }
    return distance
  }

  /// Whether there is something to send: a text that is not all white space, or something attached.
  package func canSend(_ text: String) -> Bool {
    !text.isBlank || surroundings.composer.attachments > 0
  }

  /// Lets the viewport do what the profile has it do after a send.
  ///
  /// - Parameters:
  ///   - isAgain: Whether what followed the message was cut off: the way up begins within the range.
  ///   - isFirst: Whether it is the first message of a chat.
  func show(
    sent handle: UInt32,
    distance: LayoutUnit,
    isAgain: Bool = false,
    isFirst: Bool = false,
    at instant: Instant
  ) {
    switch profile.afterSend {
    case .blankSize, .pushAndPin:
      if profile.afterSend == .blankSize { turn.send(handle) }
      updateBlank()
      viewport.take(.sent(handle, isAgain: isAgain, isFirst: isFirst), in: scene(at: instant))
    case .followWithin(let points):
      if distance <= LayoutUnit(points: points) {
        viewport.take(.sentToEnd, in: scene(at: instant))
      }
    }
  }

  /// A task has ended: the oldest, or the one that the send of `id` started. A sent message of which
  /// the app never gave its own copy is what its answer has come to.
  func endTask(of id: MessageID? = nil) {
    var message: UInt32?
    if let id {
      guard let handle = named(id) else { return }
      message = handle
    }
    guard let outcome = tasks.end(message) else { return }
    if !tasks.isRunning { removePlaceholder() }
    for answer in outcome.answers {
      guard let record = messages.record(answer), record.isExpected else { continue }
      record.setExpected(false)
      unmeasure(answer)
    }
    guard let handle = outcome.message, let record = messages.record(handle), record.isAwaited
    else {
      return
    }
    setState(outcome.hasFailed ? .failed : .complete, of: record)
  }

  func stopTask(at instant: Instant) {
    removePlaceholder()
    // Also one that has ended, which an event of this frame may have begun again. Without a task there is
    // nothing else that could be meant than all that streams.
    for place in answers.streaming.indices {
      let handle = answers.streaming[place].handle
      if !tasks.isRunning || tasks.isAnswer(handle) {
        answers.put(.end(handle, .cancelled, instant))
      }
    }
  }

  /// What was typed is sent, and the composer is as low as one line again; a host that keeps the
  /// text to itself says so by events.
  private func clearComposer() {
    guard surroundings.composer.canSend else { return }
    surroundings.clearComposer()
    surroundings.takeComposerHeight()
    updateBlank()
  }

  // MARK: Placeholder

  func addPlaceholder(after id: MessageID) {
    let name = MessageID(rawValue: "\(id).answer")
    guard handle(of: name) == nil else { return }
    append(Message(id: name, role: .placeholder, text: ""), isSend: true)
    tasks.expectAnswer(at: handle(of: name))
  }

  /// The answer takes the placeholder's place; what stands there has its name from then on.
  ///
  /// - Returns: What stood there, as an answer without text; nil when there was nothing, or when
  ///   another message has this name.
  func adoptPlaceholder(as id: MessageID) -> ItemRecord? {
    guard let handle = tasks.placeholder, let record = messages.record(handle),
      layout.index(of: handle) != nil
    else { return nil }
    let named = self.handle(of: id)
    guard named == nil || named == handle else { return nil }
    tasks.expectAnswer(at: nil)
    if named == nil { transcript.rename(record, to: id) }
    record.setRole(.assistant)
    // What a host said of the placeholder is not said of the answer.
    if !record.text.text.isEmpty { setText([], of: record) }
    if record.suppliedHeight != nil {
      record.dropSuppliedHeight()
      unmeasure(handle)
    }
    return record
  }

  private func removePlaceholder() {
    guard let handle = tasks.placeholder, let id = messages.id(of: handle) else { return }
    tasks.expectAnswer(at: nil)
    if layout.index(of: handle) != nil { remove(id) }
  }
}
