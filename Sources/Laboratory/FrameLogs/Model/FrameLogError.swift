import Files

/// Why a log cannot be read: as every other input that is refused.
///
/// Its path is empty until the reader of files knows it.
package typealias FrameLogError = InputError

/// The named limits of reading.
package enum FrameLimit {
  /// The most frames kept of one file, all its sessions together: 2.3 hours at 120 Hz.
  @TaskLocal package static var frames = 1_000_000
  /// How many frames of a table are held at a time where its sessions' rows alone are wanted.
  @TaskLocal package static var part = 1 << 17
  /// The most sessions of one file.
  package static let sessions = 256
  /// The longest line of a text, in bytes.
  package static let lineBytes = 1 << 20
  /// The longest event of a JSON array, in bytes.
  package static let eventBytes = 8 << 20
  /// The most bytes that a compressed file may unfold to.
  package static let unfoldedBytes = 4 << 30
  /// The deepest nesting of JSON.
  package static let depth = 256
  /// The longest time a log may span: 10 days.
  package static let span: Int64 = 864_000_000_000_000
  /// The longest work on one frame that is believed whatever the frames after it say; Android's own
  /// statistics leave out longer ones.
  package static let work: Int64 = 10_000_000_000
  /// The longest time of one frame that can be true at all: 2.4 hours. Values that stand for "unknown" lie far above.
  package static let frame: Int64 = span / 100
  /// The share of refused rows from which on a file is refused, in per cent.
  package static let refusedPercent = 5
}
