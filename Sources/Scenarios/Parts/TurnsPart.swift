import ChatSurface
import Files
import LoadGeneration
import Timebase

extension ScenarioPart {
  /// Questions are sent and answered, one after the other; each answer may be stopped.
  package struct Turns: Hashable, Sendable {
    /// The first question and its answer; the others are like it.
    package var reply: Reply
    /// How many.
    package var count: Int
    /// From one question to the next.
    package var interval: Nanoseconds
    /// From a question to the stop of its answer; nil lets it end.
    package var stop: Nanoseconds?

    /// Makes turns.
    package init(
      _ reply: Reply,
      count: Int,
      interval: Nanoseconds,
      stoppingAfter stop: Nanoseconds? = nil
    ) {
      self.reply = reply
      self.count = count
      self.interval = interval
      self.stop = stop
    }
  }
}

extension ScenarioPart.Turns: ScenarioPartKind {
  static let key = ScenarioPartKey(
    "turns",
    "Questions with their answers, one after the other",
    ["at_ms", "count", "every_ms", "preset", "answer_ms"],
    ["stop_after_ms", "question_chars"]
  )

  var part: ScenarioPart { .turns(self) }

  var size: Double {
    Double(count) * reply.size
  }

  static func read(
    _ object: InputObject,
    by reader: ScenarioPartReader
  ) throws(InputError) -> Self {
    let name = try object.choice("preset", of: LoadPreset.all.map(\.name))
    var reply = ScenarioPart.Reply(
      at: try object.time("at_ms"),
      preset: LoadPreset.named(name) ?? .local8B,
      limit: .duration(try object.duration("answer_ms"))
    )
    if object.has("question_chars") {
      reply.questionCharacters = try object.integer(
        "question_chars",
        in: 1...100_000,
        unit: "characters"
      )
    }
    return Self(
      reply,
      count: try object.integer("count", in: ScenarioPartReader.repetitions, unit: "turns"),
      interval: try object.duration("every_ms"),
      stoppingAfter: object.has("stop_after_ms") ? try object.duration("stop_after_ms") : nil
    )
  }

  func add(to timeline: inout TimelineComposer, _ chance: inout SeededGenerator) {
    for index in 0..<count {
      var reply = self.reply
      reply.start = reply.start + interval * index
      let first = timeline.events.count
      reply.add(to: &timeline, &chance)
      guard let stop = self.stop else { continue }
      timeline.cancel(from: first, at: reply.start + stop)
    }
  }
}

extension TimelineComposer {
  /// How long tokens still arrive after a stop: those that were on their way.
  private static let onTheirWay = Nanoseconds.milliseconds(200)

  /// Lets the user stop the answer whose events begin at `first`, unless it has ended by then.
  fileprivate mutating func cancel(from first: Int, at stop: Instant) {
    guard let last = events.last?.instant, stop < last else { return }
    let end = stop + Self.onTheirWay
    let answer = events[first...]
    events.removeSubrange(first...)
    events += answer.filter { event in
      switch event.event {
      case .surface(.token): event.instant <= end
      case .surface(.streamEnd), .surface(.taskEnd): false
      default: true
      }
    }
    events.append(TimedLoadEvent(.stop, at: stop))
    let id = MessageID(rawValue: "assistant-\(replies)")
    events.append(TimedLoadEvent(.streamEnd(id, .cancelled), at: end))
    events.append(TimedLoadEvent(.taskEnd, at: end))
  }
}
