import FramePacing
import Lengths
import Timebase

/// One active tick of a run: what it cost, when it was shown, and how the conversation stood.
///
/// A tick that a late frame swallowed has a record of its own without cost, so that no late moment
/// is missing from the count.
package struct FrameRecord: Hashable, Sendable {
  /// How often memory was asked for during one frame.
  package struct Allocations: Hashable, Sendable {
    /// Calls, by phase.
    package var counts: PhaseValuesOfInt
    /// Bytes, over all phases.
    package var bytes: Int

    /// Calls over all phases.
    package var count: Int { counts.total }

    /// Makes a count.
    package init(counts: PhaseValuesOfInt, bytes: Int) {
      self.counts = counts
      self.bytes = bytes
    }
  }

  /// What was in a frame, over all windows.
  package struct Contents: Hashable, Sendable {
    /// Events that were applied.
    package var events = 0
    /// Tokens that were taken in.
    package var tokens = 0
    /// Blocks that were measured, cache hits not counted.
    package var blocks = 0
    /// Glyphs that were shaped.
    package var glyphs = 0
    /// Times that the cache of heights was asked.
    package var lookups = 0

    /// Makes zeros.
    package init() {}
  }

  /// A whole number for each phase.
  package struct PhaseValuesOfInt: Hashable, Sendable {
    private var lanes: SIMD8<Int64> = .zero
    /// Makes zeros.
    package init() {}
    /// Makes numbers in the order of the phases; the last two lanes are 0.
    init(lanes: SIMD8<Int64>) { self.lanes = lanes }
    /// The number of `phase`.
    package subscript(phase: Phase) -> Int {
      get { Int(lanes[phase.rawValue]) }
      set { lanes[phase.rawValue] = Int64(newValue) }
    }
    /// The sum over all phases.
    package var total: Int { Int(lanes.wrappedSum()) }
  }

  /// The tick's number at the run's rate.
  package var tick: Int
  /// When the tick was.
  package var instant: Instant
  /// Whether a late frame swallowed it; then everything below is zero or nil.
  package var isSwallowed: Bool
  /// Cost by phase, and the host's stall.
  package var cost: FrameCost
  /// The same frame's cost by the declared model, whatever the run's cost is.
  package var modelled: FrameCost
  /// When the frame was ready.
  package var end: Instant
  /// When it was shown.
  package var presented: Instant
  /// The vsync at which it was shown.
  package var vsync: Int
  /// Vsyncs it lost.
  package var lostVsyncs: Int
  /// Whether it was shown at the vsync it was due for.
  package var isOnTime: Bool
  /// Whether animation was given up.
  package var isFallback: Bool
  /// The content offset.
  package var offset: LayoutUnit
  /// Unasked movement of the still point.
  package var drift: LayoutUnit
  /// Chunks complete and not released, over all messages.
  package var backlogChunks: Int
  /// Fades running.
  package var fades: Int
  /// Items visible.
  package var visibleItems: Int
  /// Visible items whose version changed.
  package var redrawnItems: Int
  /// Memory asked for; nil where it is not counted.
  package var allocations: Allocations?
  /// What was in it.
  package var contents = Contents()
  /// What was refused in it, in order of time; not part of any report.
  package var refused: [Refusal] = []
  /// The rate in force at its tick, in Hz, where it changes in the run; nil where it does not. Not kept.
  package var hertz: Int?
}
