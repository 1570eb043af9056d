/// How a run of text is set apart from the text around it.
public struct TextStyle: OptionSet, Hashable, Sendable {
  /// The set as bits, lowest bit `bold`.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Strong emphasis: a bold face.
  public static let bold = TextStyle(rawValue: 1)
  /// Emphasis: an italic face.
  public static let italic = TextStyle(rawValue: 2)
  /// Inline code: a monospaced face.
  public static let code = TextStyle(rawValue: 4)
  /// Struck through; as wide as without.
  public static let strikethrough = TextStyle(rawValue: 8)
  /// Part of a link, autolink or footnote mark; as wide as without.
  public static let link = TextStyle(rawValue: 16)
  /// The words that stand for an image inside a line of text; as wide as without.
  public static let image = TextStyle(rawValue: 32)
}
