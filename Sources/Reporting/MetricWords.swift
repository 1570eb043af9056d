/// What metrics are called and mean, for people.
enum MetricWords {
  /// A metric's short title: the known ones by hand, others from their name.
  static func title(of name: String) -> String {
    let key = MetricKey(name)
    if let known = titles.first(where: { MetricKey($0.name) == key }) { return known.title }
    return name.replacing("_", with: " ")
  }

  /// A unit as people write it.
  static func unit(_ unit: String) -> String {
    switch unit {
    case "pct": "%"
    case "count", "": ""
    case "ms_per_s": "ms/s"
    default: unit
    }
  }

  private static let titles: [(name: String, title: String)] = [
    ("hitch_ratio_ms_per_s", "hitch ratio"),
    ("budget_adherence_pct", "frames on time"),
    ("frame_cost_p50_ms", "frame cost, median"),
    ("frame_cost_p95_ms", "frame cost, p95"),
    ("frame_cost_p99_ms", "frame cost, p99"),
    ("frame_cost_p999_ms", "frame cost, p99.9"),
    ("frame_cost_max_ms", "frame cost, greatest"),
    ("budget_used_p99_pct", "share of T used, p99"),
    ("hitch_count", "hitches"),
    ("hitch_max_ms", "longest hitch"),
    ("late_frames", "late frames"),
    ("frame_overrun_p99_ms", "overrun, p99"),
    ("chunk_visible_p99_ms", "chunk to screen, p99"),
    ("token_visible_max_ms", "token to screen, longest"),
    ("token_visible_p99_ms", "token to screen, p99"),
    ("first_chunk_visible_ms", "first chunk on screen"),
    ("allocs_per_frame", "allocations a frame"),
    ("bytes_per_frame", "bytes allocated a frame"),
    ("anchor_drift_max_pt", "anchor drift"),
    ("fallback_entries", "fallbacks"),
    ("fallback_time_pct", "time in fallback"),
    ("pool_peak", "fades at once"),
    ("broken_at_ms", "stopped as broken at"),
    ("resident_peak_bytes", "peak resident memory"),
  ]
}
