import FramePacing
import Statistics
import Timebase

/// Turns what a run recorded into the figures of the report.
///
/// Every figure is over active ticks, swallowed ones included; one that the run gives no samples
/// for is missing, never 0.
package struct CellMetrics {
  let outcome: Runner.Outcome
  let rate: RefreshRate
  let depth: Int
  /// The frames that were made, in order; the others were swallowed.
  let made: [FrameRecord]
  /// Whether each of them went on without idle time since the one before.
  let isContinued: [Bool]
  private var values: [MetricValue] = []

  /// Computes every figure.
  ///
  /// Of a run that was stopped only pacing and costs are figures, up to there; all else would be
  /// read beside that of whole runs, and is missing.
  ///
  /// - Parameters:
  ///   - outcome: What the run gave.
  ///   - rate: The display's rate.
  ///   - depth: 0 for double, 1 for triple buffering.
  package static func all(of outcome: Runner.Outcome, rate: RefreshRate, depth: Int)
    -> [MetricValue]
  {
    var metrics = CellMetrics(outcome: outcome, rate: rate, depth: depth)
    metrics.addPacing()
    metrics.addCosts()
    let later = metrics.values.count
    metrics.addText()
    metrics.addFallbacks()
    metrics.addEngine()
    if outcome.brokenAt != nil {
      for index in metrics.values.indices.dropFirst(later) { metrics.values[index].value = nil }
    }
    metrics.add("broken_at_ms", "value", outcome.brokenAt?.instant.milliseconds, "ms", .none)
    return metrics.values
  }

  private init(outcome: Runner.Outcome, rate: RefreshRate, depth: Int) {
    self.outcome = outcome
    self.rate = rate
    self.depth = depth
    made = outcome.frames.filter { !$0.isSwallowed }
    isContinued = Self.continuations(in: outcome.frames, depth: depth)
  }

  /// A frame goes on from the one before when its first active tick was due before the next vsync.
  private static func continuations(in frames: [FrameRecord], depth: Int) -> [Bool] {
    var result: [Bool] = []
    var shown: Int?
    var first: Int?
    for frame in frames {
      first = first ?? frame.tick
      guard !frame.isSwallowed else { continue }
      result.append(shown.map { (first ?? frame.tick) + depth <= $0 } ?? false)
      shown = frame.vsync
      first = nil
    }
    return result
  }

  var activeTicks: Int { outcome.frames.count }
  var activeSeconds: Double { Double(activeTicks) / Double(rate.hertz) }

  /// Adds a figure under its full name.
  mutating func add(
    _ metric: String,
    _ stat: String = "value",
    _ value: Double?,
    _ unit: String,
    _ better: MetricValue.Direction = .down
  ) {
    values.append(
      MetricValue(metric: metric, stat: stat, value: value, unit: unit, better: better)
    )
  }

  /// Adds percentiles of spans in milliseconds; each has its name between `metric` and the unit.
  mutating func add(_ metric: String, _ percentiles: [NamedPercentile], of samples: [Nanoseconds]) {
    let collected = Samples(samples.lazy.map(\.rawValue))
    for (name, percentile) in percentiles {
      let value = collected.value(at: percentile).map { Double($0) / 1_000_000 }
      add("\(metric)_\(name)_ms", name, value, "ms")
    }
  }

  typealias NamedPercentile = (name: String, percentile: Percentile)
  static let spread: [NamedPercentile] = [
    ("p50", .p50), ("p95", .p95), ("p99", .p99), ("p999", .p999), ("max", .max),
  ]
  static let latency: [NamedPercentile] = [("p50", .p50), ("p99", .p99), ("max", .max)]
  static let tail: [NamedPercentile] = [("p99", .p99)]

  // MARK: Costs

  private mutating func addCosts() {
    let costs = made.map(\.cost.engine)
    add("frame_cost", Self.spread, of: costs)
    let p99 = Samples(costs.lazy.map(\.rawValue)).value(at: .p99)
    add(
      "budget_used_p99_pct",
      "p99",
      p99.map { Double($0) / 10_000 / rate.periodMilliseconds },
      "pct"
    )
    for phase in Phase.allCases {
      add("\(phase.name)_cost", Self.spread, of: made.map { $0.cost[phase] })
    }
    let allocated = made.compactMap(\.allocations)
    let frames = Double(allocated.count)
    let hasCounts = !allocated.isEmpty
    let calls = allocated.reduce(0) { $0 + $1.count }
    let bytes = allocated.reduce(0) { $0 + $1.bytes }
    add("allocs_per_frame", "mean", hasCounts ? Double(calls) / frames : nil, "count")
    add(
      "allocs_per_frame",
      "p50",
      Samples(allocated.map { Int64($0.count) }).value(at: .p50).map(Double.init),
      "count"
    )
    add("bytes_per_frame", "mean", hasCounts ? Double(bytes) / frames : nil, "bytes")
  }

  // MARK: Text

  private mutating func addText() {
    let latency = outcome.latency
    add("token_visible", Self.latency, of: latency.tokens)
    add(
      "first_chunk_visible_ms",
      "value",
      latency.firstChunks.max().map(\.milliseconds),
      "ms"
    )
    add("chunk_visible", Self.latency, of: latency.chunks)
    add("hold", Self.tail, of: latency.holds)
    let backlog = made.map(\.backlogChunks).max()
    let streams = latency.tokenCount > 0
    add(
      "reveal_backlog_max_chunks",
      "max",
      streams ? backlog.map(Double.init) : nil,
      "count"
    )
    add("drain_ms", "value", latency.drain.map(\.milliseconds), "ms")
    add("stagger_error", Self.tail, of: latency.staggerErrors)
    add("pool_wait", Self.tail, of: latency.poolWaits)
    add("pool_peak", "value", streams ? Double(outcome.counts.poolPeak) : nil, "count")
    add("snaps", "value", streams ? Double(outcome.counts.snaps) : nil, "count")
    add("opacity_jump_max", "max", streams ? outcome.counts.opacityJump : nil, "ratio")
    let showing = latency.showing.milliseconds / 1000
    add(
      "words_shown_per_s",
      "value",
      showing > 0 ? Double(outcome.text.releasedWords) / showing : nil,
      "words/s",
      .none
    )
    add("tokens", "value", Double(latency.tokenCount), "count", .none)
    add("background_tokens", "value", Double(latency.backgroundTokens), "count", .none)
    add("discarded_tokens", "value", Double(outcome.text.discardedTokens), "count", .none)
    add("discarded_bytes", "value", Double(outcome.counts.discardedUTF8), "bytes", .none)
  }

  // MARK: Fallback

  private mutating func addFallbacks() {
    add("fallback_entries", "value", Double(outcome.fallbacks.count), "count")
    add(
      "fallback_time_pct",
      "value",
      activeTicks == 0 ? nil : 100 * Double(ticksInFallback) / Double(activeTicks),
      "pct"
    )
    add(
      "fallback_detect_ms",
      "value",
      outcome.fallbacks.map(\.detection.milliseconds).max(),
      "ms"
    )
  }

  /// Active ticks in the fallback; a swallowed tick is as the frame that swallowed it.
  private var ticksInFallback: Int {
    var isFallback = false
    return outcome.frames.count { frame in
      if !frame.isSwallowed { isFallback = frame.isFallback }
      return isFallback
    }
  }

  // MARK: Engine

  private mutating func addEngine() {
    let counts = outcome.counts
    let drift = made.map(\.drift.magnitude.points).max()
    add("anchor_drift_max_pt", "max", drift, "pt")
    let redrawn = made.reduce(0) { $0 + $1.redrawnItems }
    add(
      "redrawn_items_per_frame",
      "mean",
      made.isEmpty ? nil : Double(redrawn) / Double(made.count),
      "count"
    )
    let tokens = outcome.latency.tokenCount
    add(
      "remeasures_per_token",
      "mean",
      tokens == 0 ? nil : Double(counts.measuredBlocks) / Double(tokens),
      "count"
    )
    let lookups = counts.cacheHits + counts.cacheMisses
    add(
      "cache_hit_pct",
      "value",
      lookups == 0 ? nil : 100 * Double(counts.cacheHits) / Double(lookups),
      "pct",
      .up
    )
    add("rebases", "value", Double(counts.rebases), "count", .none)
    add("offset_changes", "value", Double(offsetChanges), "count", .none)
  }

  private var offsetChanges: Int { zip(made, made.dropFirst()).count { $0.offset != $1.offset } }
}
