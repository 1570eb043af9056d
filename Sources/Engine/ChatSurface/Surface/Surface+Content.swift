import AnchoredLayout
import Lengths
import Timebase
import ViewportPlacing

extension Surface {
  /// The handle of a message that is in the conversation; nil when none has this name.
  func handle(of id: MessageID) -> UInt32? {
    if let handle = streamingHandle(of: id) { return handle }
    meter.count(.nameLookup, messages.sourceCount)
    return transcript.handle(of: id)
  }

  /// The record of a message in the conversation, made from its source if need be.
  func record(_ handle: UInt32) -> ItemRecord? {
    transcript.record(handle, inFrame: context.number, counting: &meter)
  }

  /// The handle of a message that an edit names; refuses the edit where none has this name.
  func named(_ id: MessageID) -> UInt32? {
    let handle = handle(of: id)
    if handle == nil { context.refuse(.unknown(id)) }
    return handle
  }

  /// The record of a message that an edit names; refuses the edit where none has this name.
  func namedRecord(_ id: MessageID) -> ItemRecord? { named(id).flatMap { record($0) } }

  // MARK: Edits

  func load(_ source: any MessageSource) {
    if let duplicate = source.firstDuplicate { return context.refuse(.duplicate(duplicate)) }
    guard hasHeightsInRange(source), hasRoom(for: source.count, beside: 0) else { return }
    replaceConversation()
    let source = transcript.newestPage(of: source)
    let handles = transcript.load(source, isWhole: profile.measuring == .eagerly) {
      layoutItem($0, source: source, index: $1)
    }
    noteUnplaced(handles, isPrepended: false)
    open()
  }

  /// - Parameter isSend: Whether it is a send that adds the message, and says where it goes.
  func append(_ message: Message, isSend: Bool = false) {
    defer { if message.role == .assistant { noteAnswer(message) } }
    if let record = awaitedRecord(for: message) {
      adopt(message, for: record)
      return
    }
    if message.role == .assistant, let record = adoptPlaceholder(as: message.id) {
      adopt(message, for: record)
      return
    }
    insert(message, at: layout.count, isAppend: true, isSend: isSend)
  }

  /// An empty answer that the host adds while a task runs stands for the task's, where the design says so.
  func expectText(of message: Message, in record: ItemRecord) {
    guard profile.placeholder == .emptyAnswer, tasks.isRunning, message.role == .assistant,
      message.state == .complete, message.text.isEmpty
    else { return }
    record.setExpected(true)
    tasks.begin(answer: record.handle)
  }

  /// An answer that is there as a whole is the running task's.
  private func noteAnswer(_ message: Message) {
    guard tasks.isRunning, let handle = handle(of: message.id) else { return }
    tasks.begin(answer: handle)
    if message.state == .failed { tasks.fail(answer: handle) }
  }

  func insert(_ message: Message, at index: Int) {
    guard (0...layout.count).contains(index) else {
      return context.refuse(.indexOutOfRange(index, count: layout.count))
    }
    if let record = awaitedRecord(for: message), let place = layout.index(of: record.handle) {
      adopt(message, for: record)
      let target = index > place ? index - 1 : index
      if target != place { move(message.id, to: target) }
      return
    }
    insert(message, at: index, isAppend: index == layout.count)
  }

  func prepend(_ source: any MessageSource) {
    guard let source = newMessages(of: source, beside: count) else {
      endLoad(at: .top)
      return
    }
    if !keepsOlder(source) { prependShown(source) }
  }

  /// A page that nobody showed a loader for ends the load that was asked for, also one that is refused.
  func endLoad(at edge: ContentEdge) {
    let showsLoader = edge == .top ? auxiliaries.showsTopLoader : auxiliaries.showsEndLoader
    if !showsLoader { surroundings.endLoad(at: edge) }
  }

  /// Shows messages before the first one.
  func prependShown(_ source: any MessageSource) {
    let handles = transcript.adopt(source)
    endLoad(at: .top)
    guard !handles.isEmpty else { return }
    if turn.question == nil { turn.loseTrack() }
    let wasEmpty = layout.count == 0
    let range = scrollRange
    let fitted = range.lowerBound == range.upperBound
    keepingAnchor { insert(handles, of: source, at: 0, isPrepended: !wasEmpty) }
    // The end of content that fitted into the viewport lies elsewhere now. A layout whose offset no edit
    // changes does not go there before something new comes below.
    if fitted, !wasEmpty, layout.correction == .never {
      viewport.take(.prependedToFitted, in: scene(at: context.lastInstant))
    }
  }

  private func insert(_ message: Message, at index: Int, isAppend: Bool, isSend: Bool = false) {
    guard handle(of: message.id) == nil else { return context.refuse(.duplicate(message.id)) }
    if let height = message.heightOutOfRange {
      return context.refuse(.heightOutOfRange(message.id, height))
    }
    guard isShortEnough(message.text.utf8.count, of: message.id),
      hasRoom(for: 1, beside: layout.count)
    else { return }
    // What comes while a load runs at the end is a page of it, and no news.
    let isNews =
      isAppend && !isSend && !auxiliaries.showsEndLoader && !context.shown.hasEndLoader
    // Where it is to go to the top, what is read stays where it is in this frame, and goes up as it does.
    if isNews { viewport.take(.newsComes, in: scene(at: context.lastInstant)) }
    takeAnchor()
    let record = transcript.adopt(message, inFrame: context.number, counting: &meter)
    let handle = record.handle
    if message.state == .optimistic { tasks.await(handle) }
    expectText(of: message, in: record)
    if message.role == .user {
      if isAppend { turn.append(question: handle) } else { turn.loseTrack() }
    }
    transcript.insert([LayoutItem(handle: handle, height: firstHeight(of: record))], at: index)
    if isNews, message.state != .streaming { transcript.changeMarks { $0.unread.come(handle) } }
    noteUnplaced([handle], isPrepended: index == 0 && layout.count > 1)
    restoreAnchor()
    guard isAppend, !isSend else { return }
    let fact: ViewportFact = isNews ? .news(handle, isNearEnd: wasNearEnd) : .pageCame
    viewport.take(fact, in: scene(at: context.lastInstant))
  }

