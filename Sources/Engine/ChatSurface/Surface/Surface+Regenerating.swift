import AnchoredLayout
import Lengths
import Timebase

// A question that is answered again, as it stands or with another text.
extension Surface {
  /// Cuts what follows a question and waits for another answer to it, as after a send.
  ///
  /// - Complexity: O(messages that are cut + log n), and O(messages up to the question) when an
  ///   answer is named.
  func regenerate(_ id: MessageID, text: String?, at instant: Instant) {
    guard let named = handle(of: id), let index = layout.index(of: named) else {
      context.refuse(.unknown(id))
      return
    }
    guard let place = question(atOrBefore: index) else {
      context.refuse(.noQuestion(id))
      return
    }
    let question = layout.handle(at: place)
    guard let record = record(question) else { return }
    if let text, !isShortEnough(text.utf8.count, of: record.id) { return }
    if let text, !canSend(text) {
      context.refuse(.nothingToSend(record.id))
      return
    }
    guard tasks.hasRoom else {
      context.refuse(.tooManyTasks(limit: SendTasks.limit))
      return
    }
    dropWaitingTarget()
    position.take(.scrolled)
    if tasks.isRunning { stopTask(at: instant) }
    let distance = pointsFromEnd
    if policy?.hidesKeyboardOnSend == true { hideKeyboard(at: instant) }
    if profile.afterSend == .blankSize { position.take(.sending) }
    // The stopped task's placeholder may have been moved above the question.
    cut(after: layout.index(of: question) ?? place)
    if let text { update(record.id, text: text, at: instant) }
    turn.append(question: question)
    tasks.begin(with: question)
    jumps?.send()
    if profile.addsPlaceholder { addPlaceholder(after: record.id) }
    hold(sent: record.id, question, distance: distance, isAgain: true, at: instant)
  }

  /// Takes away all messages after the one at `place`; what is read there gives its place on screen
  /// to the question.
  private func cut(after place: Int) {
    guard place + 1 < layout.count else { return }
    takeAnchor()
    if case .block(let handle, _) = position.anchor, let index = layout.index(of: handle),
      index > place
    {
      position.replaceAnchor(with: .block(layout.handle(at: place), 0))
    }
    let pinned = followed
    for index in place + 1..<layout.count {
      let handle = layout.handle(at: index)
      forget(handle)
    }
    transcript.remove(place + 1..<layout.count)
    restoreAnchor()
    if let pinned, layout.index(of: pinned) == nil { position.take(.removed(pinned)) }
  }

  /// The place of the last message of the user's up to a place; nil where there is none.
  private func question(atOrBefore index: Int) -> Int? {
    var place = index
    while place >= 0 {
      meter.count(.nameLookup)
      if transcript.role(of: layout.handle(at: place)) == .user { return place }
      place -= 1
    }
    return nil
  }
}
