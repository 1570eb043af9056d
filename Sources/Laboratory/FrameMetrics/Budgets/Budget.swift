/// A limit that a scenario sets to a figure of its run.
package enum Budget: String, Hashable, Sendable, CaseIterable {
  /// Hitch time over interaction time; without interaction the hitch time, which must then be 0.
  case hitchRatio = "hitch_ratio_ms_per_s"
  /// From a load to the frame that settles it, the longest.
  case opening = "opening_ms"
  /// Refreshes of interaction time without a late tick; the standard limit is judged from
  /// ``longRunRefreshes`` of them on.
  case adherence = "budget_adherence_pct"
  /// Frames with a hitch outside of openings; the standard limit is judged in place of the adherence's below
  /// ``longRunRefreshes`` refreshes of interaction time.
  case lateFrames = "late_frames_max"
  /// The longest hitch outside of openings, at every rate; from ``longRunRefreshes`` refreshes of
  /// interaction time on the standard limit is ``longRunHitch``.
  case longestHitch = "hitch_max_ms"
  /// The 99th percentile of frame cost over the refresh period.
  case costShare = "budget_used_p99_pct"
  /// Completion of a chunk to the first frame that shows it, 99th percentile.
  case chunkLag = "chunk_visible_p99_ms"
  /// Scheduled arrival of a token to the first frame that shows it all, the longest.
  case tokenLag = "token_visible_max_ms"
  /// Scheduled arrival of a token that somebody waits for to the first frame in which it can be read, 99th
  /// percentile.
  case legibleLag = "token_legible_p99_ms"
  /// Tokens that somebody waited for and could not read.
  case unreadTokens = "tokens_unread"
  /// Movement of the scroll anchor that nothing asked for.
  case drift = "anchor_drift_max_pt"
  /// Moves of what a reader reads, whatever a design's rules ask for.
  case readerMoved = "reader_moved_times"
  /// Growing answers that become less tall; judged where ``Budgets/judgesFlicker`` is set.
  case heightFalls = "height_falls"
  /// Blocks that become another kind of block; judged as the falls.
  case kindFlips = "kind_flips"
  /// A followed end that moves down; judged as the falls.
  case followReversals = "follow_reversals"
  /// A screen that goes back the way it came; judged as the falls.
  case jolts = "screen_jolts"
  /// A screen that moves there and back unasked; judged as the falls.
  case shiftBack = "shift_back_unasked"
  /// Empty screen below the end; judged as the falls.
  case void = "void_pt"
  /// Ticks handled for nothing.
  case idleFrames = "idle_frames"
  /// Input to the first frame that shows what it asks for, 99th percentile.
  case inputLag = "input_visible_p99_ms"
  /// Sends whose question does not come on screen.
  case unseenSends = "sends_unseen"
  /// Growth of the cost of a frame over a run; judged where ``Budgets/isSteady`` is set.
  case costGrowth = "cost_growth"
  /// Fades at once.
  case poolPeak = "pool_peak"
  /// Times that animation was given up; no budget where the scenario stalls the host.
  case fallbacks = "fallback_entries"

  /// From how many refreshes of interaction time on the adherence is judged.
  package static let longRunRefreshes = 2_000
  /// The longest hitch of a long run, in ms, whatever the rest was like: from 250 ms on Apple's Instruments
  /// calls a main thread that does not answer a hang ("Analyze hangs with Instruments", WWDC 2023).
  package static let longRunHitch = 250.0

  /// The metric that is judged, and which statistic of it.
  package var judged: (metric: Metric, statistic: Statistic) { (row.metric, row.statistic) }

  /// The budget of a scenario that sets none.
  ///
  /// - Parameter hostShare: The part of the period that is left to drawing, 0 up to below 1: the
  ///   engine may use the rest.
  package func standardLimit(hostShare: Double) -> Double {
    self == .costShare ? row.limit * (1 - hostShare) : row.limit
  }

  /// When the standard limit is judged, in words.
  package var condition: String { row.condition }

  private var row: (metric: Metric, statistic: Statistic, limit: Double, condition: String) {
    switch self {
    case .hitchRatio:
      (.hitchRatio, .value, 5, "always; without interaction the hitch time, which must then be 0")
    case .opening:
      (.openingTime, .max, 100, "where something is opened; one that never settles misses it")
    case .adherence:
      (.adherence, .value, 99.9, "from 2,000 refreshes of interaction time on")
    case .lateFrames: (.hitchCount, .value, 1, "below 2,000 refreshes of interaction time")
    case .longestHitch:
      (
        .longestHitch, .value, 33.4,
        "always; at most 250 from 2,000 refreshes of interaction time on"
      )
    case .costShare: (.budgetUsed, .p99, 100, "always; the limit is 100 x (1 - host share)")
    case .chunkLag: (.chunkVisible, .p99, 450, "where text is streamed")
    case .tokenLag: (.tokenVisible, .max, 700, "where text is streamed")
    case .legibleLag: (.tokenLegible, .p99, 700, "where somebody waited for text")
    case .unreadTokens: (.unreadTokens, .value, 0, "where somebody waited for text")
    case .unseenSends: (.unseenSends, .value, 0, "where something was sent")
    case .shiftBack: (.unaskedShiftBack, .value, 0, Self.flicker)
    case .drift: (.anchorDrift, .value, 0, "always")
    case .readerMoved: (.readerMovedTimes, .value, 0, "where anybody read")
    case .heightFalls: (.heightFalls, .value, 0, Self.flicker)
    case .kindFlips: (.kindFlips, .value, 0, Self.flicker)
    case .followReversals: (.followReversals, .value, 0, Self.flicker)
    case .jolts: (.jolts, .value, 0, Self.flicker)
    case .void: (.void, .max, 0, Self.flicker)
    case .idleFrames: (.idleFrames, .value, 0, "always")
    case .inputLag: (.inputVisible, .p99, 100, "where an input changed something")
    case .costGrowth: (.costGrowth, .value, 1.5, "where the scenario says `steady: true`")
    case .poolPeak: (.poolPeak, .value, 4, "where text is streamed")
    case .fallbacks: (.fallbackEntries, .value, 0, "unless the scenario has the event `stall`")
    }
  }

  private static let flicker = "for the choices of the reference; shown for every design"

  /// Whether the figure may not pass the limit; else it may not fall below it.
  package var isUpperLimit: Bool { self != .adherence }

  /// The figure's unit, as files write it.
  package var unit: String { judged.metric.unit.rawValue }

  /// What budgets were called in older releases, with what to write now.
  package static let renamed = [
    "hitch_max_periods": "hitch_max_ms, which is in milliseconds at every rate"
  ]

  /// The limits that make sense.
  package var range: ClosedRange<Double> { self == .adherence ? 0...100 : 0...1_000_000 }

  /// The figure's title, with its statistic.
  package var title: String {
    let words = judged.statistic.words
    return judged.metric.title + (words.isEmpty ? "" : ", \(words)")
  }
}
