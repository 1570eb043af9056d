import Timebase

/// One stay in the fallback.
public struct FallbackEpisode: Hashable, Codable, Sendable {
  /// When it was entered.
  public var start: Instant
  /// When it was left; nil while it lasts.
  public var end: Instant?
  /// What most of the late frames' time went to.
  public var cause: FallbackCause
  /// From the tick of the first late frame of the window to the trigger.
  public var detection: Nanoseconds

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
  public init(
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
