// Memory picture: none; values in vector registers are read as other vectors of the same width.
//
//   SIMDMask of 8   | 8 Int64, all ones or all zeros |
//   8 Int64         | 8 Double                       |
//
// Invariants: both sides of every cast have the same size and no padding.

/// Operations on lines of running sums: a line is 16 lanes, of `Int32` or `Double`.
///
/// Masks are lanes of all ones or all zeros. Whole numbers are 0 to 2^31 - 1, so the sign of a
/// difference tells which of two is greater, and shifting it down makes a mask: that compiles to a
/// handful of instructions, where comparisons of 16 lanes of `Int32` became loops.
enum LineMath {
  @inline(__always) private static var numbers: SIMD16<Int32> {
    SIMD16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
  }

  @inline(__always) private static var numbers8: SIMD8<Int64> { SIMD8(0, 1, 2, 3, 4, 5, 6, 7) }

  /// All ones in the lanes after one of -1 ..< 16.
  @inline(__always) static func lanes(after lane: Int) -> SIMD16<Int32> {
    mask(SIMD16(repeating: Int32(truncatingIfNeeded: lane)), isBelow: numbers)
  }

  /// All ones where `left` is less than `right`; their difference must fit.
  @inline(__always) private static func mask(
    _ left: SIMD16<Int32>,
    isBelow right: SIMD16<Int32>
  ) -> SIMD16<Int32> {
    (left &- right) &>> SIMD16(repeating: 31)
  }

  @inline(__always) private static func sum(_ line: SIMD16<Int32>) -> Int32 {
    let eight = line.lowHalf &+ line.highHalf
    let four = eight.lowHalf &+ eight.highHalf
    let two = four.lowHalf &+ four.highHalf
    return two.x &+ two.y
  }

  /// How many of the values are at most `value`.
  @inline(__always) static func count(_ line: SIMD16<Int32>, atMost value: Int32) -> Int {
    16 &+ Int(sum(mask(SIMD16(repeating: value), isBelow: line)))
  }

  /// The lane of the one value that equals `value`; 16 when none does.
  @inline(__always) static func lane(of value: Int32, in line: SIMD16<Int32>) -> Int {
    let difference = line ^ SIMD16(repeating: value)
    let differs = (difference | (0 &- difference)) &>> SIMD16(repeating: 31)
    return 16 &+ Int(sum(~differs & (numbers &- SIMD16(repeating: 16))))
  }

  /// Adds `change` where `mask` is set, to lanes that are in use.
  @inline(__always) static func addUsed(
    _ change: Int32,
    where mask: SIMD16<Int32>,
    to line: SIMD16<Int32>
  ) -> SIMD16<Int32> {
    let used = Self.mask(line, isBelow: SIMD16(repeating: Segment.unused))
    return line &+ (mask & used & SIMD16(repeating: change))
  }

  /// How many of 16 sums are at most `value`.
  @inline(__always) static func count(
    _ low: SIMD8<Double>,
    _ high: SIMD8<Double>,
    atMost value: Double
  ) -> Int {
    let values = SIMD8<Double>(repeating: value)
    let eight = bits(low .> values) &+ bits(high .> values)
    let four = eight.lowHalf &+ eight.highHalf
    let two = four.lowHalf &+ four.highHalf
    return 16 &+ Int(two.x &+ two.y)
  }

  /// Adds `change` to the lanes after one, which may be none of them.
  @inline(__always) static func add(
    _ change: Double,
    after lane: Int,
    to sums: SIMD8<Double>
  ) -> SIMD8<Double> {
    let later = (SIMD8(repeating: Int64(lane)) &- numbers8) &>> SIMD8(repeating: 63)
    let changes = SIMD8(repeating: Int64(bitPattern: change.bitPattern))
    return sums + unsafeBitCast(later & changes, to: SIMD8<Double>.self)
  }

  @inline(__always) private static func bits(_ mask: SIMDMask<SIMD8<Int64>>) -> SIMD8<Int64> {
    unsafeBitCast(mask, to: SIMD8<Int64>.self)
  }
}
