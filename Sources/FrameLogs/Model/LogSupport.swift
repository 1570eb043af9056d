import FrameMetrics

/// What a session can say, and how well.
package struct LogSupport: Hashable, Sendable {
  /// How well something can be said.
  package enum Grade: Hashable, Sendable {
    case exact
    /// About right; why not exactly.
    case approximate(String)
    /// Not at all; why.
    case absent(String)
  }

  /// Groups of metrics that stand and fall together.
  package enum Subject: String, CaseIterable, Hashable, Sendable {
    case frames
    case hitches
    case onTime = "on_time"
    case intervals
    case work
    case overrun
    case rates
    case skipped
    case animating
    case recording

    /// The subject for people.
    package var title: String {
      switch self {
      case .frames: "frames wanted"
      case .hitches: "hitch time"
      case .onTime: "frames on time"
      case .intervals: "intervals between pictures"
      case .work: "work on frames"
      case .overrun: "overrun"
      case .rates: "refresh rates"
      case .skipped: "skipped frames"
      case .animating: "idle time told apart"
      case .recording: "length of the recording"
      }
    }
  }

  private var grades: [Subject: Grade] = [:]

  /// Makes a support of nothing but what is said afterwards.
  package init(otherwise reason: String = "this format does not tell") {
    for subject in Subject.allCases { grades[subject] = .absent(reason) }
  }

  /// How well a subject can be said.
  package subscript(subject: Subject) -> Grade {
    get { grades[subject] ?? .absent("this format does not tell") }
    set { grades[subject] = newValue }
  }

  /// Says the same of several subjects.
  mutating func set(_ grade: Grade, _ subjects: Subject...) {
    for subject in subjects { grades[subject] = grade }
  }

  /// Makes the exact ones of these subjects approximate.
  mutating func weaken(_ why: String, _ subjects: Subject...) {
    for subject in subjects where self[subject] == .exact { grades[subject] = .approximate(why) }
  }

  /// What a metric rests on; nil for one that no log tells of, which says so by itself.
  static func subjects(of metric: String) -> [Subject]? { table[metric] }

  private static let table: [String: [Subject]] = {
    var table: [String: [Subject]] = [
      "active_ticks": [.frames], "swallowed_ticks": [.skipped], "dropped_frames": [.skipped],
      "hitch_ratio_animating_ms_per_s": [.hitches, .animating], "animating_ms": [.animating],
      "hitch_ratio_recording_ms_per_s": [.hitches, .recording], "recording_ms": [.recording],
      "fps_avg": [.hitches, .rates], "fps_low1_integral": [.hitches, .rates],
      "on_time_of_animating_pct": [.onTime], "late_frames": [.onTime], "present_lag_ms": [.hitches],
      "frame_interval_ms": [.intervals], "interval_residency_pct": [.intervals, .rates],
      "animation_error_ms": [.intervals, .frames], "frame_cost_ms": [.work],
      "budget_used_pct": [.work, .rates], "frame_overrun_ms": [.overrun],
      "rate_residency_pct": [.rates], "on_time_at_rate_pct": [.rates, .onTime],
      "lower_rate_promised_pct": [.rates], "dropped_in_1s_pct": [.hitches, .rates],
    ]
    for id in [
      "hitch_time_all_ms", "hitch_count", "hitch_max_ms", "hitch_chains", "hitch_chain_max_ms",
      "frozen_frames",
    ] { table[id] = [.hitches] }
    return table
  }()

  /// The worst that is said of several subjects; the reasons of approximate ones together.
  func grade(of subjects: [Subject]) -> Grade {
    var reasons: [String] = []
    for subject in subjects {
      switch self[subject] {
      case .exact: break
      case .approximate(let why): if !reasons.contains(why) { reasons.append(why) }
      case .absent: return self[subject]
      }
    }
    return reasons.isEmpty ? .exact : .approximate(reasons.joined(separator: "; "))
  }
}
