import AnchoredLayout

// Which messages that come in are there already: by their name; as one that was sent and waits for the
// app's copy; or, in a whole list, as one that stands in the same place and says the same.
extension Surface {
  /// The sent message that an app's message is the copy of: of those that wait the oldest of the same role
  /// and text; nil where there is none.
  ///
  /// - Parameters:
  ///   - characters: How many Unicode scalars the message has.
  ///   - text: Makes its text, where one that waits is as long.
  func awaitedRecord(
    role: Message.Role,
    characters: Int,
    text: () -> String
  ) -> ItemRecord? {
    let likely = tasks.firstAwaited { handle in
      guard let record = messages.record(handle), record.role == role,
        record.isAwaited || record.state == .optimistic, layout.index(of: handle) != nil,
        (characters...max(characters, 4 * characters)).contains(record.text.utf8Count),
        Answer.scalarCount(of: record.text.text) == characters
      else { return false }
      let bytes = Array(text().utf8)
      return record.text.utf8Count == bytes.count && record.text.isBeginning(of: bytes)
    }
    return likely.flatMap { messages.record($0) }
  }

  /// The message that waits for this one, by its name or else by its text: it gets the name. What is itself
  /// shown before its copy is no copy.
  func awaitedRecord(for message: Message) -> ItemRecord? {
    if handle(of: message.id) != nil { return awaitedRecord(of: message.id) }
    guard message.state != .optimistic, tasks.awaits,
      let record = awaitedRecord(
        role: message.role,
        characters: message.text.unicodeScalars.count,
        text: { message.text }
      )
    else { return nil }
    rename(record, to: message.id)
    return record
  }

  /// Gives a message another name; everything else about it stays.
  func rename(_ record: ItemRecord, to id: MessageID) {
    let old = record.id
    transcript.rename(record, to: id)
    itemStates.rename(old, to: id)
  }

  /// Whether an event takes a message away that the next one, of the same instant, brings back to the same
  /// place under another name: it gets the name.
  func comesBack(after events: [ScheduledEvent], at index: Int) -> Bool {
    guard case .remove(let id) = events[index].event, index + 1 < events.count,
      events[index + 1].instant == events[index].instant
    else { return false }
    let (message, place): (Message, Int)
    switch events[index + 1].event {
    case .append(let new): (message, place) = (new, layout.count - 1)
    case .insert(let index, let new): (message, place) = (new, index)
    default: return false
    }
    guard let handle = handle(of: id), layout.index(of: handle) == place,
      self.handle(of: message.id) == nil, let record = record(handle),
      self.message(of: record).saysTheSame(as: message, whileStreaming: answers.isStreaming(handle))
    else { return false }
    rename(record, to: message.id)
    // The app's copy comes next.
    record.setAwaited(true)
    return true
  }

  /// What of a page is new. Messages that are there are left out, and counted; the copies of sent ones give
  /// them their names.
  ///
  /// - Returns: Nil when the page is refused.
  /// - Complexity: O(messages of the page).
  func newMessages(of page: any MessageSource, beside others: Int) -> (any MessageSource)? {
    if let duplicate = page.firstDuplicate {
      context.refuse(.duplicate(duplicate))
      return nil
    }
    // More than there may ever be is not looked through.
    guard hasHeightsInRange(page), hasRoom(for: page.count, beside: 0) else { return nil }
    var known: Set<Int> = []
    for index in 0..<page.count {
      let id = page.id(at: index)
      if let handle = handle(of: id) {
        if let record = messages.record(handle), record.isAwaited {
          adopt(page.message(at: index), for: record)
        } else if page.role(at: index) == .assistant, tasks.placeholder == handle,
          let record = adoptPlaceholder(as: id)
        {
          adopt(page.message(at: index), for: record)
        }
      } else if transcript.older?.contains(id) != true {
        guard let record = awaitedRecord(of: page, at: index) else { continue }
        rename(record, to: id)
        adopt(page.message(at: index), for: record)
      }
      known.insert(index)
    }
    guard !known.isEmpty else { return hasRoom(for: page.count, beside: others) ? page : nil }
    context.noteKnownMessages(known.count)
    guard hasRoom(for: page.count - known.count, beside: others) else { return nil }
    return ListedMessages(
      (0..<page.count).lazy.filter { !known.contains($0) }.map { page.message(at: $0) }
    )
  }

