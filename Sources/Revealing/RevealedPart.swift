import Timebase

/// What a timeline knows of one text part.
struct RevealedPart: Sendable {
  var message: UInt32
  var releasedUTF8 = 0
  var releasedScalars = 0
  /// How many chunks are complete and not released.
  var backlog = 0
  var isVisible = true
  /// Where the last released chunks begin, oldest first, while they stand at less than opacity 1.
  var trail: [Int] = []
  /// When the trail goes to opacity 1; nil while more text may come.
  var trailEnd: Instant?
  /// Whether no more chunks will come.
  var hasEnded = false
}
