import Foundation
import StillpointEngine

/// A chat list as one writes it first: an array of rows with their heights, and a content offset.
///
/// What it does wrong, the report shows: rows have estimated heights until they are on screen, and when one
/// above the viewport's top is measured, all below it moves. It scrolls to the end whenever a token comes,
/// also while somebody reads further up.
final class NaiveList: ChatEngine {
  private struct Row {
    var message: ChatMessage
    /// Bytes of a scalar that has not come whole.
    var rest: [UInt8] = []
    var height: ChatLength
    var isMeasured = false
    var version = 0

    mutating func end(_ reason: ChatStreamEnd) {
      message.text += String(decoding: rest, as: UTF8.self)
      rest = []
      message.state =
        switch reason {
        case .complete: .complete
        case .cancelled: .cancelled
        case .failed: .failed
        }
    }
  }

  /// On both sides.
  private static let sidePadding = ChatLength(points: 2 * 16)
  private static let spacing = ChatLength(points: 12)

  private let setup: EngineSetup
  private let bug = PlantedBug.named()
  private var rows: [Row] = []
  private var size: (width: ChatLength, height: ChatLength)
  private var offset = ChatLength.zero
  private var keyboard = ChatLength.zero
  private var composerLines = 1
  private var motion = ChatScrollMotion()
  private var wantsEnd = false
  private var redrawn = 0

  init(_ setup: EngineSetup) {
    self.setup = setup
    size = (setup.device.width, setup.device.height)
    offset = .zero - setup.device.safeTop
  }

  var isRunning: Bool { !motion.isIdle }

  func message(_ id: ChatMessageID) -> EngineMessage? {
    guard let index = index(of: id) else { return nil }
    let message = rows[index].message
    return EngineMessage(
      top: top(of: index) - offset,
      role: message.role,
      text: message.text,
      state: message.state,
      width: textWidth
    )
  }

  func frame(
    _ events: [ChatScheduledEvent],
    at instant: ChatInstant,
    tick: Int,
    into snapshot: inout ChatSnapshot
  ) {
    redrawn = 0
    for scheduled in events {
      scroll(to: scheduled.instant)
      take(scheduled.event, at: scheduled.instant)
    }
    scroll(to: instant)
    measureVisibleRows()
    if wantsEnd, motion.isIdle {
      offset = lastOffset
      measureVisibleRows()
      offset = lastOffset
    }
    wantsEnd = false
    write(&snapshot)
  }

  // MARK: Events

  private func take(_ event: ChatEvent, at instant: ChatInstant) {
    switch event {
    case .load(let source):
      rows = (0..<source.count).map { row(source.message(at: $0)) }
      motion.stop()
      wantsEnd = true
    case .append(let message): rows.append(row(message))
    case .appendPage(let source):
      rows += (0..<source.count).map { row(source.message(at: $0)) }
    case .prepend(let source): prepend((0..<source.count).map { row(source.message(at: $0)) })
    case .insert(let index, let message):
      if rows.indices.contains(index) || index == rows.count {
        rows.insert(row(message), at: index)
      }
    case .remove(let id): rows.removeAll { $0.message.id == id }
    case .removeAll: rows = []
    case .update(let id, let text, let state):
      change(id) {
        $0.message.text = text
        if let state { $0.message.state = state }
      }
    case .replaceID(let old, let new): change(old) { $0.message.id = new }
    case .send(let id, let text):
      rows.append(row(ChatMessage(id: id, role: .user, text: text)))
      wantsEnd = true
    case .streamBegin(let id): beginAnswer(id)
    case .token(let id, let bytes):
      change(id) { row in
        guard row.message.state == .streaming else { return }
        row.rest += bytes
        row.message.text += Self.wholeScalars(&row.rest)
      }
      wantsEnd = true
    case .streamEnd(let id, let reason): change(id) { $0.end(reason) }
    case .stop:
      for index in rows.indices where rows[index].message.state == .streaming {
        rows[index].end(.cancelled)
      }
    case .keyboard(let height, _, _):
      let wasAtEnd = offset >= lastOffset
      keyboard = height
      wantsEnd = wantsEnd || wasAtEnd
    case .composer(let lines, _, _): composerLines = lines
    case .resize(let width, let height):
      size = (width, height)
      for index in rows.indices { rows[index].isMeasured = false }
    default: takeHand(event, at: instant)
    }
  }

  private func takeHand(_ event: ChatEvent, at instant: ChatInstant) {
    switch event {
    case .touch(.began, let y, _):
      motion.touchBegan(
        y: y,
        at: instant,
        offset: offset.points,
        range: range,
        viewport: size.height.points
      )
    case .touch(.moved, let y, _):
      motion.touchMoved(y: y, at: instant)
      scroll(to: instant)
    case .touch: motion.touchEnded(at: instant, offset: offset.points)
    case .fling(let velocity):
      motion.fling(velocity: velocity, at: instant, offset: offset.points)
    case .scroll(let target, _, _):
      motion.stop()
      switch target {
      case .top: offset = firstOffset
      case .end: wantsEnd = true
      case .message(let id, _):
        if let index = index(of: id) { offset = top(of: index) - setup.device.safeTop }
      case .below(let id, let distance):
        if let index = index(of: id) { offset = top(of: index) - setup.device.safeTop - distance }
      }
    default: break
    }
  }

  /// Older rows come in above; the offset goes with them, by heights that are guessed.
  private func prepend(_ older: [Row]) {
    rows.insert(contentsOf: older, at: 0)
    if bug == .forgetsOffset { return }
    let added = older.reduce(ChatLength.zero) { $0 + $1.height + Self.spacing }
    offset = offset + added
    motion.translate(by: added.points)
  }

