import FramePacing
import Statistics
import Timebase

// How many of the wanted frames were there, how often the picture changed, and how evenly.
extension Metric {
  static let frequency: [Metric] = [
    adherence, onTimeOfAnimating, interactionRefreshes, activeTicks, pacedTicks, swallowedTicks,
    lateFrames, droppedInOneSecond,
    intervalResidency,
    framesPerSecond, lowOnePercent, presentLag, animationError,
  ]

  /// Ticks at which something was wanted.
  package static let activeTicks = Metric(
    .init("active_ticks", "frames", .count, .none),
    formula: "ticks at which something new was wanted, those without a frame of their own included"
  ) { .figure(Double($0.activeTicks)) }.resting(on: .frames).growing()

  /// Ticks that the budgets of pacing are about.
  package static let pacedTicks = Metric(
    .init("paced_ticks", "active ticks outside openings", .count, .none),
    formula: "active ticks, those in openings where no other episode runs left out"
  ) { .figure(Double($0.pacedTicks)) }.growing()

  private static let swallowedTicks = Metric(
    .init("swallowed_ticks", "swallowed ticks", .count),
    formula: "active ticks that no frame was made for, because a late one stood in their way"
  ) { context in .figure(Double(context.activeTicks - context.made.count)) }.resting(on: .skipped)
    .growing()

  /// Refreshes of interaction time without a late tick: the same denominator for every design.
  package static let adherence = Metric(
    .init("budget_adherence_pct", "frames on time", .percent, .up),
    formula:
      "100 x max(0, 1 - late frames / refreshes in interaction time), which the load alone decides, so that "
      + "a design that animates more gets no better share. Late frames outside every episode count too"
  ) { context in
    if let absence = context.withoutPromise() ?? context.withoutEpisodes() { return absence }
    guard let refreshes = context.interactionRefreshes else {
      return .missing("the display has no one refresh rate")
    }
    if refreshes == 0 { return .nothing("no interaction") }
    let outside = context.lateTicksOutsideEpisodes
    return .figure(
      100 * max(0, 1 - Double(context.lateTicks) / refreshes),
      note: outside == 0 ? nil : "\(outside) of the late frames came outside every episode"
    )
  }
  .compared(.everywhere)

  /// How many pictures the display could have shown in interaction time.
  package static let interactionRefreshes = Metric(
    .init("interaction_refreshes", "refreshes in interaction time", .count, .none),
    formula:
      "interaction time x rate, in whole refreshes; interaction time is the union of all episodes but openings"
  ) { context in
    if let absence = context.withoutEpisodes() { return absence }
    return context.interactionRefreshes.map { .figure($0) }
      ?? .missing("the display has no one refresh rate")
  }

  /// Ticks on time among those at which something was wanted.
  package static let onTimeOfAnimating = Metric(
    .init("on_time_of_animating_pct", "frames on time of those wanted", .percent, .up),
    formula:
      "100 x ticks on time / active ticks, those in openings where no other episode runs left "
      + "out. A tick is on time when its own frame is shown at its own promise (vsync k + 1 + d, half "
      + "a grid step of tolerance); a swallowed or dropped one is not. Not to be held against another "
      + "design's: it rises with how long a design animates"
  ) { context in
    if let absence = context.withoutPromise() { return absence }
    if context.pacedTicks == 0 { return .nothing("no tick was active outside openings") }
    return .figure(100 * Double(context.pacedTicksOnTime) / Double(context.pacedTicks))
  }.resting(on: .onTime)
    .compared(.ofRecordings, place: .other)

  /// Ticks not on time.
  package static let lateFrames = Metric(
    .init("late_frames", "late frames", .count),
    formula: "active ticks that are not on time, swallowed and dropped ones included, those in "
      + "openings where no other episode runs left out"
  ) { context in
    context.withoutPromise() ?? .figure(Double(context.lateTicks))
  }.resting(on: .onTime).growing()

