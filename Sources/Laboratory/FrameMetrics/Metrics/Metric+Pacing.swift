import FramePacing
import Statistics
import Timebase

// Hitches: how long old content stayed on screen, and in what the reader did.
extension Metric {
  static let pacing: [Metric] =
    [hitchRatio, hitchTime, hitchRatioAnimating]
    + Episode.Kind.allCases.flatMap { [hitchRatio(in: $0), hitchTime(in: $0)] }
    + [
      interactionTime, animatingTime, openingTime, hitchCount, longestHitch, hitchChains,
      longestChain, frozenFrames,
    ]

  /// The headline.
  package static let hitchRatio = Metric(
    .init("hitch_ratio_ms_per_s", "hitch ratio", .millisecondsPerSecond),
    formula: "hitch time / interaction time: the union of all episodes but openings. A hitch in an "
      + "opening is left out where no other episode runs; one outside every episode is in"
  ) { context in
    if let absence = context.withoutPromise() ?? context.withoutEpisodes() { return absence }
    let seconds = context.interaction.length.seconds
    if seconds == 0 { return .nothing("no interaction") }
    return .figure(context.interactionHitchTime / seconds)
  }
  .compared(.everywhere)

  /// The headline's hitches in absolute terms.
  package static let hitchTime = Metric(
    .init("hitch_time_ms", "hitch time", .milliseconds),
    formula: "the hitch time of the hitch ratio: for each frame max(0, presented - max(promised, "
      + "presented of the frame before + one period or grid step)); promised of a frame that stands "
      + "for swallowed ticks is that of the first of them"
  ) { context in
    context.withoutPromise() ?? context.withoutEpisodes() ?? .figure(context.interactionHitchTime)
  }.growing()

  /// What a log of a real app is compared by.
  package static let hitchRatioAnimating = Metric(
    .init("hitch_ratio_animating_ms_per_s", "hitch ratio, animating", .millisecondsPerSecond),
    formula: "hitch time of all frames / animating time: the union of wanted frames from wanted to "
      + "presented, gaps up to 100 ms bridged. For simulated runs and logs of real apps alike"
  ) { context in
    if let absence = context.withoutPromise() { return absence }
    let seconds = context.animating.length.seconds
    return seconds > 0 ? .figure(context.hitchTime / seconds) : .nothing("nothing was animated")
  }.resting(on: .hitches, .animating)
    .compared(.everywhere)

  private static func hitchRatio(in kind: Episode.Kind) -> Metric {
    Metric(
      .init(
        "hitch_ratio_\(kind.rawValue)_ms_per_s",
        "hitch ratio, \(kind.rawValue)",
        .millisecondsPerSecond
      ),
      formula: "hitch time within episodes of the kind `\(kind.rawValue)` / their length"
        + (kind == .opening ? "; kinds overlap, and may add up to more than the whole" : "")
    ) { context in
      if let absence = context.withoutPromise() ?? context.withoutEpisodes() { return absence }
      let spans = context.spans[kind] ?? TimeSpans()
      let seconds = spans.length.seconds
      if seconds == 0 { return .nothing("no such episode") }
      return .figure(context.hitchTime(in: spans) / seconds)
    }
  }

  private static func hitchTime(in kind: Episode.Kind) -> Metric {
    Metric(
      .init("hitch_time_\(kind.rawValue)_ms", "hitch time, \(kind.rawValue)", .milliseconds),
      formula: "hitch time within episodes of the kind `\(kind.rawValue)`"
    ) { context in
      if let absence = context.withoutPromise() ?? context.withoutEpisodes() { return absence }
      guard let spans = context.spans[kind], !spans.spans.isEmpty else {
        return .nothing("no such episode")
      }
      return .figure(context.hitchTime(in: spans))
    }
  }

  /// What the hitch ratio divides by.
  package static let interactionTime = Metric(
    .init("interaction_ms", "interaction time", .milliseconds, .none),
    formula: "the length of the union of all episodes but openings"
  ) { context in
    context.withoutEpisodes() ?? .figure(context.interaction.length.milliseconds)
  }

  /// What the animating ratio divides by.
  package static let animatingTime = Metric(
    .init("animating_ms", "animating time", .milliseconds, .none),
    formula: "the union of wanted frames from wanted to presented, gaps up to 100 ms bridged"
  ) { .figure($0.animating.length.milliseconds) }.resting(on: .animating).growing()

  /// How long opening a conversation takes.
  package static let openingTime = Metric(
    .init("opening_ms", "opening", .milliseconds),
    statistics: [.p50, .max],
    formula: "a load due -> the first presented frame that fills the viewport (or shows all there "
      + "is), all of it measured, and after which nothing moves before the next event of its "
      + "window; beyond every limit when there is none"
  ) { context in
    let openings = context.input.openings
    if openings.isEmpty { return [.nothing("nothing was opened"), .nothing("nothing was opened")] }
    let unsettled = openings.count { $0.settled == nil }
    if unsettled > 0 {
      let never = MetricOutcome.never("\(unsettled) of \(openings.count) openings never settled")
      return [never, never]
    }
    let times = Samples(openings.compactMap { o in o.settled.map { ($0 - o.due).rawValue } })
    return [Statistic.p50.outcome(ofTimes: times), Statistic.max.outcome(ofTimes: times)]
  }
  .compared(.exactly, .max)

  /// How many frames hitched.
  package static let hitchCount = Metric(
    .init("hitch_count", "hitches", .count),
    formula: "frames with a hitch, openings left out where no other episode runs"
  ) { context in
    context.withoutPromise()
      ?? .figure(Double(context.judged.count { context.pacedHitch(of: $0) > 1e-6 }))
  }.resting(on: .hitches).growing()

  package static let longestHitch = Metric(
    .init("hitch_max_ms", "longest hitch", .milliseconds),
    formula: "the longest hitch of one frame, openings left out where no other episode runs"
  ) { context in
    context.withoutPromise()
      ?? .figure(context.judged.lazy.map { context.pacedHitch(of: $0) }.max() ?? 0)
  }.resting(on: .hitches)
    .compared(.exactly)

  private static let hitchChains = Metric(
    .init("hitch_chains", "hitch chains", .count),
    formula:
      "chains of late frames with hitches; a frame on time without one, or idle time, ends a "
      + "chain"
  ) { context in context.withoutPromise() ?? .figure(Double(context.chains.count)) }.resting(
    on: .hitches
  ).growing()

  private static let longestChain = Metric(
    .init("hitch_chain_max_ms", "longest hitch chain", .milliseconds),
    formula: "the most hitch time of one chain"
  ) { context in context.withoutPromise() ?? .figure(context.chains.max() ?? 0) }.resting(
    on: .hitches
  )

  private static let frozenFrames = Metric(
    .init("frozen_frames", "frozen frames", .count),
    formula: "frames with a hitch of more than 700 ms (the span of Android's frozen frames)"
  ) { context in
    context.withoutPromise()
      ?? .figure(Double(context.judged.count { ($0.hitchMilliseconds ?? 0) > 700 + 1e-6 }))
  }.resting(on: .hitches).growing()
}

extension MetricContext {
  /// The hitch time of each chain of late frames.
  fileprivate var chains: [Double] {
    var chains: [Double] = []
    var current = 0.0
    for judgement in judged {
      let hitch = judgement.hitchMilliseconds ?? 0
      if current > 0, !judgement.isContinued || (judgement.isOnTime != false && hitch == 0) {
        chains.append(current)
        current = 0
      }
      current += hitch
    }
    if current > 0 { chains.append(current) }
    return chains
  }
}
