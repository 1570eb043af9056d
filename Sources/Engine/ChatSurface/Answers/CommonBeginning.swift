/// What an old text and the one in its place begin alike with.
package enum CommonBeginning {
  /// The bytes that both texts begin with and that can stay although other text follows: no grapheme
  /// of the new text is cut.
  ///
  /// - Parameter new: What is to be there; valid UTF-8.
  /// - Returns: At most the length of either.
  /// - Complexity: O(common bytes).
  package static func utf8Count(of old: [UInt8], and new: [UInt8]) -> Int {
    let shared = old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { byteCount(of: old, and: $0) }
    }
    guard shared < new.count else { return shared }
    // A line feed ends a grapheme whatever comes after it.
    let start = new[..<shared].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    guard start < shared else { return shared }
    let end = new[shared...].firstIndex(of: 0x0A) ?? new.count
    var boundary = start
    for character in String(decoding: new[start..<end], as: UTF8.self) {
      let next = boundary + character.utf8.count
      if next > shared { break }
      boundary = next
    }
    return boundary
  }

  /// The bytes that two texts begin with alike.
  ///
  /// - Complexity: O(common bytes), eight at a time.
  static func byteCount(
    of first: UnsafeBufferPointer<UInt8>,
    and second: UnsafeBufferPointer<UInt8>
  ) -> Int {
    let end = min(first.count, second.count)
    guard let left = UnsafeRawPointer(first.baseAddress),
      let right = UnsafeRawPointer(second.baseAddress)
    else { return 0 }
    var count = 0
    while count + 8 <= end,
      left.loadUnaligned(fromByteOffset: count, as: UInt64.self)
        == right.loadUnaligned(fromByteOffset: count, as: UInt64.self)
    {
      count += 8
    }
    while count < end, first[count] == second[count] { count += 1 }
    return count
  }
}
