/// Why a log cannot be read: what stands there, what was expected, and what to do.
public struct FrameLogError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file; empty until the reader of files knows it.
  public var path: String
  /// The line, from 1; nil for a file without lines, or the whole file.
  public var line: Int?
  /// What is wrong, with the value.
  public var problem: String
  /// What was expected instead.
  public var expected: String
  /// What to do.
  public var advice: String

  /// Makes an error.
  public init(
    path: String = "",
    line: Int? = nil,
    problem: String,
    expected: String,
    advice: String
  ) {
    self.path = path
    self.line = line
    self.problem = problem
    self.expected = expected
    self.advice = advice
  }

  public var description: String {
    let place = line.map { "\(path):\($0)" } ?? path
    return "\(place): \(problem); expected \(expected).\n\(advice)"
  }
}

/// The named limits of reading.
public enum FrameLimit {
  /// The most frames kept of one file, all its sessions together: 2.3 hours at 120 Hz.
  public static let frames = 1_000_000
  /// The most sessions of one file.
  public static let sessions = 256
  /// The longest line of a text, in bytes.
  public static let lineBytes = 1 << 20
  /// The longest event of a JSON array, in bytes.
  public static let eventBytes = 8 << 20
  /// The most bytes that a compressed file may unfold to.
  public static let unfoldedBytes = 4 << 30
  /// The deepest nesting of JSON.
  public static let depth = 256
  /// The longest time a log may span: 10 days.
  public static let span: Int64 = 864_000_000_000_000
  /// The longest work on one frame that is believed; Android's own statistics leave out longer
  /// ones.
  public static let work: Int64 = 10_000_000_000
  /// The share of refused rows from which on a file is refused, in per cent.
  public static let refusedPercent = 5
}
