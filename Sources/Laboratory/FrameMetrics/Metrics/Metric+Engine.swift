import Statistics
import Timebase

// What the engine gave up, moved, measured and kept.
extension Metric {
  static let fallback: [Metric] = [fallbackEntries, fallbackTime, fallbackDetection]
  static let engine: [Metric] = [
    anchorDrift, redrawnItems, remeasures, cacheHits, rebases, offsetChanges,
  ]
  static let run: [Metric] = [brokenAt, residentPeak, failedSessions]

  private static func figure(
    _ heading: Heading,
    statistic: Statistic = .value,
    formula: String,
    _ figure: @escaping @Sendable (MetricContext, EngineSamples) -> MetricOutcome
  ) -> Metric {
    Metric(heading, statistic: statistic, formula: formula) { context in
      if let absence = context.withoutEngine() { return absence }
      return context.input.engine.map { figure(context, $0) }
        ?? .missing("the input has no records of an engine")
    }
  }

  /// How often animation was given up.
  package static let fallbackEntries = figure(
    .init("fallback_entries", "fallbacks", .count),
    formula: "times that animation was given up"
  ) { .figure(Double($1.fallbacks.count)) }
  .compared(nil)

  private static let fallbackTime = figure(
    .init("fallback_time_pct", "time in fallback", .percent),
    formula: "100 x active ticks in fallback / active ticks; a swallowed tick is as the frame that "
      + "swallowed it"
  ) { context, engine in
    context.activeTicks == 0
      ? .nothing("no tick was active")
      : .figure(100 * Double(engine.ticksInFallback) / Double(context.activeTicks))
  }

  private static let fallbackDetection = figure(
    .init("fallback_detect_ms", "detection of late frames", .milliseconds),
    statistic: .max,
    formula: "trigger - tick of the first late frame in the rule's window"
  ) { _, engine in
    engine.fallbacks.map(\.detection).max().map { .figure($0.milliseconds) }
      ?? .nothing("animation was never given up")
  }

  /// How far content moved unasked.
  package static let anchorDrift = figure(
    .init("anchor_drift_max_pt", "drift", .points),
    formula: "largest movement of the scroll anchor on screen in one frame that no gesture, "
      + "animation, follow rule or inset asked for"
  ) { $1.mostDriftPoints.map { .figure($0) } ?? .nothing("no frame was made") }
  .compared(.exactly)

  private static let redrawnItems = figure(
    .init("redrawn_items_per_frame", "items redrawn a frame", .count),
    statistic: .mean,
    formula: "visible messages whose version changed / frames"
  ) { context, engine in
    context.made.isEmpty
      ? .nothing("no frame was made")
      : .figure(Double(engine.redrawnItems) / Double(context.made.count))
  }

  private static let remeasures = figure(
    .init("remeasures_per_token", "blocks measured a token", .count),
    statistic: .mean,
    formula: "blocks measured, cache hits not counted / tokens"
  ) { context, engine in
    guard let tokens = context.input.text?.tokenCount, tokens > 0 else {
      return .nothing("no text was streamed")
    }
    return .figure(Double(engine.measuredBlocks) / Double(tokens))
  }

  private static let cacheHits = figure(
    .init("cache_hit_pct", "cache hits", .percent, .up),
    formula: "100 x hits / look-ups of the height cache"
  ) { _, engine in
    let lookups = engine.cacheHits + engine.cacheMisses
    return lookups == 0
      ? .nothing("nothing was looked up")
      : .figure(100 * Double(engine.cacheHits) / Double(lookups))
  }

  private static let rebases = figure(
    .init("rebases", "rebases", .count, .none),
    formula: "shifts of the content space"
  ) { .figure(Double($1.rebases)) }

  private static let offsetChanges = figure(
    .init("offset_changes", "offset changes", .count, .none),
    formula: "frames whose content offset differs from the frame's before"
  ) { .figure(Double($1.offsetChanges)) }

  private static let brokenAt = Metric(
    .init("broken_at_ms", "stopped as broken at", .milliseconds, .none),
    formula: "the tick at which the run was stopped because it was hopelessly late. Figures of "
      + "pacing and cost are then over what came before, all of text, fallback and engine missing"
  ) { context in
    context.input.brokenAt.map { .figure($0.milliseconds) } ?? .nothing("the run was not stopped")
  }

  /// The peak of memory.
  package static let residentPeak = Metric(
    .init("resident_peak_bytes", "peak resident memory", .bytes),
    statistic: .max,
    formula:
      "greatest resident memory while the configuration ran (Linux; elsewhere of the process so far)"
  ) { context in
    context.input.residentPeak.map { .figure(Double($0)) }
      ?? .missing("this system does not say")
  }

  private static let failedSessions = Metric(
    .init("failed_sessions_pct", "failed sessions", .percent),
    formula: "repetitions that ended by a refused edit or with text lost / repetitions"
  ) { context in
    guard let sessions = context.input.sessions, sessions.all > 0 else {
      return .missing("the input is no session")
    }
    return .figure(100 * Double(sessions.failed) / Double(sessions.all))
  }
}
