import FrameMetrics
import FramePacing

/// What a design did under one load.
package struct CapacityProbe: Hashable, Codable, Sendable {
  /// What can break, each with a load of its own.
  package enum Judge: String, CaseIterable, Hashable, Codable, CodingKeyRepresentable,
    Sendable
  {
    /// Frames come late, or opening takes too long.
    case frames
    /// Text comes late, or is damaged.
    case text
    /// What is read moves.
    case reader
    /// The engine refused an event: a limit of its own. A page: it stood still, crashed, or left nothing that
    /// could be judged.
    case limit

    /// Who judges a budget.
    package init(of check: BudgetCheck) {
      switch check.name {
      case "chunk_visible_p99_ms", "token_visible_max_ms", "input_visible_p99_ms",
        "page_words_lost",
        "page_words_double", "page_words_disordered", "token_in_page_ms", "token_legible_ms",
        "tokens_unread",
        "page_stop_ms":
        self = .text
      case "anchor_drift_max_pt", "reader_moved_times", "page_follow_distance_pt",
        "page_wheel_undone_pt", "page_reengage_ms", "page_fold_jump_pt":
        self = .reader
      default: self = .frames
      }
    }
  }

  /// Why a load is too much.
  package struct Miss: Hashable, Codable, Sendable {
    /// Who judged.
    package var judge: Judge
    /// The budget that was missed, or what was refused, in words.
    package var budget: String
    /// The figure; nil where there is none.
    package var value: Double?
    /// Its limit; nil where there is none.
    package var limit: Double?

    /// Makes a miss.
    package init(judge: Judge, budget: String, value: Double? = nil, limit: Double? = nil) {
      (self.judge, self.budget, self.value, self.limit) = (judge, budget, value, limit)
    }
  }

  /// What is known of a page that was driven.
  package struct Page: Hashable, Codable, Sendable {
    /// How many nodes a frame adds and takes out while an answer comes, on average; nil without such frames.
    package var changedNodes: Double?
    /// The script that took the most time in a long frame, on the machine's clock; nil where there was none.
    package var script: String?

    /// Makes one of which nothing is known.
    package init() {}
  }

  /// The load.
  package var load: Double
  /// Mean engine work of a frame, in milliseconds; nil without frames.
  package var meanCost: Double?
  /// Its 99th percentile.
  package var p99Cost: Double?
  /// The costliest frame.
  package var maxCost: Double?
  /// Hitch time over interaction time, in milliseconds a second.
  package var hitchRatio: Double?
  /// Budgets that were missed, in the order of ``Budget``.
  package var misses: [Miss] = []
  /// The phase that cost most in the frames that came late; nil when none did.
  package var phase: String?
  /// What cost most in that phase of these frames, by the declared costs.
  package var operation: String?
  /// What a page did; nil for a design.
  package var page: Page?

  private enum CodingKeys: String, CodingKey {
    case load
    case meanCost = "cost_mean_ms"
    case p99Cost = "cost_p99_ms"
    case maxCost = "cost_max_ms"
    case hitchRatio = "hitch_ratio_ms_per_s"
    case misses, phase, operation, page
  }

  /// Makes a probe without figures.
  package init(load: Double) { self.load = load }

  /// The first miss that a judge found; nil for none.
  package func miss(of judge: Judge) -> Miss? { misses.first { $0.judge == judge } }

  /// What broke, in words: the budget, and phase and operation of the frames that were late.
  ///
  /// - Parameter judge: Who judged.
  /// - Returns: Nil where that judge found nothing.
  package func cause(of judge: Judge) -> String? {
    guard let miss = miss(of: judge) else { return nil }
    guard judge != .limit, judge != .reader else { return miss.budget }
    if let page {
      guard judge == .frames, let script = page.script else { return miss.budget }
      return "\(miss.budget); \(script)"
    }
    guard let phase else { return "\(miss.budget); no frame was late" }
    return "\(miss.budget); \(phase)" + (operation.map { ": \($0)" } ?? "")
  }
}
