import Files
import LoadGeneration
import Timebase

extension ScenarioPart {
  /// Messages of the history are edited at random: added before, between and after the others,
  /// taken away, moved, rewritten, renamed, given heights. What is sent and answered is left alone.
  package struct Edits: Hashable, Sendable {
    /// When the first edit is.
    package var start: Instant
    /// How many.
    package var count: Int
    /// From one to the next.
    package var interval: Nanoseconds

    /// Makes edits.
    package init(at start: Instant, count: Int, interval: Nanoseconds) {
      self.start = start
      self.count = count
      self.interval = interval
    }
  }
}

extension ScenarioPart.Edits: ScenarioPartKind {
  static let key = ScenarioPartKey(
    "edits",
    "Random edits of the history",
    ["at_ms", "count", "every_ms"],
    []
  )

  var part: ScenarioPart { .edits(self) }

  var size: Double {
    Double(count)
  }

  static func read(
    _ object: InputObject,
    by reader: ScenarioPartReader
  ) throws(InputError) -> Self {
    let (start, count, interval) = try reader.repeated(object, "edits")
    return Self(at: start, count: count, interval: interval)
  }

  func add(to timeline: inout TimelineComposer, _ chance: inout SeededGenerator) {
    let name = timeline.window ?? TimedLoadEvent.mainWindow
    var messages = timeline.editable[name] ?? EditableMessages(of: timeline.history)
    for index in 0..<count {
      timeline.events.append(
        TimedLoadEvent(messages.edit(&chance), at: start + interval * index)
      )
    }
    timeline.editable[name] = messages
  }
}
