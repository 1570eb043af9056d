import Files
import LoadGeneration
import Timebase

extension ScenarioPart {
  /// The history is opened again and again, and each time scrolled up by dragging.
  package struct Opens: Hashable, Sendable {
    /// When it is opened first.
    package var start: Instant
    /// How many times.
    package var count: Int
    /// From one to the next.
    package var interval: Nanoseconds
    /// How many viewports are scrolled towards older messages, in drags of half a viewport.
    package var viewports: Int

    /// Makes openings.
    package init(at start: Instant, count: Int, interval: Nanoseconds, viewports: Int) {
      self.start = start
      self.count = count
      self.interval = interval
      self.viewports = viewports
    }
  }
}

extension ScenarioPart.Opens: ScenarioPartKind {
  static let key = ScenarioPartKey(
    "opens",
    "The history is opened again and again, and scrolled up",
    ["at_ms", "count", "every_ms"],
    ["scroll_viewports"]
  )

  /// From the opening of a conversation to the first drag.
  private static let pauseBefore = Nanoseconds.milliseconds(100)
  /// How long each drag moves.
  private static let dragLength = Nanoseconds.milliseconds(320)
  /// From the beginning of a drag to that of the next.
  private static let dragInterval = Nanoseconds.milliseconds(500)

  var part: ScenarioPart { .opens(self) }

  var size: Double {
    Double(count) * Double(2 * viewports + 1)
      * TimelineComposer.touches(during: Self.dragLength)
  }

  static func read(
    _ object: InputObject,
    by reader: ScenarioPartReader
  ) throws(InputError) -> Self {
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
    let (start, count, interval) = try reader.repeated(object, "openings")
    var opens = Self(
      at: start,
      count: count,
      interval: interval,
      viewports: 0
    )
    if object.has("scroll_viewports") {
      opens.viewports = try object.integer("scroll_viewports", in: 0...1_000, unit: "viewports")
    }
    let needed =
      pauseBefore + dragInterval * (2 * opens.viewports)
    try reader.check(
      object,
      "every_ms",
      opens.interval,
      isAtLeast: needed,
      "the \(needed) that opening and scrolling take"
    )
    return opens
  }

  func add(to timeline: inout TimelineComposer, _ chance: inout SeededGenerator) {
    guard let history = timeline.history else { return }
    for index in 0..<count {
      let start = self.start + interval * index
      timeline.load(history, at: start)
      for stroke in 0..<(2 * viewports) {
        timeline.drag(
          -timeline.device.height.points / 2,
          moving: Self.dragLength,
          at: start + Self.pauseBefore + Self.dragInterval * stroke
        )
      }
    }
  }
}
