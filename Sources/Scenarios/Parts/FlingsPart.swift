import Files
import LoadGeneration
import Timebase

extension ScenarioPart {
  /// The content is flung, again and again.
  package struct Flings: Hashable, Sendable {
    /// When the first fling is.
    package var start: Instant
    /// How many.
    package var count: Int
    /// From one to the next.
    package var interval: Nanoseconds
    /// Speeds in points a second, in turn; positive is towards newer messages.
    package var velocities: [Double]

    /// Makes flings.
    package init(at start: Instant, count: Int, interval: Nanoseconds, velocities: [Double]) {
      self.start = start
      self.count = count
      self.interval = interval
      self.velocities = velocities
    }
  }
}

extension ScenarioPart.Flings: ScenarioPartKind {
  static let key = ScenarioPartKey(
    "flings",
    "Flings, the speeds in turn; positive is towards newer messages",
    ["at_ms", "count", "every_ms", "velocities_pt_per_s"],
    []
  )

  var part: ScenarioPart { .flings(self) }

  var size: Double {
    Double(count)
  }

  static func read(
    _ object: InputObject,
    by reader: ScenarioPartReader
  ) throws(InputError) -> Self {
    let values = try object.list("velocities_pt_per_s")
    var velocities: [Double] = []
    for value in values {
      velocities.append(
        try InputObject.number(
          value,
          "velocities_pt_per_s",
          in: -100_000...100_000,
          unit: "points a second",
          of: object
        )
      )
    }
    if velocities.isEmpty {
      throw object.mismatch(
        "velocities_pt_per_s",
        try object.required("velocities_pt_per_s"),
        expected: "one speed at least"
      )
    }
    let (start, count, interval) = try reader.repeated(object, "flings")
    return Self(
      at: start,
      count: count,
      interval: interval,
      velocities: velocities
    )
  }

  func add(to timeline: inout TimelineComposer, _ chance: inout SeededGenerator) {
    for index in 0..<count {
      timeline.events.append(
        TimedLoadEvent(
          .fling(velocity: velocities[index % velocities.count]),
          at: start + interval * index
        )
      )
    }
  }
}
