/// Which signs stand escaped in the source of a block: none of those kinds is taken to be undecided.
struct EscapedSigns {
  private var found: [UInt8] = []
  /// What was looked at of the source.
  private var looked = 0..<0

  /// Whether a sign of this kind is escaped.
  func contains(_ sign: UInt8) -> Bool { !found.isEmpty && found.contains(sign) }

  /// Looks at the source as it is now.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - range: The block's part of it.
  ///   - count: Grows by the bytes that were looked at.
  /// - Returns: Whether it has escaped signs of other kinds than before.
  /// - Complexity: O(what is new) while the block grows.
  mutating func look(at source: [UInt8], _ range: Range<Int>, counting count: inout Int) -> Bool {
    let before = found
    if range.lowerBound != looked.lowerBound || range.upperBound < looked.upperBound {
      (found, looked) = ([], range.lowerBound..<range.lowerBound)
    }
    let start = max(range.lowerBound, looked.upperBound - 1)
    looked = range
    guard start < range.upperBound else { return found != before }
    count += range.upperBound - start
    source.withUnsafeBufferPointer { source in
      for place in start..<range.upperBound - 1 where source[place] == UInt8(ascii: "\\") {
        let sign = source[place + 1]
        if UndecidedSigns.isSign(sign), !found.contains(sign) { found.append(sign) }
      }
    }
    return found != before
  }
}
