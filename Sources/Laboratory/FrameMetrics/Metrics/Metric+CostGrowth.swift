import Statistics
import Timebase

// Whether a frame costs more the longer a run goes on.
extension Metric {
  /// After how long a run is warm.
  private static let growthWarmUp = Nanoseconds.milliseconds(2_000)
  /// How many frames each tenth needs.
  private static let growthFrames = 60

  /// Growth of the cost of a frame, in whichever kind of episode it is greatest.
  package static let costGrowth = Metric(
    .init("cost_growth", "growth of frame cost", .ratio),
    formula:
      "median cost of the frames in one kind of episode, of the last tenth of them over that of "
      + "the first tenth, 2 s after the start on; the kind with the greatest. Each tenth has at least "
      + "60 frames"
  ) { context in
    if let absence = context.withoutWork() ?? context.withoutEpisodes() { return absence }
    return Episode.Kind.allCases.filter { $0 != .opening }
      .compactMap { growth(in: $0, of: context) }.max().map { .figure($0) }
      ?? .nothing("no kind of episode has 600 frames")
  }
  .compared(nil)

  /// Growth of the cost of a frame in one kind of episode.
  static func costGrowth(in kind: Episode.Kind) -> Metric {
    Metric(
      .init("cost_growth_\(kind.rawValue)", "growth of frame cost, \(kind.rawValue)", .ratio),
      formula: "the growth of frame cost within episodes of the kind `\(kind.rawValue)`"
    ) { context in
      if let absence = context.withoutWork() ?? context.withoutEpisodes() { return absence }
      return growth(in: kind, of: context).map { .figure($0) }
        ?? .nothing("fewer than 600 frames in such episodes")
    }
  }

  private static func growth(in kind: Episode.Kind, of context: MetricContext) -> Double? {
    guard let spans = context.spans[kind]?.spans, let start = context.timeline.frames.first?.wanted
    else { return nil }
    var costs: [Int64] = []
    var place = 0
    for frame in context.made where frame.wanted - start >= growthWarmUp {
      guard let work = frame.work else { continue }
      while place < spans.count, spans[place].end < frame.wanted { place += 1 }
      guard place < spans.count else { break }
      if spans[place].start <= frame.wanted { costs.append(work.engine.rawValue) }
    }
    let tenth = costs.count / 10
    guard tenth >= growthFrames,
      let first = Samples(Array(costs.prefix(tenth))).value(at: .p50), first > 0,
      let last = Samples(Array(costs.suffix(tenth))).value(at: .p50)
    else { return nil }
    return Double(last) / Double(first)
  }
}
