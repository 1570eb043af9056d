import ChatSurface
import FrameMetrics
import FramePacing
import Timebase

/// The episodes of a load: what the reader does or waits for, whatever the engine makes of it.
package struct LoadEpisodes: Hashable, Sendable {
  /// A conversation that is opened. When the opening is over depends on the frames too.
  package struct PlannedOpening: Hashable, Sendable {
    /// The window it happens in.
    package var window: String
    /// When the load is due.
    package var due: Instant
    /// When the next event of the window is due; nil when there is none.
    package var next: Instant?
  }

  /// A rate that the display is to have, and when that is due.
  package struct RateChange: Hashable, Sendable {
    /// When it is due.
    package var due: Instant
    package var rate: RefreshRate
  }

  /// Episodes of every kind but openings, without the time in the background.
  package private(set) var episodes: [Episode] = []
  /// The openings, in order.
  package private(set) var openings: [PlannedOpening] = []
  /// The rates that the display is to have, in order.
  package private(set) var rateChanges: [RateChange] = []
  private var hidden: [String: TimeSpans] = [:]

  /// Finds the episodes of `events`.
  ///
  /// - Parameter events: The load, in order of time.
  /// - Complexity: O(events).
  package init(of events: [TimedLoadEvent]) {
    var windows: [String: WindowEpisodes] = [:]
    for event in events {
      if case .refresh(let rate) = event.event {
        rateChanges.append(RateChange(due: event.instant, rate: rate))
      }
      guard event.event.concernsAWindow else { continue }
      windows[event.windowName, default: WindowEpisodes(window: event.windowName)].note(event)
    }
    let end = events.last?.instant ?? .zero
    for name in windows.keys.sorted() {
      windows[name]?.finish(at: end)
      guard let window = windows[name] else { continue }
      let away = TimeSpans(window.hidden)
      hidden[name] = away
      episodes += window.episodes.flatMap { Self.visible($0, without: away) }
      openings += window.openings
    }
    episodes.sort { ($0.start, $0.end, $0.kind.rawValue) < ($1.start, $1.end, $1.kind.rawValue) }
    openings.sort { ($0.due, $0.window) < ($1.due, $1.window) }
  }

  /// All episodes, openings included.
  ///
  /// - Parameter settled: When the frame that settled each of ``openings`` was shown; nil for one
  ///   that never settled.
  package func all(settled: [Instant?]) -> [Episode] {
    precondition(
      settled.count == openings.count,
      "\(settled.count) ends for \(openings.count) openings"
    )
    let opened = zip(openings, settled).flatMap { opening, settled in
      let ends = [settled, opening.next, opening.due + Episode.openingLimit].compactMap(\.self)
      let end = max(opening.due, ends.min() ?? opening.due)
      return Self.visible(
        Episode(.opening, from: opening.due, to: end),
        without: hidden[opening.window] ?? TimeSpans()
      )
    }
    return (episodes + opened).sorted {
      ($0.start, $0.end, $0.kind.rawValue) < ($1.start, $1.end, $1.kind.rawValue)
    }
  }

  /// What is left of an episode without the time in the background.
  private static func visible(_ episode: Episode, without hidden: TimeSpans) -> [Episode] {
    TimeSpans([TimeSpans.Span(episode.start, episode.end)]).subtracting(hidden).spans
      .map { Episode(episode.kind, from: $0.start, to: $0.end) }
  }
}

extension LoadEvent {
  /// Whether it happens to a window; faults and rates happen to the machine.
  fileprivate var concernsAWindow: Bool {
    switch self {
    case .surface, .window: true
    case .fault, .refresh: false
    }
  }
}
