import ChatSurface
import Files
import Lengths
import LoadGeneration
import Timebase

extension ScenarioPart {
  /// The viewport is made narrower and wider again in steps, as a window whose edge is dragged.
  package struct Widths: Hashable, Sendable {
    /// When it has another width first.
    package var start: Instant
    /// How many widths it takes.
    package var count: Int
    /// From one to the next.
    package var interval: Nanoseconds
    /// The narrowest width, as a share of the device's, above 0 and up to 1.
    package var narrowest: Double
    /// How many widths lie between the device's and the narrowest.
    package var steps: Int

    /// Makes widths.
    package init(
      at start: Instant,
      count: Int,
      interval: Nanoseconds,
      narrowest: Double = 0.6,
      steps: Int = 60
    ) {
      self.start = start
      self.count = count
      self.interval = interval
      self.narrowest = narrowest
      self.steps = steps
    }
  }
}

extension ScenarioPart.Widths: ScenarioPartKind {
  static let key = ScenarioPartKey(
    "widths",
    "The viewport is made narrower and wider again in steps",
    ["at_ms", "count", "every_ms"],
    ["narrowest_pct", "steps"]
  )

  var part: ScenarioPart { .widths(self) }

  var size: Double { Double(count) }

  static func read(
    _ object: InputObject,
    by reader: ScenarioPartReader
  ) throws(InputError) -> Self {
    let (start, count, interval) = try reader.repeated(object, "widths")
    var widths = Self(at: start, count: count, interval: interval)
    if object.has("narrowest_pct") {
      widths.narrowest = try object.number("narrowest_pct", in: 10...100, unit: "percent") / 100
    }
    if object.has("steps") {
      widths.steps = try object.integer("steps", in: 1...10_000, unit: "widths")
    }
    return widths
  }

  func add(to timeline: inout TimelineComposer, _ chance: inout SeededGenerator) {
    let full = timeline.device.width.points
    for index in 0..<count {
      // There and back: 1, 2, ... steps, steps - 1, ... 0, 1 and so on.
      let place = (index + 1) % (2 * steps)
      let share = Double(min(place, 2 * steps - place)) / Double(steps)
      let width = LayoutUnit(nearest: full * (1 - share * (1 - narrowest)))
      timeline.events.append(
        TimedLoadEvent(
          .resize(width: width, height: timeline.device.height),
          at: start + interval * index
        )
      )
    }
  }
}