  /// The sent message that a list's message is the copy of, and not one that itself waits for its copy.
  private func awaitedRecord(of source: any MessageSource, at index: Int) -> ItemRecord? {
    guard tasks.awaits else { return nil }
    let role = source.role(at: index)
    let characters = source.characterCount(at: index)
    let record = awaitedRecord(role: role, characters: characters) {
      source.message(at: index).text
    }
    return record.flatMap { source.message(at: index).state == .optimistic ? nil : $0 }
  }

  /// Gives messages that a list has under another name that name: those that were sent and wait, and those
  /// that stand between the same messages and say the same.
  ///
  /// - Parameter old: The names there are, in order.
  /// - Returns: How many have another name; nil where the list is another conversation: no name is in both
  ///   lists, and under half of the messages with text of the shorter one were found to be the same.
  /// - Complexity: O(messages that have no name in common), but for comparing texts of those that are as long.
  func matchNames(
    _ old: [MessageID],
    with new: [MessageID],
    _ difference: ListDifference,
    of source: any MessageSource
  ) -> Int? {
    var matching = SameMessages(old: old, new: new, difference)
    let sharesNames = matching.oldPlaces.count < old.count
    if matching.isEmpty || sharesNames && !tasks.awaits && !hasEqualLengths(matching, source) {
      return sharesNames ? 0 : nil
    }
    guard sharesNames || mayBeTheSame(as: source) else { return nil }
    for index in matching.newPlaces {
      guard tasks.awaits else { break }
      guard let record = awaitedRecord(of: source, at: index),
        matching.match(record.id, with: index)
      else { continue }
      tasks.arrived(record.handle)
    }
    matching.matchBySense(
      old: { self.content(at: $0) },
      length: { place in
        self.answers.isStreaming(self.layout.handle(at: place))
          ? nil : self.characterCount(at: place)
      },
      new: { source.message(at: $0) },
      length: { source.characterCount(at: $0) }
    )
    if !sharesNames {
      let texts = (0..<source.count).count { source.characterCount(at: $0) > 0 }
      let shorter = min(texts, (0..<layout.count).count { characterCount(at: $0) > 0 })
      guard !matching.renames.isEmpty, 2 * matching.matchedWithText >= shorter else { return nil }
    }
    for (old, new) in matching.renames {
      guard let record = handle(of: old).flatMap({ record($0) }) else { continue }
      rename(record, to: new)
    }
    return matching.renames.count
  }

  /// Whether a message that one list has and the other has not is as long as one of the other's, or streams.
  /// Of many nothing is said.
  private func hasEqualLengths(_ lists: SameMessages, _ source: any MessageSource) -> Bool {
    guard lists.oldPlaces.count * lists.newPlaces.count <= 1_000 else { return true }
    return lists.oldPlaces.contains { place in
      guard !answers.isStreaming(layout.handle(at: place)) else { return true }
      let length = characterCount(at: place)
      return lists.newPlaces.contains { source.characterCount(at: $0) == length }
    }
  }

  /// Whether, by their lengths alone, half of the messages of the shorter list can be in the other one.
  ///
  /// - Complexity: O(messages).
  private func mayBeTheSame(as source: any MessageSource) -> Bool {
    var lengths: [Int: Int] = [:]
    for index in 0..<layout.count { lengths[characterCount(at: index), default: 0] += 1 }
    var same = 0
    for index in 0..<source.count {
      let length = source.characterCount(at: index)
      guard let left = lengths[length], left > 0 else { continue }
      lengths[length] = left - 1
      same += 1
    }
    // A streaming message may have another length in the list.
    return 2 * (same + answers.streaming.count) >= min(layout.count, source.count)
  }

  /// How many Unicode scalars have arrived of a message.
  private func characterCount(at index: Int) -> Int {
    let handle = layout.handle(at: index)
    if let place = answers.index(of: handle) { return answers.streaming[place].receivedScalars }
    if let record = messages.record(handle) { return Answer.scalarCount(of: record.text.text) }
    return messages.source(of: handle).map { $0.source.characterCount(at: $0.index) } ?? 0
  }

  /// A message as it is, with all that has arrived of it.
  private func content(at index: Int) -> Message {
    let handle = layout.handle(at: index)
    if let record = messages.record(handle) { return message(of: record) }
    let place = messages.source(of: handle)
    return place.map { $0.source.message(at: $0.index) }
      ?? Message(id: "", role: .placeholder, text: "")
  }
}
