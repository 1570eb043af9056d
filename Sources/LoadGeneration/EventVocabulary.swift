import ChatSurface
import FramePacing
import Lengths
import Timebase

/// The events that a script may name.
public enum EventVocabulary {
  /// Every event of this release.
  public static let known = [
    "load", "append", "prepend", "insert", "remove", "remove_all", "move", "update", "replace_id",
    "set_height", "send", "stream_begin", "token", "stream_end", "task_end", "stop", "touch",
    "fling", "scroll_to", "composer", "resize", "reduced_motion", "background", "foreground",
    "stall", "slow_phase", "allocate", "memory_pressure",
  ]

  /// Events that belong to the vocabulary but not to this release.
  public static let later = [
    "replace_all", "card", "auxiliary", "part_begin", "focus", "drop", "keyboard", "text_size",
    "typing", "loader", "window_open", "window_close",
  ]

  /// Reads the event of one object.
  static func event(_ object: InputObject) throws(InputError) -> LoadEvent {
    let name = try object.string("event")
    if later.contains(name) { throw notYet(object, "event", name) }
    if object.has("window") { throw notYet(object, "window", "window") }
    guard known.contains(name) else {
      throw object.mismatch(
        "event",
        try object.required("event"),
        expected: "one of \(known.joined(separator: ", "))",
        problem: "unknown name",
        advice: nearMatchAdvice(for: name, among: known)
      )
    }
    try object.refuseUnknown(among: ["t_ms", "event"] + keys(of: name))
    if let event = try content(name, object) { return .surface(event) }
    if let event = try streaming(name, object) { return .surface(event) }
    if let event = try handAndSurroundings(name, object) { return .surface(event) }
    return .fault(try fault(name, object))
  }

  private static func keys(of name: String) -> [String] {
    switch name {
    case "load", "prepend": ["messages"]
    case "append": ["message"]
    case "insert": ["index", "message"]
    case "remove", "stream_begin": ["id"]
    case "move": ["id", "index"]
    case "update", "send": ["id", "text"]
    case "replace_id": ["id", "new_id"]
    case "set_height": ["id", "height_pt"]
    case "token": ["id", "text", "bytes_hex"]
    case "stream_end": ["id", "reason"]
    case "touch": ["phase", "y_pt", "x_pt"]
    case "fling": ["velocity_pt_per_s"]
    case "scroll_to": ["edge", "id", "align", "animated"]
    case "composer": ["lines"]
    case "resize": ["width_pt", "height_pt"]
    case "reduced_motion": ["on"]
    case "stall": ["ms"]
    case "slow_phase": ["phase", "cost_ms", "until_ms"]
    case "allocate": ["phase", "count", "until_ms"]
    default: []
    }
  }

  private static func notYet(_ object: InputObject, _ key: String, _ name: String) -> InputError {
    let field = object.fields.first { $0.key == key }
    return InputError(
      path: object.path,
      line: object.line,
      column: field?.value.column ?? object.column,
      problem: "known, but not part of this release",
      value: name,
      expected: "one of \(known.joined(separator: ", "))",
      advice: name == "window"
        ? "Leave \"window\" out: there is one window." : "Leave the event out."
    )
  }

  private static func content(
    _ name: String,
    _ object: InputObject
  ) throws(InputError) -> SurfaceEvent? {
    switch name {
    case "load": return .load(ListedMessages(try object.messages()))
    case "append": return .append(try object.message(object.required("message")))
    case "prepend": return .prepend(ListedMessages(try object.messages()))
    case "insert":
      let message = try object.message(object.required("message"))
      return .insert(index: try object.index("index"), message)
    case "remove": return .remove(try object.id("id"))
    case "remove_all": return .removeAll
    case "move": return .move(try object.id("id"), index: try object.index("index"))
    case "update": return .update(try object.id("id"), text: try object.string("text"))
    case "replace_id": return .replaceID(try object.id("id"), with: try object.id("new_id"))
    case "set_height": return .setHeight(try object.id("id"), try object.height("height_pt"))
    default: return nil
    }
  }

  private static func streaming(
    _ name: String,
    _ object: InputObject
  ) throws(InputError) -> SurfaceEvent? {
    switch name {
    case "send": return .send(try object.id("id"), text: try object.string("text"))
    case "stream_begin": return .streamBegin(try object.id("id"))
    case "token":
      let id = try object.id("id")
      if object.has("bytes_hex") {
        if object.has("text") {
          throw object.mismatch(
            "bytes_hex",
            try object.required("bytes_hex"),
            expected: "either text or bytes_hex",
            problem: "more than one text",
            advice: "Keep one of them."
          )
        }
        return .token(id, try object.bytes("bytes_hex"))
      }
      return .token(id, Array(try object.string("text").utf8))
    case "stream_end":
      let names = StreamEndReason.allCases.map(\.rawValue)
      let reason = StreamEndReason(rawValue: try object.choice("reason", of: names))
      return .streamEnd(try object.id("id"), reason ?? .complete)
    case "task_end": return .taskEnd
    case "stop": return .stop
    default: return nil
    }
  }

  private static func handAndSurroundings(
    _ name: String,
    _ object: InputObject
  ) throws(InputError) -> SurfaceEvent? {
    switch name {
    case "touch":
      let names = TouchPhase.allCases.map(\.rawValue)
      let phase = TouchPhase(rawValue: try object.choice("phase", of: names))
      if object.has("x_pt") { _ = try object.points("x_pt", in: -100_000...100_000) }
      return .touch(phase ?? .cancelled, y: try object.points("y_pt", in: -100_000...100_000))
    case "fling":
      let range = -100_000.0...100_000.0
      return .fling(
        velocity: try object.number("velocity_pt_per_s", in: range, unit: "points a second")
      )
    case "scroll_to":
      let isAnimated = object.has("animated") ? try object.bool("animated") : false
      return .scroll(to: try object.scrollTarget(), isAnimated: isAnimated)
    case "composer": return .composer(lines: try object.integer("lines", in: 1...6, unit: "lines"))
    case "resize":
      return .resize(
        width: LayoutUnit(nearest: try object.points("width_pt", in: 1...100_000)),
        height: LayoutUnit(nearest: try object.points("height_pt", in: 1...100_000))
      )
    case "reduced_motion": return .reducedMotion(try object.bool("on"))
    case "background": return .background
    case "foreground": return .foreground
    default: return nil
    }
  }

  private static func fault(_ name: String, _ object: InputObject) throws(InputError) -> Fault {
    switch name {
    case "stall": return .stall(try object.duration("ms"))
    case "slow_phase":
      return .slowPhase(
        try object.phase(),
        cost: try object.duration("cost_ms"),
        until: try object.until()
      )
    case "allocate":
      let count = try object.integer("count", in: 0...1_000_000, unit: "allocations")
      return .allocate(try object.phase(), count: count, until: try object.until())
    default: return .memoryPressure
    }
  }
}
