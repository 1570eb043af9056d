import Timebase

/// What happened to streamed text in one frame, for whoever measures its lateness.
package struct FrameObservations: Sendable {
  /// A token was taken in.
  package struct Token: Hashable, Sendable {
    /// The number of the answer, which no other one of the surface has.
    package var handle: UInt32
    /// When it was due to arrive.
    package var scheduled: Instant
    /// Unicode scalars of the message received with it.
    package var scalarsAfter: Int
    /// The same in bytes of UTF-8.
    package var utf8After: Int

    package init(handle: UInt32, scheduled: Instant, scalarsAfter: Int, utf8After: Int) {
      (self.handle, self.scheduled) = (handle, scheduled)
      (self.scalarsAfter, self.utf8After) = (scalarsAfter, utf8After)
    }
  }

  /// A chunk became complete.
  package struct CompletedChunk: Hashable, Sendable {
    package var handle: UInt32
    package var completed: Instant
    /// When its first byte arrived.
    package var firstByte: Instant
    /// Unicode scalars of the message complete with it.
    package var scalarsAfter: Int

    package init(handle: UInt32, completed: Instant, firstByte: Instant, scalarsAfter: Int) {
      (self.handle, self.completed) = (handle, completed)
      (self.firstByte, self.scalarsAfter) = (firstByte, scalarsAfter)
    }
  }

  /// A batch was released.
  package struct ReleasedBatch: Hashable, Sendable {
    package var handle: UInt32
    package var instant: Instant
    /// When its step was due.
    package var due: Instant
    package var chunks: Int
    package var scalars: Int
    package var heldFor: Nanoseconds

    package init(
      handle: UInt32,
      instant: Instant,
      due: Instant,
      chunks: Int,
      scalars: Int,
      heldFor: Nanoseconds
    ) {
      (self.handle, self.instant, self.due) = (handle, instant, due)
      (self.chunks, self.scalars, self.heldFor) = (chunks, scalars, heldFor)
    }
  }

  package var tokens: [Token] = []
  package var chunks: [CompletedChunk] = []
  package var releases: [ReleasedBatch] = []
  /// Edges at which another page is wanted; the host starts a load there and shows a loader.
  package var wantedPages: [ContentEdge] = []
  package var wantsKeyboard = false
  /// Drops that lay too little over the composer and were not taken.
  package var refusedDrops = 0
  /// Places that were asked for before their message was there, and are gone to now that it is.
  package var fulfilledTargets = 0
  /// Places that were asked for and are not gone to: something else was asked for first.
  package var droppedTargets = 0
  /// Edits after which a choice that the profile's design leaves open says where what is visible lies.
  package var openChoices = 0
  /// Tokens with a place whose text was another than what had arrived there.
  package var replayMismatches = 0
  /// Messages of pages that were there already.
  package var knownMessages = 0
  /// Which events of the frame, counted from 0, were refused when they were applied: an entry for
  /// each refusal of the input phase, in order. Later phases refuse without saying which.
  package var refusedEvents: [Int] = []
  /// Blocks measured, cache hits not counted.
  package var measuredBlocks = 0

  package init() {}

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
    knownMessages = 0
    refusedEvents.removeAll(keepingCapacity: true)
    measuredBlocks = 0
  }
}
