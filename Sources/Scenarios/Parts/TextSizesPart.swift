import ChatSurface
import Files
import LoadGeneration
import TextMeasuring
import Timebase

extension ScenarioPart {
  /// The reader chooses other sizes of text: every category from the default one up, then from the
  /// smallest up to the default.
  package struct TextSizes: Hashable, Sendable {
    /// When the first is chosen.
    package var start: Instant
    /// How many are chosen.
    package var count: Int
    /// From one to the next.
    package var interval: Nanoseconds

    /// Makes choices of text sizes.
    package init(at start: Instant, count: Int, interval: Nanoseconds) {
      self.start = start
      self.count = count
      self.interval = interval
    }
  }
}

extension ScenarioPart.TextSizes: ScenarioPartKind {
  static let key = ScenarioPartKey(
    "text_sizes",
    "The reader chooses the next size of text",
    ["at_ms", "count", "every_ms"],
    []
  )

  var part: ScenarioPart { .textSizes(self) }

  var size: Double {
    Double(count)
  }

  static func read(
    _ object: InputObject,
    by reader: ScenarioPartReader
  ) throws(InputError) -> Self {
    let (start, count, interval) = try reader.repeated(object, "sizes")
    return Self(at: start, count: count, interval: interval)
  }

  func add(to timeline: inout TimelineComposer, _ chance: inout SeededGenerator) {
    let sizes = TextSizeCategory.allCases
    let first = sizes.firstIndex(of: .large) ?? 0
    for index in 0..<count {
      timeline.events.append(
        TimedLoadEvent(
          .textSize(sizes[(first + 1 + index) % sizes.count]),
          at: start + interval * index
        )
      )
    }
  }
}
