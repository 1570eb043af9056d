// Memory picture: none; values in vector registers are read as other vectors of the same width.
//
//   SIMDMask of 8   | 8 Int64, all ones or all zeros |
//   8 UInt64        | 8 Double                       |
//   4 Int32         | 2 UInt64                       |
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

  /// Four lanes that are all 0 if and only if all of 16 are.
  @inline(__always) static func folded(_ line: SIMD16<Int32>) -> SIMD4<Int32> {
    let eight = line.lowHalf | line.highHalf
    return eight.lowHalf | eight.highHalf
  }

  /// Whether all lanes are 0.
  @inline(__always) static func isZero(_ line: SIMD4<Int32>) -> Bool {
    let two = unsafeBitCast(line, to: SIMD2<UInt64>.self)
    return two.x | two.y == 0
  }
}
