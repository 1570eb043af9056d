/// The wrap rule told the other way round: words first, with their whole width known.
enum NaiveWrap {
  static func isSpace(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy {
      $0.properties.isWhitespace && !["\u{A0}", "\u{2007}", "\u{202F}"].contains($0)
    }
  }

  /// Takes a table of its own for the few scalars of the tests.
  static func advance(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.count > 1, scalars.contains(where: { $0.value == 0xFE0F || $0.value == 0x20E3 }) {
      return 16
    }
    if first.properties.isEmojiPresentation { return 16 }
    switch first.value {
    case 0x3000...0x303E, 0x3041...0x3096, 0x309B...0x30FF, 0x3131...0x318E, 0x4E00...0x9FFF,
      0xAC00...0xD7A3, 0xFF01...0xFF60:
      return 16
    case 0x1100...0x115F: return 16
    default: return 8
    }
  }

  /// Counts the lines of a text at a width in points.
  static func lines(_ text: String, width: Int) -> Int {
    var total = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      total += 1
      var pen = 0
      var rest = line[...]
      while let first = rest.first {
        if isSpace(first) {
          pen += advance(first)
          rest.removeFirst()
          continue
        }
        let word = rest.prefix { !isSpace($0) }
        rest = rest.dropFirst(word.count)
        let wordWidth = word.reduce(0) { $0 + advance($1) }
        if pen > 0, pen + wordWidth > width {
          total += 1
          pen = 0
        }
        for character in word {
          if pen > 0, pen + advance(character) > width {
            total += 1
            pen = 0
          }
          pen += advance(character)
        }
      }
    }
    return total
  }
}
