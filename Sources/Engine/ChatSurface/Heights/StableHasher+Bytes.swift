// Memory picture: `bytes` is a buffer somebody else owns for the length of the call.
//
//   | 16 bytes | 16 bytes | ... | 0 to 15 bytes |
//
// Invariants: every load lies inside the buffer (`offset + 16 <= count` for whole pairs, single
// bytes for the rest); loads are unaligned and read least significant byte first.

extension StableHasher {
  /// Feeds the bytes of a buffer and their count.
  @usableFromInline internal mutating func combine(bytes: UnsafeRawBufferPointer) {
    let count = bytes.count
    var offset = 0
    var first = left
    var second = right
    while offset &+ 16 <= count {
      let low = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let high = UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self)
      )
      first = Self.fold(first ^ low, 0x9FB2_1C65_1E98_DF25 ^ high)
      second = Self.fold(second ^ high, 0xD6E8_FEB8_6659_FD93 ^ low)
      offset &+= 16
    }
    left = first
    right = second &+ first.rotated(by: 17)
    var rest: UInt64 = 0
    var shift: UInt64 = 0
    while offset < count {
      rest |= UInt64(bytes[offset]) << (shift & 63)
      offset &+= 1
      shift &+= 8
      if shift == 64 {
        combine(rest)
        rest = 0
        shift = 0
      }
    }
    combine(rest)
    combine(UInt64(count))
  }
}
