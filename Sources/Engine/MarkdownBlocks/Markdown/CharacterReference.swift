/// References to characters, such as `&amp;` and `&#35;`.
///
/// The named ones are those of HTML 4.01 and some of HTML 5; others stay as they are written.
package enum CharacterReference {
  private static let longestName = 32

  /// The characters from U+00A0 to U+00FF.
  private static let latin = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 \
    acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde \
    Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute \
    Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde \
    auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute \
    ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
    """

  /// The Greek letters from U+0391 to U+03A9, of which one is none, and from U+03B1 to U+03C9.
  private static let greek = """
    Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau \
    Upsilon Phi Chi Psi Omega
    """
  private static let smallGreek = """
    alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma \
    tau upsilon phi chi psi omega
    """

  /// Others, each with its character.
  private static let others = """
    quot " amp & lt < gt > apos ' QUOT " AMP & LT < GT > COPY © REG ® OElig Œ oelig œ Scaron Š scaron š \
    Yuml Ÿ fnof ƒ circ ˆ tilde ˜ ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ dagger † \
    Dagger ‡ bull • hellip … permil ‰ prime ′ Prime ″ lsaquo ‹ rsaquo › oline ‾ frasl ⁄ euro € image ℑ \
    weierp ℘ real ℜ trade ™ TRADE ™ alefsym ℵ larr ← uarr ↑ rarr → darr ↓ harr ↔ crarr ↵ lArr ⇐ uArr ⇑ \
    rArr ⇒ dArr ⇓ hArr ⇔ forall ∀ part ∂ exist ∃ empty ∅ nabla ∇ isin ∈ notin ∉ ni ∋ prod ∏ sum ∑ minus − \
    lowast ∗ radic √ prop ∝ infin ∞ ang ∠ and ∧ or ∨ cap ∩ cup ∪ int ∫ there4 ∴ sim ∼ cong ≅ asymp ≈ ne ≠ \
    equiv ≡ le ≤ ge ≥ sub ⊂ sup ⊃ nsub ⊄ sube ⊆ supe ⊇ oplus ⊕ otimes ⊗ perp ⊥ sdot ⋅ lceil ⌈ rceil ⌉ \
    lfloor ⌊ rfloor ⌋ lang ⟨ rang ⟩ loz ◊ spades ♠ clubs ♣ hearts ♥ diams ♦ thetasym ϑ upsih ϒ piv ϖ \
    check ✓ cross ✗ star ☆ starf ★ phone ☎ female ♀ male ♂ hyphen ‐ dash ‐ horbar ― lbrace { rbrace } \
    lbrack [ rbrack ] lpar ( rpar ) lsqb [ rsqb ] lcub { rcub } verbar | vert | colon : semi ; comma , \
    period . excl ! quest ? num # dollar $ percnt % ast * plus + equals = commat @ bsol \\ sol / lowbar _ \
    grave ` Hat ^ Dcaron Ď dcaron ď Ccaron Č ccaron č Rcaron Ř rcaron ř Zcaron Ž zcaron ž Ecaron Ě ecaron ě \
    Lstrok Ł lstrok ł Aogon Ą aogon ą Eogon Ę eogon ę Sacute Ś sacute ś Zacute Ź zacute ź Zdot Ż zdot ż \
    HilbertSpace ℋ DifferentialD ⅆ ClockwiseContourIntegral ∲
    """

  /// The spaces and signs without a shape of their own, with their value.
  private static let unseen: [(String, UInt32)] = [
    ("ensp", 0x2002), ("emsp", 0x2003), ("thinsp", 0x2009), ("zwnj", 0x200C), ("zwj", 0x200D),
    ("lrm", 0x200E), ("rlm", 0x200F), ("Tab", 0x09), ("NewLine", 0x0A), ("NonBreakingSpace", 0xA0),
    ("hairsp", 0x200A), ("numsp", 0x2007), ("puncsp", 0x2008),
  ]

  private static let named: [String: [UInt8]] = {
    var table: [String: [UInt8]] = ["ngE": Array("≧\u{338}".utf8)]
    func name(_ names: String, from first: UInt32) {
      for (index, name) in names.split(separator: " ").enumerated() where name != "-" {
        if let scalar = Unicode.Scalar(first + UInt32(index)) {
          table[String(name)] = Array(String(scalar).utf8)
        }
      }
    }
    name(latin, from: 0xA0)
    name(greek, from: 0x391)
    name(smallGreek, from: 0x3B1)
    for (name, value) in unseen {
      if let scalar = Unicode.Scalar(value) { table[name] = Array(String(scalar).utf8) }
    }
    let parts = others.split(separator: " ")
    for index in stride(from: 0, to: parts.count - 1, by: 2) {
      table[String(parts[index])] = Array(parts[index + 1].utf8)
    }
    return table
  }()

  /// The names that are known.
  package static var names: [String] { named.keys.sorted() }

  /// Reads the reference whose `&` stands before a place.
  ///
  /// - Returns: The character in UTF-8, and where the reference ends; nil for none.
  static func reference(
    _ text: UnsafeBufferPointer<UInt8>,
    at start: Int
  ) -> (character: [UInt8], end: Int)? {
    guard start < text.count else { return nil }
    if text[start] == UInt8(ascii: "#") { return number(text, at: start + 1) }
    let limit = min(text.count, start + longestName)
    var index = start
    while index < limit, Bytes.isLetterOrDigit(text[index]) { index += 1 }
    guard index > start, index < text.count, text[index] == UInt8(ascii: ";"),
      let character = named[String(decoding: text[start..<index], as: UTF8.self)]
    else { return nil }
    return (character, index + 1)
  }

  private static func number(
    _ text: UnsafeBufferPointer<UInt8>,
    at start: Int
  ) -> (character: [UInt8], end: Int)? {
    guard start < text.count else { return nil }
    let isHex = text[start] | 0x20 == UInt8(ascii: "x")
    let first = isHex ? start + 1 : start
    var (index, value) = (first, UInt32(0))
    while index < text.count, index - first <= 8 {
      let byte = text[index]
      let digit: UInt32
      if Bytes.isDigit(byte) {
        digit = UInt32(byte - 0x30)
      } else if isHex, (0x61...0x66).contains(byte | 0x20) {
        digit = UInt32((byte | 0x20) - 0x61 + 10)
      } else {
        break
      }
      value = min(value * (isHex ? 16 : 10) + digit, 0x110000)
      index += 1
    }
    guard (1...8).contains(index - first), index < text.count, text[index] == UInt8(ascii: ";")
    else { return nil }
    let scalar = value == 0 ? nil : Unicode.Scalar(value)
    return (Array(String(scalar ?? "\u{FFFD}").utf8), index + 1)
  }

  /// A text with its references resolved.
  static func resolved(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      let next = text.place(of: UInt8(ascii: "&"), from: index)
      result.append(contentsOf: UnsafeBufferPointer(rebasing: text[index..<next]))
      guard next < text.count else { break }
      if let (character, end) = reference(text, at: next + 1) {
        result += character
        index = end
      } else {
        result.append(UInt8(ascii: "&"))
        index = next + 1
      }
    }
    return result
  }
}
