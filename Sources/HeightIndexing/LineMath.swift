/// Operations on lines of running sums, without comparisons of vectors.
///
/// Every sum is 0 to 2^31 - 1, so the sign of a difference tells which of two is greater, and
/// shifting it down makes a mask. That compiles to a handful of instructions on every machine,
/// where comparisons of 16 lanes may become loops.
enum LineMath {
  @inline(__always) static var lanes: SIMD16<Int32> {
    SIMD16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
  }

  /// All ones where `left` is less than `right`; their difference must fit.
  @inline(__always) static func mask(
    _ left: SIMD16<Int32>,
    isBelow right: SIMD16<Int32>
  ) -> SIMD16<Int32> {
    (left &- right) &>> SIMD16(repeating: 31)
  }

  /// All ones in the lanes after `lane`.
  @inline(__always) static func mask(after lane: Int) -> SIMD16<Int32> {
    mask(SIMD16(repeating: Int32(truncatingIfNeeded: lane)), isBelow: lanes)
  }

  /// All ones in the lanes that are in use.
  @inline(__always) static func used(_ line: SIMD16<Int32>) -> SIMD16<Int32> {
    mask(line, isBelow: SIMD16(repeating: Int32.max))
  }

  /// The lanes of `chosen` where `mask` is set, else those of `line`.
  @inline(__always) static func select(
    _ mask: SIMD16<Int32>,
    _ chosen: SIMD16<Int32>,
    else line: SIMD16<Int32>
  ) -> SIMD16<Int32> {
    (line & ~mask) | (chosen & mask)
  }

  @inline(__always) static func sum(_ line: SIMD16<Int32>) -> Int32 {
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
    return 16 &+ Int(sum(~differs & (lanes &- SIMD16(repeating: 16))))
  }

  /// Adds `change` to the lanes after `lane`.
  @inline(__always) static func add(
    _ change: Int32,
    after lane: Int,
    to line: SIMD16<Int32>
  ) -> SIMD16<Int32> {
    line &+ (mask(after: lane) & SIMD16(repeating: change))
  }

  /// Adds `change` to the lanes after `lane` that are in use.
  @inline(__always) static func addUsed(
    _ change: Int32,
    after lane: Int,
    to line: SIMD16<Int32>
  ) -> SIMD16<Int32> {
    line &+ (mask(after: lane) & used(line) & SIMD16(repeating: change))
  }

  // MARK: Doubles

  /// Ones where the 8 sums are above `value`.
  @inline(__always) private static func above(_ sums: SIMD8<Double>, _ value: Double)
    -> SIMD8<UInt64>
  {
    unsafeBitCast(SIMD8(repeating: value) - sums, to: SIMD8<UInt64>.self)
      &>> SIMD8(repeating: 63)
  }

  /// How many of 16 sums are at most `value`.
  @inline(__always) static func count(
    _ low: SIMD8<Double>,
    _ high: SIMD8<Double>,
    atMost value: Double
  ) -> Int {
    let eight = above(low, value) &+ above(high, value)
    let four = eight.lowHalf &+ eight.highHalf
    let two = four.lowHalf &+ four.highHalf
    return 16 &- Int(truncatingIfNeeded: two.x &+ two.y)
  }

  /// Adds `change` to those of 8 sums whose lane, counted from `base`, comes after `lane`.
  @inline(__always) static func add(
    _ change: Double,
    after lane: Int,
    base: Int32,
    to sums: SIMD8<Double>
  ) -> SIMD8<Double> {
    let start = SIMD8<Int32>(repeating: Int32(truncatingIfNeeded: lane) &- base)
    let half = (start &- SIMD8(0, 1, 2, 3, 4, 5, 6, 7)) &>> SIMD8(repeating: 31)
    var mask = SIMD16<Int32>(repeating: 0)
    mask.evenHalf = half
    mask.oddHalf = half
    let bits = SIMD8<UInt64>(repeating: change.bitPattern)
    return sums
      + unsafeBitCast(
        unsafeBitCast(mask, to: SIMD8<UInt64>.self) & bits,
        to: SIMD8<Double>.self
      )
  }
}
