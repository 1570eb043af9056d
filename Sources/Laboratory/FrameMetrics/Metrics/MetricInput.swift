import FramePacing
import Timebase

/// All that figures are computed from.
package struct MetricInput: Sendable {
  /// The frames.
  package var timeline: FrameTimeline
  /// What is to be said of each, where that is known already; nil to find it.
  package var judged: [FrameJudgement]?
  /// What the reader did; nil where the input does not say, as in most logs of real apps.
  package var episodes: [Episode]?
  /// The conversations that were opened, in order.
  package var openings: [Opening]
  /// How late streamed text was; nil without an engine that says so.
  package var text: TextSamples?
  /// What the engine counted; nil without one.
  package var engine: EngineSamples?
  /// What judges of the screen found; nil where the input does not say what was on screen.
  package var screen: ScreenSamples?
  /// Memory asked for in each frame, in order; empty where it is not counted.
  package var allocations: [AllocationSample]
  /// When the run was stopped because it was hopelessly late; nil for one that was not.
  package var brokenAt: Instant?
  /// The process's greatest resident memory in bytes; nil where it is not known.
  package var residentPeak: Int?
  /// How long a recording of a real app lasted, idle time included; nil for a simulated run, and
  /// where the input does not say.
  package var recording: Nanoseconds?
  /// The repetitions made, and how many of them failed; nil for a log.
  package var sessions: (failed: Int, all: Int)?

  /// Makes an input of frames alone.
  package init(timeline: FrameTimeline, episodes: [Episode]? = nil) {
    self.timeline = timeline
    self.episodes = episodes
    openings = []
    allocations = []
  }
}

/// Memory asked for in one frame.
package struct AllocationSample: Hashable, Sendable {
  /// Calls to the allocator.
  package var calls: Int
  /// Bytes asked for.
  package var bytes: Int

  package init(calls: Int, bytes: Int) {
    self.calls = calls
    self.bytes = bytes
  }
}

/// How late streamed text was, sample by sample.
package struct TextSamples: Sendable {
  /// Due to shown at any opacity, for each token.
  package var tokens: [Nanoseconds] = []
  /// Due to on screen and at least half opaque, for each token that was.
  package var legibleTokens: [Nanoseconds] = []
  /// Complete to shown, for each chunk.
  package var chunks: [Nanoseconds] = []
  /// First byte to complete, for each chunk.
  package var holds: [Nanoseconds] = []
  /// First token to first visible text, for each message.
  package var firstChunks: [Nanoseconds] = []
  /// Last token to the frame in which nothing of its message waits or fades, for each message.
  package var drains: [Nanoseconds] = []
  /// Presented release less due step, for each batch.
  package var staggerErrors: [Nanoseconds] = []
  /// How long each release waited for a slot.
  package var poolWaits: [Nanoseconds] = []
  /// Tokens that were taken in.
  package var tokenCount = 0
  /// Those of them that came while the app was in the background.
  package var backgroundTokens = 0
  /// Those that came after their stream was stopped or had ended.
  package var discardedTokens = 0
  /// Bytes of these.
  package var discardedBytes = 0
  /// Bytes that came again with their place and had arrived already.
  package var replayedBytes = 0
  /// The latest chunk, token and legible token, and the first that could not be read in time.
  package var moments: [ScreenFault] = []
  /// Tokens that somebody waited for, and that were not legible in time.
  package var unreadTokens = 0
  /// Tokens that somebody waited for; nil where the record does not say.
  package var followedTokens: Int?
  /// Words released, and the time from the first to the last frame that showed more of a message.
  package var words = 0
  package var showing = Nanoseconds.zero
  /// The most chunks that were complete and not released.
  package var mostBacklog: Int?
  /// The most fades at once.
  package var poolPeak = 0
  /// Fades cut short.
  package var snaps = 0
  /// The largest change of an opacity in one frame beyond its curve.
  package var opacityJump = 0.0

  /// Makes samples of nothing.
  package init() {}
}

/// What an engine counted in a run.
package struct EngineSamples: Sendable {
  /// The largest movement of the scroll anchor that nothing asked for, in points; nil without frames.
  package var mostDriftPoints: Double?
  /// Visible items whose version changed, over all frames.
  package var redrawnItems = 0
  /// Blocks measured, hits of the cache not counted.
  package var measuredBlocks = 0
  /// Look-ups in the height cache that found one.
  package var cacheHits = 0
  /// Look-ups that did not.
  package var cacheMisses = 0
  /// Shifts of the content space.
  package var rebases = 0
  /// Frames whose content offset differs from the frame's before.
  package var offsetChanges = 0
  /// Active ticks in the fallback, those that a late frame swallowed included.
  package var ticksInFallback = 0
  /// Its stays in the fallback.
  package var fallbacks: [FallbackEpisode] = []

  /// Makes counts of nothing.
  package init() {}
}
