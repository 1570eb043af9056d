/// Makes a text whose lines all end with a line feed, with U+FFFD for what is no UTF-8 and for NUL.
///
/// The lines stay as many as they are, so that a line of the result has the place of its number in the
/// source.
enum RepairedText {
  private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

  /// Repairs a text.
  ///
  /// - Returns: Nil where the text needs none.
  /// - Complexity: O(length of the text).
  static func repaired(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var index = 0
    while index < text.count {
      let byte = text[index]
      guard byte != 0x00, byte != 0x0D else { return repair(text) }
      let length = byte < 0x80 ? 1 : PlainByte.scalarLength(in: text, at: index)
      guard length > 0 else { return repair(text) }
      index += length
    }
    return nil
  }

  private static func repair(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count + 16)
    var start = 0
    while start < text.count {
      var end = start
      while end < text.count, text[end] != 0x0A, text[end] != 0x0D { end += 1 }
      appendLine(UnsafeBufferPointer(rebasing: text[start..<end]), to: &result)
      guard end < text.count else { break }
      result.append(0x0A)
      start = text[end] == 0x0D && end + 1 < text.count && text[end + 1] == 0x0A ? end + 2 : end + 1
    }
    return result
  }

  private static func appendLine(_ line: UnsafeBufferPointer<UInt8>, to result: inout [UInt8]) {
    guard !line.has(0) else {
      let filled = line.flatMap { $0 == 0 ? replacement : [$0] }
      return filled.withUnsafeBufferPointer { appendLine($0, to: &result) }
    }
    var index = 0
    while index < line.count {
      let length = line[index] < 0x80 ? 1 : PlainByte.scalarLength(in: line, at: index)
      if length > 0 {
        result.append(contentsOf: line[index..<index + length])
        index += length
      } else {
        result += replacement
        index += invalidLength(in: line, at: index)
      }
    }
  }

  /// How many bytes of a line one replacement character stands for: a sequence that the end of the line
  /// cuts short, the bytes before one that cannot follow, or a whole sequence with a value that is none.
  private static func invalidLength(in line: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    let length: Int
    switch line[index] {
    case 0xC0...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF7: length = 4
    default: return 1
    }
    guard index + length <= line.count else { return line.count - index }
    for offset in 1..<length where line[index + offset] & 0xC0 != 0x80 { return offset }
    return length
  }
}
