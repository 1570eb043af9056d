/// The only source of chance: a seeded generator whose numbers are the same on every machine.
///
/// SplitMix64 (Steele, Lea, Flood 2014): one addition and a mix per number, and any (seed, index)
/// pair starts a stream of its own, so that a message of a history can be made from its index
/// without making those before it.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts the stream that belongs to `seed`.
  package init(seed: UInt64) { state = seed }

  /// Starts the stream that belongs to `index` under `seed`.
  ///
  /// - Complexity: O(1); streams of neighbouring indices are not correlated.
  package init(seed: UInt64, index: UInt64) {
    state = Self.mix(seed &+ 0x9E37_79B9_7F4A_7C15) ^ Self.mix(index &+ 0xD1B5_4A32_D192_ED03)
  }

  /// Makes the next 64 random bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mix(state)
  }

  /// Makes a number in 0 ..< 1 with 53 random bits.
  package mutating func nextFraction() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// Makes an index in 0 ..< `count`, by multiplication (bias below count / 2^64).
  ///
  /// - Precondition: `count` is positive.
  package mutating func nextIndex(below count: Int) -> Int {
    precondition(count > 0, "count must be positive, got \(count)")
    return Int(next().multipliedFullWidth(by: UInt64(count)).high)
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
