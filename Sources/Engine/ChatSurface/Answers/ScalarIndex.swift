/// Where the scalars of a growing text begin, every 256 of them, so that a place in it is found without
/// reading the text before it. It is kept from the first time on that a place is asked for.
///
/// Complexity: O(1) to note a place; O(log text) and at most 256 scalars and a chunk to find one.
struct ScalarIndex: Sendable {
  private static let spacing = 256
  private var marks: [(scalars: Int, utf8: Int)] = []
  private var isKept = false

  /// Places are asked for from here on.
  ///
  /// - Complexity: O(text), once.
  mutating func begin(_ text: [UInt8]) {
    guard !isKept else { return }
    isKept = true
    var scalars = 0
    for (utf8, byte) in text.enumerated() where byte & 0xC0 != 0x80 {
      note(scalars: scalars, utf8: utf8)
      scalars += 1
    }
  }

  /// The text is so long now, between two scalars.
  mutating func note(scalars: Int, utf8: Int) {
    guard isKept else { return }
    if scalars - (marks.last?.scalars ?? 0) >= Self.spacing { marks.append((scalars, utf8)) }
  }

  /// The text goes no farther than this.
  mutating func cut(toUTF8 utf8: Int) {
    while let last = marks.last, last.utf8 > utf8 { marks.removeLast() }
  }

  /// Where a scalar of `text` begins; its end for one that it does not have.
  func utf8(ofScalar scalar: Int, in text: [UInt8]) -> Int {
    var looks = 0
    let next = PartitionPoint.first(in: marks.indices, counting: &looks) {
      marks[$0].scalars > scalar
    }
    let start = next > 0 ? marks[next - 1] : (scalars: 0, utf8: 0)
    return start.utf8
      + Answer.utf8Count(ofScalars: scalar - start.scalars, in: text[start.utf8...])
  }
}
