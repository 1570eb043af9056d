/// Lines of 16 words, as the plain structures use them: no check, no bounds.
typealias Words = UnsafeMutablePointer<Int32>
typealias Sums = UnsafeMutablePointer<Double>

/// More than any sum of a segment.
let unusedWord: Int32 = 1 << 30 - 1

enum Lanes {
  @inline(__always) static func line(_ words: Words) -> SIMD16<Int32> {
    UnsafeRawPointer(words).loadUnaligned(as: SIMD16<Int32>.self)
  }

  @inline(__always) static func store(_ line: SIMD16<Int32>, _ words: Words) {
    UnsafeMutableRawPointer(words).storeBytes(of: line, as: SIMD16<Int32>.self)
  }

  static var numbers: SIMD16<Int32> {
    @inline(__always) get { SIMD16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) }
  }

  /// All ones in the lanes after one.
  @inline(__always) static func after(_ lane: Int) -> SIMD16<Int32> {
    (SIMD16(repeating: Int32(truncatingIfNeeded: lane)) &- numbers) &>> SIMD16(repeating: 31)
  }

  /// The last of 16 rising values that is at most `value`.
  @inline(__always) static func last(_ words: Words, atMost value: Int32) -> Int {
    let above = (SIMD16(repeating: value) &- line(words)) &>> SIMD16(repeating: 31)
    let eight = above.lowHalf &+ above.highHalf
    let four = eight.lowHalf &+ eight.highHalf
    let two = four.lowHalf &+ four.highHalf
    return 15 &+ Int(two.x &+ two.y)
  }

  @inline(__always) static func last(_ sums: Sums, atMost value: Double) -> Int {
    let raw = UnsafeRawPointer(sums)
    let wanted = SIMD8<Double>(repeating: value)
    let low = raw.load(as: SIMD8<Double>.self) .> wanted
    let high = raw.load(fromByteOffset: 64, as: SIMD8<Double>.self) .> wanted
    let eight =
      unsafeBitCast(low, to: SIMD8<Int64>.self) &+ unsafeBitCast(high, to: SIMD8<Int64>.self)
    let four = eight.lowHalf &+ eight.highHalf
    let two = four.lowHalf &+ four.highHalf
    return 15 &+ Int(two.x &+ two.y)
  }

  /// Adds to the lanes after one.
  @inline(__always) static func add(_ change: Int32, after lane: Int, to words: Words) {
    store(line(words) &+ (after(lane) & SIMD16(repeating: change)), words)
  }

  @inline(__always) static func add(_ change: Double, after lane: Int, to sums: Sums) {
    let raw = UnsafeMutableRawPointer(sums)
    let bits = SIMD8<UInt64>(repeating: change.bitPattern)
    let place = SIMD8<Int64>(repeating: Int64(lane))
    let numbers = SIMD8<Int64>(0, 1, 2, 3, 4, 5, 6, 7)
    for half in 0..<2 {
      let there = (place &- numbers &- SIMD8(repeating: Int64(8 &* half))) &>> SIMD8(repeating: 63)
      let masked = SIMD8<UInt64>(truncatingIfNeeded: there) & bits
      let old = raw.load(fromByteOffset: 64 &* half, as: SIMD8<Double>.self)
      raw.storeBytes(
        of: old + unsafeBitCast(masked, to: SIMD8<Double>.self),
        toByteOffset: 64 &* half,
        as: SIMD8<Double>.self
      )
    }
  }
}

/// Memory that a structure of the benchmarks owns, given back with it.
final class Memory {
  let raw: UnsafeMutableRawPointer

  init(bytes: Int) {
    raw = .allocate(byteCount: max(bytes, 64), alignment: 64)
  }

  var words: Words { raw.assumingMemoryBound(to: Int32.self) }
  var sums: Sums { raw.assumingMemoryBound(to: Double.self) }

  deinit { raw.deallocate() }
}
