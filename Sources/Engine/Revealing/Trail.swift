import Timebase

/// The last released chunks of a part while they stand at less than opacity 1 by their place.
struct Trail: Sendable {
  /// Where they begin, oldest first.
  var starts: [Int] = []
  /// When they go to opacity 1; nil while more text may come.
  var end: Instant?
}
