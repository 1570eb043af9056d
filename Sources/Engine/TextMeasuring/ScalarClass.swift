/// What the fixed measurer needs to know about single scalars.
package enum ScalarClass {
  /// Whether there is a boundary of graphemes between this scalar and any other of which the same
  /// is true; false says nothing.
  ///
  /// The ranges hold scalars whose Grapheme_Cluster_Break (Unicode 15.0) is Other, LV or LVT.
  package static func isSimple(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF, 0x370...0x377, 0x384...0x482, 0x48A...0x52F: true
    case 0x5D0...0x5EA, 0x620...0x64A, 0x66E...0x66F, 0x671...0x6D3, 0xE01...0xE30: true
    case 0xE40...0xE46, 0x1E00...0x1FFE, 0x2010...0x2027, 0x2030...0x205E, 0x20A0...0x20BF: true
    case 0x2100...0x2BFF, 0x3001...0x3029, 0x3030...0x3098, 0x309B...0x9FFF, 0xAC00...0xD7A3: true
    case 0xFF01...0xFF9D, 0x1F300...0x1F3FA, 0x1F400...0x1FAFF, 0x20000...0x3FFFD: true
    default: false
    }
  }

  /// Whether a scalar ends a line: those that Swift's `Character.isNewline` names.
  package static func isNewline(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Whether a line may be broken after a scalar: White_Space without the newlines and without
  /// the spaces that do not break (U+00A0, U+2007, U+202F).
  package static func isSpace(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x09, 0x20, 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x205F, 0x3000: true
    default: false
    }
  }

  /// Whether a scalar is one half of a flag.
  package static func isRegionalIndicator(_ scalar: UInt32) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar)
  }
}
