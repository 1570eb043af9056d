/// Operations on lines of running sums: a line is 16 lanes, of `Int32` or `Double`.
///
/// Masks are lanes of all ones or all zeros. Whole numbers are 0 to 2^31 - 1, so the sign of a
/// difference tells which of two is greater, and shifting it down makes a mask: that compiles to a
/// handful of instructions, where comparisons of 16 lanes of `Int32` became loops.
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

  /// Adds `change` where `mask` is set.
  @inline(__always) static func add(
    _ change: Int32,
    where mask: SIMD16<Int32>,
    to line: SIMD16<Int32>
  ) -> SIMD16<Int32> {
    line &+ (mask & SIMD16(repeating: change))
  }

  /// Adds `change` where `mask` is set, to lanes that are in use.
  @inline(__always) static func addUsed(
    _ change: Int32,
    where mask: SIMD16<Int32>,
    to line: SIMD16<Int32>
  ) -> SIMD16<Int32> {
    line &+ (mask & used(line) & SIMD16(repeating: change))
  }

  /// Four lanes that are all 0 if and only if `line` counts on in steps of 1 from its first lanes'
  /// `start`.
  @inline(__always) static func difference(
    _ line: SIMD16<Int32>,
    fromRow start: SIMD4<Int32>
  ) -> SIMD4<Int32> {
    (line.lowHalf.lowHalf ^ start)
      | (line.lowHalf.highHalf ^ (start &+ SIMD4(repeating: 4)))
      | (line.highHalf.lowHalf ^ (start &+ SIMD4(repeating: 8)))
      | (line.highHalf.highHalf ^ (start &+ SIMD4(repeating: 12)))
  }

  // MARK: Doubles

  /// How many of 16 sums are at most `value`.
  @inline(__always) static func count(
    _ low: SIMD8<Double>,
    _ high: SIMD8<Double>,
    atMost value: Double
  ) -> Int {
    let values = SIMD8<Double>(repeating: value)
    let eight = LaneBits.integers(low .> values) &+ LaneBits.integers(high .> values)
    let four = eight.lowHalf &+ eight.highHalf
    let two = four.lowHalf &+ four.highHalf
    return 16 &+ Int(two.x &+ two.y)
  }

  /// Adds `change` where `mask` is set.
  @inline(__always) static func add(
    _ change: Double,
    where mask: SIMD8<UInt64>,
    to sums: SIMD8<Double>
  ) -> SIMD8<Double> {
    sums + LaneBits.doubles(mask & SIMD8(repeating: change.bitPattern))
  }
}
