import ChatSurface
import FrameMetrics
import FramePacing
import LoadGeneration
import Profiling
import Records
import Timebase

extension Runner {
  /// Everything one run gives.
  package struct Outcome: Sendable {
    package var frames = FrameTable()
    package var fallbacks: [FallbackEpisode] = []
    package var text = TextLedger()
    package var latency = TextLatency()
    package var counts = OutcomeCounts()
    /// Operations of the frames that were shown late alone, by phase.
    package var lateWork = OutcomeCounts.PhaseCounts()
    /// The display's ticks.
    package var grid: TickGrid?
    /// Rates that were asked for and that the device does not have.
    package var refusedRates = 0
    package var brokenAt: (instant: Instant, cause: String)?
    package var refusals: [SurfaceRefusal] = []
    /// Windows that could not be opened or closed, and events for windows that are not open.
    package var windowRefusals: [WindowRefusal] = []
    /// All of these with when and where they were asked for, in the order of the frames.
    package var refused: [Refusal] = []
    /// What judges of the screens found.
    package var seen = ScreenSamples()
    /// Frames that nothing was due in and that showed what the one before did.
    var quietFrames: [Instant] = []
    /// What the reader did and waited for.
    package var episodes: [Episode] = []
    /// The conversations that were opened, in order.
    package var openings: [Opening] = []
    /// What each window gave, in the order in which they were opened.
    package var windows: [WindowOutcome] = []
    /// The processor time of each frame that was made, by phase; empty unless
    /// ``Settings/keepsProcessorTime`` is set.
    package var processorTime: [FrameCost] = []
    /// How often drawing asked for memory, where that was counted.
    package var drawingAllocations = 0
    /// What was counted over the whole run beside jemalloc's own statistics; nil where allocations
    /// were not counted.
    package var allocationAudit: AllocationAudit?

    /// Makes what a run without frames gives.
    package init() {}
  }
}

extension Runner.Outcome {
  /// Takes what the windows gave, in the order in which they were opened.
  ///
  /// - Parameter isWhole: Whether the run ended by itself, so that all text was due.
  mutating func take(_ windows: [WindowOutcome], isWhole: Bool) {
    self.windows = windows.sorted { $0.order < $1.order }
    for window in self.windows { seen.add(window.seen) }
    for (index, window) in self.windows.enumerated() {
      if index == 0 {
        (text, latency, counts) = (window.text, window.latency, window.counts)
        (fallbacks, refusals) = (window.fallbacks, window.refusals)
      } else {
        text.add(window.text)
        latency.add(window.latency)
        counts.add(window.counts)
        refusals += window.refusals
        // Windows share their frames: all of them fall back at once, and that is one stay.
        for episode in window.fallbacks
        where !fallbacks.contains(where: { $0.start == episode.start }) {
          fallbacks.append(episode)
        }
      }
      self.windows[index].text.finish(isWhole: isWhole)
    }
    fallbacks.sort { $0.start < $1.start }
    text.finish(isWhole: isWhole)
  }
  /// Takes the load's episodes, openings as the frames ended them.
  ///
  /// A window that was closed and opened again under its name goes on with its openings.
  mutating func take(_ load: LoadEpisodes) {
    var settled: [String: [Instant?]] = [:]
    for window in windows {
      let older = settled[window.name] ?? window.settledOpenings.map { _ in nil }
      settled[window.name] = zip(older, window.settledOpenings).map { $0 ?? $1 }
    }
    var taken: [String: Int] = [:]
    let ends = load.openings.map { opening -> Instant? in
      let place = taken[opening.window, default: 0]
      taken[opening.window] = place + 1
      guard let all = settled[opening.window], place < all.count else { return nil }
      return all[place]
    }
    openings = zip(load.openings, ends).map { Opening(due: $0.due, settled: $1) }
    episodes = load.all(settled: ends)
    // A design may go on with an opening that shows all there is already.
    let opening = load.openings.map { TimeSpans.Span($0.due, $0.due + Episode.openingLimit) }
    let busy = TimeSpans(episodes.map { TimeSpans.Span($0.start, $0.end) } + opening)
    seen.idleFrames = quietFrames.count { quiet in
      !busy.spans.contains { $0.start <= quiet && quiet <= $0.end }
    }
  }
}
