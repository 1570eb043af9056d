import FrameMetrics

/// Which figures are compared: those that a reader of the comparison has use for.
package enum ComparedFigures {
  /// Metrics with a budget of 0: those of the table of budgets, and a driven page's.
  package static let unforgiving: Set<String> = ofPages.union(
    Budget.allCases.filter { $0.standardLimit(hostShare: 0) == 0 }.map(\.judged.metric.id)
  )
  private static let ofPages: Set<String> = [
    "page_reader_moved_times", "page_words_lost", "page_words_double", "page_words_disordered",
    "page_height_falls", "page_follow_reversals", "tokens_unread",
  ]

  private static let ofAll: Set<String> = [
    "hitch_ratio_ms_per_s", "hitch_ratio_animating_ms_per_s", "hitch_ratio_recording_ms_per_s",
    "budget_adherence_pct", "frame_cost_ms.p50", "frame_cost_ms.p99", "token_visible_ms.p50",
    "token_visible_ms.p99", "reader_moved_times", "height_falls", "follow_reversals",
  ]
  /// The greatest of many samples repeats where all samples do.
  private static let ofExact: Set<String> = [
    "hitch_max_ms", "token_visible_ms.max", "chunk_visible_ms.p99", "anchor_drift_max_pt",
    "reader_moved_pt.max", "opening_ms.max", "kind_flips", "idle_frames", "input_visible_ms.p99",
    "allocs_per_token.mean", "token_in_page_ms.p50", "token_in_page_ms.p99", "token_in_page_ms.max",
    "token_legible_ms.p50", "token_legible_ms.p99", "token_legible_ms.max", "tokens_unread",
  ]

  /// Of recordings, of which nobody knows what the reader did.
  private static let ofMeasured: Set<String> = ["on_time_of_animating_pct"]

  /// What else of a run is of use, beginning with what its reader sees.
  private static let ofRuns: Set<String> = [
    "fallback_entries", "cost_growth", ShareComparison.metric,
  ]
  /// What a run's frames cost.
  private static let costs: Set<String> = [
    "frame_cost_ms.p50", "frame_cost_ms.p99", "cost_per_token_ms", "allocs_per_token.mean",
    "engine_time_pct",
  ]

  /// What is shown of a page and says nothing of it: an animation beside the text has other style
  /// recalculations in each run.
  package static let shown: Set<String> = [Metric.pageStyles.id]

  /// Where a report of two runs names a figure.
  package enum Place: Int, CaseIterable, Sendable {
    /// At first: it is what a reader sees.
    case seen
    /// Then: it is what that costs.
    case cost
    /// At the end.
    case other
  }

  /// Where a figure of a run belongs.
  ///
  /// - Parameter name: As ``FigureSamples/name`` has it.
  package static func place(of name: String, of metric: String) -> Place {
    if costs.contains(name) { return .cost }
    let isSeen =
      ofAll.contains(name) || ofExact.contains(name) || ofRuns.contains(metric)
      || metric.hasPrefix("page_") && metric != "page_elements"
    return isSeen ? .seen : .other
  }

  /// Whether a figure is compared.
  package static func contains(_ figure: FigureSamples, kind: Comparison.Kind) -> Bool {
    if shown.contains(figure.metric) { return false }
    if ofAll.contains(figure.name) { return true }
    guard kind == .exact else { return ofMeasured.contains(figure.name) }
    // What a page holds is no quality of it.
    return ofExact.contains(figure.name)
      || figure.metric.hasPrefix("page_") && figure.metric != "page_elements"
  }
}
