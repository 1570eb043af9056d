// The conversation as the app would list it.
extension Surface {
  /// Every message, in order, with all the text that has arrived; one that streams is `cancelled`.
  /// What stands where an answer is expected is left out.
  ///
  /// - Complexity: O(messages and their text).
  package var conversation: [Message] {
    var listed = transcript.older?.messages ?? []
    listed.reserveCapacity(count)
    for index in 0..<layout.count {
      let handle = layout.handle(at: index)
      if let record = messages.record(handle) {
        if record.role != .placeholder { listed.append(message(of: record)) }
      } else if let place = messages.source(of: handle) {
        listed.append(place.source.message(at: place.index))
      }
    }
    return listed
  }

  func message(of record: ItemRecord) -> Message {
    let answer = answers.withInbox(record.handle)
    var parts = record.text.content
    answer?.addWaiting(to: &parts, isUntouched: record.text.isUntouched, at: context.lastInstant)
    return Message(
      id: record.id,
      role: record.role,
      parts: parts,
      state: answer?.isOpen == true ? .cancelled : record.state,
      timestampMilliseconds: record.timestampMilliseconds,
      suppliedHeight: record.suppliedHeight
    )
  }
}
