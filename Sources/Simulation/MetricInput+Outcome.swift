import FrameMetrics
import FramePacing
import Lengths
import Timebase

extension MetricInput {
  /// What the figures of one repetition are computed from.
  ///
  /// - Parameters:
  ///   - outcome: What the run gave.
  ///   - rate: The display's rate.
  ///   - depth: 0 for double, 1 for triple buffering.
  ///   - hostShare: The part of each period that the host draws in, 0 up to below 1.
  public init(of outcome: Runner.Outcome, rate: RefreshRate, depth: Int, hostShare: Double) {
    self.init(
      timeline: FrameTimeline(
        of: outcome.frames,
        rate: rate,
        depth: depth,
        hostShare: hostShare
      ),
      episodes: outcome.episodes
    )
    openings = outcome.openings
    text = outcome.textSamples
    engine = outcome.engineSamples
    allocations = outcome.allocationSamples
    brokenAt = outcome.brokenAt?.instant
  }
}

extension Runner.Outcome {
  /// What each frame that was counted asked for.
  var allocationSamples: [AllocationSample] {
    var samples: [AllocationSample] = []
    for frame in frames {
      guard let counted = frame.allocations else { continue }
      samples.append(AllocationSample(calls: counted.count, bytes: counted.bytes))
    }
    return samples
  }

  /// The frames that were made, in order; the others were swallowed.
  fileprivate var made: LazyFilterSequence<FrameTable> { frames.lazy.filter { !$0.isSwallowed } }

  fileprivate var textSamples: TextSamples {
    var samples = latency.samples
    samples.discardedTokens = text.discardedTokens
    samples.discardedBytes = counts.discardedUTF8
    samples.words = text.releasedWords
    samples.mostBacklog = made.map(\.backlogChunks).max()
    samples.poolPeak = counts.poolPeak
    samples.snaps = counts.snaps
    samples.opacityJump = counts.opacityJump
    return samples
  }

  fileprivate var engineSamples: EngineSamples {
    let made = made
    var samples = EngineSamples()
    samples.judgedFrames = counts.judgedFrames
    samples.exemptFrames = counts.exemptFrames
    samples.measuredBlocks = counts.measuredBlocks
    samples.cacheHits = counts.cacheHits
    samples.cacheMisses = counts.cacheMisses
    samples.rebases = counts.rebases
    var last: LayoutUnit?
    // Frames are read from their packed form: once is enough.
    for frame in made {
      samples.mostDriftPoints = max(samples.mostDriftPoints ?? 0, frame.drift.magnitude.points)
      samples.redrawnItems += frame.redrawnItems
      if let last, frame.offset != last { samples.offsetChanges += 1 }
      last = frame.offset
    }
    samples.ticksInFallback = ticksInFallback
    samples.fallbacks = fallbacks
    return samples
  }

  /// Active ticks in the fallback; a swallowed tick is as the frame that swallowed it.
  private var ticksInFallback: Int {
    var isFallback = false
    return frames.count { frame in
      if !frame.isSwallowed { isFallback = frame.isFallback }
      return isFallback
    }
  }
}
