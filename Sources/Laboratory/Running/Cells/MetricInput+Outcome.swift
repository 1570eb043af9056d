import FrameMetrics
import FramePacing
import Lengths
import Records
import Timebase

extension MetricInput {
  /// What the figures of one repetition are computed from.
  ///
  /// - Parameters:
  ///   - outcome: What the run gave.
  ///   - rate: The display's rate, where the outcome does not say.
  ///   - depth: 0 for double, 1 for triple buffering.
  ///   - hostShare: The part of each period that the host draws in, 0 up to below 1.
  /// - Complexity: O(ticks): frames are kept packed, and are unpacked once.
  package init(of outcome: Runner.Outcome, rate: RefreshRate, depth: Int, hostShare: Double) {
    var sums = FrameSums()
    let grid = outcome.grid ?? TickGrid(rate)
    var frames: FrameList = []
    frames.reserveCapacity(outcome.frames.count)
    for record in outcome.frames {
      frames.append(FrameTimeline.Frame(of: record, grid: grid, depth: depth))
      sums.add(record)
    }
    self.init(
      timeline: FrameTimeline(of: frames, grid: grid, hostShare: hostShare),
      episodes: outcome.episodes
    )
    openings = outcome.openings
    text = outcome.textSamples(mostBacklog: sums.mostBacklog)
    engine = outcome.engineSamples(with: sums.engine)
    allocations = sums.allocations
    brokenAt = outcome.brokenAt?.instant
    screen = outcome.seen
  }
}

/// What is added up over the frames of a repetition.
private struct FrameSums {
  /// What the frames say of the engine; the rest of it is counted by the run.
  private(set) var engine = EngineSamples()
  /// What each frame that was counted asked for.
  private(set) var allocations: [AllocationSample] = []
  /// The most chunks that waited after a frame; nil without frames.
  private(set) var mostBacklog: Int?
  private var offset: LayoutUnit?
  /// Whether the last frame that was made is one of the fallback's.
  private var isFallback = false

  mutating func add(_ frame: FrameRecord) {
    if !frame.isSwallowed {
      addMade(frame)
      isFallback = frame.isFallback
    }
    // A swallowed tick is as the frame that swallowed it.
    if isFallback { engine.ticksInFallback += 1 }
    if let counted = frame.allocations {
      allocations.append(AllocationSample(calls: counted.count, bytes: counted.bytes))
    }
  }

  private mutating func addMade(_ frame: FrameRecord) {
    mostBacklog = max(mostBacklog ?? 0, frame.backlogChunks)
    engine.mostDriftPoints = max(engine.mostDriftPoints ?? 0, frame.drift.magnitude.points)
    engine.redrawnItems += frame.redrawnItems
    if let offset, frame.offset != offset { engine.offsetChanges += 1 }
    offset = frame.offset
  }
}

extension Runner.Outcome {
  fileprivate func textSamples(mostBacklog: Int?) -> TextSamples {
    var samples = latency.samples
    samples.discardedTokens = text.discardedTokens
    samples.discardedBytes = counts.discardedUTF8
    samples.replayedBytes = text.replayedUTF8
    samples.words = text.releasedWords
    samples.mostBacklog = mostBacklog
    samples.poolPeak = counts.poolPeak
    samples.snaps = counts.snaps
    samples.opacityJump = counts.opacityJump
    return samples
  }

  fileprivate func engineSamples(with samples: EngineSamples) -> EngineSamples {
    var samples = samples
    samples.measuredBlocks = counts.measuredBlocks
    samples.cacheHits = counts.cacheHits
    samples.cacheMisses = counts.cacheMisses
    samples.rebases = counts.rebases
    samples.fallbacks = fallbacks
    return samples
  }
}
