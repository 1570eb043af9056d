import AnchoredLayout
import Lengths
import Timebase

// A send and its task.
extension Surface {
  func send(_ id: MessageID, text: String, at instant: Instant) {
    guard handle(of: id) == nil else {
      refusals.append(.duplicate(id))
      return
    }
    if composer.isTaskRunning { stopTask(at: instant) }
    endTask()
    let isNewChat = layout.count == 0
    let distance = pointsFromEnd
    if profile.keyboard == .hiddenOnSend { hideKeyboard(at: instant) }
    // What is read stays where it is in the frame of the send, and goes up as the message does.
    if profile.afterSend == .blankSize, follow == .following { setFollow(.free) }
    append(Message(id: id, role: .user, text: text, state: .optimistic))
    guard let handle = handle(of: id) else { return }
    messages.record(handle)?.isAwaited = true
    sentMessage = handle
    isHeldByBottom = false
    clearComposer()
    if profile.addsPlaceholder { addPlaceholder(after: id) }
    if isNewChat { beginEntrance(of: handle, at: instant) }
    hold(sent: id, handle, distance: distance, at: instant)
  }

  /// Lets the viewport do what the profile has it do after a send.
  private func hold(
    sent id: MessageID,
    _ handle: UInt32,
    distance: LayoutUnit,
    at instant: Instant
  ) {
    switch profile.afterSend {
    case .blankSize, .pushAndPin:
      if profile.afterSend == .blankSize { isBlankInForce = true }
      updateBlank()
      landing = nil
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
      if distance <= LayoutUnit(points: points) { setFollow(.following) }
    }
  }

  /// The task has ended: a sent message of which the app never gave its own copy stays, marked.
  func endTask() {
    composer.taskEnded()
    removePlaceholder()
    guard let handle = sentMessage else { return }
    sentMessage = nil
    guard let record = messages.record(handle), record.isAwaited else { return }
    record.state = .failed
    record.isChanged = true
  }

  func stopTask(at instant: Instant) {
    composer.taskEnded()
    removePlaceholder()
    for handle in streaming where messages.record(handle)?.stream?.isOpen == true {
      inbox.append(.end(handle, .cancelled, instant))
    }
  }

  /// What was typed is sent, and the composer is as low as one line again; a host that keeps the
  /// text to itself says so by events.
  private func clearComposer() {
    do throws(Composer.Refusal) {
      _ = try composer.send()
    } catch {
      // It is empty: the host keeps the text to itself.
      composer.taskBegan()
      return
    }
    insets.composer = composer.height
    updateBlank(isCovered: true)
  }

  // MARK: Placeholder

  private func addPlaceholder(after id: MessageID) {
    let name = MessageID(rawValue: "\(id).answer")
    guard handle(of: name) == nil else { return }
    append(Message(id: name, role: .placeholder, text: ""))
    placeholder = handle(of: name)
  }

  /// The answer takes the placeholder's place; what stands there has its name from then on.
  ///
  /// - Returns: What stood there, as an answer without text; nil when there was nothing, or when
  ///   another message has this name.
  func adoptPlaceholder(as id: MessageID) -> ItemRecord? {
    guard let handle = placeholder, let record = messages.record(handle),
      layout.index(of: handle) != nil
    else { return nil }
    let named = self.handle(of: id)
    guard named == nil || named == handle else { return nil }
    placeholder = nil
    if named == nil { messages.rename(record, to: id) }
    record.role = .assistant
    record.isChanged = true
    // What a host said of the placeholder is not said of the answer.
    if !record.text.text.isEmpty { setText([], of: record) }
    if record.suppliedHeight != nil {
      record.suppliedHeight = nil
      unmeasure(handle)
    }
    return record
  }

  private func removePlaceholder() {
    guard let handle = placeholder, let id = messages.id(of: handle) else { return }
    placeholder = nil
    if layout.index(of: handle) != nil { remove(id) }
  }

  private func hideKeyboard(at instant: Instant) {
    guard keyboard.height > .zero else { return }
    _ = keyboard.take(height: .zero, duration: .zero, curve: .linear, at: instant)
    insets.keyboard = keyboard.height
    updateBlank(isCovered: true)
  }
}