  /// Whether the last frame showed the end, or what is near it: an edit does not count as one that the
  /// reader has seen.
  var wasNearEnd: Bool { (context.shown.fromEnd ?? pointsFromEnd) <= profile.nearEnd }

  /// A page of newer messages comes at the end: no news, which nothing follows.
  func appendPage(_ source: any MessageSource) {
    guard let source = newMessages(of: source, beside: layout.count) else {
      endLoad(at: .end)
      return
    }
    let handles = transcript.adopt(source)
    endLoad(at: .end)
    guard !handles.isEmpty else { return }
    turn.loseTrack()
    viewport.take(.pageCame, in: scene(at: context.lastInstant))
    keepingAnchor { insert(handles, of: source, at: layout.count) }
  }

  /// Puts the messages of a source that have handles before the one at `index`.
  func insert(
    _ handles: Range<UInt32>,
    of source: any MessageSource,
    at index: Int,
    isPrepended: Bool = false
  ) {
    let items = handles.enumerated().map { place, handle in
      layoutItem(handle, source: source, index: place)
    }
    transcript.insert(items, at: index)
    noteUnplaced(handles, isPrepended: isPrepended)
  }

  func remove(_ id: MessageID) {
    guard let handle = named(id), let index = layout.index(of: handle) else { return }
    takeAnchor()
    viewport.passOnAnchor(in: scene(at: context.lastInstant)) { $0 == handle }
    forget(handle)
    transcript.remove(index..<index + 1)
    restoreAnchor()
    viewport.take(.left(keepsAnchor: true), in: scene(at: context.lastInstant))
  }

  /// Nothing of a message that is about to be taken out of the transcript is known elsewhere any more.
  func forget(_ handle: UInt32) {
    answers.forget(handle)
    transcript.changeMarks {
      $0.focus.forget(handle)
      $0.unread.forget(handle)
    }
    viewport.take(.leaves(handle), in: scene(at: context.lastInstant))
    ornaments.leaves(handle)
    turn.forget(handle)
    tasks.forget(handle)
  }

  func removeAll() {
    replaceConversation()
    transcript.clear()
    viewport.take(.emptied, in: scene(at: context.lastInstant))
  }

  func move(_ id: MessageID, to index: Int) {
    guard let handle = named(id), let source = layout.index(of: handle) else { return }
    guard (0..<layout.count).contains(index) else {
      return context.refuse(.indexOutOfRange(index, count: layout.count - 1))
    }
    keepingAnchor {
      turn.loseTrack()
      transcript.move(from: source, to: index)
    }
  }

  func update(
    _ id: MessageID,
    text: String,
    state: Message.State? = nil,
    at instant: Instant
  ) {
    guard let record = namedRecord(id) else { return }
    guard isShortEnough(text.utf8.count, of: id) else { return }
    record.keep()
    makeAnew(record, at: instant)
    take(Array(text.utf8), state, of: record, at: instant)
  }

  /// Takes another text of a message, and what has become of it.
  ///
  /// - Parameter isOfList: Whether a list says so: one that is older than what has arrived takes nothing back.
  func take(
    _ text: [UInt8],
    _ state: Message.State?,
    of record: ItemRecord,
    isOfList: Bool = false,
    at instant: Instant
  ) {
    if answers.isStreaming(record.handle) {
      answers.put(.replace(record.handle, text, state, isOfList: isOfList, instant))
      return
    }
    if let state, state != record.state { setState(state, of: record) }
    if record.text.utf8Count != text.count || !record.text.isBeginning(of: text) {
      setText(text, of: record)
    }
  }

  /// Something else has become of a message: loading dots come or go with it.
  func setState(_ state: Message.State, of record: ItemRecord) {
    let showedDots = record.showsLoadingDots
    record.setState(state)
    if record.showsLoadingDots != showedDots { unmeasure(record.handle) }
  }

  /// Shows another text at once.
  ///
  /// - Complexity: O(what is new) where the old text goes on, but for comparing; else O(both texts).
  func setText(_ text: [UInt8], of record: ItemRecord) {
    decide(record)
    let (change, work) = record.setText(text)
    meter.count(work)
    invalidate(record, change)
  }

  func replace(_ old: MessageID, with new: MessageID) {
    guard let record = namedRecord(old) else { return }
    guard self.handle(of: new) == nil else { return context.refuse(.duplicate(new)) }
    rename(record, to: new)
    record.setAwaited(false)
    tasks.arrived(record.handle)
    if record.state == .optimistic { setState(.complete, of: record) }
  }

  func setHeight(_ height: LayoutUnit?, of id: MessageID) {
    guard let handle = handle(of: id), let record = record(handle),
      let index = layout.index(of: handle)
    else { return context.refuse(.unknown(id)) }
    guard let height else {
      guard record.suppliedHeight != nil else { return }
      record.dropSuppliedHeight()
      unmeasure(handle)
      return
    }
    takeAnchor()
    let joins = ViewportFact.joinsBlocks(handle, top: layout.y(at: index))
    viewport.take(joins, in: scene(at: context.lastInstant))
    let slot = transcript.slot(height, of: handle)
    record.supply(height: height)
    transcript.setHeight(slot, at: index)
    record.layOut(geometry)
    transcript.markMeasured(handle)
    restoreAnchor(isOfHeight: true)
  }
}
