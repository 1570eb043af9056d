import Timebase

/// One stay in the fallback.
package struct FallbackEpisode: Hashable, Codable, Sendable {
  /// When it was entered.
  package var start: Instant
  /// When it was left; nil while it lasts.
  package var end: Instant?
  /// What most of the late frames' time went to.
  package var cause: FallbackCause
  /// From the tick of the first late frame of the window to the trigger.
  package var detection: Nanoseconds

  private enum CodingKeys: String, CodingKey {
    case start = "start_ms"
    case end = "end_ms"
    case cause
    case detection = "detect_ms"
  }

  /// Makes a stay from its parts, as a file gives them.
  ///
  /// - Parameters:
  ///   - start: When it was entered.
  ///   - end: When it was left; nil while it lasts.
  ///   - cause: What most of the late frames' time went to.
  ///   - detection: From the tick of the first late frame of the window to the trigger.
  package init(
    entered start: Instant,
    left end: Instant?,
    cause: FallbackCause,
    after detection: Nanoseconds
  ) {
    self.start = start
    self.end = end
    self.cause = cause
    self.detection = detection
  }
}
