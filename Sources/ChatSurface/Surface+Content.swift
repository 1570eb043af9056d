import AnchoredLayout
import Lengths
import MarkdownBlocks
import Timebase

extension Surface {
  /// The handle of a message that is in the conversation; nil when none has this name.
  func handle(of id: MessageID) -> UInt32? {
    for handle in streaming where messages.record(handle)?.id == id { return handle }
    meter[.nameLookup] += messages.sourceCount
    return messages.handles(of: id).first { layout.index(of: $0) != nil }
  }

  /// The record of a message in the conversation, made from its source if need be.
  func record(_ handle: UInt32) -> ItemRecord? {
    if let record = messages.record(handle) {
      record.lastUsed = frameNumber
      return record
    }
    guard let place = messages.place(of: handle) else { return nil }
    let message = place.source.message(at: place.index)
    let record = makeRecord(handle, message, isReplaceable: true)
    messages.setRecord(record)
    meter[.itemMade] += 1
    return record
  }

  private func makeRecord(_ handle: UInt32, _ message: Message, isReplaceable: Bool) -> ItemRecord {
    let rule: MarkdownRule = message.role == .user ? .plain : profile.markdown
    var text = MessageText(rule: rule, parser: parser)
    if !message.text.isEmpty { text.append(message.text) }
    meter[.byteParsed] += text.bytesParsed
    let record = ItemRecord(
      handle: handle,
      message: message,
      text: text,
      isReplaceable: isReplaceable
    )
    record.lastUsed = frameNumber
    return record
  }

  // MARK: Edits

  func load(_ source: any MessageSource) {
    if let duplicate = source.firstDuplicate {
      refusals.append(.duplicate(duplicate))
      return
    }
    guard hasHeightsInRange(source), hasRoom(for: source.count, beside: 0) else { return }
    drift.watch(nil, at: .zero)
    forgetConversation()
    let handles = messages.add(source)
    layout.load(count: source.count) { index in
      layoutItem(handles.lowerBound + UInt32(index), source: source, index: index)
    }
    noteUnplaced(Array(handles), isPrepended: false)
    setFollow(.following)
    open()
  }

  /// - Parameter isSend: Whether it is a send that adds the message, and says where it goes.
  func append(_ message: Message, isSend: Bool = false) {
    defer { if message.role == .assistant { noteAnswer(message) } }
    if let record = awaitedRecord(of: message.id) {
      adopt(message, for: record)
      return
    }
    if message.role == .assistant, let record = adoptPlaceholder(as: message.id) {
      adopt(message, for: record)
      return
    }
    insert(message, at: layout.count, isAppend: true, isSend: isSend)
  }

  /// An answer that is there as a whole is the running task's.
  private func noteAnswer(_ message: Message) {
    guard tasks.isRunning, let handle = handle(of: message.id) else { return }
    tasks.begin(answer: handle)
    if message.state == .failed { tasks.fail(answer: handle) }
  }

  func insert(_ message: Message, at index: Int) {
    guard (0...layout.count).contains(index) else {
      refusals.append(.indexOutOfRange(index, count: layout.count))
      return
    }
    if let record = awaitedRecord(of: message.id), let place = layout.index(of: record.handle) {
      adopt(message, for: record)
      let target = index > place ? index - 1 : index
      if target != place { move(message.id, to: target) }
      return
    }
    insert(message, at: index, isAppend: index == layout.count)
  }

  func prepend(_ source: any MessageSource) {
    if let duplicate = source.firstDuplicate ?? firstKnown(in: source) {
      refusals.append(.duplicate(duplicate))
      return
    }
    guard hasHeightsInRange(source), hasRoom(for: source.count, beside: layout.count) else {
      return
    }
    let handles = messages.add(source)
    // A page that nobody showed a loader for ends the load that was asked for.
    if !auxiliaries.showsTopLoader { topLoader.end() }
    guard !handles.isEmpty else { return }
    if turn.question == nil { turn.loseTrack() }
    let items = handles.enumerated().map { index, handle in
      layoutItem(handle, source: source, index: index)
    }
    let wasEmpty = layout.count == 0
    let held = heldForChange()
    layout.insert(items, at: 0)
    noteUnplaced(Array(handles), isPrepended: !wasEmpty)
    restore(held)
  }

