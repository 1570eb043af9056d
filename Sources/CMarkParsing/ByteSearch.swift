import CCmarkGFM

extension UnsafeBufferPointer<UInt8> {
  /// Where a byte next stands, from a place on; `count` where it does not.
  ///
  /// The C library looks at 16 bytes or more at a time.
  ///
  /// - Complexity: O(bytes looked at).
  func place(of byte: UInt8, from start: Int = 0) -> Int {
    guard let baseAddress else { return count }
    return Int(stillpoint_place_of(byte, baseAddress, start, count))
  }

  /// Whether a byte stands in it.
  func has(_ byte: UInt8) -> Bool { place(of: byte) < count }

  /// Whether a byte stands in it right behind another one.
  func has(_ byte: UInt8, behind previous: UInt8) -> Bool {
    var index = place(of: previous)
    while index + 1 < count {
      if self[index + 1] == byte { return true }
      index = place(of: previous, from: index + 1)
    }
    return false
  }
}
