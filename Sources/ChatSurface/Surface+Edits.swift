import AnchoredLayout
import Lengths

// Parts of edits.
extension Surface {
  /// The app's own copy of an optimistic message takes its place.
  func adopt(_ message: Message, for record: ItemRecord) {
    if let height = message.heightOutOfRange {
      refusals.append(.heightOutOfRange(message.id, height))
      return
    }
    let text = Array(message.text.utf8)
    guard isShortEnough(text.count, of: message.id) else { return }
    record.state = message.state
    record.isAwaited = false
    record.isChanged = true
    if record.text.text != text { setText(text, of: record) }
    if let height = message.suppliedHeight { setHeight(height, of: message.id) }
  }

  /// The message of this name if it waits for the app's own copy of it.
  func awaitedRecord(of id: MessageID) -> ItemRecord? {
    guard let handle = handle(of: id), let record = record(handle) else { return nil }
    return record.isAwaited || record.state == .optimistic ? record : nil
  }

  func hasHeightsInRange(_ source: any MessageSource) -> Bool {
    guard let bad = source.firstHeightOutOfRange else { return true }
    refusals.append(.heightOutOfRange(bad.id, bad.height))
    return false
  }

  func hasRoom(for count: Int, beside others: Int) -> Bool {
    let total = count + others
    if total > messageLimit { refusals.append(.tooManyMessages(total, limit: messageLimit)) }
    return total <= messageLimit
  }

  func isShortEnough(_ bytes: Int, of id: MessageID) -> Bool {
    if bytes > Self.longestText { refusals.append(.tooLong(id, bytes: bytes)) }
    return bytes <= Self.longestText
  }

  func firstKnown(in source: any MessageSource) -> MessageID? {
    for index in 0..<source.count where handle(of: source.id(at: index)) != nil {
      return source.id(at: index)
    }
    return nil
  }

  func layoutItem(_ handle: UInt32, source: any MessageSource, index: Int) -> LayoutItem {
    meter[.itemEstimated] += 1
    guard profile.measuring != .eagerly else { return LayoutItem(handle: handle, height: .zero) }
    let height: LayoutUnit
    if let supplied = source.suppliedHeight(at: index) {
      height = slot(supplied, of: handle)
    } else {
      let characters = source.characterCount(at: index)
      height = estimatedSlot(characters: characters, role: source.role(at: index), of: handle)
    }
    return LayoutItem(handle: handle, height: height)
  }

  func firstHeight(of record: ItemRecord) -> LayoutUnit {
    guard profile.measuring != .eagerly else { return .zero }
    return estimatedSlot(of: record)
  }

  func noteUnplaced(_ handles: [UInt32], isPrepended: Bool) {
    guard profile.measuring == .eagerly, !handles.isEmpty else { return }
    unplaced.append(UnplacedItems(handles: handles, isPrepended: isPrepended))
  }

  /// The viewport is about to be put elsewhere: nothing that was on its way goes on.
  func stopMoving() {
    motion.stop()
    landing = nil
    readingPlace = nil
    restingEnd = nil
  }

  func forgetConversation() {
    meter[.itemMade] += messages.records.count
    messages.removeAll()
    measured.removeAll()
    unplaced.removeAll()
    for handle in streaming { forgetReveal(of: handle) }
    streaming.removeAll()
    inbox.removeAll { $0.handle != nil }
    stopMoving()
    placeholder = nil
    tasks = SendTasks()
    turn = Turn(rule: profile.blank)
    displacement.end()
    auxiliaries.forgetMessages()
    insets.blank = .zero
  }
}
