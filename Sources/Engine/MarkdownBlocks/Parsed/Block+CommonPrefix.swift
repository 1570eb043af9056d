extension Block {
  /// Counts the leading bytes of text that two blocks share in the same styles.
  ///
  /// - Parameter other: A block.
  /// - Returns: A count at a boundary of scalars in both; 0 when kind or nesting differ in what
  ///   the layout depends on. Destinations do not count.
  /// - Complexity: O(shared bytes).
  package func commonPrefixUTF8Count(with other: Block) -> Int {
    guard kind == other.kind, nesting.listDepth == other.nesting.listDepth,
      nesting.quoteDepth == other.nesting.quoteDepth
    else { return 0 }
    let styled = Self.commonStyleCount(runs, other.runs)
    return text.withUnsafeBufferPointer { left in
      other.text.withUnsafeBufferPointer { right in
        var count = Self.commonByteCount(left, right, limit: styled)
        while count > 0,
          Self.isInsideScalar(left, at: count) || Self.isInsideScalar(right, at: count)
        {
          count -= 1
        }
        return count
      }
    }
  }

  private static func isInsideScalar(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    index < bytes.count && bytes[index] & 0xC0 == 0x80
  }

  private static func commonByteCount(
    _ left: UnsafeBufferPointer<UInt8>,
    _ right: UnsafeBufferPointer<UInt8>,
    limit: Int
  ) -> Int {
    let end = min(limit, min(left.count, right.count))
    guard let first = UnsafeRawPointer(left.baseAddress),
      let second = UnsafeRawPointer(right.baseAddress)
    else { return 0 }
    var count = 0
    while count + 8 <= end {
      let word = first.loadUnaligned(fromByteOffset: count, as: UInt64.self)
      guard word == second.loadUnaligned(fromByteOffset: count, as: UInt64.self) else { break }
      count += 8
    }
    while count < end, left[count] == right[count] { count += 1 }
    return count
  }

  private static func commonStyleCount(_ left: [TextRun], _ right: [TextRun]) -> Int {
    var count = 0
    var (i, j) = (0, 0)
    var (leftRest, rightRest) = (left.first?.utf8Count ?? 0, right.first?.utf8Count ?? 0)
    while i < left.count, j < right.count, left[i].style == right[j].style {
      let step = min(leftRest, rightRest)
      count += step
      leftRest -= step
      rightRest -= step
      if leftRest == 0 {
        i += 1
        leftRest = i < left.count ? left[i].utf8Count : 0
      }
      if rightRest == 0 {
        j += 1
        rightRest = j < right.count ? right[j].utf8Count : 0
      }
    }
    return count
  }
}
