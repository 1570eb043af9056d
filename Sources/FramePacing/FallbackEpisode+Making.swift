import Timebase

extension FallbackEpisode {
  /// Makes a stay from its parts, as a file gives them.
  ///
  /// - Parameters:
  ///   - start: When it was entered.
  ///   - end: When it was left; nil while it lasts.
  ///   - cause: What most of the late frames' time went to.
  ///   - detection: From the first late frame of the window to the trigger.
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

extension FallbackCause {
  /// Finds a cause by its name in files; nil when no cause has it.
  public init?(name: String) {
    if name == FallbackCause.hostStall.name {
      self = .hostStall
    } else if let phase = Phase(name: name) {
      self = .phase(phase)
    } else {
      return nil
    }
  }
}
