// Memory picture: none; values in vector registers are read as other vectors of the same width.
//
//   SIMDMask of 8   | 8 Int64, all ones or all zeros |
//   8 UInt64        | 8 Double                       |
//   8 Int32         | 2 UInt64                       |
//
// Invariants: both sides of every cast have the same size and no padding.

/// Reads vectors as others of the same bits.
enum LaneBits {
  @inline(__always) static func integers(_ mask: SIMDMask<SIMD8<Int64>>) -> SIMD8<Int64> {
    unsafeBitCast(mask, to: SIMD8<Int64>.self)
  }

  @inline(__always) static func doubles(_ bits: SIMD8<UInt64>) -> SIMD8<Double> {
    unsafeBitCast(bits, to: SIMD8<Double>.self)
  }

  /// Whether all lanes are 0.
  @inline(__always) static func isZero(_ line: SIMD16<Int32>) -> Bool {
    let eight = line.lowHalf | line.highHalf
    let two = unsafeBitCast(eight.lowHalf | eight.highHalf, to: SIMD2<UInt64>.self)
    return two.x | two.y == 0
  }
}
