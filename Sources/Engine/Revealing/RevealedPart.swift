import Timebase

/// What a timeline knows of one text part.
struct RevealedPart: Sendable {
  var message: UInt32
  var releasedUTF8 = 0
  var releasedScalars = 0
  /// How many chunks are complete and not released.
  var backlog = 0
  var isVisible = true
  /// Whether no more chunks will come.
  var hasEnded = false
}
