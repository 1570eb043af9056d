import FramePacing
import Statistics
import Timebase

/// What several metrics need, computed once.
struct MetricContext: Sendable {
  let input: MetricInput
  let judged: [FrameJudgement]
  /// The frames that were made, in order.
  let made: FrameList
  /// The engine's work on each of these, sorted.
  let engineWork: Samples
  /// Time in which frames were wanted: from wanted to presented, gaps up to 100 ms bridged.
  let animating: TimeSpans
  /// Each kind of episode as one set of spans; empty without episodes.
  let spans: [Episode.Kind: TimeSpans]
  /// The union of all kinds but openings.
  let interaction: TimeSpans
  /// Openings while nothing else goes on: hitches in them are not in the headline.
  let openingsAlone: TimeSpans

  /// Gaps between frames up to this length belong to one animation.
  static let bridge = Nanoseconds.milliseconds(100)

  init(_ input: MetricInput) {
    self.input = input
    let timeline = input.timeline
    judged = input.judged ?? timeline.judged()
    let hasSwallowed = timeline.frames.times.contains(where: \.isSwallowed)
    let made = hasSwallowed ? timeline.frames.filter { $0.fate != .swallowed } : timeline.frames
    self.made = made
    engineWork = Samples(made.indices.compactMap { made.work(at: $0)?.engine.rawValue }).sorted()
    animating = TimeSpans(
      judged.lazy.map { judgement in
        let wanted = timeline.frames[times: judgement.firstIndex].wanted
        return TimeSpans.Span(min(wanted, judgement.presented), judgement.presented)
      },
      bridging: Self.bridge
    )
    var spans: [Episode.Kind: TimeSpans] = [:]
    for kind in Episode.Kind.allCases {
      let whole = TimeSpans(
        (input.episodes ?? []).lazy.filter { $0.kind == kind }.map { .init($0.start, $0.end) }
      )
      // Of a run that was stopped only what it got to counts.
      spans[kind] = input.brokenAt.map { whole.clipped(at: $0) } ?? whole
    }
    self.spans = spans
    interaction = TimeSpans(
      spans.lazy.filter { $0.key != .opening }.flatMap(\.value.spans)
    )
    openingsAlone = (spans[.opening] ?? TimeSpans()).subtracting(interaction)
  }

  var timeline: FrameTimeline { input.timeline }
  var rate: RefreshRate? { timeline.grid.fixedRate }
  /// Ticks at which something was wanted, those without a frame of their own included.
  var activeTicks: Int { timeline.frames.count }
  /// Whether every presented frame has a promise, so that lateness can be told.
  var hasPromises: Bool { judged.allSatisfy { $0.hitchMilliseconds != nil } }

  /// Hitch time in milliseconds, over all frames.
  var hitchTime: Double { judged.reduce(0) { $0 + ($1.hitchMilliseconds ?? 0) } }

  /// The part of the hitch time that lies in `spans`, in milliseconds.
  func hitchTime(in spans: TimeSpans) -> Double {
    judged.reduce(0) { total, judgement in
      guard let hitch = judgement.hitchMilliseconds, hitch > 0, let due = judgement.due,
        due < judgement.presented
      else { return total }
      let span = TimeSpans.Span(due, judgement.presented)
      let share = spans.overlap(with: span) / span.length
      return total + hitch * share
    }
  }

  /// The hitch time of the headline: all but what lies in openings while nothing else goes on.
  var interactionHitchTime: Double { hitchTime - hitchTime(in: openingsAlone) }

  /// The part of a hitch that is not in an opening while nothing else goes on, in milliseconds.
  func pacedHitch(of judgement: FrameJudgement) -> Double {
    guard let hitch = judgement.hitchMilliseconds, hitch > 0 else { return 0 }
    guard let due = judgement.due, due < judgement.presented, !openingsAlone.spans.isEmpty else {
      return hitch
    }
    let span = TimeSpans.Span(due, judgement.presented)
    return hitch * (1 - openingsAlone.overlap(with: span) / span.length)
  }

  /// Whether a tick is in an opening while nothing else goes on.
  private func isInOpening(_ wanted: Instant) -> Bool {
    openingsAlone.spans.contains { $0.start <= wanted && wanted < $0.end }
  }

