/// The parts of links: labels, destinations, titles.
enum LinkParts {
  /// The longest label, in bytes.
  private static let longestLabel = 1_000
  /// How deep parentheses of a destination nest.
  private static let deepestParentheses = 32

  /// Finds the label in brackets that begins at a place.
  ///
  /// - Returns: The label, without white space at its ends, and where the brackets end.
  static func label(
    _ text: UnsafeBufferPointer<UInt8>,
    at start: Int
  ) -> (label: Range<Int>, end: Int)? {
    guard start < text.count, text[start] == UInt8(ascii: "[") else { return nil }
    var index = start + 1
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "["): return nil
      case UInt8(ascii: "]"): return (Bytes.trimmed(start + 1..<index, in: text), index + 1)
      case UInt8(ascii: "\\") where index + 1 < text.count && Bytes.isPunctuation(text[index + 1]):
        index += 2
      default: index += 1
      }
      if index - start - 1 > longestLabel { return nil }
    }
    return nil
  }

  /// Finds the destination that begins at a place.
  ///
  /// - Returns: The destination without angle brackets, and where it ends with them.
  static func destination(
    _ text: UnsafeBufferPointer<UInt8>,
    at start: Int
  ) -> (destination: Range<Int>, end: Int)? {
    guard start < text.count else { return nil }
    guard text[start] == UInt8(ascii: "<") else { return bareDestination(text, at: start) }
    var index = start + 1
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: ">"):
        return index + 1 < text.count ? (start + 1..<index, index + 1) : nil
      case UInt8(ascii: "\\"): index += 2
      case 0x0A, UInt8(ascii: "<"): return nil
      default: index += 1
      }
    }
    return nil
  }

  private static func bareDestination(
    _ text: UnsafeBufferPointer<UInt8>,
    at start: Int
  ) -> (destination: Range<Int>, end: Int)? {
    var (index, depth) = (start, 0)
    scan: while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\\") where index + 1 < text.count && Bytes.isPunctuation(text[index + 1]):
        index += 2
      case UInt8(ascii: "("):
        depth += 1
        index += 1
        if depth > deepestParentheses { return nil }
      case UInt8(ascii: ")"):
        if depth == 0 { break scan }
        depth -= 1
        index += 1
      case let byte where Bytes.isSpace(byte):
        if index == start { return nil }
        break scan
      default: index += 1
      }
    }
    return index < text.count ? (start..<index, index) : nil
  }

  /// Where the title ends that begins at a place, with its quotes.
  ///
  /// A quote behind a backslash ends it only if no other does.
  static func titleEnd(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
    guard start < text.count else { return nil }
    let close: UInt8
    switch text[start] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): close = text[start]
    case UInt8(ascii: "("): close = UInt8(ascii: ")")
    default: return nil
    }
    var last: Int?
    for index in start + 1..<max(start + 1, text.count) {
      let byte = text[index]
      guard byte == close || byte == UInt8(ascii: "(") && close == UInt8(ascii: ")") else {
        continue
      }
      let isEscaped = text[index - 1] == UInt8(ascii: "\\") && index - 1 > start
      if byte == close, !isEscaped { return index + 1 }
      if byte != close, !isEscaped { return last }
      if byte == close { last = index + 1 }
    }
    return last
  }

  /// The end of the white space from a place on.
  static func spaceEnd(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int {
    var index = start
    while index < text.count, Bytes.isSpace(text[index]) { index += 1 }
    return index
  }

  /// What a destination or the word behind a fence says: its references to characters resolved, the backslashes of escapes gone.
  static func cleaned(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> [UInt8] {
    let range = Bytes.trimmed(range, in: text)
    return withoutEscapes(CharacterReference.resolved(UnsafeBufferPointer(rebasing: text[range])))
  }

  /// A text without the backslashes before punctuation.
  static func withoutEscapes(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(UInt8(ascii: "\\")) else { return text }
    var result: [UInt8] = []
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "\\"), index + 1 < text.count,
        Bytes.isPunctuation(text[index + 1])
      {
        index += 1
      }
      result.append(text[index])
      index += 1
    }
    return result
  }
}
