import ChatSurface
import Files
import LoadGeneration
import Timebase

extension ScenarioPart {
  /// A touch stream is replayed, again and again.
  package struct Touches: Sendable {
    /// When the first begins.
    package var start: Instant
    /// How many times.
    package var count: Int
    /// From one to the next.
    package var interval: Nanoseconds
    /// The finger, from 0 on; its last touch ends or is cancelled.
    package var stream: [TimedLoadEvent]

    /// Makes replayed touches.
    package init(at start: Instant, count: Int, interval: Nanoseconds, stream: [TimedLoadEvent]) {
      self.start = start
      self.count = count
      self.interval = interval
      self.stream = stream
    }
  }
}

extension ScenarioPart.Touches: ScenarioPartKind {
  static let key = ScenarioPartKey(
    "touches",
    "A recorded finger",
    ["at_ms", "count", "every_ms", "stream"],
    []
  )

  var part: ScenarioPart { .touches(self) }

  var size: Double {
    Double(count) * Double(stream.count)
  }

  static func read(
    _ object: InputObject,
    by reader: ScenarioPartReader
  ) throws(InputError) -> Self {
    let name = try object.string("stream")
    let stream = try EventScript(path: reader.files.note(FileName.joined(reader.folder, name)))
      .timeline
    var isDown = false
    for event in stream {
      guard case .surface(.touch(let phase, _, _)) = event.event, isDown == (phase != .began) else {
        throw notOneFinger(object, name, reader.path)
      }
      isDown = phase == .began || phase == .moved
    }
    guard !isDown, let last = stream.last?.instant else {
      throw notOneFinger(object, name, reader.path)
    }
    let (start, count, interval) = try reader.repeated(object, "gestures")
    let touches = Self(
      at: start,
      count: count,
      interval: interval,
      stream: stream
    )
    let length = last - Instant.zero
    try reader.check(
      object,
      "every_ms",
      touches.interval,
      isAtLeast: length,
      "the \(length) that the touches take"
    )
    return touches
  }

  func add(to timeline: inout TimelineComposer, _ chance: inout SeededGenerator) {
    for index in 0..<count {
      let start = self.start + interval * index
      for touch in stream {
        timeline.events.append(TimedLoadEvent(touch.event, at: start + (touch.instant - .zero)))
      }
    }
  }

  private static func notOneFinger(
    _ object: InputObject,
    _ name: String,
    _ path: String
  ) -> InputError {
    let field = object.value("stream")
    return InputError(
      path: path,
      line: field?.line ?? object.line,
      column: field?.column ?? object.column,
      problem: "not the touches of one finger",
      value: name,
      expected: "an event script of touches that begin, move, and end or are cancelled",
      advice: "Take other events out, and end every touch."
    )
  }
}
