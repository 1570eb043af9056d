import ChatSurface
import Files
import LoadGeneration
import Timebase

// What happens to the messages of a conversation.
extension ScenarioPartKind {
  /// Older messages, or newer ones, are fetched page by page: each is asked for, arrives some time later,
  /// and after a pause the next is asked for.
  static let pages = ScenarioPartKind(
    "pages",
    "Older messages, or newer ones (edge: end), arrive page by page",
    ["at_ms", "count", "messages"],
    ["edge", "shortest_latency_ms", "longest_latency_ms", "pause_ms"]
  ) { (object, reader) throws(InputError) in
    var pages = Pages(
      start: try object.time("at_ms"),
      count: try object.integer("count", in: Repeats.range, unit: "pages"),
      messages: try object.integer("messages", in: 0...10_000, unit: "messages")
    )
    if object.has("shortest_latency_ms") {
      pages.shortestLatency = try object.duration("shortest_latency_ms")
    }
    if object.has("longest_latency_ms") {
      pages.longestLatency = try object.duration("longest_latency_ms")
    }
    try reader.check(
      object,
      "longest_latency_ms",
      pages.longestLatency,
      isAtLeast: pages.shortestLatency,
      "shortest_latency_ms, \(pages.shortestLatency)"
    )
    if object.has("edge") {
      pages.edge = ContentEdge(rawValue: try object.choice("edge", of: ["top", "end"])) ?? .top
    }
    if object.has("pause_ms") { pages.pause = try object.duration("pause_ms") }
    let made = pages
    return ScenarioPart(size: Double(made.count) * Double(max(1, made.messages))) {
      timeline,
      chance in
      made.add(to: &timeline, &chance)
    }
  }

  /// The end of the conversation is replaced by another one and back, as when a reader looks through
  /// the versions of an answer: the app gives the whole list each time.
  static let branches = ScenarioPartKind(
    "branches",
    "The history's last messages are replaced by others and back",
    Repeats.keys,
    ["messages"]
  ) { (object, _) throws(InputError) in
    let times = try Repeats(object, "branches")
    // The longest history that is written out for it.
    let longest = 10_000
    let changed =
      object.has("messages")
      ? try object.integer("messages", in: 1...longest, unit: "messages") : 4
    return ScenarioPart(size: Double(times.count)) { timeline, chance in
      guard let history = timeline.history else { return }
      let first = max(0, history.count - longest)
      let messages = (first..<history.count).map { history.message(at: $0) }
      let fork = max(0, messages.count - changed)
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
      for index in 0..<times.count {
        timeline.put(.replaceAll(lists[index % 2]), at: times.start + times.interval * index)
      }
    }
  }

  /// Other conversations are opened in turn, the history among them.
  static let switches = ScenarioPartKind(
    "switches",
    "Other conversations are opened in turn, each as long as the history",
    Repeats.keys,
    ["conversations"]
  ) { (object, _) throws(InputError) in
    let times = try Repeats(object, "switches")
    let conversations =
      object.has("conversations")
      ? try object.integer("conversations", in: 2...1_000, unit: "conversations") : 3
    return ScenarioPart(times) { index, instant, timeline, _ in
      guard let history = timeline.history else { return }
      let other = SyntheticHistory(
        seed: history.seed &+ UInt64((index + 1) % conversations),
        count: history.count,
        lengths: history.lengths
      )
      timeline.load(other, at: instant)
    }
  }

  /// Messages of the history are edited at random: added before, between and after the others,
  /// taken away, moved, rewritten, renamed, given heights. What is sent and answered is left alone.
  static let edits = ScenarioPartKind(
    "edits",
    "Random edits of the history",
    Repeats.keys
  ) { (object, _) throws(InputError) in
    let times = try Repeats(object, "edits")
    return ScenarioPart(size: Double(times.count)) { timeline, chance in
      let name = timeline.window ?? TimedLoadEvent.mainWindow
      var messages = timeline.editable[name] ?? EditableMessages(of: timeline.history)
      for index in 0..<times.count {
        timeline.put(messages.edit(&chance), at: times.start + times.interval * index)
      }
      timeline.editable[name] = messages
    }
  }
}

/// Pages that are fetched.
private struct Pages {
  /// When the first page is asked for.
  let start: Instant
  /// How many pages.
  let count: Int
  /// How many messages a page has.
  let messages: Int
  /// The shortest time from asking to arrival.
  var shortestLatency = Nanoseconds.milliseconds(50)
  var longestLatency = Nanoseconds.milliseconds(500)
  /// From the arrival of a page to asking for the next.
  var pause = Nanoseconds.milliseconds(250)
  /// Where they come. At the end a loader is shown from asking to arrival.
  var edge = ContentEdge.top

  func add(to timeline: inout TimelineComposer, _ chance: inout SeededGenerator) {
    let history = timeline.history ?? SyntheticHistory(seed: timeline.seed, count: 0)
    let spread = (longestLatency - shortestLatency).seconds
    var instant = start
    var newest = history.first - timeline.pages
    var oldest = history.first + history.count + timeline.newerPages
    for _ in 0..<count {
      let latency = shortestLatency + Nanoseconds(seconds: spread * chance.nextFraction())
      let asked = instant
      instant = instant + latency
      if edge == .top { newest -= messages }
      let page = SyntheticHistory(
        seed: timeline.seed,
        first: edge == .top ? newest : oldest,
        count: messages,
        lengths: history.lengths
      )
      if edge == .top {
        timeline.put(.prepend(page), at: instant)
      } else {
        oldest += messages
        timeline.put(.loader(.end, isVisible: true), at: asked)
        timeline.put(.appendPage(page), at: instant)
        timeline.put(.loader(.end, isVisible: false), at: instant)
      }
      instant = instant + pause
    }
    switch edge {
    case .top: timeline.pages += count * messages
    case .end: timeline.newerPages += count * messages
    }
  }
}
