/// A 128-bit key that stands for one styled block at one width and text size.
///
/// Made by `StableHasher`, so it is the same on every machine and in every run. Two blocks that
/// differ have the same key with a chance of about 2^-128 a pair; nothing checks for it.
package struct HeightKey: Hashable, Sendable {
  @usableFromInline internal var first: UInt64
  @usableFromInline internal var second: UInt64

  /// The upper 64 bits.
  @inlinable package var high: UInt64 { first }
  /// The lower 64 bits.
  @inlinable package var low: UInt64 { second }

  /// Makes a key from its two halves.
  @inlinable package init(high: UInt64, low: UInt64) {
    first = high
    second = low
  }
}
