import FramePacing
import Lengths
import Timebase

/// One active tick of a run: what it cost, when it was shown, and how the conversation stood.
///
/// A tick that a late frame swallowed has a record of its own without cost, so that no late moment
/// is missing from the count.
public struct FrameRecord: Hashable, Sendable {
  /// How often memory was asked for during one frame.
  public struct Allocations: Hashable, Sendable {
    /// Calls, by phase.
    public var counts: PhaseValuesOfInt
    /// Bytes, over all phases.
    public var bytes: Int

    /// Calls over all phases.
    public var count: Int { counts.total }

    /// Makes a count.
    public init(counts: PhaseValuesOfInt, bytes: Int) {
      self.counts = counts
      self.bytes = bytes
    }
  }

  /// What was in a frame, over all windows.
  public struct Contents: Hashable, Sendable {
    /// Events that were applied.
    public var events = 0
    /// Tokens that were taken in.
    public var tokens = 0
    /// Blocks that were measured, cache hits not counted.
    public var blocks = 0
    /// Glyphs that were shaped.
    public var glyphs = 0
    /// Times that the cache of heights was asked.
    public var lookups = 0

    /// Makes zeros.
    public init() {}
  }

  /// A whole number for each phase.
  public struct PhaseValuesOfInt: Hashable, Sendable {
    private var lanes: SIMD8<Int64> = .zero
    /// Makes zeros.
    public init() {}
    /// Makes numbers in the order of the phases; the last two lanes are 0.
    init(lanes: SIMD8<Int64>) { self.lanes = lanes }
    /// The number of `phase`.
    public subscript(phase: Phase) -> Int {
      get { Int(lanes[phase.rawValue]) }
      set { lanes[phase.rawValue] = Int64(newValue) }
    }
    /// The sum over all phases.
    public var total: Int { Int(lanes.wrappedSum()) }
  }

  /// The tick's number at the run's rate.
  public var tick: Int
  /// When the tick was.
  public var instant: Instant
  /// Whether a late frame swallowed it; then everything below is zero or nil.
  public var isSwallowed: Bool
  /// Cost by phase, and the host's stall.
  public var cost: FrameCost
  /// The same frame's cost by the declared model, whatever the run's cost is.
  public var modelled: FrameCost
  /// When the frame was ready.
  public var end: Instant
  /// When it was shown.
  public var presented: Instant
  /// The vsync at which it was shown.
  public var vsync: Int
  /// Vsyncs it lost.
  public var lostVsyncs: Int
  /// Whether it was shown at the vsync it was due for.
  public var isOnTime: Bool
  /// Whether animation was given up.
  public var isFallback: Bool
  /// The content offset.
  public var offset: LayoutUnit
  /// Unasked movement of the still point.
  public var drift: LayoutUnit
  /// Chunks complete and not released, over all messages.
  public var backlogChunks: Int
  /// Fades running.
  public var fades: Int
  /// Items visible.
  public var visibleItems: Int
  /// Visible items whose version changed.
  public var redrawnItems: Int
  /// Memory asked for; nil where it is not counted.
  public var allocations: Allocations?
  /// What was in it.
  public var contents = Contents()
  /// What was refused in it, in order of time; not part of any report.
  public var refused: [Refusal] = []
  /// The rate in force at its tick, in Hz, where it changes in the run; nil where it does not. Not kept.
  public var hertz: Int?
}
