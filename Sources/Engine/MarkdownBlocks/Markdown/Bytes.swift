/// Kinds of bytes.
enum Bytes {
  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  static func isLetterOrDigit(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

  /// Whether it is white space.
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// Whether it is white space that ends no line.
  static func isSpaceInLine(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0B || byte == 0x0C
  }

  /// Whether it is punctuation of ASCII, which a backslash escapes.
  static func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  /// A range without the white space at its ends.
  static func trimmed(_ range: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isSpace(text[start]) { start += 1 }
    while end > start, isSpace(text[end - 1]) { end -= 1 }
    return start..<end
  }

  /// Where a text ends without the white space at its end.
  static func end(of text: UnsafeBufferPointer<UInt8>) -> Int {
    var end = text.count
    while end > 0, isSpace(text[end - 1]) { end -= 1 }
    return end
  }

  /// Whether a word stands at a place; in any case, the word itself in lower case.
  static func matches(
    _ word: StaticString,
    _ text: UnsafeBufferPointer<UInt8>,
    at index: Int,
    inAnyCase: Bool = true
  ) -> Bool {
    guard index >= 0, index + word.utf8CodeUnitCount <= text.count else { return false }
    for offset in 0..<word.utf8CodeUnitCount {
      let byte = text[index + offset]
      guard (inAnyCase && isLetter(byte) ? byte | 0x20 : byte) == word.utf8Start[offset] else {
        return false
      }
    }
    return true
  }
}

/// Kinds of scalars.
enum Scalars {
  /// The scalar that begins at a place of valid UTF-8.
  static func scalar(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt32 {
    let first = UInt32(text[index])
    guard first >= 0x80 else { return first }
    let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard index + count <= text.count else { return first }
    var value = first & (0xFF >> UInt32(count + 1))
    for offset in 1..<count { value = value << 6 | UInt32(text[index + offset] & 0x3F) }
    return value
  }

  /// Whether it is white space beside which a mark opens or closes nothing.
  static func isSpace(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 9, 10, 12, 13, 32, 160, 5_760, 8_192...8_202, 8_239, 8_287, 12_288: true
    default: false
    }
  }

  /// Whether it is punctuation, of Unicode's classes that begin with P, or of ASCII.
  static func isPunctuation(_ scalar: UInt32) -> Bool {
    if scalar < 0x80 { return Bytes.isPunctuation(UInt8(scalar)) }
    switch Unicode.Scalar(scalar)?.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation:
      return true
    default: return false
    }
  }

  /// Folds the case of a text, so that labels that differ in it alone are the same.
  static func folded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      // The small form of the capital one: of the two small sigmas, say, one.
      let lower = scalar.properties.lowercaseMapping.unicodeScalars
      for small in lower {
        for capital in small.properties.uppercaseMapping.unicodeScalars {
          result += capital.properties.lowercaseMapping.utf8
        }
      }
    }
    return result
  }
}

extension Bytes {
  /// Whether a text begins with a byte order mark.
  static func hasByteOrderMark(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count >= 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF
  }
}
