import Files
import ChatSurface
import FramePacing
import Lengths
import Timebase

/// The events that a script may name.
package enum EventVocabulary {
  /// Reads the event of one object.
  static func event(_ object: InputObject) throws(InputError) -> LoadEvent {
    let name = try object.string("event")
    guard known.contains(name) else {
      throw object.mismatch(
        "event",
        try object.required("event"),
        expected: "one of \(known.joined(separator: ", "))",
        problem: "unknown name",
        advice: nearMatchAdvice(for: name, among: known)
      )
    }
    try object.refuseUnknown(among: ["t_ms", "event", "window"] + keys(of: name))
    if let change = try windowChange(name, object) { return .window(change) }
    if let event = try content(name, object) { return .surface(event) }
    if let event = try streaming(name, object) { return .surface(event) }
    if let event = try hand(name, object) { return .surface(event) }
    if let event = try steps(name, object) { return .surface(event) }
    if let event = try surroundings(name, object) { return .surface(event) }
    if name == "refresh" {
      return .refresh(RefreshRate(hertz: try object.integer("hz", in: 1...1_000, unit: "Hz")))
    }
    return .fault(try fault(name, object))
  }

  /// Reads the window that one object names; nil where it names none, which is the main one.
  static func window(_ object: InputObject) throws(InputError) -> String? {
    guard object.has("window") else { return nil }
    let name = try object.string("window")
    if name.isEmpty {
      throw object.mismatch(
        "window",
        try object.required("window"),
        expected: "a name that is not empty"
      )
    }
    return name
  }

  /// A window is opened, closed or merged by its name, the main one too.
  private static func windowChange(
    _ name: String,
    _ object: InputObject
  ) throws(InputError) -> WindowChange? {
    let change: WindowChange
    switch name {
    case "window_open": change = .open
    case "window_close": change = .close
    case "window_merge": change = .merge
    default: return nil
    }
    _ = try object.required("window")
    return change
  }

  private static func keys(of name: String) -> [String] {
    table.first { $0.name == name }?.keys ?? []
  }

  private static func content(
    _ name: String,
    _ object: InputObject
  ) throws(InputError) -> SurfaceEvent? {
    switch name {
    case "load": return .load(ListedMessages(try object.messages()))
    case "append": return try object.append()
    case "prepend": return .prepend(ListedMessages(try object.messages()))
    case "insert":
      let message = try object.message(object.required("message"))
      return .insert(index: try object.index("index"), message)
    case "remove": return .remove(try object.id("id"))
    case "remove_all": return .removeAll
    case "move": return .move(try object.id("id"), index: try object.index("index"))
    case "update":
      return .update(
        try object.id("id"),
        text: try object.string("text"),
        state: try object.state()
      )
    case "replace_id": return .replaceID(try object.id("id"), with: try object.id("new_id"))
    case "replace_all": return .replaceAll(ListedMessages(try object.messages()))
    case "set_height": return .setHeight(try object.id("id"), try object.heightOrNone("height_pt"))
    case "card", "part_height": return try object.partHeight(ofCard: name == "card")
    case "part_limit":
      let part = try object.integer("part", in: 0...10_000, unit: "parts before it")
      return .partLimit(try object.id("id"), part: part, try object.heightOrNone("max_height_pt"))
    case "image_size":
      return .imageSize(
        try object.id("id"),
        source: try object.string("source"),
        width: LayoutUnit(nearest: try object.points("width_pt", in: 1...100_000)),
        height: LayoutUnit(nearest: try object.points("height_pt", in: 1...100_000))
      )
    case "auxiliary": return try object.auxiliary()
    default: return nil
    }
  }

  private static func streaming(
    _ name: String,
    _ object: InputObject
  ) throws(InputError) -> SurfaceEvent? {
    switch name {
    case "send": return .send(try object.id("id"), text: try object.string("text"))
    case "regenerate":
      let text = object.has("text") ? try object.string("text") : nil
      return .regenerate(try object.id("id"), text: text)
    case "stream_begin": return .streamBegin(try object.id("id"))
    case "part_begin":
      let names = MessagePart.Kind.allCases.map(\.rawValue)
      let kind = MessagePart.Kind(rawValue: try object.choice("kind", of: names))
      return .partBegin(try object.id("id"), kind ?? .text)
    case "token": return try object.token()
    case "stream_end":
      let names = StreamEndReason.allCases.map(\.rawValue)
      let reason = StreamEndReason(rawValue: try object.choice("reason", of: names))
      return .streamEnd(try object.id("id"), reason ?? .complete)
    case "task_end":
      return object.has("id") ? .taskEndOf(try object.id("id")) : .taskEnd
    case "stop": return .stop
    default: return nil
    }
  }

  private static func hand(
    _ name: String,
    _ object: InputObject
  ) throws(InputError) -> SurfaceEvent? {
    switch name {
    case "touch":
      let names = TouchPhase.allCases.map(\.rawValue)
      let phase = TouchPhase(rawValue: try object.choice("phase", of: names))
      let x = object.has("x_pt") ? try object.points("x_pt", in: -100_000...100_000) : 0
      let y = try object.points("y_pt", in: -100_000...100_000)
      return .touch(phase ?? .cancelled, y: y, x: x)
    case "fling":
      let range = -100_000.0...100_000.0
      return .fling(
        velocity: try object.number("velocity_pt_per_s", in: range, unit: "points a second")
      )
    case "scroll_to":
      let isAnimated = object.has("animated") ? try object.bool("animated") : false
      return .scroll(
        to: try object.scrollTarget(),
        isAnimated: isAnimated,
        by: try object.initiator(unless: .reader)
      )
    case "restore":
      let distance = try object.points("distance_pt", in: -1_000_000...1_000_000)
      return .restore(
        Anchor(id: try object.id("id"), distance: LayoutUnit(nearest: distance)),
        by: try object.initiator(unless: .reader)
      )
    case "selection": return .select(try object.id("id"), try object.scalarRange("range"))
    case "focus":
      let range = -100_000.0...100_000.0
      return .focus(
        velocity: try object.number("velocity_pt_per_s", in: range, unit: "points a second"),
        travel: try object.points("travel_pt", in: range)
      )
    case "drop":
      let overlap = try object.number("overlap", in: 0...1, unit: "parts of the item")
      return .drop(try object.droppedItem(), overlap: overlap)
    default: return nil
    }
  }

  private static func surroundings(
    _ name: String,
    _ object: InputObject
  ) throws(InputError) -> SurfaceEvent? {
    switch name {
    case "keyboard":
      let height = LayoutUnit(roundingUp: try object.points("height_pt", in: 0...100_000))
      let duration = object.has("duration_ms") ? try object.duration("duration_ms") : nil
      let curve = object.has("curve") ? try object.curve() : nil
      return .keyboard(height: height, duration: duration, curve)
    case "keyboard_drag":
      let height = try object.points("height_pt", in: 0...100_000)
      return .keyboardDragged(height: LayoutUnit(roundingUp: height))
    case "composer":
      let attachments =
        object.has("attachments")
        ? try object.integer("attachments", in: 0...10_000, unit: "attachments") : nil
      return .composer(
        lines: try object.integer("lines", in: 1...6, unit: "lines"),
        text: object.has("text") ? try object.string("text") : nil,
        attachments: attachments
      )
    case "text_size": return .textSize(try object.textSize())
    case "typing": return .typing(try object.bool("visible"))
    case "loader":
      let edge = ContentEdge(rawValue: try object.choice("edge", of: ["top", "end"]))
      return .loader(edge ?? .top, isVisible: try object.bool("visible"))
    case "memory_pressure": return .memoryPressure
    case "insets":
      return .insets(
        top: LayoutUnit(nearest: try object.points("top_pt", in: 0...10_000)),
        bottom: LayoutUnit(nearest: try object.points("bottom_pt", in: 0...10_000))
      )
    case "composer_height":
      return .composerHeight(try object.heightOrNone("height_pt"))
    case "resize":
      return .resize(
        width: LayoutUnit(nearest: try object.points("width_pt", in: 1...100_000)),
        height: LayoutUnit(nearest: try object.points("height_pt", in: 1...100_000))
      )
    case "timestamps":
      let range = 1.0...1_000
      return .timestamps(
        try object.bool("on"),
        maximum: object.has("maximum_pt") ? try object.points("maximum_pt", in: range) : nil,
        band: object.has("band_pt") ? try object.points("band_pt", in: range) : nil
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
    default:
      let count = try object.integer("count", in: 0...1_000_000, unit: "allocations")
      return .allocate(try object.phase(), count: count, until: try object.until())
    }
  }
}
