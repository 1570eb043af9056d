extension Block {
  /// Whether it is written from right to left: by the first letter that has a direction, as rule P2 of the Unicode
  /// bidirectional algorithm has it; code is always written from left to right. Nil for what has no such letter.
  ///
  /// - Complexity: O(text before that letter).
  package var isRightToLeft: Bool? {
    if case .code = kind { return false }
    for scalar in string.unicodeScalars {
      if scalar.isWrittenFromRight { return true }
      if scalar.properties.isAlphabetic { return false }
    }
    return nil
  }
}

extension Unicode.Scalar {
  /// Whether it is a letter of a script that is written from right to left: bidirectional classes R and AL, by the
  /// blocks that DerivedBidiClass.txt of Unicode 16 gives them.
  fileprivate var isWrittenFromRight: Bool {
    let isOfBlock =
      switch value {
      case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
        true
      default: value == 0x200F
      }
    return isOfBlock && (properties.isAlphabetic || value == 0x200F)
  }
}
