import Lengths

/// A small, fast generator: 32 random bits a step; the state is the argument of the next step, so
/// that a result can be made part of it.
struct Congruential {
  var state: UInt64

  init(state: UInt64) { self.state = state }

  /// Goes on where the last one began, elsewhere: repeats do not find their places in a cache.
  init() {
    started &+= 1
    state = 88_172_645_463_325_252 &+ started &* 0x9E37_79B9_7F4A_7C15
  }

  @inline(__always) mutating func next() -> UInt32 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return UInt32(truncatingIfNeeded: state >> 32)
  }

  @inline(__always) mutating func index(below count: Int) -> Int {
    Int(truncatingIfNeeded: (UInt64(next()) &* UInt64(truncatingIfNeeded: count)) >> 32)
  }
}

/// How many generators were started.
nonisolated(unsafe) private var started: UInt64 = 0

/// Skewed heights of 28 to 600 pt, mean about 185 pt.
func makeHeights(_ count: Int) -> [LayoutUnit] {
  var random = Congruential(state: 12_345)
  return (0..<count).map { _ in
    let bits = random.next()
    let low = bits & 0xff
    let points = 28 + ((low &* low &* low) >> 16) &* 2 &+ ((bits >> 8) & 63)
    return LayoutUnit(rawValue: Int64(points &* 64 &+ ((bits >> 16) & 63)))
  }
}

/// Where results go, so that no loop is optimised away.
nonisolated(unsafe) var answers: UInt64 = 0

@inline(never) func keep(_ answer: Int) {
  answers = (answers ^ UInt64(bitPattern: Int64(answer))) &* 0x9E37_79B9_7F4A_7C15
}
