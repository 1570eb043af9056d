import ChatSurface
import Files
import LoadGeneration
import Timebase

extension ScenarioPart {
  /// Older messages, or newer ones, are fetched page by page: each is asked for, arrives some time later,
  /// and after a pause the next is asked for.
  package struct Pages: Hashable, Sendable {
    /// When the first page is asked for.
    package var start: Instant
    /// How many pages.
    package var count: Int
    /// How many messages a page has.
    package var messages: Int
    /// The shortest time from asking to arrival.
    package var shortestLatency: Nanoseconds
    /// The longest.
    package var longestLatency: Nanoseconds
    /// From the arrival of a page to asking for the next.
    package var pause: Nanoseconds
    /// Where they come. At the end a loader is shown from asking to arrival.
    package var edge = ContentEdge.top

    /// Makes pages.
    package init(
      at start: Instant,
      count: Int,
      messages: Int,
      shortestLatency: Nanoseconds = .milliseconds(50),
      longestLatency: Nanoseconds = .milliseconds(500),
      pause: Nanoseconds = .milliseconds(250)
    ) {
      self.start = start
      self.count = count
      self.messages = messages
      self.shortestLatency = shortestLatency
      self.longestLatency = longestLatency
      self.pause = pause
    }
  }
}

extension ScenarioPart.Pages: ScenarioPartKind {
  static let key = ScenarioPartKey(
    "pages",
    "Older messages, or newer ones (edge: end), arrive page by page",
    ["at_ms", "count", "messages"],
    ["edge", "shortest_latency_ms", "longest_latency_ms", "pause_ms"]
  )

  var part: ScenarioPart { .pages(self) }

  var size: Double {
    Double(count) * Double(max(1, messages))
  }

  static func read(
    _ object: InputObject,
    by reader: ScenarioPartReader
  ) throws(InputError) -> Self {
    var pages = Self(
      at: try object.time("at_ms"),
      count: try object.integer("count", in: ScenarioPartReader.repetitions, unit: "pages"),
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
      "shortest_latency_ms"
    )
    if object.has("edge") {
      pages.edge = ContentEdge(rawValue: try object.choice("edge", of: ["top", "end"])) ?? .top
    }
    if object.has("pause_ms") { pages.pause = try object.duration("pause_ms") }
    return pages
  }

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
        timeline.events.append(TimedLoadEvent(.prepend(page), at: instant))
      } else {
        oldest += messages
        timeline.events += [
          TimedLoadEvent(.loader(.end, isVisible: true), at: asked),
          TimedLoadEvent(.appendPage(page), at: instant),
          TimedLoadEvent(.loader(.end, isVisible: false), at: instant),
        ]
      }
      instant = instant + pause
    }
    switch edge {
    case .top: timeline.pages += count * messages
    case .end: timeline.newerPages += count * messages
    }
  }
}
