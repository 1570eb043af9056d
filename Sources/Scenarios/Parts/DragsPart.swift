import Files
import LoadGeneration
import Timebase

extension ScenarioPart {
  /// A finger drags the content and holds still before it leaves, so that nothing is flung.
  package struct Drags: Hashable, Sendable {
    /// When the first drag begins.
    package var start: Instant
    /// How many.
    package var count: Int
    /// From the beginning of one to that of the next.
    package var interval: Nanoseconds
    /// How far the content goes each time, in points; positive is towards newer messages.
    package var distance: Double
    /// How long the finger moves.
    package var moving: Nanoseconds

    /// Makes drags.
    package init(
      at start: Instant,
      count: Int,
      interval: Nanoseconds,
      distance: Double,
      moving: Nanoseconds = .milliseconds(400)
    ) {
      self.start = start
      self.count = count
      self.interval = interval
      self.distance = distance
      self.moving = moving
    }
  }
}

extension ScenarioPart.Drags: ScenarioPartKind {
  static let key = ScenarioPartKey(
    "drags",
    "A finger drags and holds still before it leaves",
    ["at_ms", "count", "every_ms", "distance_pt"],
    ["moving_ms"]
  )

  var part: ScenarioPart { .drags(self) }

  var size: Double {
    Double(count) * TimelineComposer.touches(during: moving)
  }

  static func read(
    _ object: InputObject,
    by reader: ScenarioPartReader
  ) throws(InputError) -> Self {
    let (start, count, interval) = try reader.repeated(object, "drags")
    var drags = Self(
      at: start,
      count: count,
      interval: interval,
      distance: try object.number("distance_pt", in: -10_000...10_000, unit: "points")
    )
    if object.has("moving_ms") { drags.moving = try object.duration("moving_ms") }
    try reader.check(
      object,
      "every_ms",
      drags.interval,
      isAtLeast: drags.moving + TimelineComposer.holding,
      "the \(drags.moving) of movement and \(TimelineComposer.holding) of rest of one drag"
    )
    return drags
  }

  func add(to timeline: inout TimelineComposer, _ chance: inout SeededGenerator) {
    for index in 0..<count {
      timeline.drag(distance, moving: moving, at: start + interval * index)
    }
  }
}
