import AnchoredLayout
import Lengths

// Parts of edits.
extension Surface {
  /// The app's own copy of an optimistic message takes its place.
  func adopt(_ message: Message, for record: ItemRecord) {
    if let height = message.heightOutOfRange {
      return context.refuse(.heightOutOfRange(message.id, height))
    }
    let text = Array(message.text.utf8)
    guard isShortEnough(text.count, of: message.id) else { return }
    record.setAwaited(false)
    tasks.arrived(record.handle)
    record.setTimestamp(message.timestampMilliseconds)
    if answers.isStreaming(record.handle) {
      let state = message.saysState ? message.state : nil
      take(text, state, of: record, isOfList: true, at: context.lastInstant)
      return
    }
    setState(message.state, of: record)
    record.markChanged()
    if record.text.text != text {
      setText(text, of: record)
    } else if text.isEmpty {
      // Loading dots may have stood there.
      unmeasure(record.handle)
    }
    if message.isMeasuredAgain || message.suppliedHeight != nil {
      setHeight(message.suppliedHeight, of: message.id)
    }
  }

  /// The message of this name if it waits for the app's own copy of it.
  func awaitedRecord(of id: MessageID) -> ItemRecord? {
    guard let handle = handle(of: id), let record = record(handle) else { return nil }
    return record.isAwaited || record.state == .optimistic ? record : nil
  }

  func hasHeightsInRange(_ source: any MessageSource) -> Bool {
    guard let bad = source.firstHeightOutOfRange else { return true }
    context.refuse(.heightOutOfRange(bad.id, bad.height))
    return false
  }

  func hasRoom(for count: Int, beside others: Int) -> Bool {
    let total = count + others
    if total > transcript.limit { context.refuse(.tooManyMessages(total, limit: transcript.limit)) }
    return total <= transcript.limit
  }

  func isShortEnough(_ bytes: Int, of id: MessageID) -> Bool {
    if bytes > Self.longestText { context.refuse(.tooLong(id, bytes: bytes)) }
    return bytes <= Self.longestText
  }

  /// What the layout gets of a message that was just taken in.
  func layoutItem(_ handle: UInt32, source: any MessageSource, index: Int) -> LayoutItem {
    meter.count(.itemEstimated)
    guard profile.measuring != .eagerly else { return LayoutItem(handle: handle, height: .zero) }
    let height =
      source.suppliedHeight(at: index)
      ?? heights.estimated(
        characters: source.characterCount(at: index),
        role: source.role(at: index),
        in: geometry
      )
    // Nothing stands below a message that is new.
    let slot = Transcript.slot(
      height,
      spacing: profile.style.spacing,
      isHidden: height == .zero
    )
    return LayoutItem(handle: handle, height: slot)
  }

  func firstHeight(of record: ItemRecord) -> LayoutUnit {
    guard profile.measuring != .eagerly else { return .zero }
    return transcript.slot(heights.estimated(record, in: geometry), of: record.handle)
  }

  func noteUnplaced(_ handles: some Collection<UInt32>, isPrepended: Bool) {
    guard profile.measuring == .eagerly, !handles.isEmpty else { return }
    transcript.noteUnplaced(UnplacedItems(handles: Array(handles), isPrepended: isPrepended))
  }

  /// Another conversation takes the place of this one; the transcript is replaced by whoever asks.
  func replaceConversation() {
    meter.count(.itemMade, messages.records.count)
    answers.forgetAll()
    context.reopen()
    tasks = SendTasks()
    turn = Turn(counting: policy?.makeCounting())
    ornaments.entrance = nil
    transcript.changeMarks { ($0.focus, $0.unread) = (ReaderFocus(), UnreadMessages()) }
    viewport.take(.closed, in: scene(at: context.lastInstant))
    surroundings.setBlank(.zero)
  }
}
