// Whether a reader was moved, told from a frame log alone: the second opinion beside the laboratory's judge.
// It imports nothing, and knows neither events nor engine: what a log line says is all there is.

/// A value of JSON.
enum LogValue {
  case number(Double)
  case text(String)
  case list([LogValue])
  case object([String: LogValue])
  case other

  subscript(key: String) -> LogValue? { if case .object(let all) = self { all[key] } else { nil } }
  var number: Double? { if case .number(let number) = self { number } else { nil } }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var list: [LogValue] { if case .list(let list) = self { list } else { [] } }
}

/// Reads one line of a log.
struct LogLine {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  mutating func read() -> LogValue {
    skip()
    guard let first = bytes.first else { return .other }
    switch first {
    case UInt8(ascii: "{"):
      var all: [String: LogValue] = [:]
      bytes.removeFirst()
      while !take("}") {
        let key = readText()
        _ = take(":")
        all[key] = read()
        _ = take(",")
      }
      return .object(all)
    case UInt8(ascii: "["):
      var all: [LogValue] = []
      bytes.removeFirst()
      while !take("]") {
        all.append(read())
        _ = take(",")
      }
      return .list(all)
    case UInt8(ascii: "\""): return .text(readText())
    default:
      let word = bytes.prefix { $0 > 32 && !",]}".utf8.contains($0) }
      bytes = bytes.dropFirst(word.count)
      return Double(String(decoding: word, as: UTF8.self)).map { .number($0) } ?? .other
    }
  }

