import FramePacing
import Statistics
import Timebase

// What the engine's work took, and the memory it asked for.
extension Metric {
  static let cost: [Metric] =
    [frameCost, budgetUsed, engineTime, costPerToken, frameOverrun]
    + [costGrowth] + Episode.Kind.allCases.filter { $0 != .opening }.map { costGrowth(in: $0) }
    + Phase.allCases.map { phaseCost($0) }
    + [
      allocationsPerToken, allocationsPerSecond, bytesPerSecond, allocations, allocatedBytes,
      instructions,
    ]

  static let spread: [Statistic] = [.p50, .p95, .p99, .p999, .max]

  /// The engine's work on a frame.
  package static let frameCost = Metric.times(
    .init("frame_cost_ms", "frame cost"),
    spread,
    formula: "engine work of a frame over all its phases, times the device's CPU scale; the host's "
      + "stall is not in it. p99.9 from 10,000 frames on",
    unless: { $0.withoutWork() },
    samples: { $0.engineWork }
  ).resting(on: .work)
    .compared(.everywhere, .p50, .p99, place: .cost)

  /// The engine's share of the period.
  package static let budgetUsed = Metric(
    .init("budget_used_pct", "share of T used", .percent),
    statistics: [.p99],
    formula: "100 x p99 of the frame cost / T, openings left out where no other episode runs"
  ) { context in
    if case .changing = context.timeline.grid {
      if let absence = context.withoutWork() { return [absence] }
      guard let p99 = context.pacedShares.value(at: .p99) else {
        return [.nothing("no frame was made outside openings")]
      }
      return [.figure(Double(p99) / 10_000_000)]
    }
    if let absence = context.withoutFixedRate() ?? context.withoutWork() { return [absence] }
    guard let rate = context.rate, let p99 = context.pacedWork.value(at: .p99) else {
      return [.nothing("no frame was made outside openings")]
    }
    return [.figure(Double(p99) / 10_000 / rate.periodMilliseconds)]
  }.resting(on: .work, .rates)

  private static let engineTime = Metric(
    .init("engine_time_pct", "engine time", .percent),
    formula: "100 x engine work of all frames / interaction time"
  ) { context in
    if let absence = context.withoutWork() ?? context.withoutEpisodes() { return absence }
    let interaction = context.interaction.length
    if interaction == .zero { return .nothing("no interaction") }
    return .figure(100 * Double(context.engineWork.sum) / Double(interaction.rawValue))
  }
  .compared(nil, place: .cost)

  private static let frameOverrun = Metric.times(
    .init("frame_overrun_ms", "overrun"),
    [.p99],
    formula: "end of the engine's work - (the frame's own promise - host share x T), signed: "
      + "negative when in time",
    unless: { $0.withoutPromise() ?? $0.withoutWork() },
    samples: { context in
      let (grid, share) = (context.timeline.grid, context.timeline.hostShare ?? 0)
      return Samples(
        context.made.compactMap { frame -> Int64? in
          guard let promised = frame.promised, let work = frame.work else { return nil }
          let drawing = grid.oneRate(at: frame.wanted).map { $0.share(share) } ?? .zero
          return (work.end - (promised - drawing)).rawValue
        }
      )
    }
  ).resting(on: .overrun)

  package static func costName(of phase: Phase) -> String { "\(phase.name)_cost_ms" }

  private static func phaseCost(_ phase: Phase) -> Metric {
    Metric.times(
      .init(costName(of: phase), "\(phase.name) cost"),
      spread,
      formula: "the frame cost of the phase `\(phase.name)` alone",
      unless: { context in
        if let absence = context.withoutWork() { return absence }
        return context.timeline.phaseNames.contains(phase.name)
          ? nil : .missing("the input does not tell of such a phase")
      },
      samples: { context in
        let index = context.timeline.phaseNames.firstIndex(of: phase.name)
        return Samples(
          context.made.compactMap { frame -> Int64? in
            guard let index, let phases = frame.work?.phases else { return nil }
            return phases[index].rawValue
          }
        )
      }
    )
  }

  /// Calls to the allocator.
  package static let allocations = Metric(
    .init("allocs_per_frame", "allocations a frame", .count),
    statistics: [.mean, .p50],
    formula: "calls to the allocator in a frame, after one repetition to warm up"
  ) { context in
    let samples = Samples(context.input.allocations.map { Int64($0.calls) })
    if samples.isEmpty { return [.missing(notCounted), .missing(notCounted)] }
    return [Statistic.mean.outcome(of: samples), Statistic.p50.outcome(of: samples)]
  }

  private static let allocatedBytes = Metric(
    .init("bytes_per_frame", "bytes allocated a frame", .bytes),
    statistics: [.mean],
    formula: "bytes asked for in a frame, after one repetition to warm up"
  ) { context in
    let samples = Samples(context.input.allocations.map { Int64($0.bytes) })
    return [samples.isEmpty ? .missing(notCounted) : Statistic.mean.outcome(of: samples)]
  }

  private static let notCounted = "allocations were not counted"

  private static let instructions = Metric(
    .init("instructions_per_frame", "instructions a frame", .count),
    formula: "not counted in a run: this machine's counters are not read, so it is always missing"
  ) { _ in .missing("not available: no hardware counter is read") }
}
