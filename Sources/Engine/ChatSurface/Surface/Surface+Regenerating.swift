import Timebase

// A question that is answered again, as it stands or with another text.
extension Surface {
  /// Cuts what follows a question and waits for another answer to it, as after a send.
  ///
  /// - Complexity: O(messages that are cut + log n), and O(messages up to the question) when an
  ///   answer is named.
  func regenerate(_ id: MessageID, text: String?, at instant: Instant) {
    guard let named = handle(of: id), let index = layout.index(of: named) else {
      return context.refuse(.unknown(id))
    }
    guard let place = question(atOrBefore: index) else { return context.refuse(.noQuestion(id)) }
    let question = layout.handle(at: place)
    guard let record = record(question) else { return }
    if let text, !isShortEnough(text.utf8.count, of: record.id) { return }
    if let text, !canSend(text) { return context.refuse(.nothingToSend(record.id)) }
    guard tasks.hasRoom else { return context.refuse(.tooManyTasks(limit: SendTasks.limit)) }
    let distance = prepareSend(at: instant)
    // The stopped task's placeholder may have been moved above the question.
    cut(after: layout.index(of: question) ?? place)
    if let text { update(record.id, text: text, at: instant) }
    turn.append(question: question)
    tasks.begin(with: question)
    viewport.take(.sendListed, in: scene(at: instant))
    if profile.addsPlaceholder { addPlaceholder(after: record.id) }
    show(sent: question, distance: distance, isAgain: true, at: instant)
  }

  /// Takes away all messages after the one at `place`; what is read there gives its place on screen
  /// to the question.
  private func cut(after place: Int) {
    guard place + 1 < layout.count else { return }
    takeAnchor()
    viewport.take(.cutsBelow(layout.handle(at: place)), in: scene(at: context.lastInstant))
    for index in place + 1..<layout.count {
      let handle = layout.handle(at: index)
      forget(handle)
    }
    transcript.remove(place + 1..<layout.count)
    restoreAnchor()
    viewport.take(.left(keepsAnchor: false), in: scene(at: context.lastInstant))
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
