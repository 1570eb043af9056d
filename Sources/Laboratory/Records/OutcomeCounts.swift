import ChatSurface
import FramePacing

/// Whole numbers of a run: the same for the same input, on every machine.
package struct OutcomeCounts: Hashable, Codable, Sendable {
  /// Operations over all frames, by phase.
  package var operations = PhaseCounts()
  package var chunks = 0
  package var releases = 0
  package var measuredBlocks = 0
  package var cacheHits = 0
  package var cacheMisses = 0
  package var cacheEvictions = 0
  package var poolPeak = 0
  package var snaps = 0
  package var rebases = 0
  package var discardedUTF8 = 0
  /// Places in messages that were not there yet: gone to when they came, or dropped.
  package var fulfilledTargets = 0
  package var droppedTargets = 0
  /// Edits after which a choice that the profile's design leaves open says where what is visible lies.
  package var openChoices = 0
  /// Tokens with a place whose text was another than what had arrived there.
  package var replayMismatches = 0
  /// Messages of pages that were there already.
  package var knownMessages = 0
  /// The largest change of an opacity in one frame beyond its curve.
  package var opacityJump = 0.0

  /// Operation counts by phase, comparable.
  package struct PhaseCounts: Hashable, Codable, Sendable {
    private var counts = Array(repeating: OperationCounts(), count: Phase.allCases.count)
    /// Makes zeros.
    package init() {}

    /// Reads the operations of each phase.
    package init(from decoder: any Decoder) throws {
      for (phase, found) in try [Phase: OperationCounts](from: decoder) { self[phase] = found }
    }

    /// Writes the operations of each phase.
    package func encode(to encoder: any Encoder) throws {
      try Dictionary(uniqueKeysWithValues: Phase.allCases.map { ($0, self[$0]) })
        .encode(to: encoder)
    }

    /// The counts of `phase`.
    package subscript(phase: Phase) -> OperationCounts {
      get { counts[phase.rawValue] }
      set { counts[phase.rawValue] = newValue }
    }
    /// The sum over all phases.
    package var total: OperationCounts {
      counts.reduce(into: OperationCounts()) { $0 += $1 }
    }
  }

  private enum CodingKeys: String, CodingKey {
    case operations, chunks, releases
    case measuredBlocks = "measured_blocks"
    case cacheHits = "cache_hits"
    case cacheMisses = "cache_misses"
    case cacheEvictions = "cache_evictions"
    case poolPeak = "pool_peak"
    case snaps, rebases
    case discardedUTF8 = "discarded_utf8"
    case fulfilledTargets = "fulfilled_targets"
    case droppedTargets = "dropped_targets"
    case openChoices = "open_choices"
    case replayMismatches = "replay_mismatches"
    case knownMessages = "known_messages"
    case opacityJump = "opacity_jump"
  }

  /// Makes zeros.
  package init() {}

  package mutating func note(_ observations: FrameObservations, work: PhaseValues<OperationCounts>)
  {
    chunks += observations.chunks.count
    releases += observations.releases.count
    measuredBlocks += observations.measuredBlocks
    fulfilledTargets += observations.fulfilledTargets
    droppedTargets += observations.droppedTargets
    openChoices += observations.openChoices
    replayMismatches += observations.replayMismatches
    knownMessages += observations.knownMessages
    for phase in Phase.allCases { operations[phase] += work[phase] }
  }

  /// Adds another window's; of peaks the higher one counts, as every window has its own pool.
  package mutating func add(_ other: OutcomeCounts) {
    for phase in Phase.allCases { operations[phase] += other.operations[phase] }
    chunks += other.chunks
    releases += other.releases
    measuredBlocks += other.measuredBlocks
    cacheHits += other.cacheHits
    cacheMisses += other.cacheMisses
    cacheEvictions += other.cacheEvictions
    poolPeak = max(poolPeak, other.poolPeak)
    snaps += other.snaps
    rebases += other.rebases
    discardedUTF8 += other.discardedUTF8
    fulfilledTargets += other.fulfilledTargets
    droppedTargets += other.droppedTargets
    openChoices += other.openChoices
    replayMismatches += other.replayMismatches
    knownMessages += other.knownMessages
    opacityJump = max(opacityJump, other.opacityJump)
  }
}
