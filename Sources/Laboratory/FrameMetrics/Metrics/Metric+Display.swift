import Statistics
import Timebase

// What a display of variable rate was promised and showed, and what a recording's length divides.
extension Metric {
  static let display: [Metric] = [
    hitchTimeOfAll, hitchRatioRecording, recordingTime, frameInterval, droppedFrames, rateResidency,
    onTimeAtRate, lowerRatePromised,
  ]

  /// Hitch time, whatever the reader did.
  package static let hitchTimeOfAll = Metric(
    .init("hitch_time_all_ms", "hitch time of all frames", .milliseconds),
    formula: "hitch time of all frames, in episodes or not"
  ) { context in context.withoutPromise() ?? .figure(context.hitchTime) }.resting(on: .hitches)
    .growing()

  /// Apple's ratio of a recording: it falls with every idle second.
  package static let hitchRatioRecording = Metric(
    .init("hitch_ratio_recording_ms_per_s", "hitch ratio, recording", .millisecondsPerSecond),
    formula: "hitch time of all frames / length of the recording, idle time included"
  ) { context in
    guard let seconds = context.input.recording?.seconds else {
      return .nothing("the input is no recording of known length")
    }
    if let absence = context.withoutPromise() { return absence }
    return seconds > 0 ? .figure(context.hitchTime / seconds) : .nothing("it has no length")
  }.resting(on: .hitches, .recording)
    .compared(.everywhere)

  /// The length of a recording.
  package static let recordingTime = Metric(
    .init("recording_ms", "recording", .milliseconds, .none),
    formula: "the length of the recording, idle time included"
  ) { context in
    context.input.recording.map { .figure($0.milliseconds) }
      ?? .nothing("the input is no recording of known length")
  }.resting(on: .recording)

  /// The time from one picture to the next.
  package static let frameInterval = Metric.times(
    .init("frame_interval_ms", "frame interval"),
    [.p50, .p95, .p99, .max],
    formula: "time from one picture to the next, within animating time",
    unless: { $0.judged.count < 2 ? .nothing("no two pictures") : nil },
    samples: { $0.intervals }
  ).resting(on: .intervals)

  /// Frames that were made for nothing.
  package static let droppedFrames = Metric(
    .init("dropped_frames", "dropped frames", .count),
    formula: "frames that were made and never shown"
  ) { context in
    context.made.isEmpty
      ? .nothing("no frame was made")
      : .figure(Double(context.made.count { $0.fate == .dropped }))
  }.resting(on: .skipped).growing()

  private static let rateResidency = Metric(
    .init("rate_residency_pct", "rate residency", .percent, .none),
    statistics: rates,
    formula:
      "share of the refresh periods of all pictures in which the display was promised to run "
      + "at about this rate"
  ) { context in
    guard let classes = context.classes else { return rates.map { _ in unknownRate } }
    let total = classes.reduce(0) { $0 + $1.milliseconds }
    if total == 0 { return rates.map { _ in .nothing("no frame was shown") } }
    return classes.map { .figure(100 * $0.milliseconds / total) }
  }.resting(on: .rates)

  private static let onTimeAtRate = Metric(
    .init("on_time_at_rate_pct", "on time at a rate", .percent, .up),
    statistics: rates,
    formula: "100 x pictures shown at their own promise / pictures promised at about this rate"
  ) { context in
    if let absence = context.withoutPromise() { return rates.map { _ in absence } }
    guard let classes = context.classes else { return rates.map { _ in unknownRate } }
    return classes.map {
      $0.count == 0
        ? .nothing("no frame was promised at this rate")
        : .figure(100 * Double($0.onTime) / Double($0.count))
    }
  }.resting(on: .rates, .onTime)

  private static let lowerRatePromised = Metric(
    .init("lower_rate_promised_pct", "time at a lower rate", .percent, .none),
    formula: "share of the refresh periods of all pictures in which the system chose a rate more "
      + "than 10 % below the highest in force; what the app missed is the hitch ratio"
  ) { context in
    guard let periods = context.periods else { return unknownRate }
    guard let least = periods.min() else { return .nothing("no frame was shown") }
    let lower = periods.reduce(0) { $0 + ($1 > least * 1.1 ? $1 : 0) }
    return .figure(100 * lower / periods.reduce(0, +))
  }.resting(on: .rates)

  private static let rates: [Statistic] = [
    .upTo35Hertz, .about48Hertz, .about60Hertz, .about80Hertz, .about90Hertz, .about120Hertz,
    .moreHertz,
  ]

  /// The rates between the classes of `rates`.
  fileprivate static let rateBounds = [35.0, 54, 66, 84, 105, 132]
  private static let unknownRate = MetricOutcome.missing("the display's refresh rate is not known")
}

/// The pictures promised at about one rate.
private struct RateClass {
  var milliseconds = 0.0
  var count = 0
  var onTime = 0
}

extension MetricContext {
  /// From one picture to the next, where both belong to one stretch of animating time.
  fileprivate var intervals: Samples {
    var samples = Samples()
    let spans = animating.spans
    var index = 0
    for (before, after) in zip(judged, judged.dropFirst()) {
      while index < spans.count, spans[index].end < before.presented { index += 1 }
      guard index < spans.count, spans[index].start <= before.presented,
        spans[index].end >= after.presented, before.presented <= after.presented
      else { continue }
      samples.record((after.presented - before.presented).rawValue)
    }
    return samples
  }

  /// The refresh period that each picture was promised in, in milliseconds; nil where unknown.
  fileprivate var periods: [Double]? {
    var periods: [Double] = []
    periods.reserveCapacity(judged.count)
    for judgement in judged {
      let instant = timeline.frames[times: judgement.index].promised ?? judgement.presented
      guard let period = timeline.grid.periodMilliseconds(at: instant), period > 0 else {
        return nil
      }
      periods.append(period)
    }
    return periods
  }

  /// The pictures by the rate they were promised at; nil where that is unknown.
  fileprivate var classes: [RateClass]? {
    guard let periods else { return nil }
    var classes = Array(repeating: RateClass(), count: Metric.rateBounds.count + 1)
    for (period, judgement) in zip(periods, judged) {
      let index = Metric.rateBounds.count { 1000 / period > $0 }
      classes[index].milliseconds += period
      classes[index].count += 1
      if judgement.isOnTime == true { classes[index].onTime += 1 }
    }
    return classes
  }
}
