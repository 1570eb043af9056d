import ChatSurface
import Files
import LoadGeneration
import Timebase

extension ScenarioPart {
  /// The end of the conversation is replaced by another one and back, as when a reader looks through
  /// the versions of an answer: the app gives the whole list each time.
  package struct Branches: Hashable, Sendable {
    /// When it is replaced first.
    package var start: Instant
    /// How many times.
    package var count: Int
    /// From one to the next.
    package var interval: Nanoseconds
    /// How many messages of the history's end are others.
    package var messages: Int

    /// Makes branches.
    package init(at start: Instant, count: Int, interval: Nanoseconds, messages: Int = 4) {
      self.start = start
      self.count = count
      self.interval = interval
      self.messages = messages
    }
  }
}

extension ScenarioPart.Branches: ScenarioPartKind {
  static let key = ScenarioPartKey(
    "branches",
    "The history's last messages are replaced by others and back",
    ["at_ms", "count", "every_ms"],
    ["messages"]
  )

  /// The longest history that is written out for it.
  private static let longest = 10_000

  var part: ScenarioPart { .branches(self) }

  var size: Double { Double(count) }

  static func read(
    _ object: InputObject,
    by reader: ScenarioPartReader
  ) throws(InputError) -> Self {
    let (start, count, interval) = try reader.repeated(object, "branches")
    var branches = Self(at: start, count: count, interval: interval)
    if object.has("messages") {
      branches.messages = try object.integer("messages", in: 1...longest, unit: "messages")
    }
    return branches
  }

  func add(to timeline: inout TimelineComposer, _ chance: inout SeededGenerator) {
    guard let history = timeline.history else { return }
    let first = max(0, history.count - Self.longest)
    let messages = (first..<history.count).map { history.message(at: $0) }
    let fork = max(0, messages.count - self.messages)
    let other = SyntheticHistory(
      seed: chance.next(),
      count: messages.count - fork,
      lengths: history.lengths
    )
    let others = (0..<other.count).map { index in
      var message = other.message(at: index)
      message.id = MessageID(rawValue: "branch-\(index)")
      message.role = messages[fork + index].role
      return message
    }
    let lists = [
      ListedMessages(Array(messages[..<fork]) + others), ListedMessages(messages),
    ]
    for index in 0..<count {
      timeline.events.append(
        TimedLoadEvent(.replaceAll(lists[index % 2]), at: start + interval * index)
      )
    }
  }
}
