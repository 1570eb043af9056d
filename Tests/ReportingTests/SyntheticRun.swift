import FrameMetrics
import FramePacing
import Lengths
import Records
import Timebase

/// Runs made up from a seed: several cells with hitches, stalls, fallbacks, idle stretches, missing
/// figures and names that try to break out of every format.
enum SyntheticRun {
  static let hostile =
    #"a,"b" <script>alert('x')</script>"# + "\u{301}&\u{2028}\n ｗ|`日本語 🧑‍🚀 \u{1B}[31m"

  /// A run of `scenarios` x `profiles` x `rates`, each cell with about `ticks` active ticks.
  static func make(
    seed: UInt64 = 1,
    name: String = "sample",
    scenarios: [String] = ["stream-steady", "fling-through-history"],
    profiles: [String] = ["reference", "messaging-ui"],
    rates: [Int] = [60, 120],
    ticks: Int = 600
  ) -> RunRecord {
    var cells: [CellRecord] = []
    for scenario in scenarios {
      for profile in profiles {
        for rate in rates {
          var generator = SeededGenerator(seed: seed, index: UInt64(cells.count))
          cells.append(
            cell(scenario, profile, rate, seed: seed, ticks: ticks, using: &generator)
          )
        }
      }
    }
    return RunRecord(
      name: name,
      clock: .virtual,
      cost: .cpu,
      measurer: .pango,
      environment: [
        ("cpu", "Intel Xeon, 2 cores"), ("os", "Debian 12"), ("toolchain", "Swift 6.3.1"),
        ("git_revision", "0123abc"), ("fonts", "Inter 3.19, Noto Sans CJK"), ("icu", ""),
      ],
      cells: cells
    )
  }

  private static func cell(
    _ scenario: String,
    _ profile: String,
    _ rate: Int,
    seed: UInt64,
    ticks: Int,
    using generator: inout SeededGenerator
  ) -> CellRecord {
    var cell = CellRecord(
      scenario: scenario,
      profile: profile,
      device: "iphone-15-pro",
      refreshHertz: rate,
      seed: seed
    )
    cell.hostShare = 0.5
    cell.episodes = [
      Episode(.opening, from: .zero, to: Instant(milliseconds: 16.5)),
      Episode(.stream, from: Instant(milliseconds: 500), to: Instant(milliseconds: 9_000.25)),
    ]
    cell.openings = [
      Opening(due: .zero, settled: Instant(milliseconds: 16.5)),
      Opening(due: Instant(milliseconds: 100), settled: nil),
    ]
    cell.textInSHA256 = String(repeating: "3fa5", count: 16)
    cell.textOutSHA256 = cell.textInSHA256
    let weight = profile == "reference" ? 1 : 1 + generator.nextIndex(below: 30)
    frames(&cell, ticks: ticks, weight: weight, using: &generator)
    figures(&cell)
    if profile == "reference" {
      cell.frameLogSHA256 = String(repeating: "9e", count: 32)
      cell.modelRatio = [.input: 1.02, .measure: 0.93, .layout: 1.2]
    }
    return cell
  }

  private static func frames(
    _ cell: inout CellRecord,
    ticks: Int,
    weight: Int,
    using generator: inout SeededGenerator
  ) {
    let rate = RefreshRate(hertz: cell.refreshHertz)
    var pipeline = FramePipeline(rate: rate, hostShare: 0.5)
    var rule = FallbackRule(.init(entersBelow: .fiveSixths, hasHysteresis: true), rate: rate)
    var tick = 0
    while cell.frames.count < ticks {
      if generator.nextIndex(below: 400) == 0 { tick += 30 + generator.nextIndex(below: 90) }
      let first = tick
      while tick < pipeline.nextTick {
        cell.frames.append(FrameRecord(swallowedTick: tick, at: rate.instant(ofTick: tick)))
        tick += 1
      }
      for passed in first..<tick { rule.pass(tick: passed) }
      let isFallback = rule.decide(at: rate.instant(ofTick: tick))
      let frame = frame(tick, rate, weight, using: &generator)
      let presented = pipeline.present(
        tick: tick,
        firstActiveTick: first,
        duration: frame.cost.engine + frame.cost.stall
      )
      rule.note(presented, cost: frame.cost)
      cell.frames.append(
        finish(frame, presented, rate, isFallback: isFallback, using: &generator)
      )
      tick += 1
    }
    cell.fallbacks = rule.episodes
  }

