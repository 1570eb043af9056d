import FramePacing
import Timebase

/// All that figures are computed from.
public struct MetricInput: Sendable {
  /// The frames.
  public var timeline: FrameTimeline
  /// What the reader did; nil where the input does not say, as in most logs of real apps.
  public var episodes: [Episode]?
  /// The conversations that were opened, in order.
  public var openings: [Opening]
  /// How late streamed text was; nil without an engine that says so.
  public var text: TextSamples?
  /// What the engine counted; nil without one.
  public var engine: EngineSamples?
  /// What judges of the screen found; nil where the input does not say what was on screen.
  public var screen: ScreenSamples?
  /// Memory asked for in each frame, in order; empty where it is not counted.
  public var allocations: [AllocationSample]
  /// When the run was stopped because it was hopelessly late; nil for one that was not.
  public var brokenAt: Instant?
  /// The process's greatest resident memory in bytes; nil where it is not known.
  public var residentPeak: Int?
  /// How long a recording of a real app lasted, idle time included; nil for a simulated run, and
  /// where the input does not say.
  public var recording: Nanoseconds?
  /// The repetitions made, and how many of them failed; nil for a log.
  public var sessions: (failed: Int, all: Int)?

  /// Makes an input of frames alone.
  public init(timeline: FrameTimeline, episodes: [Episode]? = nil) {
    self.timeline = timeline
    self.episodes = episodes
    openings = []
    allocations = []
  }
}

/// Memory asked for in one frame.
public struct AllocationSample: Hashable, Sendable {
  /// Calls to the allocator.
  public var calls: Int
  /// Bytes asked for.
  public var bytes: Int

  /// Makes a sample.
  public init(calls: Int, bytes: Int) {
    self.calls = calls
    self.bytes = bytes
  }
}

/// How late streamed text was, sample by sample.
public struct TextSamples: Sendable {
  /// Due to shown at any opacity, for each token.
  public var tokens: [Nanoseconds] = []
  /// Due to on screen and at least half opaque, for each token that was.
  public var legibleTokens: [Nanoseconds] = []
  /// Complete to shown, for each chunk.
  public var chunks: [Nanoseconds] = []
  /// First byte to complete, for each chunk.
  public var holds: [Nanoseconds] = []
  /// First token to first visible text, for each message.
  public var firstChunks: [Nanoseconds] = []
  /// Last token to the frame in which nothing of its message waits or fades, for each message.
  public var drains: [Nanoseconds] = []
  /// Presented release less due step, for each batch.
  public var staggerErrors: [Nanoseconds] = []
  /// How long each release waited for a slot.
  public var poolWaits: [Nanoseconds] = []
  /// Tokens that were taken in.
  public var tokenCount = 0
  /// Those of them that came while the app was in the background.
  public var backgroundTokens = 0
  /// Those that came after their stream was stopped or had ended.
  public var discardedTokens = 0
  /// Bytes of these.
  public var discardedBytes = 0
  /// Bytes that came again with their place and had arrived already.
  public var replayedBytes = 0
  /// Tokens that never were on screen at half opacity.
  public var unreadTokens = 0
  /// Words released, and the time from the first to the last frame that showed more of a message.
  public var words = 0
  public var showing = Nanoseconds.zero
  /// The most chunks that were complete and not released.
  public var mostBacklog: Int?
  /// The most fades at once.
  public var poolPeak = 0
  /// Fades cut short.
  public var snaps = 0
  /// The largest change of an opacity in one frame beyond its curve.
  public var opacityJump = 0.0

  /// Makes samples of nothing.
  public init() {}
}

/// What an engine counted in a run.
public struct EngineSamples: Sendable {
  /// The largest movement of the scroll anchor that nothing asked for, in points; nil without frames.
  public var mostDriftPoints: Double?
  /// Visible items whose version changed, over all frames.
  public var redrawnItems = 0
  /// Blocks measured, hits of the cache not counted.
  public var measuredBlocks = 0
  /// Look-ups in the height cache that found one.
  public var cacheHits = 0
  /// Look-ups that did not.
  public var cacheMisses = 0
  /// Shifts of the content space.
  public var rebases = 0
  /// Frames whose content offset differs from the frame's before.
  public var offsetChanges = 0
  /// Active ticks in the fallback, those that a late frame swallowed included.
  public var ticksInFallback = 0
  /// Its stays in the fallback.
  public var fallbacks: [FallbackEpisode] = []

  /// Makes counts of nothing.
  public init() {}
}
