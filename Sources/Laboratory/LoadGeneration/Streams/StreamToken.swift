import Timebase

/// A piece of an answer and when it arrives.
package struct StreamToken: Hashable, Sendable {
  /// When it arrives, counted from the request.
  package var instant: Instant
  /// The piece; any cut is allowed, also inside a UTF-8 sequence.
  package var bytes: [UInt8]

  package init(at instant: Instant, bytes: [UInt8]) {
    self.instant = instant
    self.bytes = bytes
  }

  /// Makes a token from text.
  package init(at instant: Instant, text: String) {
    self.init(at: instant, bytes: Array(text.utf8))
  }
}