  /// Active ticks, those in openings while nothing else goes on left out.
  var pacedTicks: Int {
    openingsAlone.spans.isEmpty
      ? activeTicks : timeline.frames.times.count { !isInOpening($0.wanted) }
  }

  /// The engine's work on the frames of these, sorted.
  var pacedWork: Samples {
    if openingsAlone.spans.isEmpty { return engineWork }
    let paced = made.lazy.filter { !isInOpening($0.wanted) }
    return Samples(paced.compactMap { $0.work?.engine.rawValue }).sorted()
  }

  /// The same on a display whose rate changes: each frame's share of the period in force at its tick, in
  /// billionths.
  var pacedShares: Samples {
    let shares = made.compactMap { frame -> Int64? in
      guard let work = frame.work, !isInOpening(frame.wanted),
        let period = timeline.grid.periodMilliseconds(at: frame.wanted)
      else { return nil }
      return Int64(Double(work.engine.rawValue) * 1_000 / period)
    }
    return Samples(shares).sorted()
  }

  /// Those of them that are on time.
  var pacedTicksOnTime: Int {
    judged.count { $0.isOnTime == true && !isInOpening(timeline.frames[times: $0.index].wanted) }
  }

  /// Active ticks that are not on time, those in openings while nothing else goes on left out.
  var lateTicks: Int { pacedTicks - pacedTicksOnTime }

  /// How many of them lie outside every episode.
  var lateTicksOutsideEpisodes: Int {
    guard lateTicks > 0 else { return 0 }
    let onTime = Set(judged.lazy.filter { $0.isOnTime == true }.map(\.index))
    let all = TimeSpans(spans.values.lazy.flatMap(\.spans))
    return timeline.frames.indices.count { index in
      let wanted = timeline.frames[times: index].wanted
      return !onTime.contains(index)
        && all.overlap(with: TimeSpans.Span(wanted, wanted + Nanoseconds(rawValue: 1))) == .zero
    }
  }

  /// How many pictures the display could have shown in interaction time; nil for one that has no one rate at
  /// a time.
  var interactionRefreshes: Double? {
    switch timeline.grid {
    // Instants are whole nanoseconds: a tick's is rounded down.
    case .fixed(let rate): return (interaction.length.seconds * Double(rate.hertz)).rounded()
    case .changing(let grid):
      return interaction.spans.reduce(0) { sum, span in
        sum + Double(grid.firstTick(atOrAfter: span.end) - grid.firstTick(atOrAfter: span.start))
      }
    case .variable, .unknown: return nil
    }
  }

  // MARK: Why a figure is not there

  /// Why lateness cannot be told; nil when it can.
  func withoutPromise() -> MetricOutcome? {
    if judged.isEmpty { return .nothing("no frame was shown") }
    return hasPromises ? nil : .missing("the input does not say when frames were due on screen")
  }

  /// Why nothing can be said of ticks; nil when it can.
  func withoutFixedRate() -> MetricOutcome? {
    if timeline.frames.isEmpty { return .nothing("no tick was active") }
    return rate == nil ? .missing("the display has no one refresh rate") : nil
  }

  /// Why nothing can be said of the work; nil when it can.
  func withoutWork() -> MetricOutcome? {
    if made.isEmpty { return .nothing("no frame was made") }
    return made.hasWork
      ? nil : .missing("the input does not say when work began and ended")
  }

  /// Why nothing can be said of streamed text; nil when it can.
  func withoutText() -> MetricOutcome? {
    if input.brokenAt != nil { return .nothing("the run was stopped") }
    guard let text = input.text else { return .missing("the input does not tell of text") }
    if text.tokenCount == 0 { return .nothing("no text was streamed") }
    return text.tokenCount == text.backgroundTokens
      ? .nothing("all text came in the background") : nil
  }

  /// Why nothing can be said of the engine; nil when it can.
  func withoutEngine() -> MetricOutcome? {
    if input.brokenAt != nil { return .nothing("the run was stopped") }
    return input.engine == nil ? .missing("the input has no records of an engine") : nil
  }

  /// Why nothing can be said of what the reader did; nil when it can.
  func withoutEpisodes() -> MetricOutcome? {
    input.episodes == nil ? .missing("the input does not say what the reader did") : nil
  }
}
