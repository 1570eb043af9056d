import ChatSurface
import FramePacing
import Lengths
import Timebase

/// Writes the frame log: a JSON object a line for each presented frame and window.
///
/// The bytes depend on the frames alone: lengths are whole layout units printed in points, times
/// whole nanoseconds printed in milliseconds, opacities have four decimals, and a key at its rest
/// value (0, [], false, 1 for an opacity, `idle`, `animated`) is left out but for those that are
/// always there: `frame`, `t_ms`, `window`, `offset_pt`, `viewport_pt`, `visible`, `streams`,
/// `follow`, and `button`, which has no rest value.
package struct FrameLogWriter {
  private var line: [UInt8] = []
  private var isFirstKey = true

  /// The version of the log's schema, in its first line.
  package static let header = #"{"schema":1,"kind":"stillpoint-frame-log"}"# + "\n"

  /// Makes a writer.
  package init() { line.reserveCapacity(4096) }

  /// Makes the line of one frame, its newline included.
  package mutating func line(for frame: FrameRecord, _ snapshot: FrameSnapshot, rate: RefreshRate)
    -> [UInt8]
  {
    line.removeAll(keepingCapacity: true)
    isFirstKey = true
    open("{")
    number("frame", frame.tick)
    time("t_ms", frame.instant.nanoseconds)
    string("window", snapshot.window)
    writeExtent(snapshot)
    writeVisible(snapshot)
    writeAnchor(snapshot, drift: frame.drift)
    writeStreams(snapshot)
    writeState(snapshot)
    writeRefusals(frame.refused.filter { $0.window == snapshot.window })
    writeOutcome(frame, rate: rate)
    raw("}\n")
    return line
  }

  // MARK: Groups

  private mutating func writeExtent(_ snapshot: FrameSnapshot) {
    length("offset_pt", snapshot.offset)
    length("viewport_pt", snapshot.viewportHeight)
    unlessZero("inset_top_pt", snapshot.topInset)
    unlessZero("inset_bottom_pt", snapshot.bottomInset)
    unlessZero("blank_pt", snapshot.blank)
    unlessZero("composer_pt", snapshot.composer)
    unlessZero("covered_pt", snapshot.covered)
    unlessZero("shift_pt", snapshot.shift)
    unlessZero("content_top_pt", snapshot.contentTop)
    unlessZero("content_bottom_pt", snapshot.contentBottom)
  }

  private mutating func writeVisible(_ snapshot: FrameSnapshot) {
    key("visible")
    open("[")
    for item in snapshot.visible {
      element()
      open("{")
      string("id", item.id.rawValue)
      unlessZero("y_pt", item.y)
      unlessZero("height_pt", item.height)
      if item.state != .complete { string("state", item.state.rawValue) }
      if item.showsLoadingDots { word("dots", "true") }
      if item.isEstimated { word("estimated", "true") }
      unlessZero("version", item.version)
      close("}")
    }
    close("]")
  }

  private mutating func writeAnchor(_ snapshot: FrameSnapshot, drift: LayoutUnit) {
    if let point = snapshot.stillPoint {
      key("anchor")
      open("{")
      string("id", point.id.rawValue)
      unlessZero("block", point.block)
      unlessZero("y_pt", point.y)
      close("}")
    }
    unlessZero("drift_pt", drift)
    if snapshot.isClamped { word("clamped", "true") }
    unlessZero("rebases", snapshot.rebases)
    unlessZero("rebase_shift_pt", snapshot.rebaseShift)
  }

  private mutating func writeStreams(_ snapshot: FrameSnapshot) {
    key("streams")
    open("[")
    for stream in snapshot.streams {
      element()
      open("{")
      string("id", stream.id.rawValue)
      unlessZero("received_chars", stream.receivedScalars)
      unlessZero("released_chars", stream.releasedScalars)
      unlessZero("held_chars", stream.heldScalars)
      unlessZero("backlog_chunks", stream.backlogChunks)
      if !stream.fades.isEmpty {
        key("fades")
        open("[")
        for fade in stream.fades { write(fade) }
        close("]")
      }
      close("}")
    }
    close("]")
  }

  private mutating func write(_ fade: FrameSnapshot.Fade) {
    element()
    open("{")
    unlessZero("start_char", fade.startScalar)
    unlessZero("end_char", fade.endScalar)
    fraction("opacity", fade.opacity)
    close("}")
  }

  private mutating func writeState(_ snapshot: FrameSnapshot) {
    if snapshot.mode != .animated { string("mode", snapshot.mode.rawValue) }
    string("follow", snapshot.follow.name)
    if snapshot.scroll != .idle { string("scroll", snapshot.scroll.rawValue) }
    // A button has no rest value.
    string("button", snapshot.button.rawValue)
    if snapshot.showsJumpToEnd { word("shows_jump", "true") }
    edges("loaders", snapshot.loaders)
    edges("wanted_pages", snapshot.wantedPages)
    if snapshot.wantsKeyboard { word("wants_keyboard", "true") }
    unlessZero("refused_drops", snapshot.refusedDrops)
    writeDrop(snapshot)
    let reveal = LayoutUnit(nearest: snapshot.reveal)
    unlessZero("reveal_pt", reveal)
    if reveal != .zero { fraction("reveal_opacity", snapshot.timestampOpacity) }
    if snapshot.corner != FrameSnapshot.standardCorner { length("corner_pt", snapshot.corner) }
    writeEntrance(snapshot)
  }

  private mutating func writeDrop(_ snapshot: FrameSnapshot) {
    guard let drop = snapshot.drop else { return }
    key("drop")
    open("{")
    string("item", drop.item.rawValue)
    unlessZero("x_pt", LayoutUnit(nearest: drop.x))
    unlessZero("y_pt", LayoutUnit(nearest: drop.y))
    close("}")
  }

  private mutating func edges(_ name: String, _ edges: [ContentEdge]) {
    guard !edges.isEmpty else { return }
    let names = edges.map { "\"\($0.rawValue)\"" }
    word(name, "[\(names.joined(separator: ","))]")
  }

  private mutating func writeRefusals(_ refusals: [Refusal]) {
    guard !refusals.isEmpty else { return }
    key("refused")
    open("[")
    for refusal in refusals {
      element()
      open("{")
      time("t_ms", refusal.instant.nanoseconds)
      if let place = refusal.place { number("line", place.line) }
      string("reason", refusal.reason)
      close("}")
    }
    close("]")
  }

  private mutating func writeEntrance(_ snapshot: FrameSnapshot) {
    guard snapshot.entrance != nil || snapshot.answerOpacity != 1 else { return }
    let look = snapshot.entrance ?? .settled
    key("entrance")
    open("{")
    fraction("opacity", look.opacity)
    unlessZero("offset_pt", LayoutUnit(nearest: look.offset))
    fraction("scale", look.scale)
    fraction("answer_opacity", snapshot.answerOpacity)
    close("}")
  }

  /// Writes a number to four decimals unless it is 1.
  private mutating func fraction(_ name: String, _ value: Double) {
    let rounded = Int64((value * 10_000).rounded())
    if rounded != 10_000 { word(name, Self.decimal(rounded, digits: 4)) }
  }

  private mutating func writeOutcome(_ frame: FrameRecord, rate: RefreshRate) {
    if frame.cost.engine > .zero {
      key("cost_ms")
      open("{")
      for phase in Phase.allCases where frame.cost[phase] > .zero {
        time(phase.name, frame.cost[phase].rawValue)
      }
      close("}")
    }
    if frame.cost.stall > .zero { time("stall_ms", frame.cost.stall.rawValue) }
    time("presented_ms", frame.presented.nanoseconds)
    if frame.lostVsyncs > 0 {
      let hitch = Int64(frame.lostVsyncs) * 1_000_000_000 / Int64(frame.hertz ?? rate.hertz)
      time("hitch_ms", hitch)
    }
  }

  // MARK: JSON

  private mutating func raw(_ text: String) { line.append(contentsOf: text.utf8) }

  private mutating func open(_ bracket: String) {
    raw(bracket)
    isFirstKey = true
  }

  private mutating func close(_ bracket: String) {
    raw(bracket)
    isFirstKey = false
  }

  private mutating func element() {
    if !isFirstKey { raw(",") }
    isFirstKey = false
  }

  private mutating func key(_ name: String) {
    element()
    raw("\"\(name)\":")
  }

  private mutating func word(_ name: String, _ value: String) {
    key(name)
    raw(value)
  }

  private mutating func number(_ name: String, _ value: Int) { word(name, String(value)) }

  private mutating func string(_ name: String, _ value: String) {
    key(name)
    raw("\"")
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": raw("\\\"")
      case "\\": raw("\\\\")
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        raw("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
      default: raw(String(scalar))
      }
    }
    raw("\"")
  }

  private mutating func time(_ name: String, _ nanoseconds: Int64) {
    key(name)
    raw(Self.decimal(nanoseconds, digits: 6))
  }

  private mutating func length(_ name: String, _ value: LayoutUnit) {
    key(name)
    // A 64th is 0.015625: six decimals are exact.
    raw(Self.decimal(value.rawValue * 15_625, digits: 6))
  }

  private mutating func unlessZero(_ name: String, _ value: LayoutUnit) {
    if value != .zero { length(name, value) }
  }

  private mutating func unlessZero(_ name: String, _ value: Int) {
    if value != 0 { number(name, value) }
  }

  /// The shortest decimal of `value` / 10^`digits`.
  static func decimal(_ value: Int64, digits: Int) -> String {
    var scale: Int64 = 1
    for _ in 0..<digits { scale *= 10 }
    let whole = value.magnitude / scale.magnitude
    var fraction = String(value.magnitude % scale.magnitude)
    fraction = String(repeating: "0", count: digits - fraction.count) + fraction
    while fraction.last == "0" { fraction.removeLast() }
    let sign = value < 0 ? "-" : ""
    return fraction.isEmpty ? "\(sign)\(whole)" : "\(sign)\(whole).\(fraction)"
  }
}
