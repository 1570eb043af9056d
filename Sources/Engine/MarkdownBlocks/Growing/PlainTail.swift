/// Appends bytes to a text that must be valid UTF-8 at every moment.
///
/// What is cut inside a scalar shows as U+FFFD until its other bytes arrive.
struct PlainTail {
  /// How many bytes of the source are shown for good.
  private var settledSource = 0
  /// How many bytes of the shown text come from them.
  private(set) var settledText = 0

  /// Shows the bytes of `source` from the settled ones on.
  ///
  /// - Complexity: O(bytes not yet settled).
  mutating func extend(_ text: inout [UInt8], from source: [UInt8]) {
    text.removeSubrange(settledText...)
    source.withUnsafeBufferPointer { bytes in
      let cut = Self.endOfCompleteScalars(bytes)
      if cut > settledSource {
        text.append(
          contentsOf: String(
            decoding: UnsafeBufferPointer(rebasing: bytes[settledSource..<cut]),
            as: UTF8.self
          ).utf8
        )
        settledSource = cut
        settledText = text.count
      }
      if cut < bytes.count {
        text.append(
          contentsOf: String(
            decoding: UnsafeBufferPointer(rebasing: bytes[cut...]),
            as: UTF8.self
          ).utf8
        )
      }
    }
  }

  /// Finds where an incomplete scalar at the end begins; the end itself when there is none.
  private static func endOfCompleteScalars(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var start = bytes.count - 1
    let limit = max(0, bytes.count - 3)
    while start > limit, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    guard start >= 0 else { return 0 }
    let needed =
      switch bytes[start] {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    return start + needed > bytes.count ? start : bytes.count
  }
}
