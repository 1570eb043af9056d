import ChatSurface
import FramePacing
import Timebase

extension Runner {
  /// Everything one run gives.
  public struct Outcome: Sendable {
    public var frames: [FrameRecord] = []
    public var fallbacks: [FallbackEpisode] = []
    public var text = TextLedger()
    public var latency = TextLatency()
    public var counts = OutcomeCounts()
    public var brokenAt: (instant: Instant, cause: String)?
    public var refusals: [SurfaceRefusal] = []
    /// Windows that could not be opened or closed, and events for windows that are not open.
    public var windowRefusals: [WindowRefusal] = []
    /// All of these with when and where they were asked for, in the order of the frames.
    public var refused: [Refusal] = []
    /// What each window gave, in the order in which they were opened.
    public var windows: [WindowOutcome] = []

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
}
