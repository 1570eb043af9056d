// The conversation as the app would list it.
extension Surface {
  /// Every message, in order, with all the text that has arrived; one that streams is `cancelled`.
  /// What stands where an answer is expected is left out.
  ///
  /// - Complexity: O(messages and their text).
  public var conversation: [Message] {
    var listed = transcript.older.messages
    listed.reserveCapacity(count)
    for index in 0..<layout.count {
      let handle = layout.handle(at: index)
      if let record = messages.record(handle) {
        if record.role != .placeholder { listed.append(message(of: record)) }
      } else if let place = messages.place(of: handle) {
        listed.append(place.source.message(at: place.index))
      }
    }
    return listed
  }

  private func message(of record: ItemRecord) -> Message {
    Message(
      id: record.id,
      role: record.role,
      text: String(decoding: receivedText(of: record), as: UTF8.self),
      state: answers[record.handle]?.isOpen == true ? .cancelled : record.state,
      timestampMilliseconds: messages.place(of: record.handle).flatMap {
        $0.source.message(at: $0.index).timestampMilliseconds
      },
      suppliedHeight: record.suppliedHeight
    )
  }

  /// All that has arrived, what is held until its chunk is complete included.
  private func receivedText(of record: ItemRecord) -> [UInt8] {
    answers[record.handle]?.allText(at: context.lastInstant) ?? record.text.text
  }
}
