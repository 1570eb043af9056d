import FramePacing
import Statistics
import Timebase

// Whether frames were there when they were due.
extension CellMetrics {
  /// From the tick to the end of the frame: beyond it a frame counts as frozen (Android vitals).
  static let frozen = Nanoseconds.milliseconds(700)

  mutating func addPacing() {
    let onTime = made.count { $0.isOnTime }
    let lost = made.reduce(0) { $0 + $1.lostVsyncs }
    let period = rate.periodMilliseconds
    let hasTicks = activeTicks > 0
    add("active_ticks", "value", Double(activeTicks), "count", .none)
    add("swallowed_ticks", "value", Double(activeTicks - made.count), "count")
    add("late_frames", "value", Double(made.count - onTime), "count")
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
    add("hitch_max_ms", "value", hasTicks ? Double(chains.max() ?? 0) * period : nil, "ms")
    add("frame_overrun", Self.tail, of: made.map { $0.end - deadline(of: $0) })
    addWindows()
    let lags = made.map { Int64($0.vsync - ($0.tick + 1 + depth)) }
    add("present_lag_p99_ms", "p99", periods(lags), "ms")
    add("frozen_frames", "value", Double(made.count { $0.end - $0.instant > Self.frozen }), "count")
    addRates()
    add("animation_error_p99_ms", "p99", periods(animationErrors), "ms")
  }

  private func deadline(of frame: FrameRecord) -> Instant {
    rate.instant(ofTick: frame.tick + 1 + depth)
  }

  /// The 99th percentile of counts of refresh periods, in milliseconds.
  private func periods(_ samples: [Int64]) -> Double? {
    Samples(samples).value(at: .p99).map { Double($0) * rate.periodMilliseconds }
  }

  // MARK: Chains

  /// Vsyncs lost by each chain of late frames. A frame in time ends a chain, and so does idle time.
  private var hitchChains: [Int] {
    var chains: [Int] = []
    var current = 0
    for (frame, isContinued) in zip(made, isContinued) {
      if current > 0, !isContinued || (frame.isOnTime && frame.lostVsyncs == 0) {
        chains.append(current)
        current = 0
      }
      current += frame.lostVsyncs
    }
    if current > 0 { chains.append(current) }
    return chains
  }

  /// How far the time that passed on screen between two frames was from the time that their ticks
  /// stand for, in refresh periods.
  private var animationErrors: [Int64] {
    made.indices.dropFirst().compactMap { index in
      guard isContinued[index] else { return nil }
      let simulated = made[index].tick - made[index - 1].tick
      let displayed = made[index].vsync - made[index - 1].vsync
      return Int64((simulated - displayed).magnitude)
    }
  }

  // MARK: Windows

  private mutating func addWindows() {
    let windows = droppedInWindows
    add("worst_1s_dropped_pct", "value", windows.max(), "pct")
    add(
      "p95_1s_dropped_pct",
      "p95",
      Samples(windows.map { Int64($0 * 1000) }).value(at: .p95).map { Double($0) / 1000 },
      "pct"
    )
  }

  /// Per cent of vsyncs lost in each window of one second of active ticks.
  private var droppedInWindows: [Double] {
    let losses = lossesByTick
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

  /// Vsyncs lost, each at the active tick at which it was: the late frame's own and those that it
  /// swallowed; what is left lies with the frame.
  private var lossesByTick: [Int] {
    var losses = Array(repeating: 0, count: outcome.frames.count)
    var owner = 0
    var owed = 0
    for (index, frame) in outcome.frames.enumerated() {
      if frame.isSwallowed {
        let share = min(owed, 1)
        losses[index] = share
        owed -= share
      } else {
        losses[owner] += owed
        owner = index
        losses[index] = min(frame.lostVsyncs, 1)
        owed = frame.lostVsyncs - losses[index]
      }
    }
    if !losses.isEmpty { losses[owner] += owed }
    return losses
  }

  // MARK: Rates

  private mutating func addRates() {
    let span = Double(activeTicks + trailingLoss) * rate.periodMilliseconds / 1000
    add("fps_avg", "value", activeTicks == 0 ? nil : Double(made.count) / span, "fps", .up)
    add("fps_low1_integral", "value", lowOnePercent, "fps", .up)
  }

  /// Vsyncs lost after the last active tick, which no tick accounts for.
  private var trailingLoss: Int {
    guard let last = made.last else { return 0 }
    return max(0, last.vsync - (last.tick + 1 + depth))
  }

  /// 1000 / frame time at which the longest frames have used one per cent of the time.
  private var lowOnePercent: Double? {
    let times = made.map { 1 + $0.lostVsyncs }.sorted(by: >)
    let total = times.reduce(0, +)
    var used = 0
    for time in times {
      used += time
      if 100 * used >= total { return 1000 / (Double(time) * rate.periodMilliseconds) }
    }
    return nil
  }
}
