import Statistics
import Timebase

// Work and memory for what a reader gets: a design does not get cheaper by making more frames of it.
extension Metric {
  /// The engine's work on a token.
  package static let costPerToken = Metric(
    .init("cost_per_token_ms", "cost a token", .milliseconds),
    formula: "engine work of all frames / tokens taken in"
  ) { context in
    if let absence = context.withoutWork() ?? context.withoutText() { return absence }
    return .figure(Double(context.engineWork.sum) / 1_000_000 / Double(context.tokenCount))
  }
  .compared(nil, place: .cost)

  /// Calls to the allocator for a token.
  package static let allocationsPerToken = Metric(
    .init("allocs_per_token", "allocations a token", .count),
    statistic: .mean,
    formula:
      "calls to the allocator in all frames / tokens taken in, after one repetition to warm up"
  ) { context in
    if let absence = context.withoutAllocations() ?? context.withoutText() { return absence }
    return .figure(Double(context.allocationCalls) / Double(context.tokenCount))
  }
  .compared(.exactly, .mean, place: .cost)

  /// Calls to the allocator in a second of interaction.
  package static let allocationsPerSecond = Metric(
    .init("allocs_per_s", "allocations a second", .count),
    statistic: .mean,
    formula:
      "calls to the allocator in all frames / interaction time, after one repetition to warm up"
  ) { context in
    if let absence = context.withoutAllocations() ?? context.withoutInteraction() { return absence }
    return .figure(Double(context.allocationCalls) / context.interaction.length.seconds)
  }

  /// Bytes asked for in a second of interaction.
  package static let bytesPerSecond = Metric(
    .init("bytes_per_s", "bytes allocated a second", .bytes),
    statistic: .mean,
    formula: "bytes asked for in all frames / interaction time, after one repetition to warm up"
  ) { context in
    if let absence = context.withoutAllocations() ?? context.withoutInteraction() { return absence }
    let bytes = context.input.allocations.reduce(0) { $0 + $1.bytes }
    return .figure(Double(bytes) / context.interaction.length.seconds)
  }
}

extension MetricContext {
  fileprivate var tokenCount: Int { input.text?.tokenCount ?? 0 }
  fileprivate var allocationCalls: Int { input.allocations.reduce(0) { $0 + $1.calls } }

  /// Why nothing can be said of memory; nil when it can.
  fileprivate func withoutAllocations() -> MetricOutcome? {
    input.allocations.isEmpty ? .missing("allocations were not counted") : nil
  }

  /// Why nothing can be said of interaction time; nil when it can.
  fileprivate func withoutInteraction() -> MetricOutcome? {
    withoutEpisodes() ?? (interaction.length == .zero ? .nothing("no interaction") : nil)
  }
}