  private mutating func skip() { bytes = bytes.drop { $0 <= 32 } }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    skip()
    guard bytes.first == UInt8(ascii: sign) else { return bytes.isEmpty }
    bytes.removeFirst()
    return true
  }

  private mutating func readText() -> String {
    skip()
    bytes = bytes.dropFirst()
    var text: [UInt8] = []
    while let byte = bytes.popFirst(), byte != UInt8(ascii: "\"") {
      text.append(byte == UInt8(ascii: "\\") ? bytes.popFirst() ?? byte : byte)
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// What a line of a log shows.
struct LoggedFrame {
  struct Item {
    var id: String
    var y: Double
    var height: Double
  }

  var milliseconds: Double
  var viewport: Double
  var topInset: Double
  var cover: [Double]
  var contentHeight: Double
  var fromEnd: Double
  var fromTop: Double
  var isHand: Bool
  var isDragged: Bool
  var isFlung: Bool
  var isPinned: Bool
  var items: [Item]

  /// Nil for a line that is no frame.
  init?(_ line: LogValue) {
    func number(_ key: String) -> Double { line[key]?.number ?? 0 }
    guard line["frame"] != nil, line["offset_pt"] != nil else { return nil }
    milliseconds = number("t_ms")
    viewport = number("viewport_pt")
    topInset = number("inset_top_pt")
    cover = [
      number("composer_pt"), number("covered_pt"), viewport, topInset, number("keyboard_shift_pt"),
    ]
    contentHeight = number("content_bottom_pt") - number("content_top_pt")
    let lower = number("content_top_pt") - topInset
    let upper = number("content_bottom_pt") + number("inset_bottom_pt") - viewport
    fromEnd = upper - number("offset_pt")
    fromTop = number("offset_pt") - lower
    isDragged = line["scroll"]?.text == "dragging"
    isFlung = line["scroll"]?.text == "decelerating"
    isHand = isDragged || isFlung || line["scroll"]?.text == "bouncing"
    isPinned = line["follow"]?.text?.hasPrefix("pin") == true
    items = (line["visible"]?.list ?? []).compactMap { item in
      // An absent key has its rest value.
      guard let id = item["id"]?.text else { return nil }
      return Item(id: id, y: item["y_pt"]?.number ?? 0, height: item["height_pt"]?.number ?? 0)
    }
  }

  func item(_ id: String) -> Item? { items.first { $0.id == id } }

  /// Messages whose tops are in view, above what covers the bottom.
  var inView: [Item] {
    items.filter { $0.y >= topInset && $0.y < viewport - cover[0] - cover[1] }
  }
}

/// Follows a reader through a log.
struct SecondReader {
  /// When he was moved, and how far.
  private(set) var moves: [(milliseconds: Double, way: Double)] = []
  /// In how many frames what he read was held to its place.
  private(set) var judged = 0
  /// The frames in which a hand's motion was over: of their last way a log says nothing.
  private(set) var rests: [Double] = []

  private var before: LoggedFrame?
  private var isAway = false
  private var wasHand = false
  private var away = 0.0
  private var nearest: Double?
  private var hasReached = false
  /// The fling's, in points a millisecond; nil before a frame has told it.
  private var speed: Double?
  private var line: LoggedFrame.Item?
  private var quietFrom = -1.0

  /// Whether a pin means that the reader has sent something, and reads no more where he was.
  private var endsWithPin = true

  /// Looks at all lines of a log.
  static func read(_ log: [UInt8], endsWithPin: Bool = true) -> SecondReader {
    var reader = SecondReader()
    reader.endsWithPin = endsWithPin
    for bytes in log.split(separator: UInt8(ascii: "\n")) {
      var line = LogLine(bytes)
      if let frame = LoggedFrame(line.read()) { reader.take(frame) }
    }
    return reader
  }

  mutating func take(_ frame: LoggedFrame) {
    defer { before = frame }
    guard let before else { return }
    if frame.cover != before.cover { quietFrom = frame.milliseconds + 1_000 }
    if frame.isPinned, endsWithPin {
      (isAway, line, wasHand) = (false, nil, frame.isHand)
      return
    }
    if frame.isHand {
      let isTakenAgain = wasHand && frame.isDragged && !before.isDragged
      if isTakenAgain { rest(at: nil) }
      if !wasHand || isTakenAgain { (away, nearest, hasReached, speed) = (0, nil, false, nil) }
      wasHand = true
      move(from: before, to: frame)
      line = nil
      return
    }
    if wasHand {
      rest(at: frame.fromEnd)
      rests.append(frame.milliseconds)
      (wasHand, line) = (false, nil)
    }
    guard isAway else { return }
    judge(frame, before)
  }

  /// A motion is over, so far from the end; nil where another one begins before it rests.
  private mutating func rest(at fromEnd: Double?) {
    let cameBack = nearest != nil && (hasReached || fromEnd.map { $0 <= 8 } == true)
    isAway = !cameBack && (isAway || away > 8)
  }

  /// The hand's way of a frame, seen at what is read: what grows at the end lies below it.
  private mutating func move(from before: LoggedFrame, to frame: LoggedFrame) {
    let shown = before.items.filter { frame.item($0.id) != nil }
    let across = shown.last { $0.y < before.topInset && $0.y + $0.height > before.topInset }
    // What grows across the top keeps its top and pushes what is below it.
    let isPushed = across.map { frame.item($0.id)?.height ?? 0 > $0.height } ?? false
    let below = shown.first { $0.y >= before.topInset }
    guard let old = isPushed ? across : below ?? shown.last, let now = frame.item(old.id)
    else { return }
    let start = before.fromEnd
    let distance = handWay(seen: now.y - old.y, from: before, to: frame)
    let way = max(0, start + distance) - max(0, start)
    // What comes back from beyond the end leads nowhere.
    if way > 0, start < 0, !frame.isDragged { return }
    away += way
    if way < 0 || frame.fromEnd <= 0 && distance < 0 {
      nearest = min(nearest ?? away, away)
      hasReached = hasReached || frame.fromEnd <= 8 || start + distance <= 8
    } else if let least = nearest, away - least > 8 {
      (nearest, hasReached) = (nil, false)
    }
  }

  /// A fling loses speed from frame to frame: where content changes its height and moves otherwise, an edit has
  /// moved it, and the fling went on as it went.
  private mutating func handWay(seen: Double, from before: LoggedFrame, to frame: LoggedFrame)
    -> Double
  {
    guard before.isFlung, frame.isFlung else { return seen }
    let time = frame.milliseconds - before.milliseconds
    if let speed, frame.contentHeight != before.contentHeight,
      (seen - speed * time).magnitude > 8
    {
      return speed * time
    }
    speed = seen / time
    return seen
  }

  private mutating func judge(_ frame: LoggedFrame, _ before: LoggedFrame) {
    guard let held = line, frame.milliseconds > quietFrom else {
      line = top(of: frame)
      return
    }
    line = frame.item(held.id) ?? top(of: frame)
    guard var way = way(of: held, in: frame, before) else { return }
    judged += 1
    if way.magnitude > Self.least, held.y < before.topInset,
      let first = before.inView.first, let now = frame.item(first.id)
    {
      // Where what lies across the top does not keep its top the first one below it is read.
      if (now.y - first.y).magnitude < way.magnitude { way = now.y - first.y }
      line = top(of: frame)
    }
    let isOfOthers = way.magnitude <= Self.least
    if isOfOthers { way = wayOfOthers(beside: held, in: frame, before) }
    guard way.magnitude > Self.least else { return }
    if frame.contentHeight < before.contentHeight - Self.least,
      frame.fromEnd <= 0 || frame.fromTop <= 0
    {
      return
    }
    if !isOfOthers, way > 0, keepsTopAbove(held, frame, before) { return }
    moves.append((frame.milliseconds, way))
    if frame.fromEnd <= 8 { isAway = false }
  }

  private static let least = 1.0 / 64

  /// How far the nearest message above or below has moved although none between changed its height, came or
  /// went; 0 where none has.
  private func wayOfOthers(
    beside held: LoggedFrame.Item,
    in frame: LoggedFrame,
    _ before: LoggedFrame
  ) -> Double {
    var worst = 0.0
    for isBelow in [true, false] {
      let side = before.inView.filter { isBelow ? $0.y > held.y : $0.y < held.y }
      let first = (isBelow ? side : side.reversed()).first { old in
        frame.item(old.id).map { ($0.y - old.y).magnitude > Self.least } == true
      }
      guard let first, let now = frame.item(first.id) else { continue }
      func isBetween(_ item: LoggedFrame.Item, _ end: Double) -> Bool {
        isBelow ? item.y + item.height > held.y && item.y < end : item.y >= end && item.y < held.y
      }
      let old = before.items.filter { isBetween($0, first.y) }
      let isChanged =
        old.contains { frame.item($0.id)?.height != $0.height }
        || frame.items.contains { isBetween($0, now.y) && before.item($0.id) == nil }
      let way = now.y - first.y
      if !isChanged, way.magnitude > worst.magnitude { worst = way }
    }
    return worst
  }

  /// How far what is read moved; when it went, the next message below that remains, or else above.
  private func way(
    of held: LoggedFrame.Item,
    in frame: LoggedFrame,
    _ before: LoggedFrame
  ) -> Double? {
    if let now = frame.item(held.id) { return now.y - held.y }
    let below = before.items.filter { $0.y > held.y }
    let above = before.items.filter { $0.y < held.y }.reversed()
    for old in below + above {
      if let now = frame.item(old.id) { return now.y - old.y }
    }
    // All that was on screen is gone.
    return before.items.isEmpty ? nil : frame.viewport
  }

  /// Whether a message across the top kept its top: what is read was pushed by what grew there.
  private func keepsTopAbove(
    _ held: LoggedFrame.Item,
    _ frame: LoggedFrame,
    _ before: LoggedFrame
  ) -> Bool {
    before.items.contains { old in
      old.y < before.topInset && old.y + old.height > before.topInset && old.y < held.y
        && frame.item(old.id)?.y == old.y
    }
  }

  /// The first message whose top is in view above the middle, else the one across the top.
  private func top(of frame: LoggedFrame) -> LoggedFrame.Item? {
    let first = frame.items.first { $0.y >= frame.topInset }
    if let first, first.y < frame.viewport / 2 { return first }
    return frame.items.last { $0.y < frame.topInset && $0.y + $0.height > frame.topInset } ?? first
  }
}