  private static let droppedInOneSecond = Metric(
    .init("dropped_in_1s_pct", "dropped in 1 s", .percent),
    statistics: [.p95, .max],
    formula:
      "share of refresh periods lost to hitches, in sliding windows of one second of pictures "
      + "laid end to end, idle time left out; less than a second counts as filled up with pictures "
      + "on time"
  ) { context in
    if let absence = context.withoutPromise() { return [absence, absence] }
    // A list entry for each: what no recording has is not worth the memory.
    if context.judged.reduce(0, { $0 + ($1.lostPeriods ?? 0) }) > 4_000_000 {
      let reason = MetricOutcome.missing("more than 4,000,000 refresh periods were lost")
      return [reason, reason]
    }
    guard let windows = context.droppedInWindows else {
      let reason = MetricOutcome.missing("the display's refresh rate is not known")
      return [reason, reason]
    }
    let samples = Samples(windows.map { Int64(($0 * 1e9).rounded()) })
    return [.p95, .max].map { (statistic: Statistic) in statistic.outcome(of: samples, per: 1e9) }
  }.resting(on: .hitches, .rates)

  private static let intervalResidency = Metric(
    .init("interval_residency_pct", "interval residency", .percent, .none),
    statistics: [.onePeriod, .twoPeriods, .threePeriods, .fourPeriods, .morePeriods],
    formula: "share of animating time, from its first picture on, in which a picture stood for so "
      + "many refresh periods"
  ) { context in
    guard let shares = context.residency else {
      return Array(repeating: .missing("the display's refresh rate is not known"), count: 5)
    }
    if shares.reduce(0, +) == 0 { return Array(repeating: .nothing("no two pictures"), count: 5) }
    return shares.map { .figure($0) }
  }.resting(on: .intervals, .rates)

  private static let framesPerSecond = Metric(
    .init("fps_avg", "frames a second", .framesPerSecond, .up),
    formula: "rate x (1 - vsyncs lost / (active ticks + vsyncs lost at which nothing was wanted))"
  ) { context in
    if let absence = context.withoutFixedRate() ?? context.withoutPromise() { return absence }
    return .figure(context.averageRate)
  }.resting(on: .hitches, .rates)

  private static let lowOnePercent = Metric(
    .init("fps_low1_integral", "1 % low", .framesPerSecond, .up),
    formula: "1000 / frame time at which the longest frames have used 1 % of the time; a frame's "
      + "time is one period and its hitch"
  ) { context in
    if let absence = context.withoutFixedRate() ?? context.withoutPromise() { return absence }
    guard let rate = context.rate else { return .missing("the display has no one refresh rate") }
    let times = context.judged.map { 1 + ($0.lostPeriods ?? 0) }.sorted(by: >)
    let total = times.reduce(0, +)
    var used = 0
    for time in times {
      used += time
      if 100 * used >= total {
        return .figure(1000 / (Double(time) * rate.periodMilliseconds))
      }
    }
    return .nothing("no frame was shown")
  }.resting(on: .hitches, .rates)

  private static let presentLag = Metric(
    .init("present_lag_ms", "lag behind the promise", .milliseconds),
    statistics: [.p99],
    formula: "presented - the frame's own promise, of frames that were made"
  ) { context in
    if let absence = context.withoutPromise() { return [absence] }
    let grid = context.timeline.grid
    let lags = context.judged.compactMap { judgement -> Int64? in
      guard let own = context.timeline.frames[times: judgement.index].promised else { return nil }
      return Int64((grid.milliseconds(from: own, to: judgement.presented) * 1_000_000).rounded())
    }
    return [Statistic.p99.outcome(ofTimes: Samples(lags))]
  }.resting(on: .hitches)

