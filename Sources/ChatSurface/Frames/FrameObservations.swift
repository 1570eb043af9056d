import Timebase
import TokenStreaming

/// What happened to streamed text in one frame, for whoever measures its lateness.
public struct FrameObservations: Sendable {
  /// A token was taken in.
  public struct Token: Hashable, Sendable {
    /// The number of the answer, which no other one of the surface has.
    public var handle: UInt32
    /// When it was due to arrive.
    public var scheduled: Instant
    /// Unicode scalars of the message received with it.
    public var scalarsAfter: Int
    /// The same in bytes of UTF-8.
    public var utf8After: Int
  }

  /// A chunk became complete.
  public struct CompletedChunk: Hashable, Sendable {
    public var handle: UInt32
    public var completed: Instant
    /// When its first byte arrived.
    public var firstByte: Instant
    /// Unicode scalars of the message complete with it.
    public var scalarsAfter: Int
  }

  /// A batch was released.
  public struct ReleasedBatch: Hashable, Sendable {
    public var handle: UInt32
    /// When it was released.
    public var instant: Instant
    /// When its step was due.
    public var due: Instant
    /// How many chunks it had.
    public var chunks: Int
    /// Its text's scalars.
    public var scalars: Int
    /// How long it waited for a slot of the pool.
    public var heldFor: Nanoseconds
  }

  public var tokens: [Token] = []
  public var chunks: [CompletedChunk] = []
  public var releases: [ReleasedBatch] = []
  /// Edges at which another page is wanted; the host starts a load there and shows a loader.
  public var wantedPages: [ContentEdge] = []
  /// Whether a swipe asked for the keyboard.
  public var wantsKeyboard = false
  /// Drops that lay too little over the composer and were not taken.
  public var refusedDrops = 0
  /// Places that were asked for before their message was there, and are gone to now that it is.
  public var fulfilledTargets = 0
  /// Places that were asked for and are not gone to: something else was asked for first.
  public var droppedTargets = 0
  /// Edits after which a choice that the profile's design leaves open says where what is visible lies.
  public var openChoices = 0
  /// Tokens with a place whose text was another than what had arrived there.
  public var replayMismatches = 0
  /// Which events of the frame, counted from 0, were refused when they were applied: an entry for
  /// each refusal of the input phase, in order. Later phases refuse without saying which.
  public var refusedEvents: [Int] = []
  /// Blocks measured, cache hits not counted.
  public var measuredBlocks = 0

  /// Makes an empty record.
  public init() {}

  mutating func clear() {
    tokens.removeAll(keepingCapacity: true)
    chunks.removeAll(keepingCapacity: true)
    releases.removeAll(keepingCapacity: true)
    wantedPages.removeAll(keepingCapacity: true)
    wantsKeyboard = false
    refusedDrops = 0
    fulfilledTargets = 0
    droppedTargets = 0
    openChoices = 0
    replayMismatches = 0
    refusedEvents.removeAll(keepingCapacity: true)
    measuredBlocks = 0
  }
}