  private func insert(_ message: Message, at index: Int, isAppend: Bool, isSend: Bool = false) {
    guard handle(of: message.id) == nil else {
      refusals.append(.duplicate(message.id))
      return
    }
    if let height = message.heightOutOfRange {
      refusals.append(.heightOutOfRange(message.id, height))
      return
    }
    guard isShortEnough(message.text.utf8.count, of: message.id),
      hasRoom(for: 1, beside: layout.count)
    else { return }
    let wasNearEnd = pointsFromEnd <= Self.reachOfEnd
    let held = heldForChange()
    let handle = messages.addSingle(message.id)
    let record = makeRecord(handle, message, isReplaceable: false)
    messages.setRecord(record)
    if message.role == .user {
      if isAppend { turn.append(question: handle) } else { turn.loseTrack() }
    }
    layout.insert([LayoutItem(handle: handle, height: firstHeight(of: record))], at: index)
    noteUnplaced([handle], isPrepended: index == 0 && layout.count > 1)
    restore(held)
    guard isAppend, !isSend else { return }
    if profile.bringsAppendsToTop, !motion.isUsers {
      goToTop(message.id, handle, at: lastInstant)
    } else if follow == .free, profile.followsAppendsNearEnd, wasNearEnd, motion.isIdle {
      setFollow(.following)
    }
  }

  func remove(_ id: MessageID) {
    guard let handle = handle(of: id), let index = layout.index(of: handle) else {
      refusals.append(.unknown(id))
      return
    }
    var held = heldPoint()
    if case .item(handle, _) = held?.point {
      let heir = index + 1 < layout.count ? index + 1 : index - 1
      held = heir < 0 ? nil : held.map { .init(point: .item(layout.handle(at: heir), 0), y: $0.y) }
    }
    forget(handle)
    layout.remove(index..<index + 1)
    restore(held)
    if followed == handle { setFollow(.free) }
  }

  /// Nothing of a message that is about to be taken out of the layout is known any more.
  func forget(_ handle: UInt32) {
    if drift.point?.handle == handle { drift.watch(nil, at: .zero) }
    if placeholder == handle { placeholder = nil }
    forgetStream(handle)
    messages.removeRecord(handle)
    auxiliaries.setActions(nil, below: handle)
    turn.forget(handle)
    tasks.forget(handle)
  }

  func removeAll() {
    drift.watch(nil, at: .zero)
    forgetConversation()
    layout.load(count: 0) { _ in LayoutItem(handle: 0, height: .zero) }
    setFollow(.following)
    offset = scrollRange.lowerBound
  }

  func move(_ id: MessageID, to index: Int) {
    guard let handle = handle(of: id), let source = layout.index(of: handle) else {
      refusals.append(.unknown(id))
      return
    }
    guard (0..<layout.count).contains(index) else {
      refusals.append(.indexOutOfRange(index, count: layout.count - 1))
      return
    }
    let held = heldForChange()
    turn.loseTrack()
    layout.move(from: source, to: index)
    restore(held)
    // It stays where it was read; beside it others have come to the viewport's top, and the next
    // edit keeps those. A layout that cannot keep it there owes its whole way.
    if layout.correction.isAtOnce, drift.point?.handle == handle { changeWatchedPoint() }
  }

  func update(_ id: MessageID, text: String, at instant: Instant) {
    guard let handle = handle(of: id), let record = record(handle) else {
      refusals.append(.unknown(id))
      return
    }
    guard isShortEnough(text.utf8.count, of: id) else { return }
    record.isReplaceable = false
    if record.stream == nil {
      setText(Array(text.utf8), of: record)
    } else {
      inbox.append(.replace(handle, Array(text.utf8), instant))
    }
  }

  /// Shows another text at once.
  func setText(_ text: [UInt8], of record: ItemRecord) {
    let before = record.text.bytesParsed
    let old = record.text.blocks
    var change = record.text.replace(with: text)
    change.leaveOutTrailing(in: old, and: record.text.blocks)
    meter[.byteParsed] += record.text.bytesParsed - before
    invalidate(record, change)
  }

  func replace(_ old: MessageID, with new: MessageID) {
    guard let handle = handle(of: old), let record = record(handle) else {
      refusals.append(.unknown(old))
      return
    }
    guard self.handle(of: new) == nil else {
      refusals.append(.duplicate(new))
      return
    }
    messages.rename(record, to: new)
    for states in itemStates.values { states.rename(old, to: new) }
    record.isAwaited = false
    switch follow {
    case .pinning(old): follow = .pinning(new)
    case .pinned(old): follow = .pinned(new)
    default: break
    }
  }

  func setHeight(_ height: LayoutUnit, of id: MessageID) {
    guard let handle = handle(of: id), let record = record(handle),
      let index = layout.index(of: handle)
    else {
      refusals.append(.unknown(id))
      return
    }
    guard height >= .zero, height <= ContentSpace.tallestItem else {
      refusals.append(.heightOutOfRange(id, height))
      return
    }
    var held = heldPoint()
    if case .item(handle, _) = held?.point {
      held = HeldPoint(point: .item(handle, 0), y: layout.y(at: index))
    }
    drift.replaceBlocks(of: handle, 0..<record.placedBlocks.count, with: 0..<0)
    record.forgetPlaces()
    record.suppliedHeight = height
    record.isReplaceable = false
    record.isChanged = true
    layout.setHeight(slot(height, of: handle), at: index)
    record.laidOutGeometry = geometry
    measured.insert(handle)
    restore(held)
  }
}
