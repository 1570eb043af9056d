/// Tells where graphemes begin in a stream of scalars.
///
/// The rules are the standard library's own (`Unicode._CharacterRecognizer`, the one public state
/// machine for them; underscored, so named here and nowhere else), with a short cut: between two
/// plain scalars there is always a boundary, and their state need not be kept.
struct GraphemeBreaker: Sendable {
  /// One recognizer. Its size is known at run time only, so it lies apart: in place it would make
  /// every access to a chunker's fields look its offset up.
  private var recognizers = [Unicode._CharacterRecognizer()]
  /// Whether the recognizer has not seen `previous`.
  private var isBehind = false
  /// The last scalar of the grapheme in progress; nil when there is none.
  private(set) var previous: Unicode.Scalar?
  private var regionalIndicators = 0

  /// Whether the grapheme in progress may not count as whole: it ends in a joiner, in a virama or
  /// in a regional indicator without its pair.
  var isUnfinished: Bool {
    guard let previous, previous.value >= 0x300 else { return false }
    if previous.value == 0x200D { return true }
    if regionalIndicators % 2 == 1 { return true }
    return previous.properties.canonicalCombiningClass.rawValue == 9
  }

  /// Whether the grapheme in progress ends in ASCII that another ASCII character never joins.
  var endsInPlainASCII: Bool {
    guard let value = previous?.value else { return false }
    return value < 0x80 && value != 0x0D
  }

  /// Takes the next scalar of the text.
  ///
  /// - Returns: Whether a grapheme begins with it.
  mutating func push(_ scalar: Unicode.Scalar) -> Bool {
    let begins = isBoundary(before: scalar) && !isStacked(scalar)
    if begins { regionalIndicators = 0 }
    if scalar.value >= 0x1F1E6, scalar.value <= 0x1F1FF { regionalIndicators += 1 }
    previous = scalar
    return begins
  }

  /// Whether a scalar is a consonant below another, to which a sign joins it: a letter after Khmer's
  /// U+17D2 or Myanmar's U+1039, where the standard library's rules have a boundary.
  private func isStacked(_ scalar: Unicode.Scalar) -> Bool {
    switch previous?.value {
    case 0x17D2: (0x1780...0x17B3).contains(scalar.value)
    case 0x1039: Self.isMyanmarLetter(scalar.value)
    default: false
    }
  }

  private static func isMyanmarLetter(_ value: UInt32) -> Bool {
    switch value {
    case 0x1000...0x102A, 0x103F, 0x1050...0x1055, 0x105A...0x105D, 0x1061, 0x1065...0x1066,
      0x106E...0x1070, 0x1075...0x1081, 0x108E:
      true
    default: false
    }
  }

  /// Forgets all; the next scalar begins a grapheme.
  mutating func reset() {
    previous = nil
    regionalIndicators = 0
  }

  /// Forgets all but that `scalar`, a plain one, is a grapheme in progress.
  mutating func restart(after scalar: Unicode.Scalar) {
    previous = scalar
    regionalIndicators = 0
    isBehind = true
  }

  private mutating func isBoundary(before scalar: Unicode.Scalar) -> Bool {
    guard let previous else {
      isBehind = true
      return true
    }
    if GraphemeBreaker.isPlain(scalar.value), GraphemeBreaker.isPlain(previous.value) {
      isBehind = true
      return true
    }
    if isBehind {
      recognizers[0] = Unicode._CharacterRecognizer()
      _ = recognizers[0].hasBreak(before: previous)
      isBehind = false
    }
    return recognizers[0].hasBreak(before: scalar)
  }

  /// Whether a scalar neither joins what is before nor after it, but by a mark of its neighbour.
  ///
  /// These have Grapheme_Cluster_Break Other (or are whole Hangul syllables) and are no pictographs
  /// and no Indic consonants.
  @inline(__always)
  private static func isPlain(_ value: UInt32) -> Bool {
    switch value {
    case 0x20...0x7E, 0xC0...0x2FF, 0x0400...0x0482, 0x048A...0x0523: true
    case 0x05D0...0x05EA, 0x0620...0x064A, 0x0E01...0x0E30, 0x0E40...0x0E46: true
    case 0x3001...0x3029, 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC...0x30FE: true
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF9D: true
    default: false
    }
  }
}
