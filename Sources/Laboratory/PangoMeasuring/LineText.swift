/// Where lines of a text end, and where one can be set from as if nothing stood before.
extension UnsafeBufferPointer<UInt8> {
  /// Finds where a line ends by a newline, and where the next begins; both the end of the text
  /// for the last line.
  func endOfLine(from start: Int) -> (end: Int, next: Int) {
    var index = start
    while index < count {
      if isPlain(at: index) {
        index += 8
        continue
      }
      let stop = Swift.min(index + 8, count)
      while index < stop {
        switch self[index] {
        case 0x0D:
          return (index, index + 1 < count && self[index + 1] == 0x0A ? index + 2 : index + 1)
        case 0x0A...0x0C: return (index, index + 1)
        case 0xC2 where index + 1 < count && self[index + 1] == 0x85:
          return (index, index + 2)
        case 0xE2
        where index + 2 < count && self[index + 1] == 0x80
          && self[index + 2] & 0xFE == 0xA8:
          return (index, index + 3)
        default: index += 1
        }
      }
    }
    return (index, index)
  }

  /// Whether eight bytes are there, all of ASCII and none a sign of control below U+000E.
  @inline(__always)
  private func isPlain(at index: Int) -> Bool {
    guard index + 8 <= count else { return false }
    let word = UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: index, as: UInt64.self)
    // A byte below 14 borrows from its high bit.
    let below = (word &- 0x0E0E_0E0E_0E0E_0E0E) & ~word
    return (word | below) & 0x8080_8080_8080_8080 == 0
  }

  /// Whether shaping and breaking may start here as if nothing stood before: after a space, or
  /// after an ideograph, a syllable of Hangul or an emoji, whose breaks look at the next scalar
  /// alone.
  func isSafeStart(_ offset: Int) -> Bool {
    guard offset > 0 else { return true }
    if self[offset - 1] == 0x20 || self[offset - 1] == 0x09 { return true }
    guard offset >= 3, self[offset - 1] >= 0x80 else { return false }
    // An emoji, or the sign that makes one; flags break in pairs.
    if offset >= 4, self[offset - 4] == 0xF0, self[offset - 3] == 0x9F { return true }
    if self[offset - 3] == 0xEF, self[offset - 2] == 0xB8, self[offset - 1] == 0x8F { return true }
    guard self[offset - 2] & 0xC0 == 0x80 else { return false }
    return switch self[offset - 3] {
    case 0xE3...0xE9: true
    // U+AC00 to U+D7A3.
    case 0xEA: self[offset - 2] >= 0xB0
    case 0xEB, 0xEC: true
    case 0xED: self[offset - 2] < 0x9E || self[offset - 2] == 0x9E && self[offset - 1] <= 0xA3
    default: false
    }
  }

  /// Where breaks can be looked for from so that those at a place are what they are: some plain
  /// letters and signs before it.
  func startOfASCII(before offset: Int, from base: Int) -> Int? {
    let start = offset - 64
    guard start >= base, self[start..<offset].allSatisfy({ $0 < 0x80 }) else { return nil }
    return start
  }
}
