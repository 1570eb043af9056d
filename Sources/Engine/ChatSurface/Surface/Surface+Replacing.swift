import AnchoredLayout
import Timebase
import ViewportPlacing

// A whole list of messages in the place of another.
extension Surface {
  /// Turns the difference between the conversation and `source` into edits; the reader keeps the
  /// place. A list that has no message of the conversation opens it again.
  ///
  /// - Complexity: O(messages), and O(log n) for each run and move.
  func replaceAll(with source: any MessageSource, at instant: Instant) {
    guard hasHeightsInRange(source), hasRoom(for: source.count, beside: 0) else { return }
    let new = (0..<source.count).map { source.id(at: $0) }
    var old = transcript.ids
    var difference: ListDifference
    do throws(DuplicateKey<MessageID>) {
      difference = try ListDifference(from: old, to: new)
      guard let renamed = matchNames(old, with: new, difference, of: source) else {
        load(source)
        return
      }
      if renamed > 0 {
        old = transcript.ids
        difference = try ListDifference(from: old, to: new)
      }
    } catch { return context.refuse(.duplicate(error.key)) }
    let kept = Set(new).intersection(old)
    meter.count(.nameLookup, new.count)
    takeAnchor()
    viewport.passOnAnchor(in: scene(at: instant)) { handle in
      messages.id(of: handle).map { !kept.contains($0) } ?? true
    }
    var isNew = Array(repeating: false, count: new.count)
    for edit in difference.edits {
      apply(edit, from: source)
      if case .insert(let run, _) = edit { for index in run { isNew[index] = true } }
    }
    if !difference.edits.isEmpty { turn.loseTrack() }
    restoreAnchor()
    viewport.take(.left(keepsAnchor: true), in: scene(at: instant))
    for index in 0..<source.count {
      let handle = layout.handle(at: index)
      if !isNew[index] {
        renew(handle, source.message(at: index), at: instant)
      } else if source.characterCount(at: index) == 0, let record = record(handle) {
        expectText(of: source.message(at: index), in: record)
      }
    }
  }

  private func apply(_ edit: ListDifference.Edit, from source: any MessageSource) {
    switch edit {
    case .remove(let range):
      for index in range { forget(layout.handle(at: index)) }
      transcript.remove(range)
    case .move(let from, let to):
      transcript.move(from: from, to: to)
    case .insert(let run, let index):
      // A short run is kept by itself, so that the list it came with does not stay with it.
      let slice: any MessageSource =
        run.count <= MessageStore.pageLimit
        ? ListedMessages(run.map { source.message(at: $0) })
        : MessageSlice(source: source, range: run)
      insert(transcript.adopt(slice), of: slice, at: index)
    }
  }

  /// Takes over what is different in a message of both lists.
  private func renew(_ handle: UInt32, _ message: Message, at instant: Instant) {
    if messages.record(handle) == nil, let place = messages.source(of: handle),
      place.source.message(at: place.index) == message
    {
      return
    }
    if let record = record(handle) { renew(record, message, at: instant) }
  }

  private func renew(_ record: ItemRecord, _ message: Message, at instant: Instant) {
    let text = Array(message.text.utf8)
    guard isShortEnough(text.count, of: message.id) else { return }
    record.setAwaited(false)
    tasks.arrived(record.handle)
    record.setTimestamp(message.timestampMilliseconds)
    record.keep()
    let isStreaming = answers.isStreaming(record.handle)
    let state = isStreaming && !message.saysState ? nil : message.state
    take(text, state, of: record, isOfList: true, at: instant)
    if !isStreaming {
      if record.role != message.role {
        let isReadOtherwise = (record.role == .user) != (message.role == .user)
        record.setRole(message.role)
        if isReadOtherwise {
          let rule = message.role == .user ? .plain : profile.markdown
          let (change, work) = record.change { $0.read(by: rule) }
          meter.count(work)
          invalidate(record, change)
        }
        record.forgetHeights()
        unmeasure(record.handle)
      }
      if !message.parts.isEmpty, record.text.severalParts != message.parts {
        setParts(message.parts, of: record)
      }
    }
    if message.isMeasuredAgain || message.suppliedHeight != nil,
      message.suppliedHeight != record.suppliedHeight
    {
      setHeight(message.suppliedHeight, of: message.id)
    }
  }
}
