import ChatSurface
import Files
import LoadGeneration
import Timebase

extension ScenarioPart {
  /// The device is turned, and turned back.
  package struct Rotations: Hashable, Sendable {
    /// When it is turned first.
    package var start: Instant
    /// How many times it is turned.
    package var count: Int
    /// From one to the next.
    package var interval: Nanoseconds

    /// Makes rotations.
    package init(at start: Instant, count: Int, interval: Nanoseconds) {
      self.start = start
      self.count = count
      self.interval = interval
    }
  }
}

extension ScenarioPart.Rotations: ScenarioPartKind {
  static let key = ScenarioPartKey(
    "rotations",
    "The device is turned, and turned back",
    ["at_ms", "count", "every_ms"],
    []
  )

  var part: ScenarioPart { .rotations(self) }

  var size: Double {
    Double(count)
  }

  static func read(
    _ object: InputObject,
    by reader: ScenarioPartReader
  ) throws(InputError) -> Self {
    let (start, count, interval) = try reader.repeated(object, "rotations")
    return Self(
      at: start,
      count: count,
      interval: interval
    )
  }

  func add(to timeline: inout TimelineComposer, _ chance: inout SeededGenerator) {
    for index in 0..<count {
      let isTurned = index.isMultiple(of: 2)
      let size =
        isTurned
        ? (timeline.device.height, timeline.device.width)
        : (timeline.device.width, timeline.device.height)
      timeline.events.append(
        TimedLoadEvent(
          .resize(width: size.0, height: size.1),
          at: start + interval * index
        )
      )
    }
  }
}