  private static let animationError = Metric(
    .init("animation_error_ms", "animation error", .milliseconds),
    statistics: [.p99],
    formula: "abs(time between the ticks of two frames - time between their pictures), where the "
      + "second goes on from the first without idle time"
  ) { context in
    let grid = context.timeline.grid
    let frames = context.timeline.frames
    let errors = zip(context.judged, context.judged.dropFirst())
      .compactMap { before, after -> Int64? in
        guard after.isContinued else { return nil }
        let simulated = grid.milliseconds(
          from: frames[times: before.index].wanted,
          to: frames[times: after.index].wanted
        )
        let displayed = grid.milliseconds(from: before.presented, to: after.presented)
        return Int64((abs(simulated - displayed) * 1_000_000).rounded())
      }
    let samples = Samples(errors)
    if samples.isEmpty { return [.nothing("no frame went on from another")] }
    return [Statistic.p99.outcome(ofTimes: samples)]
  }.resting(on: .intervals, .frames)
}

extension MetricContext {
  /// Per cent of refresh periods lost in each second of pictures laid end to end.
  fileprivate var droppedInWindows: [Double]? {
    // One entry for each stretch: its length, and whether it was lost.
    var stretches: [(milliseconds: Double, isLost: Bool)] = []
    for judgement in judged {
      guard let period = timeline.grid.periodMilliseconds(at: judgement.presented),
        let lost = judgement.lostPeriods
      else { return nil }
      for _ in 0..<lost { stretches.append((period, true)) }
      stretches.append((period, false))
    }
    var windows: [Double] = []
    var (end, length, lost) = (0, 0.0, 0.0)
    for start in stretches.indices {
      while end < stretches.count, length + stretches[end].milliseconds <= 1000 + 1e-6 {
        length += stretches[end].milliseconds
        if stretches[end].isLost { lost += stretches[end].milliseconds }
        end += 1
      }
      // What is left at the end is shorter than a second and lies in the windows before it.
      let last = stretches.last?.milliseconds ?? 0
      if start > 0, end == stretches.count, length + last <= 1000 + 1e-6 { break }
      windows.append(min(100, 100 * max(0, lost) / 1000))
      length -= stretches[start].milliseconds
      if stretches[start].isLost { lost -= stretches[start].milliseconds }
    }
    return windows
  }

  /// Per cent of the time from one picture to the next, by how many periods that was: 1, 2, 3, 4,
  /// more. Pictures that belong to different animations are not compared.
  fileprivate var residency: [Double]? {
    var sums = Array(repeating: 0.0, count: 5)
    var index = 0
    for (before, after) in zip(judged, judged.dropFirst()) {
      guard let period = timeline.grid.periodMilliseconds(at: after.presented) else { return nil }
      let spans = animating.spans
      while index < spans.count, spans[index].end < before.presented { index += 1 }
      guard index < spans.count, spans[index].end >= after.presented else { continue }
      let length = timeline.grid.milliseconds(from: before.presented, to: after.presented)
      let periods = max(1, Int((length / period).rounded()))
      sums[min(periods, 5) - 1] += length
    }
    let total = sums.reduce(0, +)
    return total > 0 ? sums.map { 100 * $0 / total } : sums
  }

  /// Pictures a second, lost vsyncs counted as pictures that were not there.
  fileprivate var averageRate: Double {
    guard let rate else { return 0 }
    var lost = 0
    var covered = 0
    var entry = 0
    for judgement in judged {
      guard let periods = judgement.lostPeriods, periods > 0, let due = judgement.due else {
        continue
      }
      lost += periods
      // Active ticks whose own promise is one of the lost vsyncs.
      while entry < timeline.frames.count, isPromised(entry, before: due) { entry += 1 }
      while entry < timeline.frames.count, isPromised(entry, before: judgement.presented) {
        covered += 1
        entry += 1
      }
    }
    let slots = activeTicks + lost - covered
    return Double(rate.hertz) * (1 - Double(lost) / Double(slots))
  }

  private func isPromised(_ index: Int, before instant: Instant) -> Bool {
    guard let promised = timeline.frames[times: index].promised else { return false }
    return timeline.grid.milliseconds(from: promised, to: instant) > 0.01
  }
}
