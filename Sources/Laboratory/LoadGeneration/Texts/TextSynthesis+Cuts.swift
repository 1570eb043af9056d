import Timebase

extension TextSynthesis {
  /// Why a place is bad for a cut.
  package enum Weakness: Hashable {
    /// Inside the UTF-8 of one scalar.
    case scalar
    /// Between two scalars of one grapheme.
    case grapheme
    /// Between two of Markdown's marks, or beside one at the beginning of a line.
    case mark
  }

  /// Cuts a text into tokens at its worst places.
  ///
  /// The text is taken in stretches, and chance says for each what happens to it: every weak place
  /// is cut, half of them are, each byte is a token, or up to 4,096 bytes come at once.
  ///
  /// - Parameters:
  ///   - bytes: The text, valid UTF-8 or not.
  ///   - seed: Chooses the cuts; the same on every machine.
  /// - Returns: The tokens' bytes, in order, without gaps; none is empty.
  /// - Complexity: O(bytes).
  package static func hostileCuts(of bytes: [UInt8], seed: UInt64) -> [Range<Int>] {
    var generator = SeededGenerator(seed: seed, index: 8)
    var cuts: [Int] = []
    var place = 0
    let weaknesses = weaknesses(of: bytes)
    while place < bytes.count {
      let style = generator.nextIndex(below: 100)
      if style < 4 {
        place = min(bytes.count, place + 1 + generator.nextIndex(below: 4_096))
        cuts.append(place)
        continue
      }
      let end = min(bytes.count, place + 16 + generator.nextIndex(below: 240))
      let chance = style < 12 ? 100 : style < 60 ? 90 : 50
      var next = place + 1 + generator.nextIndex(below: 24)
      while place < end {
        place += 1
        let isCut =
          style < 12 || place == next
          || (weaknesses[place] != nil && generator.nextIndex(below: 100) < chance)
        guard isCut else { continue }
        cuts.append(place)
        next = place + 1 + generator.nextIndex(below: 24)
      }
    }
    return TokenCut.ranges(endingAt: cuts, of: bytes)
  }

  /// Finds the weak places of a text: for each index, and for its end, what a cut before it splits.
  ///
  /// - Complexity: O(bytes).
  package static func weaknesses(of bytes: [UInt8]) -> [Weakness?] {
    var weaknesses = [Weakness?](repeating: nil, count: bytes.count + 1)
    for index in bytes.indices.dropFirst() {
      if bytes[index] & 0xC0 == 0x80 {
        weaknesses[index] = .scalar
      } else if isMark(bytes[index - 1]) || bytes[index - 1] == 0x0A,
        isMark(bytes[index]) || bytes[index] == 0x20
      {
        weaknesses[index] = .mark
      }
    }
    var last: Unicode.Scalar?
    var place = 0
    var decoder = Unicode.UTF8.ForwardParser()
    var source = bytes.makeIterator()
    while true {
      switch decoder.parseScalar(from: &source) {
      case .emptyInput: return weaknesses
      case .error(let length):
        last = nil
        place += length
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        if let last, joins(last, scalar) { weaknesses[place] = .grapheme }
        last = scalar
        place += encoded.count
      }
    }
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E, 0x0A, 0x0D: true
    default: false
    }
  }

  /// Whether two scalars belong, or may belong, to one grapheme.
  private static func joins(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    let isFlag = { (scalar: Unicode.Scalar) in (0x1F1E6...0x1F1FF).contains(scalar.value) }
    if first.value == 0x200D || second.value == 0x200D { return true }
    if isFlag(first) && isFlag(second) { return true }
    if first.value == 0x0D && second.value == 0x0A { return true }
    guard second.value >= 0x300 else { return false }
    // Leading consonants join what follows; vowels of Thai and Lao that are letters by category.
    if (0x1100...0x115F).contains(first.value) && isHangul(second) { return true }
    if second.value == 0x0E33 || second.value == 0x0EB3 { return true }
    if first.properties.canonicalCombiningClass.rawValue == 9 { return true }
    if second.properties.isGraphemeExtend || second.properties.isEmojiModifier { return true }
    switch second.properties.generalCategory {
    case .spacingMark, .nonspacingMark, .enclosingMark: return true
    default: return (0x1160...0x11FF).contains(second.value)
    }
  }

  private static func isHangul(_ scalar: Unicode.Scalar) -> Bool {
    (0x1100...0x11FF).contains(scalar.value) || (0xAC00...0xD7A3).contains(scalar.value)
  }
}
