/// A limit that a scenario sets to a figure of its run.
public enum Budget: String, Hashable, Sendable, CaseIterable {
  /// Hitch time over interaction time; without interaction the hitch time, which must then be 0.
  case hitchRatio = "hitch_ratio_ms_per_s"
  /// From a load to the frame that settles it, the longest.
  case opening = "opening_ms"
  /// Ticks on time over active ticks; judged from ``longRunTicks`` active ticks on.
  case adherence = "budget_adherence_pct"
  /// Frames with a hitch; judged in place of the adherence below ``longRunTicks`` active ticks.
  case lateFrames = "late_frames_max"
  /// The longest hitch in refresh periods; judged with the late frames.
  case longestHitch = "hitch_max_periods"
  /// The 99th percentile of frame cost over the refresh period.
  case costShare = "budget_used_p99_pct"
  /// Completion of a chunk to the first frame that shows it, 99th percentile.
  case chunkLag = "chunk_visible_p99_ms"
  /// Scheduled arrival of a token to the first frame that shows it all, the longest.
  case tokenLag = "token_visible_max_ms"
  /// Movement of the scroll anchor that nothing asked for.
  case drift = "anchor_drift_max_pt"
  /// Fades at once.
  case poolPeak = "pool_peak"
  /// Times that animation was given up; no budget where the scenario stalls the host.
  case fallbacks = "fallback_entries"

  /// From how many active ticks on the adherence is judged.
  public static let longRunTicks = 2_000

  /// The metric that is judged, and which statistic of it.
  public var judged: (metric: Metric, statistic: Statistic) {
    switch self {
    case .hitchRatio: (.hitchRatio, .value)
    case .opening: (.openingTime, .max)
    case .adherence: (.adherence, .value)
    case .lateFrames: (.hitchCount, .value)
    case .longestHitch: (.longestHitch, .value)
    case .costShare: (.budgetUsed, .p99)
    case .chunkLag: (.chunkVisible, .p99)
    case .tokenLag: (.tokenVisible, .max)
    case .drift: (.anchorDrift, .value)
    case .poolPeak: (.poolPeak, .value)
    case .fallbacks: (.fallbackEntries, .value)
    }
  }

  /// The budget of a scenario that sets none.
  ///
  /// - Parameter hostShare: The part of the period that is left to drawing, 0 up to below 1: the
  ///   engine may use the rest.
  public func standardLimit(hostShare: Double) -> Double {
    switch self {
    case .hitchRatio: 5
    case .opening: 100
    case .adherence: 99.9
    case .lateFrames: 1
    case .longestHitch: 2
    case .costShare: 100 * (1 - hostShare)
    case .chunkLag: 450
    case .tokenLag: 700
    case .drift: 0
    case .poolPeak: 4
    case .fallbacks: 0
    }
  }

  /// Whether the figure may not pass the limit; else it may not fall below it.
  public var isUpperLimit: Bool { self != .adherence }

  /// The figure's unit, as files write it.
  public var unit: String { self == .longestHitch ? "periods" : judged.metric.unit.rawValue }

  /// The limits that make sense.
  public var range: ClosedRange<Double> {
    switch self {
    case .adherence: 0...100
    default: 0...1_000_000
    }
  }

  /// The figure's title, with its statistic.
  public var title: String {
    if self == .longestHitch { return "longest hitch, in periods" }
    let words = judged.statistic.words
    return judged.metric.title + (words.isEmpty ? "" : ", \(words)")
  }
}
