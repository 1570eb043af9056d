import ChatSurface
import Files
import LoadGeneration
import Timebase

// What a finger does to the content.
extension ScenarioPartKind {
  /// The content is flung.
  static let flings = ScenarioPartKind(
    "flings",
    "Flings, the speeds in turn; positive is towards newer messages",
    Repeats.keys + ["velocities_pt_per_s"]
  ) { (object, _) throws(InputError) in
    let key = "velocities_pt_per_s"
    var velocities: [Double] = []
    for value in try object.list(key) {
      velocities.append(
        try InputObject.number(
          value,
          key,
          in: -100_000...100_000,
          unit: "points a second",
          of: object
        )
      )
    }
    if velocities.isEmpty {
      throw object.mismatch(key, try object.required(key), expected: "one speed at least")
    }
    let speeds = velocities
    return ScenarioPart(try Repeats(object, "flings")) { index, instant, timeline, _ in
      timeline.put(.fling(velocity: speeds[index % speeds.count]), at: instant)
    }
  }

  /// A finger drags the content and holds still before it leaves, so that nothing is flung.
  static let drags = ScenarioPartKind(
    "drags",
    "A finger drags and holds still before it leaves",
    Repeats.keys + ["distance_pt"],
    ["moving_ms"]
  ) { (object, reader) throws(InputError) in
    let times = try Repeats(object, "drags")
    let distance = try object.number("distance_pt", in: -10_000...10_000, unit: "points")
    let moving =
      object.has("moving_ms") ? try object.duration("moving_ms") : .milliseconds(400)
    try reader.check(
      object,
      "every_ms",
      times.interval,
      isAtLeast: moving + TimelineComposer.holding,
      "the \(moving) of movement and \(TimelineComposer.holding) of rest of one drag"
    )
    let touches = TimelineComposer.touches(during: moving)
    return ScenarioPart(times, eventsEach: touches) { _, instant, timeline, _ in
      timeline.drag(distance, moving: moving, at: instant)
    }
  }

  /// A recorded finger: its last touch ends or is cancelled.
  static let touches = ScenarioPartKind(
    "touches",
    "A recorded finger",
    Repeats.keys + ["stream"]
  ) { (object, reader) throws(InputError) in
    let name = try object.string("stream")
    let path = reader.files.note(FileName.joined(reader.folder, name))
    let stream = try EventScript(path: path).timeline
    guard let last = stream.last?.instant, isOneFinger(stream) else {
      let field = object.value("stream")
      throw InputError(
        path: reader.path,
        line: field?.line ?? object.line,
        column: field?.column ?? object.column,
        problem: "not the touches of one finger",
        value: name,
        expected: "an event script of touches that begin, move, and end or are cancelled",
        advice: "Take other events out, and end every touch."
      )
    }
    let times = try Repeats(object, "gestures")
    let length = last - Instant.zero
    try reader.check(
      object,
      "every_ms",
      times.interval,
      isAtLeast: length,
      "the \(length) that the touches take"
    )
    return ScenarioPart(times, eventsEach: Double(stream.count)) { _, instant, timeline, _ in
      for touch in stream {
        timeline.events.append(TimedLoadEvent(touch.event, at: instant + (touch.instant - .zero)))
      }
    }
  }

  private static func isOneFinger(_ stream: [TimedLoadEvent]) -> Bool {
    var isDown = false
    for event in stream {
      guard case .surface(.touch(let phase, _, _)) = event.event, isDown == (phase != .began) else {
        return false
      }
      isDown = phase == .began || phase == .moved
    }
    return !isDown
  }

  /// The history is opened, and each time scrolled towards older messages, in drags of half a viewport.
  static let opens = ScenarioPartKind(
    "opens",
    "The history is opened again and again, and scrolled up",
    Repeats.keys,
    ["scroll_viewports"]
  ) { (object, reader) throws(InputError) in
    // From the opening of a conversation to the first drag, how long each drag moves, and from the
    // beginning of a drag to that of the next.
    let pause = Nanoseconds.milliseconds(100)
    let moving = Nanoseconds.milliseconds(320)
    let interval = Nanoseconds.milliseconds(500)
    guard reader.hasHistory else {
      throw InputError(
        path: reader.path,
        line: object.line,
        column: object.column,
        problem: "nothing to open",
        expected: "a history",
        advice: "Add \"history: {messages: 1000}\" to the scenario."
      )
    }
    let times = try Repeats(object, "openings")
    let viewports =
      object.has("scroll_viewports")
      ? try object.integer("scroll_viewports", in: 0...1_000, unit: "viewports") : 0
    let needed = pause + interval * (2 * viewports)
    try reader.check(
      object,
      "every_ms",
      times.interval,
      isAtLeast: needed,
      "the \(needed) that opening and scrolling take"
    )
    let size = Double(2 * viewports + 1) * TimelineComposer.touches(during: moving)
    return ScenarioPart(times, eventsEach: size) { _, instant, timeline, _ in
      guard let history = timeline.history else { return }
      timeline.load(history, at: instant)
      for stroke in 0..<(2 * viewports) {
        timeline.drag(
          -timeline.device.height.points / 2,
          moving: moving,
          at: instant + pause + interval * stroke
        )
      }
    }
  }
}
