/// Hashes text and numbers to 128 bits, the same on every machine and in every run.
///
/// `Swift.Hasher` is seeded again by each process; keys that are logged or compared between runs
/// need one that is not. This one is not meant to resist an attacker. Two 64-bit lanes each fold
/// every word by a 64 x 64 -> 128 bit multiplication; a text is fed 16 bytes at a time, least
/// significant byte first on every machine. Feeding is order-dependent, and every piece of text
/// ends with its length, so ("ab", "c") and ("a", "bc") differ.
package struct StableHasher: Sendable {
  private var left: UInt64
  private var right: UInt64
  private var words: UInt64 = 0

  /// Starts a hash.
  ///
  /// - Parameter seed: Any number; different seeds give unrelated keys.
  package init(seed: UInt64 = 0) {
    left = seed ^ 0x8C4E_5B17_90D3_A2F6
    right = seed &* 0xC6A4_93B1_D8E7_02F5 ^ 0x3D91_F0A7_6B28_C54E
  }

  /// Feeds one 64-bit number.
  ///
  /// - Complexity: O(1).
  package mutating func combine(_ word: UInt64) {
    left = Self.fold(left ^ word, 0x9FB2_1C65_1E98_DF25)
    right = Self.fold(right &+ word, 0xD6E8_FEB8_6659_FD93) ^ left
    words &+= 1
  }

  /// Feeds one number.
  ///
  /// - Complexity: O(1).
  package mutating func combine(_ number: Int) {
    combine(UInt64(bitPattern: Int64(number)))
  }

  /// Feeds the UTF-8 bytes of `text` and their count.
  ///
  /// - Complexity: O(bytes); several GB/s for long text stored as UTF-8.
  package mutating func combine(_ text: String) {
    var text = text
    text.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// Feeds `bytes` and their count.
  ///
  /// - Complexity: O(bytes).
  package mutating func combine(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { combine(bytes: $0) }
  }

  /// Ends the hash.
  ///
  /// - Returns: The key of everything fed so far; feeding may go on afterwards.
  /// - Complexity: O(1).
  package func finish() -> HeightKey {
    let high = Self.fold(left ^ words, 0xA076_1D64_78BD_642F ^ right)
    let low = Self.fold(right ^ 0xE703_7ED1_A0B4_28DB, left &+ words &* 0x8EBC_6AF0_9C88_C6E3)
    return HeightKey(
      high: Self.fold(high &+ low, 0x9FB2_1C65_1E98_DF25) ^ left,
      low: Self.fold(low ^ high, 0xD6E8_FEB8_6659_FD93) &+ right
    )
  }

  /// Multiplies to 128 bits and folds the halves together, keeping the inputs in the result so
  /// that a factor of 0 does not erase the state.
  static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low ^ left.rotated(by: 29)
  }
}

// Memory picture: `bytes` is a buffer somebody else owns for the length of the call.
//
//   | 16 bytes | 16 bytes | ... | 0 to 15 bytes |
//
// Invariants: every load lies inside the buffer (`offset + 16 <= count` for whole pairs, single
// bytes for the rest); loads are unaligned and read least significant byte first.

extension StableHasher {
  /// Feeds the bytes of a buffer and their count.
  private mutating func combine(bytes: UnsafeRawBufferPointer) {
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

extension UInt64 {
  func rotated(by count: UInt64) -> UInt64 {
    self << count | self >> (64 - count)
  }
}
