import AnchoredLayout
import Lengths
import MarkdownBlocks
import Timebase

extension Surface {
  /// The handle of a message that is in the conversation; nil when none has this name.
  func handle(of id: MessageID) -> UInt32? {
    for handle in streaming where messages.record(handle)?.id == id { return handle }
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
    var text = BlockList(rule: rule, parser: parser)
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
    drift.watch(nil, at: .zero)
    forgetConversation()
    let handles = messages.add(source)
    layout.load(count: source.count) { index in
      layoutItem(handles.lowerBound + UInt32(index), source: source, index: index)
    }
    noteUnplaced(Array(handles), isPrepended: false)
    setFollow(.following)
    motion.stop()
    updateBlank()
    offset = scrollRange.upperBound
  }

  func append(_ message: Message) {
    if let handle = handle(of: message.id), let record = record(handle),
      record.state == .optimistic
    {
      adopt(message, for: record)
      return
    }
    insert([message], at: layout.count, isAppend: true)
  }

  func insert(_ message: Message, at index: Int) {
    guard (0...layout.count).contains(index) else {
      refusals.append(.indexOutOfRange(index, count: layout.count))
      return
    }
    insert([message], at: index, isAppend: index == layout.count)
  }

  func prepend(_ source: any MessageSource) {
    if let duplicate = source.firstDuplicate ?? firstKnown(in: source) {
      refusals.append(.duplicate(duplicate))
      return
    }
    let handles = messages.add(source)
    guard !handles.isEmpty else { return }
    let items = handles.enumerated().map { index, handle in
      layoutItem(handle, source: source, index: index)
    }
    let wasEmpty = layout.count == 0
    let held = heldPoint()
    layout.insert(items, at: 0)
    noteUnplaced(Array(handles), isPrepended: !wasEmpty)
    restore(held)
  }

  private func insert(_ new: [Message], at index: Int, isAppend: Bool) {
    for message in new where handle(of: message.id) != nil {
      refusals.append(.duplicate(message.id))
      return
    }
    let wasNearEnd = pointsFromEnd <= Self.reachOfEnd
    let held = heldPoint()
    var handles: [UInt32] = []
    var items: [LayoutItem] = []
    for message in new {
      let handle = messages.addSingle(message.id)
      let record = makeRecord(handle, message, isReplaceable: false)
      messages.setRecord(record)
      handles.append(handle)
      items.append(LayoutItem(handle: handle, height: firstHeight(of: record)))
      if message.role == .user, isAppend { lastUser = handle }
    }
    layout.insert(items, at: index)
    noteUnplaced(handles, isPrepended: index == 0 && layout.count > items.count)
    restore(held)
    if isAppend, follow == .free, profile.followsAppendsNearEnd, wasNearEnd, motion.isIdle {
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
      held =
        heir < 0 ? nil : held.map { HeldPoint(point: .item(layout.handle(at: heir), 0), y: $0.y) }
      drift.watch(nil, at: .zero)
    }
    forgetStream(handle)
    layout.remove(index..<index + 1)
    messages.removeRecord(handle)
    if followed == handle { setFollow(.free) }
    if lastUser == handle { lastUser = nil }
    restore(held)
  }

  func removeAll() {
    drift.watch(nil, at: .zero)
    forgetConversation()
    layout.load(count: 0) { _ in LayoutItem(handle: 0, height: .zero) }
    setFollow(.following)
    motion.stop()
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
    let held = heldPoint()
    layout.move(from: source, to: index)
    restore(held)
  }

  func update(_ id: MessageID, text: String) {
    guard let handle = handle(of: id), let record = record(handle) else {
      refusals.append(.unknown(id))
      return
    }
    forgetStream(handle)
    let before = record.text.bytesParsed
    let change = record.text.replace(with: Array(text.utf8))
    meter[.byteParsed] += record.text.bytesParsed - before
    record.isReplaceable = false
    record.invalidate(change)
    measured.remove(handle)
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
    switch follow {
    case .pinning(old): follow = .pinning(new)
    case .pinned(old): follow = .pinned(new)
    default: break
    }
  }

  func setHeight(_ height: LayoutUnit, of id: MessageID) {
    guard let handle = handle(of: id), let record = record(handle) else {
      refusals.append(.unknown(id))
      return
    }
    guard height >= .zero, height <= ContentSpace.tallestItem else {
      refusals.append(.heightOutOfRange(id, height))
      return
    }
    record.suppliedHeight = height
    record.isReplaceable = false
    record.isChanged = true
    measured.remove(handle)
  }

  // MARK: Parts of edits

  /// The app's own copy of an optimistic message takes its place.
  private func adopt(_ message: Message, for record: ItemRecord) {
    record.state = message.state
    record.isChanged = true
    if record.text.text != Array(message.text.utf8) { update(message.id, text: message.text) }
  }

  private func firstKnown(in source: any MessageSource) -> MessageID? {
    for index in 0..<source.count where handle(of: source.id(at: index)) != nil {
      return source.id(at: index)
    }
    return nil
  }

  private func layoutItem(_ handle: UInt32, source: any MessageSource, index: Int) -> LayoutItem {
    meter[.itemEstimated] += 1
    guard profile.measuring != .eagerly else { return LayoutItem(handle: handle, height: .zero) }
    let height: LayoutUnit
    if let supplied = source.suppliedHeight(at: index) {
      height = slot(supplied)
    } else {
      let characters = source.characterCount(at: index)
      height = estimatedSlot(characters: characters, role: source.role(at: index))
    }
    return LayoutItem(handle: handle, height: height)
  }

  private func firstHeight(of record: ItemRecord) -> LayoutUnit {
    guard profile.measuring != .eagerly else { return .zero }
    return estimatedSlot(of: record)
  }

  private func noteUnplaced(_ handles: [UInt32], isPrepended: Bool) {
    guard profile.measuring == .eagerly, !handles.isEmpty else { return }
    unplaced.append(UnplacedItems(handles: handles, isPrepended: isPrepended))
  }

  private func forgetConversation() {
    meter[.itemMade] += messages.records.count
    messages.removeAll()
    measured.removeAll()
    unplaced.removeAll()
    for handle in streaming { timeline.forget(part: handle) }
    streaming.removeAll()
    inbox.removeAll()
    lastUser = nil
    isBlankInForce = false
    insets.blank = .zero
  }
}
