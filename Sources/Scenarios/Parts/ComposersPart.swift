import ChatSurface
import Files
import LoadGeneration
import Timebase

extension ScenarioPart {
  /// The composer grows to six lines and is emptied, again and again.
  package struct Composers: Hashable, Sendable {
    /// When it has its second line first.
    package var start: Instant
    /// How many times it grows.
    package var count: Int
    /// From one second line to the next.
    package var interval: Nanoseconds
    /// From one line to the next, and from the sixth back to one.
    package var line: Nanoseconds

    /// Makes growths of the composer.
    package init(at start: Instant, count: Int, interval: Nanoseconds, line: Nanoseconds) {
      self.start = start
      self.count = count
      self.interval = interval
      self.line = line
    }
  }
}

extension ScenarioPart.Composers: ScenarioPartKind {
  static let key = ScenarioPartKey(
    "composers",
    "The composer grows to six lines and is emptied",
    ["at_ms", "count", "every_ms", "line_ms"],
    []
  )

  var part: ScenarioPart { .composers(self) }

  var size: Double {
    6 * Double(count)
  }

  static func read(
    _ object: InputObject,
    by reader: ScenarioPartReader
  ) throws(InputError) -> Self {
    let (start, count, interval) = try reader.repeated(object, "growths")
    let line = try object.duration("line_ms")
    try reader.check(
      object,
      "every_ms",
      interval,
      isAtLeast: line * 6,
      "the \(line * 6) that it takes"
    )
    return Self(at: start, count: count, interval: interval, line: line)
  }

  func add(to timeline: inout TimelineComposer, _ chance: inout SeededGenerator) {
    for index in 0..<count {
      let start = self.start + interval * index
      for lines in 2...6 {
        let text = (1...lines).map { "line \($0)" }.joined(separator: "\n")
        timeline.events.append(
          TimedLoadEvent(.composer(lines: lines, text: text), at: start + line * (lines - 2))
        )
      }
      timeline.events.append(TimedLoadEvent(.composer(lines: 1, text: ""), at: start + line * 5))
    }
  }
}