  private static func frame(
    _ tick: Int,
    _ rate: RefreshRate,
    _ weight: Int,
    using generator: inout SeededGenerator
  ) -> FrameRecord {
    var frame = FrameRecord(swallowedTick: tick, at: rate.instant(ofTick: tick))
    frame.isSwallowed = false
    for phase in Phase.allCases {
      let scale = phase == .measure ? 90_000 : phase == .layout ? 25_000 : 9_000
      var cost = Double(scale * weight) * (0.3 + generator.nextFraction())
      if phase == .measure, generator.nextIndex(below: 60) == 0 { cost *= 9 }
      if phase == .input, generator.nextIndex(below: 3) > 0 { cost = 0 }
      frame.cost[phase] = Nanoseconds(rawValue: Int64(cost))
      frame.modelled[phase] = Nanoseconds(rawValue: Int64(cost * 1.1))
    }
    if weight > 1, generator.nextIndex(below: 250) == 0 {
      frame.cost.stall = .milliseconds(20 + generator.nextIndex(below: 300))
    }
    return frame
  }

  private static func finish(
    _ unfinished: FrameRecord,
    _ presented: PresentedFrame,
    _ rate: RefreshRate,
    isFallback: Bool,
    using generator: inout SeededGenerator
  ) -> FrameRecord {
    var frame = unfinished
    frame.end = presented.end
    frame.presented = rate.instant(ofTick: presented.vsync)
    frame.vsync = presented.vsync
    frame.lostVsyncs = presented.lostVsyncs
    frame.isOnTime = presented.isOnTime
    frame.isFallback = isFallback
    frame.offset = LayoutUnit(rawValue: 3_200_000_000 + Int64(generator.nextIndex(below: 99_999)))
    frame.drift = LayoutUnit(rawValue: Int64(generator.nextIndex(below: 3)) - 1)
    frame.backlogChunks = generator.nextIndex(below: 12)
    frame.fades = generator.nextIndex(below: 5)
    frame.visibleItems = 7
    frame.redrawnItems = 1
    if generator.nextIndex(below: 10) > 0 {
      var counts = FrameRecord.PhaseValuesOfInt()
      counts[.measure] = generator.nextIndex(below: 40)
      frame.allocations = .init(counts: counts, bytes: 4096)
    }
    return frame
  }

