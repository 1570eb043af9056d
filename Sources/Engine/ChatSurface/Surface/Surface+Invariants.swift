import Lengths

extension Surface {
  package var ids: [MessageID] { transcript.ids }

  /// How many messages are held in memory as records.
  package var recordCount: Int { messages.records.count }

  /// How many sources, names and records of messages are kept, and how many handles there are.
  package var census: (sources: Int, names: Int, records: Int, handles: Int) { transcript.census }

  /// Moves all content behind the back of everything that keeps it still: the control of whoever
  /// judges drift. Nothing happens in a layout that cannot move its content.
  package func displaceContent(by distance: LayoutUnit) {
    _ = transcript.restore(.end, to: layout.bottom + distance)
  }

  /// The handles that parts keep. A handle is given out again once its message is gone: none may be
  /// kept longer, or it would be taken for another message's.
  private var handlesKept: [(part: String, handles: [UInt32])] {
    var anchor: [UInt32] = []
    if case .block(let handle, _) = viewport.anchor.anchor { anchor = [handle] }
    return [
      ("the anchor", anchor),
      ("the viewport", viewport.messages),
      ("the focus", [marks.focus.selected, marks.focus.accessibility].compactMap(\.self)),
      ("what is unread", marks.unread.messages),
      ("the turn", turn.messages),
      ("the tasks", tasks.messages),
      ("the ornaments", ornaments.messages),
      ("an answer", answers.streaming.map(\.handle)),
      ("what is to be taken in", answers.waiting.compactMap(\.handle)),
      ("the actions", auxiliaries.messagesWithActions),
    ]
  }

  /// Traps unless each part is sound, and they agree.
  package func checkInvariants() {
    transcript.checkInvariants()
    answers.checkInvariants()
    turn.checkInvariants()
    tasks.checkInvariants()
    viewport.checkInvariants()
    surroundings.checkInvariants()
    consent.checkInvariants()
    ornaments.checkInvariants()
    context.checkInvariants()
    heights.checkInvariants()
    itemStates.checkInvariants()
    for (part, handles) in handlesKept {
      for handle in handles where layout.index(of: handle) == nil {
        preconditionFailure("\(part) keeps handle \(handle), which is no message's")
      }
    }
    for answer in answers.streaming {
      let handle = answer.handle
      guard let record = messages.record(handle) else {
        preconditionFailure("handle \(handle) streams but has no record")
      }
      precondition(
        record.text.utf8Count == answer.releasedUTF8,
        "\(record.text.utf8Count) bytes are shown, \(answer.releasedUTF8) released"
      )
    }
  }
}
