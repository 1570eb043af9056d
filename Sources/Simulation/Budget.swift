/// A limit that a scenario sets to a figure of its run.
public enum Budget: String, Hashable, Sendable, CaseIterable {
  /// Hitch time over active time.
  case hitchRatio = "hitch_ratio_ms_per_s"
  /// Ticks on time over active ticks; judged from ``longRunTicks`` active ticks on.
  case adherence = "budget_adherence_pct"
  /// Late frames; judged in place of the adherence below ``longRunTicks`` active ticks.
  case lateFrames = "late_frames_max"
  /// The longest hitch in refresh periods; judged with the late frames.
  case longestHitch = "hitch_max_periods"
  /// The 99th percentile of frame cost over the refresh period.
  case costShare = "budget_used_p99_pct"
  /// Completion of a chunk to the first frame that shows it, 99th percentile.
  case chunkLag = "chunk_visible_p99_ms"
  /// Scheduled arrival of a token to the first frame that shows it all, the longest.
  case tokenLag = "token_visible_max_ms"
  /// Movement of the still point that nothing asked for.
  case drift = "anchor_drift_max_pt"
  /// Fades at once.
  case poolPeak = "pool_peak"
  /// Times that animation was given up; no budget where the scenario stalls the host.
  case fallbacks = "fallback_entries"

  /// From how many active ticks on the adherence is judged.
  public static let longRunTicks = 2_000

  /// The budget of a scenario that sets none.
  public var standardLimit: Double {
    switch self {
    case .hitchRatio: 5
    case .adherence: 99.9
    case .lateFrames: 1
    case .longestHitch: 2
    case .costShare: 50
    case .chunkLag: 450
    case .tokenLag: 700
    case .drift: 0
    case .poolPeak: 4
    case .fallbacks: 0
    }
  }

  /// Whether the figure may not pass the limit; else it may not fall below it.
  public var isUpperLimit: Bool { self != .adherence }

  /// The figure's unit.
  public var unit: String {
    switch self {
    case .hitchRatio: "ms/s"
    case .adherence, .costShare: "pct"
    case .lateFrames, .poolPeak, .fallbacks: "count"
    case .longestHitch: "periods"
    case .chunkLag, .tokenLag: "ms"
    case .drift: "pt"
    }
  }

  /// The limits that make sense.
  public var range: ClosedRange<Double> {
    switch self {
    case .adherence: 0...100
    default: 0...1_000_000
    }
  }
}
