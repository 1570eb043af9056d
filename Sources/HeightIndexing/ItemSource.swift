import Lengths

/// Items to be put into an index, by number.
protocol ItemSource {
  var count: Int { get }
  func handle(_ place: Int) -> UInt32
  /// The height in layout units, as the caller gave it.
  func units(_ place: Int) -> Int64
  /// The bits of the 16 handles from a place on.
  func handles(_ place: Int) -> SIMD16<Int32>
  /// Whether handles are known to count on in steps of 1.
  var isRow: Bool { get }
}

extension ItemSource {
  @inline(__always) var isRow: Bool { false }

  @inline(__always) func handles(_ place: Int) -> SIMD16<Int32> {
    var line = SIMD16<Int32>()
    for lane in 0..<16 { line[lane] = Int32(bitPattern: handle(place &+ lane)) }
    return line
  }

  /// The height in layout units, 0 to `HeightIndex.maximumHeight`.
  @inline(__always) func height(_ place: Int) -> Int32 {
    LayoutUnit(rawValue: units(place)).checkedHeight
  }
}

/// One item.
struct SingleSource: ItemSource {
  var onlyHandle: UInt32
  var onlyHeight: Int32

  var count: Int { 1 }
  func handle(_ place: Int) -> UInt32 { onlyHandle }
  func units(_ place: Int) -> Int64 { Int64(onlyHeight) }
}

extension LayoutUnit {
  /// The units of a height that an item may have.
  @inline(__always) var checkedHeight: Int32 {
    precondition(
      UInt64(bitPattern: rawValue) <= UInt64(HeightIndex.maximumUnits),
      "a height is 0 to 1,048,576 pt, not \(self)"
    )
    return Int32(truncatingIfNeeded: rawValue)
  }
}
