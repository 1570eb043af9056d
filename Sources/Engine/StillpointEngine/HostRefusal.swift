/// Why a session did not take something; it is as it was before.
public enum HostRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// A time is no number, or more than 100 years from the session's start.
  case time(Double)
  /// A length is no number, or longer than 1,000,000,000 pt.
  case points(Double)
  /// So many events wait: a source that is faster than the display is to wait.
  case full(limit: Int)

  /// What was refused and what to do.
  public var description: String {
    switch self {
    case .time(let seconds):
      "time \(seconds) s: give the display link's time stamp, in seconds of one clock"
    case .points(let points): "\(points) pt: give a finite length"
    case .full(let limit):
      "\(limit) events wait for the next frame: make frames, or let the source wait"
    }
  }
}
