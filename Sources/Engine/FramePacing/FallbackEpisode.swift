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
    case length = "length_ms"
    case detection = "detect_ms"
  }

  /// How long it lasted; nil while it does.
  package var length: Nanoseconds? { end.map { $0 - start } }

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

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      entered: try values.decode(Instant.self, forKey: .start),
      left: try values.decodeIfPresent(Instant.self, forKey: .end),
      cause: try values.decode(FallbackCause.self, forKey: .cause),
      after: try values.decode(Nanoseconds.self, forKey: .detection)
    )
  }

  /// Writes the length beside its ends, for who reads the file.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(start, forKey: .start)
    try values.encodeIfPresent(end, forKey: .end)
    try values.encode(cause, forKey: .cause)
    try values.encodeIfPresent(length, forKey: .length)
    try values.encode(detection, forKey: .detection)
  }
}