  private func beginAnswer(_ id: ChatMessageID) {
    if index(of: id) == nil {
      rows.append(row(ChatMessage(id: id, role: .assistant, text: "", state: .streaming)))
    }
    change(id) { $0.message.state = .streaming }
    wantsEnd = true
  }

  private func change(_ id: ChatMessageID, _ body: (inout Row) -> Void) {
    guard let index = index(of: id) else { return }
    body(&rows[index])
    rows[index].isMeasured = false
    rows[index].version += 1
    redrawn += 1
  }

  // MARK: Heights

  private func row(_ message: ChatMessage) -> Row {
    let lines = message.text.utf8.count / 40 + 1
    return Row(message: message, height: ChatLength(points: 24 * lines))
  }

  private var textWidth: ChatLength { size.width - Self.sidePadding }

  private func index(of id: ChatMessageID) -> Int? {
    // What is asked for is nearly always near the end.
    rows.lastIndex { $0.message.id == id }
  }

  private func top(of index: Int) -> ChatLength {
    rows[..<index].reduce(.zero) { $0 + $1.height + Self.spacing }
  }

  private var contentHeight: ChatLength { top(of: rows.count) }

  /// The indices of the rows on screen, with the top of the first.
  private func visibleRows() -> (indices: Range<Int>, top: ChatLength) {
    var (index, y) = (0, ChatLength.zero)
    while index < rows.count, y + rows[index].height <= offset {
      y = y + rows[index].height + Self.spacing
      index += 1
    }
    let (first, top) = (index, y)
    while index < rows.count, y < offset + size.height {
      y = y + rows[index].height + Self.spacing
      index += 1
    }
    return (first..<index, top)
  }

  /// Measures rows until all that are on screen are; the offset stays.
  private func measureVisibleRows() {
    while let index = visibleRows().indices.first(where: { !rows[$0].isMeasured }) {
      rows[index].height = height(of: rows[index].message)
      rows[index].isMeasured = true
    }
  }

  private func height(of message: ChatMessage) -> ChatLength {
    let role: ChatTextRole = message.role == .user ? .user : .assistant
    let blocks = setup.parser.parse(Array(message.text.utf8)).blocks
    guard !blocks.isEmpty else { return ChatLength(points: 24) }
    return blocks.reduce(ChatLength(points: 8 * (blocks.count - 1))) { sum, block in
      let styled = ChatStyledBlock(block, role: role)
      return sum + setup.measurer.measure(styled, width: textWidth, textSize: .large).height
    }
  }

  // MARK: Scrolling

  private var composer: ChatLength {
    ChatLength(points: 34 + 22 * composerLines)
  }

  private var covered: ChatLength { keyboard > .zero ? keyboard : setup.device.safeBottom }

  private var lastOffset: ChatLength {
    max(firstOffset, contentHeight + composer + covered - size.height)
  }

  private var firstOffset: ChatLength { .zero - setup.device.safeTop }

  private var range: ChatScrollMotion.Range {
    ChatScrollMotion.Range(lower: firstOffset.points, upper: lastOffset.points)
  }

  private func scroll(to instant: ChatInstant) {
    let moved = motion.advance(to: instant, range: range, viewport: size.height.points)
    if let moved { offset = ChatLength(nearest: moved) }
  }

  // MARK: Out

  private func write(_ snapshot: inout ChatSnapshot) {
    let end = lastOffset
    snapshot.offset = offset
    snapshot.viewportHeight = size.height
    snapshot.topInset = setup.device.safeTop
    (snapshot.composer, snapshot.covered) = (composer, covered)
    snapshot.bottomInset = composer + covered
    snapshot.contentTop = .zero
    snapshot.contentBottom = contentHeight
    snapshot.scroll = motion.activity
    snapshot.follow = offset >= end && motion.isIdle ? .following : .free
    snapshot.showsJumpToEnd = end - offset > ChatLength(points: 100)
    snapshot.redrawnItems = redrawn
    snapshot.visible.removeAll(keepingCapacity: true)
    var (indices, y) = visibleRows()
    for index in indices {
      snapshot.visible.append(
        ChatSnapshot.VisibleItem(
          id: rows[index].message.id,
          y: y - offset,
          height: rows[index].height,
          state: rows[index].message.state,
          version: rows[index].version
        )
      )
      y = y + rows[index].height + Self.spacing
    }
  }

  /// Takes the scalars that have come whole off the beginning of `bytes`.
  private static func wholeScalars(_ bytes: inout [UInt8]) -> String {
    var end = bytes.count
    if let lead = bytes.lastIndex(where: { $0 & 0xC0 != 0x80 }), bytes[lead] >= 0xC0 {
      let length = bytes[lead] >= 0xF0 ? 4 : bytes[lead] >= 0xE0 ? 3 : 2
      if bytes.count - lead < length { end = lead }
    }
    defer { bytes.removeFirst(end) }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}

/// A mistake that is built in on purpose, so that it can be seen that `compare` finds it: the variable
/// `NAIVE_LIST_BUG` names it.
enum PlantedBug: String {
  /// The offset does not go with rows that come in above it.
  case forgetsOffset = "forgets-offset"

  static func named() -> PlantedBug? {
    ProcessInfo.processInfo.environment["NAIVE_LIST_BUG"].flatMap(PlantedBug.init(rawValue:))
  }
}
