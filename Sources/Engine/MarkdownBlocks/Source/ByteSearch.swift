extension UnsafeBufferPointer<UInt8> {
  /// Where a byte next stands, from a place on; `count` where it does not.
  ///
  /// Eight bytes are looked at together.
  ///
  /// - Complexity: O(bytes looked at).
  func place(of byte: UInt8, from start: Int = 0) -> Int {
    guard let baseAddress, start < count else { return count }
    let raw = UnsafeRawPointer(baseAddress)
    let ones: UInt64 = 0x0101_0101_0101_0101
    var index = start
    while index + 8 <= count {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let rest = word ^ (ones &* UInt64(byte))
      // The lowest bit that is set belongs to the first byte that is 0.
      let zeros = (rest &- ones) & ~rest & (ones << 7)
      if zeros != 0 { return index + zeros.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < count, self[index] != byte { index += 1 }
    return index
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
