import ChatSurface
import Files
import LoadGeneration
import Timebase

extension ScenarioPart {
  /// Other conversations are opened in turn, the history among them.
  package struct Switches: Hashable, Sendable {
    /// When another one is opened first.
    package var start: Instant
    /// How many times.
    package var count: Int
    /// From one to the next.
    package var interval: Nanoseconds
    /// How many conversations there are, the history included.
    package var conversations: Int

    /// Makes switches.
    package init(at start: Instant, count: Int, interval: Nanoseconds, conversations: Int = 3) {
      self.start = start
      self.count = count
      self.interval = interval
      self.conversations = conversations
    }
  }
}

extension ScenarioPart.Switches: ScenarioPartKind {
  static let key = ScenarioPartKey(
    "switches",
    "Other conversations are opened in turn, each as long as the history",
    ["at_ms", "count", "every_ms"],
    ["conversations"]
  )

  var part: ScenarioPart { .switches(self) }

  var size: Double { Double(count) }

  static func read(
    _ object: InputObject,
    by reader: ScenarioPartReader
  ) throws(InputError) -> Self {
    let (start, count, interval) = try reader.repeated(object, "switches")
    var switches = Self(at: start, count: count, interval: interval)
    if object.has("conversations") {
      switches.conversations = try object.integer(
        "conversations",
        in: 2...1_000,
        unit: "conversations"
      )
    }
    return switches
  }

  func add(to timeline: inout TimelineComposer, _ chance: inout SeededGenerator) {
    guard let history = timeline.history else { return }
    for index in 0..<count {
      let number = (index + 1) % conversations
      let other = SyntheticHistory(
        seed: history.seed &+ UInt64(number),
        count: history.count,
        lengths: history.lengths
      )
      timeline.load(other, at: start + interval * index)
    }
  }
}
