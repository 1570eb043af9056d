/// Hashes text and numbers to 128 bits, the same on every machine and in every run.
///
/// `Swift.Hasher` is seeded anew by each process; keys that are logged or compared between runs
/// need one that is not. This one is not meant to resist an attacker. Two 64-bit lanes each fold
/// every word by a 64 x 64 -> 128 bit multiplication; a text is fed 16 bytes at a time, least
/// significant byte first on every machine. Feeding is order-dependent, and every piece of text
/// ends with its length, so ("ab", "c") and ("a", "bc") differ.
package struct StableHasher: Sendable {
  @usableFromInline internal var left: UInt64
  @usableFromInline internal var right: UInt64
  @usableFromInline internal var words: UInt64 = 0

  /// Starts a hash.
  ///
  /// - Parameter seed: Any number; different seeds give unrelated keys.
  @inlinable package init(seed: UInt64 = 0) {
    left = seed ^ 0x8C4E_5B17_90D3_A2F6
    right = seed &* 0xC6A4_93B1_D8E7_02F5 ^ 0x3D91_F0A7_6B28_C54E
  }

  /// Feeds one 64-bit number.
  ///
  /// - Complexity: O(1).
  @inlinable package mutating func combine(_ word: UInt64) {
    left = Self.fold(left ^ word, 0x9FB2_1C65_1E98_DF25)
    right = Self.fold(right &+ word, 0xD6E8_FEB8_6659_FD93) ^ left
    words &+= 1
  }

  /// Feeds one number.
  ///
  /// - Complexity: O(1).
  @inlinable package mutating func combine(_ number: Int) {
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
  @inlinable package func finish() -> HeightKey {
    let high = Self.fold(left ^ words, 0xA076_1D64_78BD_642F ^ right)
    let low = Self.fold(right ^ 0xE703_7ED1_A0B4_28DB, left &+ words &* 0x8EBC_6AF0_9C88_C6E3)
    return HeightKey(
      high: Self.fold(high &+ low, 0x9FB2_1C65_1E98_DF25) ^ left,
      low: Self.fold(low ^ high, 0xD6E8_FEB8_6659_FD93) &+ right
    )
  }

  /// Multiplies to 128 bits and folds the halves together, keeping the inputs in the result so
  /// that a factor of 0 does not erase the state.
  @inlinable internal static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low ^ left.rotated(by: 29)
  }
}

extension UInt64 {
  @inlinable internal func rotated(by count: UInt64) -> UInt64 {
    self << count | self >> (64 - count)
  }
}
