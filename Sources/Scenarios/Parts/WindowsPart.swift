import Files
import LoadGeneration
import Timebase

extension ScenarioPart {
  /// Windows are opened, and in each of them other parts happen, each with chance of its own.
  package struct Windows: Sendable {
    /// When they are opened.
    package var start: Instant
    /// When they are closed; nil when they stay open.
    package var end: Instant?
    /// Their names.
    package var names: [String]
    /// The conversation that each opens with, of other messages in each; nil for none.
    package var history: ScenarioHistory?
    /// What happens in each; none of them opens windows or is ``ScenarioPart/opens(_:)``.
    package var parts: [ScenarioPart]

    /// Makes windows.
    package init(
      at start: Instant,
      until end: Instant? = nil,
      names: [String],
      history: ScenarioHistory? = nil,
      parts: [ScenarioPart]
    ) {
      self.start = start
      self.end = end
      self.names = names
      self.history = history
      self.parts = parts
    }
  }
}

extension ScenarioPart.Windows: ScenarioPartKind {
  static let key = ScenarioPartKey(
    "windows",
    "Windows are opened, with messages and parts of their own",
    ["at_ms", "names"],
    ["until_ms", "history", "parts"]
  )

  var part: ScenarioPart { .windows(self) }

  var size: Double {
    Double(names.count) * parts.reduce(2) { $0 + $1.size }
  }

  static func read(
    _ object: InputObject,
    by reader: ScenarioPartReader
  ) throws(InputError) -> Self {
    let start = try object.time("at_ms")
    let end = object.has("until_ms") ? try object.time("until_ms") : nil
    if let end {
      try reader.check(object, "until_ms", end - .zero, isAtLeast: start - .zero, "at_ms")
    }
    let history =
      object.has("history")
      ? try ScenarioFile.history(object.required("history"), reader.path) : nil
    var inner = reader
    inner.isInWindows = true
    return Self(
      at: start,
      until: end,
      names: try reader.names(object, "names"),
      history: history,
      parts: object.has("parts") ? try inner.parts(object) : []
    )
  }

  func add(to timeline: inout TimelineComposer, _ chance: inout SeededGenerator) {
    let (outerWindow, outerHistory) = (timeline.window, timeline.history)
    for (order, name) in names.enumerated() {
      timeline.window = name
      timeline.events.append(TimedLoadEvent(.window(.open), at: start, window: name))
      var chance = SeededGenerator(seed: timeline.seed, index: 1_000_000 + UInt64(order))
      timeline.history = history.map {
        SyntheticHistory(seed: chance.next(), count: $0.messages, lengths: $0.lengths)
      }
      timeline.editable[name] = nil
      if let history = timeline.history {
        timeline.events.append(TimedLoadEvent(.load(history), at: start, window: name))
      }
      for inner in parts { timeline.add(inner) }
      if let end {
        timeline.events.append(TimedLoadEvent(.window(.close), at: end, window: name))
      }
    }
    (timeline.window, timeline.history) = (outerWindow, outerHistory)
  }
}
