import FramePacing
import Statistics
import Timebase

/// Turns what a run recorded into the figures of the report.
///
/// Every figure is over active ticks, swallowed ones included; one that the run gives no samples
/// for is missing, never 0.
struct CellMetrics {
  private let outcome: Runner.Outcome
  private let rate: RefreshRate
  private let depth: Int
  private var values: [MetricValue] = []

  /// Computes every figure.
  static func all(of outcome: Runner.Outcome, rate: RefreshRate, depth: Int) -> [MetricValue] {
    var metrics = CellMetrics(outcome: outcome, rate: rate, depth: depth)
    metrics.addPacing()
    metrics.addCosts()
    metrics.addText()
    metrics.addFallbacks()
    metrics.addEngine()
    return metrics.values
  }

  private init(outcome: Runner.Outcome, rate: RefreshRate, depth: Int) {
    self.outcome = outcome
    self.rate = rate
    self.depth = depth
  }

  private var made: [FrameRecord] { outcome.frames.filter { !$0.isSwallowed } }
  private var activeTicks: Int { outcome.frames.count }
  private var activeSeconds: Double { Double(activeTicks) / Double(rate.hertz) }

  private mutating func add(
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

  private mutating func add(
    _ metric: String,
    percentiles: [(String, Percentile)],
    of samples: [Nanoseconds]
  ) {
    let collected = Samples(samples.lazy.map(\.rawValue))
    for (name, percentile) in percentiles {
      let value = collected.value(at: percentile).map { Double($0) / 1_000_000 }
      add(metric, name, value, "ms")
    }
  }

  private static let spread: [(String, Percentile)] = [
    ("p50", .p50), ("p95", .p95), ("p99", .p99), ("p999", .p999), ("max", .max),
  ]
  private static let latency: [(String, Percentile)] = [
    ("p50", .p50), ("p99", .p99), ("max", .max),
  ]

  // MARK: Pacing

  private mutating func addPacing() {
    let frames = outcome.frames
    let onTime = frames.count { $0.isOnTime }
    let lost = made.reduce(0) { $0 + $1.lostVsyncs }
    let period = rate.periodMilliseconds
    let hasTicks = !frames.isEmpty
    add("active_ticks", "value", Double(activeTicks), "count", .none)
    add("late_frames", "value", Double(activeTicks - onTime), "count")
    add(
      "budget_adherence_pct",
      "value",
      hasTicks ? 100 * Double(onTime) / Double(activeTicks) : nil,
      "pct",
      .up
    )
    add(
      "hitch_ratio_ms_per_s",
      "value",
      hasTicks ? Double(lost) * period / activeSeconds : nil,
      "ms/s"
    )
    let chains = hitchChains
    add("hitch_count", "value", Double(chains.count), "count")
    add("hitch_max_ms", "value", Double(chains.max() ?? 0) * period, "ms")
    add(
      "frame_overrun_p99_ms",
      "p99",
      Samples(made.map { ($0.end - deadline(of: $0)).rawValue }).value(at: .p99)
        .map { Double($0) / 1_000_000 },
      "ms"
    )
    add("present_lag_p99_ms", "p99", presentLag, "ms")
    add(
      "frozen_frames",
      "value",
      Double(made.count { Double($0.lostVsyncs) * period > 700 }),
      "count"
    )
    let windows = droppedInWindows
    add("worst_1s_dropped_pct", "max", windows.max(), "pct")
    add(
      "p95_1s_dropped_pct",
      "p95",
      Samples(windows.map { Int64($0 * 1000) }).value(at: .p95).map { Double($0) / 1000 },
      "pct"
    )
    let span = Double(activeTicks + trailingLoss) * period / 1000
    add("fps_avg", "value", hasTicks ? Double(made.count) / span : nil, "count", .up)
    add("fps_low1_integral", "value", lowOnePercent, "count", .up)
  }

  private func deadline(of frame: FrameRecord) -> Instant {
    rate.instant(ofTick: frame.tick + 1 + depth)
  }

  /// Vsyncs lost after the last active tick, which no tick accounts for.
  private var trailingLoss: Int {
    guard let last = made.last else { return 0 }
    return max(0, last.vsync - (last.tick + 1 + depth))
  }

  private var presentLag: Double? {
    let lags = made.map { Int64($0.vsync - ($0.tick + 1 + depth)) }
    return Samples(lags).value(at: .p99).map { Double($0) * rate.periodMilliseconds }
  }

  /// Vsyncs lost by each chain of late frames.
  private var hitchChains: [Int] {
    var chains: [Int] = []
    var current = 0
    for frame in made {
      if frame.lostVsyncs > 0 {
        current += frame.lostVsyncs
      } else if frame.isOnTime, current > 0 {
        chains.append(current)
        current = 0
      }
    }
    if current > 0 { chains.append(current) }
    return chains
  }

  /// Per cent of vsyncs lost in each window of one second of active ticks.
  private var droppedInWindows: [Double] {
    let losses = outcome.frames.map { $0.isSwallowed ? 0 : $0.lostVsyncs }
    guard !losses.isEmpty else { return [] }
    let width = min(rate.hertz, losses.count)
    var sum = losses[..<width].reduce(0, +)
    var windows = [100 * Double(min(sum, width)) / Double(width)]
    for index in width..<max(width, losses.count) {
      sum += losses[index] - losses[index - width]
      windows.append(100 * Double(min(sum, width)) / Double(width))
    }
    return windows
  }

  /// 1000 / frame time at which the longest frames have used one per cent of the time.
  private var lowOnePercent: Double? {
    let times = made.map { Double(1 + $0.lostVsyncs) * rate.periodMilliseconds }.sorted(by: >)
    let share = times.reduce(0, +) / 100
    var used = 0.0
    for time in times {
      used += time
      if used >= share { return 1000 / time }
    }
    return nil
  }

  // MARK: Costs

  private mutating func addCosts() {
    let costs = made.map(\.cost.engine)
    add("frame_cost_ms", percentiles: Self.spread, of: costs)
    let p99 = Samples(costs.lazy.map(\.rawValue)).value(at: .p99)
    add(
      "budget_used_p99_pct",
      "p99",
      p99.map { Double($0) / 10_000 / rate.periodMilliseconds },
      "pct"
    )
    for phase in Phase.allCases {
      add("\(phase.name)_cost_ms", percentiles: Self.latency, of: made.map { $0.cost[phase] })
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
    add("token_visible_ms", percentiles: Self.latency, of: latency.tokens)
    add("chunk_visible_ms", percentiles: Self.latency, of: latency.chunks)
    add(
      "first_chunk_visible_ms",
      "max",
      latency.firstChunks.max().map(\.milliseconds),
      "ms"
    )
    add("hold_ms", percentiles: [("p99", .p99)], of: latency.holds)
    let backlog = made.map(\.backlogChunks).max()
    let streams = latency.tokenCount > 0
    add(
      "reveal_backlog_max_chunks",
      "max",
      streams ? backlog.map(Double.init) : nil,
      "count"
    )
    add("drain_ms", "value", latency.drain.map(\.milliseconds), "ms")
    add("stagger_error_ms", percentiles: [("p99", .p99)], of: latency.staggerErrors)
    add("pool_wait_ms", percentiles: [("p99", .p99)], of: latency.poolWaits)
    add("pool_peak", "value", streams ? Double(outcome.counts.poolPeak) : nil, "count")
    add("snaps", "value", streams ? Double(outcome.counts.snaps) : nil, "count")
    add("opacity_jump_max", "max", streams ? outcome.counts.opacityJump : nil, "ratio")
    add("tokens", "value", Double(latency.tokenCount), "count", .none)
    add("discarded_bytes", "value", Double(outcome.counts.discardedUTF8), "bytes", .none)
  }

  // MARK: Fallback

  private mutating func addFallbacks() {
    let inFallback = made.count { $0.isFallback }
    add("fallback_entries", "value", Double(outcome.fallbacks.count), "count")
    add(
      "fallback_time_pct",
      "value",
      made.isEmpty ? nil : 100 * Double(inFallback) / Double(made.count),
      "pct"
    )
    add(
      "fallback_detect_ms",
      "max",
      outcome.fallbacks.map(\.detection.milliseconds).max(),
      "ms"
    )
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