  private static func figures(_ cell: inout CellRecord) {
    let period = 1000 / Double(cell.refreshHertz)
    let costs = cell.frames.filter { !$0.isSwallowed }.map(\.cost.engine.milliseconds).sorted()
    let p99 = costs[min(costs.count - 1, costs.count * 99 / 100)]
    let lost = cell.frames.reduce(0) { $0 + $1.lostVsyncs }
    let seconds = Double(cell.frames.count) / Double(cell.refreshHertz)
    let hitchRatio = Double(lost) * period / seconds
    let onTime = 100 * Double(cell.frames.count { $0.isOnTime }) / Double(cell.frames.count)
    cell.metrics = [
      MetricValue(metric: "hitch_ratio_ms_per_s", value: hitchRatio, unit: .millisecondsPerSecond),
      MetricValue(metric: "budget_adherence_pct", value: onTime, unit: .percent, better: .up),
      MetricValue(
        metric: "frame_cost_ms",
        statistic: .p50,
        value: costs[costs.count / 2],
        unit: .milliseconds
      ),
      MetricValue(
        metric: "frame_cost_ms",
        statistic: .p99,
        value: p99,
        unit: .milliseconds,
        low: p99 * 0.97,
        high: p99 * 1.04
      ),
      MetricValue(
        metric: "budget_used_pct",
        statistic: .p99,
        value: 100 * p99 / period,
        unit: .percent
      ),
      MetricValue(metric: "allocs_per_frame", statistic: .mean, value: 12.5, unit: .count),
      MetricValue(
        metric: "anchor_drift_max_pt",
        value: cell.profile == "reference" ? 0 : 0.015_625,
        unit: .points
      ),
      MetricValue(metric: "fallback_entries", value: Double(cell.fallbacks.count), unit: .count),
      MetricValue(metric: "instructions_per_frame", value: nil, unit: .count),
      MetricValue(metric: "active_ticks", value: 1e-7, unit: .count, better: .none),
    ]
    cell.budgets = [
      BudgetCheck(
        name: "hitch_ratio_ms_per_s",
        limit: 5,
        value: hitchRatio,
        unit: "ms/s",
        isUpperLimit: true,
        state: hitchRatio <= 5 ? .kept : .missed
      ),
      BudgetCheck(
        name: "budget_adherence_pct",
        limit: 99.9,
        value: onTime,
        unit: "pct",
        isUpperLimit: false,
        state: onTime >= 99.9 ? .kept : .missed
      ),
      BudgetCheck(
        name: "budget_used_p99_pct",
        limit: 50,
        value: 100 * p99 / period,
        unit: "pct",
        isUpperLimit: true,
        state: p99 <= period / 2 ? .kept : .missed
      ),
      BudgetCheck(
        name: "token_visible_max_ms",
        limit: 700,
        value: nil,
        unit: "ms",
        isUpperLimit: true,
        state: .invalid,
        note: "no such figure"
      ),
    ]
    let missed = cell.budgets.filter { $0.state == .missed }.map(\.name)
    if !missed.isEmpty { cell.verdict = .budgetMissed(missed) }
  }

  /// A run in which every kind of verdict, missing value and hostile name occurs.
  static func hostileRun() -> RunRecord {
    var run = make(
      name: hostile,
      scenarios: [hostile, "</table>"],
      profiles: ["reference", "x\"\u{301} onmouseover=\"y"],
      rates: [60],
      ticks: 80
    )
    run.environment.append((hostile, hostile))
    run.cells[0].verdict = .failed(hostile)
    run.cells[0].frames = []
    (run.cells[0].metrics[0].value, run.cells[0].metrics[0].absence) = (nil, .missing)
    run.cells[1].verdict = .broken(atMilliseconds: 1234.5, cause: hostile)
    run.cells[1].seed = .max
    run.cells[1].metrics[3].metric = hostile
    run.cells[1].budgets[0].name = hostile
    run.cells[2].verdict = .textDiffers
    run.cells[2].textOutSHA256 = "<b>"
    run.cells[3].device = hostile
    run.cells[2].refusals = hostile
    run.cells[2].busySeconds = 1.25
    run.cells[2].counts.operations[.reveal][.chunkReleased] = 7
    run.cells[2].counts.cacheHits = 3
    run.date = hostile
    run.command = ["run", hostile]
    run.shard = Shard(number: 2, count: 3)
    (run.cells[3].metrics[1].value, run.cells[3].metrics[1].absence) = (.nan, .missing)
    (run.cells[3].metrics[2].value, run.cells[3].metrics[2].absence) = (.infinity, .missing)
    run.cells[3].fallbacks = [
      FallbackEpisode(
        entered: Instant(milliseconds: 10.25),
        left: nil,
        cause: .hostStall,
        after: Nanoseconds(rawValue: 1)
      ),
      FallbackEpisode(
        entered: Instant(milliseconds: 5),
        left: Instant(milliseconds: 7),
        cause: .phase(.measure),
        after: .zero
      ),
    ]
    return run
  }
}
