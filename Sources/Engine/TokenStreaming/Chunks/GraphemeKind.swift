/// What a grapheme means for the cut into words; its first scalar tells, but for spaces.
///
/// The scripts come from Unicode 15's Scripts.txt, the brackets and quotation marks from the
/// general categories Ps and Pi (opening), Pe and Pf (closing) of its UnicodeData.txt. Marks that
/// end a clause or a sentence close too. A quotation mark that may be either is neither.
enum GraphemeKind: UInt8, Sendable {
  /// White space that one may break at.
  case space
  /// Punctuation that belongs to the word after it.
  case opening
  /// Punctuation that belongs to the word before it.
  case closing
  /// Everything with spaces between words, digits and symbols.
  case other
  /// Han, Hiragana and Katakana: one dictionary knows words that mix them.
  case hanAndKana
  case thai
  case lao
  case khmer
  case myanmar

  /// Whether words of this script are found by a dictionary.
  var needsDictionary: Bool { rawValue >= GraphemeKind.hanAndKana.rawValue }

  /// Tells the kind of a grapheme that begins with `scalar`.
  ///
  /// - Complexity: O(1); a few comparisons.
  init(of scalar: Unicode.Scalar) {
    let value = scalar.value
    if value < 0x80 {
      self = GraphemeKind.inASCII(UInt8(truncatingIfNeeded: value))
    } else if value < 0x0E00 {
      self = GraphemeKind.inFirstBlocks(value)
    } else if value < 0x2000 {
      self = GraphemeKind.inSoutheastAsia(value)
    } else if value < 0x2E80 {
      self = GraphemeKind.inSymbols(value)
    } else {
      self = GraphemeKind.inEastAsia(value)
    }
  }

  static func inASCII(_ byte: UInt8) -> GraphemeKind {
    switch byte {
    case 0x09...0x0D, 0x20: .space
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): .opening
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): .closing
    case UInt8(ascii: "!"), UInt8(ascii: ","), UInt8(ascii: "."): .closing
    case UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "?"): .closing
    default: .other
    }
  }

  /// Latin to Tibetan, less Thai, Lao and what follows.
  private static func inFirstBlocks(_ value: UInt32) -> GraphemeKind {
    switch value {
    case 0x85: .space
    case 0xA1, 0xAB, 0xBF: .opening
    case 0xBB, 0x060C, 0x061B, 0x061F, 0x06D4: .closing
    default: .other
    }
  }

  private static func inSoutheastAsia(_ value: UInt32) -> GraphemeKind {
    switch value {
    case 0x0E5A...0x0E5B: .closing
    case 0x0E01...0x0E3A, 0x0E40...0x0E59: .thai
    case 0x0E81...0x0EDF: .lao
    case 0x0F3A, 0x0F3C, 0x169B: .opening
    case 0x0F3B, 0x0F3D, 0x169C: .closing
    case 0x104A...0x104B: .closing
    case 0x1000...0x109F: .myanmar
    case 0x1680: .space
    case 0x17D4...0x17D6: .closing
    case 0x1780...0x17DD, 0x17E0...0x17E9, 0x17F0...0x17F9, 0x19E0...0x19FF: .khmer
    default: .other
    }
  }

  private static func inSymbols(_ value: UInt32) -> GraphemeKind {
    switch value {
    case 0x2000...0x2006, 0x2008...0x200A, 0x2028, 0x2029, 0x205F: .space
    case 0x2018, 0x201A...0x201C, 0x201E...0x201F, 0x2039, 0x2045, 0x207D, 0x208D: .opening
    case 0x2019, 0x201D, 0x203A, 0x2046, 0x207E, 0x208E: .closing
    case 0x2025, 0x2026, 0x203C, 0x203D, 0x2047...0x2049: .closing
    case 0x2308...0x230B, 0x2768...0x2775, 0x27E6...0x27EF:
      value.isMultiple(of: 2) ? .opening : .closing
    case 0x2983...0x2998: value.isMultiple(of: 2) ? .closing : .opening
    case 0x2329, 0x27C5, 0x29D8, 0x29DA, 0x29FC: .opening
    case 0x232A, 0x27C6, 0x29D9, 0x29DB, 0x29FD: .closing
    case 0x2E02, 0x2E04, 0x2E09, 0x2E0C, 0x2E1C, 0x2E20, 0x2E22, 0x2E24, 0x2E26, 0x2E28: .opening
    case 0x2E03, 0x2E05, 0x2E0A, 0x2E0D, 0x2E1D, 0x2E21, 0x2E23, 0x2E25, 0x2E27, 0x2E29: .closing
    case 0x2E42, 0x2E55, 0x2E57, 0x2E59, 0x2E5B: .opening
    case 0x2E56, 0x2E58, 0x2E5A, 0x2E5C: .closing
    default: .other
    }
  }

  private static func inEastAsia(_ value: UInt32) -> GraphemeKind {
    switch value {
    case 0x3000: .space
    case 0x3001, 0x3002: .closing
    case 0x4E00...0x9FFF, 0x3041...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF: .hanAndKana
    case 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016, 0x3018, 0x301A: .opening
    case 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017, 0x3019, 0x301B: .closing
    case 0x301D: .opening
    case 0x301E...0x301F, 0x30FB: .closing
    case 0x3005, 0x3007, 0x3021...0x3029, 0x3038...0x303B: .hanAndKana
    case 0x2E80...0x2E99, 0x2E9B...0x2EF3, 0x2F00...0x2FD5, 0x31F0...0x31FF: .hanAndKana
    case 0x32D0...0x32FE, 0x3300...0x3357, 0x3400...0x4DBF, 0xF900...0xFAD9: .hanAndKana
    case 0xA9E0...0xA9FE, 0xAA60...0xAA7F: .myanmar
    case 0xFD3E...0xFFFF: inCompatibilityForms(value)
    case 0x16FE2...0x16FE3, 0x16FF0...0x16FF1, 0x1AFF0...0x1AFFE: .hanAndKana
    case 0x1B000...0x1B122, 0x1B132, 0x1B150...0x1B152, 0x1B155: .hanAndKana
    case 0x1B164...0x1B167, 0x1F200, 0x20000...0x2FA1D, 0x30000...0x323AF: .hanAndKana
    default: .other
    }
  }

  private static func inCompatibilityForms(_ value: UInt32) -> GraphemeKind {
    switch value {
    case 0xFD3F, 0xFE17, 0xFE35, 0xFE37, 0xFE39, 0xFE3B, 0xFE3D, 0xFE3F, 0xFE41, 0xFE43: .opening
    case 0xFD3E, 0xFE18, 0xFE36, 0xFE38, 0xFE3A, 0xFE3C, 0xFE3E, 0xFE40, 0xFE42, 0xFE44: .closing
    case 0xFE47, 0xFE59, 0xFE5B, 0xFE5D, 0xFF08, 0xFF3B, 0xFF5B, 0xFF5F, 0xFF62: .opening
    case 0xFE48, 0xFE5A, 0xFE5C, 0xFE5E, 0xFF09, 0xFF3D, 0xFF5D, 0xFF60, 0xFF63: .closing
    case 0xFE10...0xFE16, 0xFE19, 0xFE50...0xFE52, 0xFE54...0xFE57: .closing
    case 0xFF01, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF61, 0xFF64, 0xFF65: .closing
    case 0xFF66...0xFF9F: .hanAndKana
    default: .other
    }
  }
}
