/// A 128-bit key that stands for one styled block at one width and text size.
///
/// Made by `StableHasher`, so it is the same on every machine and in every run. Two blocks that
/// differ have the same key with a chance of about 2^-128 a pair; nothing checks for it.
package struct HeightKey: Hashable, Sendable {
  /// The upper 64 bits.
  package let high: UInt64
  /// The lower 64 bits.
  package let low: UInt64

  package init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }
}
