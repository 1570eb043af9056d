import Timebase
import TokenStreaming

/// A chunk whose step has been performed and that waits for its slot or its place in the batch.
struct HeldChunk: Sendable {
  var entry: WaitingChunk
  /// When it will be released.
  var start: Instant
  /// When it would have been, had there been a slot.
  var due: Instant
  /// Whether a slot is kept for it.
  var isReserved: Bool
}
