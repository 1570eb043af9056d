import AnchoredLayout
import Lengths
import Timebase

// A whole list of messages in the place of another.
extension Surface {
  /// Turns the difference between the conversation and `source` into edits, and opens it anew.
  ///
  /// - Complexity: O(messages), and O(log n) for each run and move.
  func replaceAll(with source: any MessageSource, at instant: Instant) {
    guard hasHeightsInRange(source), hasRoom(for: source.count, beside: 0) else { return }
    let new = (0..<source.count).map { source.id(at: $0) }
    let difference: ListDifference
    do throws(DuplicateKey<MessageID>) {
      difference = try ListDifference(from: ids, to: new)
    } catch {
      refusals.append(.duplicate(error.key))
      return
    }
    drift.watch(nil, at: .zero)
    stopMoving()
    turn.loseTrack()
    meter[.nameLookup] += new.count
    let firstNew = messages.nextHandle
    for edit in difference.edits { apply(edit, from: source) }
    for index in 0..<source.count where layout.handle(at: index) < firstNew {
      renew(layout.handle(at: index), source.message(at: index), at: instant)
    }
    setFollow(.following)
    open()
  }

  private func apply(_ edit: ListDifference.Edit, from source: any MessageSource) {
    switch edit {
    case .remove(let range):
      for index in range { forget(layout.handle(at: index)) }
      layout.remove(range)
    case .move(let from, let to):
      layout.move(from: from, to: to)
    case .insert(let run, let index):
      let slice = MessageSlice(source: source, range: run)
      let handles = messages.add(slice)
      let items = handles.enumerated().map { place, handle in
        layoutItem(handle, source: slice, index: place)
      }
      layout.insert(items, at: index)
      noteUnplaced(Array(handles), isPrepended: false)
    }
  }

  /// Takes over what is different in a message of both lists.
  private func renew(_ handle: UInt32, _ message: Message, at instant: Instant) {
    if messages.record(handle) == nil, let place = messages.place(of: handle),
      place.source.message(at: place.index) == message
    {
      return
    }
    if let record = record(handle) { renew(record, message, at: instant) }
  }

  private func renew(_ record: ItemRecord, _ message: Message, at instant: Instant) {
    let text = Array(message.text.utf8)
    guard isShortEnough(text.count, of: message.id) else { return }
    record.isAwaited = false
    record.isReplaceable = false
    if record.stream != nil {
      inbox.append(.replace(record.handle, text, instant))
    } else {
      if record.state != message.state || record.role != message.role { record.isChanged = true }
      record.state = message.state
      record.role = message.role
      if record.text.text != text { setText(text, of: record) }
    }
    if let height = message.suppliedHeight, height != record.suppliedHeight {
      setHeight(height, of: message.id)
    }
  }
}
