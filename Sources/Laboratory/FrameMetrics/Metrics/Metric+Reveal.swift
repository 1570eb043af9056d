import Statistics
import Timebase

// How smoothly and how fast text appears.
extension Metric {
  static let reveal: [Metric] = [
    backlog, staggerError, poolWait, poolPeak, snaps, opacityJump, wordsShown,
  ]

  private static func figure(
    _ heading: Heading,
    formula: String,
    _ figure: @escaping @Sendable (TextSamples) -> MetricOutcome
  ) -> Metric {
    Metric(heading, formula: formula) { context in
      if let absence = context.withoutText() { return absence }
      return context.input.text.map(figure) ?? .missing("the input does not tell of text")
    }
  }

  /// The most chunks that waited.
  package static let backlog = figure(
    .init("reveal_backlog_max_chunks", "backlog", .count),
    formula: "chunks complete and not released, at commit, the most"
  ) { $0.mostBacklog.map { .figure(Double($0)) } ?? .nothing("no frame was made") }

  private static let staggerError = Metric.times(
    .init("stagger_error_ms", "stagger error"),
    [.p99],
    formula: "the presented frame that shows a release - when its step was due",
    unless: { $0.withoutText() },
    samples: { Samples(($0.input.text?.staggerErrors ?? []).map(\.rawValue)) }
  )

  private static let poolWait = Metric.times(
    .init("pool_wait_ms", "wait for a slot"),
    [.p99],
    formula: "how long a release waited for a slot of the pool",
    unless: { $0.withoutText() },
    samples: { Samples(($0.input.text?.poolWaits ?? []).map(\.rawValue)) }
  )

  /// The most fades at once.
  package static let poolPeak = figure(
    .init("pool_peak", "fades at once", .count),
    formula: "most fades at once"
  ) { .figure(Double($0.poolPeak)) }

  /// Fades cut short.
  package static let snaps = figure(
    .init("snaps", "snaps", .count),
    formula: "fades cut short: set to full opacity at once"
  ) { .figure(Double($0.snaps)) }

  /// The largest jump of an opacity.
  package static let opacityJump = figure(
    .init("opacity_jump_max", "opacity jump", .ratio),
    formula: "largest change of an opacity in one frame beyond its curve or line"
  ) { .figure($0.opacityJump) }

  /// How fast words appear.
  package static let wordsShown = figure(
    .init("words_shown_per_s", "words shown", .wordsPerSecond, .none),
    formula:
      "released words (runs of bytes between ASCII white space) / the time from the first to "
      + "the last frame that shows more of a message, summed over messages"
  ) { text in
    text.showing > .zero
      ? .figure(Double(text.words) / text.showing.seconds) : .nothing("no text was released")
  }
}
