/// Text as people see it on a terminal and in the log of a CI job: values cannot steer either.
///
/// What is written is made of literals and values. A value is one line of at most 200 characters without
/// control characters, whatever it came from: a name, a page, another program, a server. What is longer
/// says so: `"\(sentence: reason)"`, `"\(lines: table)"`.
package struct ShownText: ExpressibleByStringInterpolation, Sendable {
  package let text: String

  /// Takes a literal.
  package init(stringLiteral value: String) { text = value }

  /// Takes literals and values.
  package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  /// Gathers literals and values.
  package struct StringInterpolation: StringInterpolationProtocol {
    var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { text += literal }

    /// Adds a value, on one line.
    package mutating func appendInterpolation(_ value: some Any) {
      text += ShownText.value("\(value)")
    }

    /// Adds a sentence, on one line; it may list names.
    package mutating func appendInterpolation(sentence: some Any) {
      text += ShownText.value("\(sentence)", most: ShownText.mostOfSentence)
    }

    /// Adds text of several lines.
    package mutating func appendInterpolation(lines: String) { text += ShownText.lines(lines) }
  }

  /// The most characters of a value: beyond, its middle is left out.
  package static let most = 200

  /// The most characters of a sentence, which may list names.
  package static let mostOfSentence = 2_000

  private init(_ text: String) { self.text = text }

  /// Both, one after the other.
  package static func + (first: ShownText, second: ShownText) -> ShownText {
    ShownText(first.text + second.text)
  }

  /// A value on one line.
  package static func value(_ text: String, most: Int = ShownText.most) -> String {
    let scalars = text.unicodeScalars
    guard scalars.contains(where: { $0.isHidden || $0.isByte }) || scalars.count > most else {
      return text
    }
    let half = most / 2 - 2
    let isLong = scalars.count > most
    let shown = escaped(isLong ? scalars.prefix(half) : scalars[...])
    return isLong ? shown + "..." + escaped(scalars.suffix(half)) : shown
  }

  /// Text of several lines, each as long as it is.
  package static func lines(_ text: String) -> String {
    escaped(text.unicodeScalars[...], keeps: ["\n", "\t"])
  }

  /// JSON in which what is not seen is written as an escape: it stands within strings alone.
  package static func json(_ text: String) -> String {
    // A runner takes this for a command wherever it stands.
    let text = text.replacing("##[", with: "#\\u0023[").replacing("##vso[", with: "#\\u0023vso[")
    guard text.unicodeScalars.contains(where: { $0.isHidden && $0.value > 0x7E }) else {
      return text
    }
    var shown = ""
    for scalar in text.unicodeScalars {
      guard scalar.isHidden, scalar.value > 0x7E else {
        shown.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        shown += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return shown
  }

  /// The text without what a terminal or a CI job takes as a command, wherever it came from: the last look at
  /// all that is written.
  ///
  /// - Parameter isColoured: Whether the sequences that colour tables are let through.
  static func harmless(_ text: String, isColoured: Bool) -> String {
    let shown = escaped(
      text.unicodeScalars[...],
      keeps: isColoured ? ["\n", "\t", "\u{1B}"] : ["\n", "\t"]
    )
    guard shown.contains("::") || shown.contains("##") else { return shown }
    return shown.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      // A runner looks at lines less their leading spaces for the first, and everywhere for the second.
      let line = line.replacing("##[", with: "#\\x23[").replacing("##vso[", with: "#\\x23vso[")
      guard let start = line.firstIndex(where: { !$0.isWhitespace }), line[start...].hasPrefix("::")
      else { return line }
      return line[..<start] + "\\x3a" + line[start...].dropFirst()
    }
    .joined(separator: "\n")
  }

  private static func escaped(
    _ scalars: Substring.UnicodeScalarView,
    keeps kept: Set<Unicode.Scalar> = []
  ) -> String {
    guard scalars.contains(where: { ($0.isHidden && !kept.contains($0)) || $0.isByte }) else {
      return String(scalars)
    }
    var shown = ""
    for scalar in scalars {
      if scalar.isByte {
        shown += FileName.shown(String(scalar))
      } else if scalar.isHidden, !kept.contains(scalar) {
        let digits = String(scalar.value, radix: 16)
        shown +=
          scalar.value < 0x100
          ? "\\x" + (digits.count < 2 ? "0" : "") + digits : "\\u{\(digits)}"
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }
}

extension Unicode.Scalar {
  /// Whether it is not seen and steers what is: control characters, directions, ends of lines.
  package var isHidden: Bool {
    if value < 0x7F { return value < 0x20 }
    if value < 0xAD { return value < 0xA0 }
    // What joins the parts of an emoji, or of a word in a script that joins.
    if value == 0x200C || value == 0x200D { return false }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return true
    default: return false
    }
  }

  /// Whether it stands for a byte of a name.
  var isByte: Bool { 0x10FF80...0x10FFFF ~= value }
}
