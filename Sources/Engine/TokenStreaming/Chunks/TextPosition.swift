/// A place in held text: how much lies before it.
///
/// The three counts lie in one vector, so that they are stored and loaded as one.
struct TextPosition: Sendable, Equatable {
  private var counts: SIMD4<Int32>

  static let zero = TextPosition(counts: .zero)

  private init(counts: SIMD4<Int32>) { self.counts = counts }

  /// How many bytes of UTF-8, at most 2^31 - 1.
  @inline(__always) var bytes: Int { Int(counts.x) }
  /// How many scalars.
  @inline(__always) var scalars: Int { Int(counts.y) }
  /// How many graphemes.
  @inline(__always) var graphemes: Int { Int(counts.z) }

  /// The place after a scalar of `bytes` bytes that joins the grapheme in progress.
  @inline(__always)
  func afterScalar(ofBytes bytes: Int) -> TextPosition {
    TextPosition(counts: counts &+ SIMD4(Int32(truncatingIfNeeded: bytes), 1, 0, 0))
  }

  /// The place with one grapheme more, whose scalars are to come.
  @inline(__always)
  var beginningGrapheme: TextPosition { TextPosition(counts: counts &+ SIMD4(0, 0, 1, 0)) }

  /// The place `count` plain ASCII characters on.
  @inline(__always)
  func advanced(by count: Int) -> TextPosition {
    let count = Int32(truncatingIfNeeded: count)
    return TextPosition(counts: counts &+ SIMD4(count, count, count, 0))
  }

  @inline(__always)
  static func - (left: TextPosition, right: TextPosition) -> TextPosition {
    TextPosition(counts: left.counts &- right.counts)
  }
}
