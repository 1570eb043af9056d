/// What ends what a mark in a line began.
@usableFromInline package struct ClosingBytes: OptionSet, Hashable, Sendable {
  @usableFromInline package let rawValue: UInt8

  @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }

  @inlinable package static var backtick: ClosingBytes { ClosingBytes(rawValue: 1) }
  @inlinable package static var star: ClosingBytes { ClosingBytes(rawValue: 2) }
  @inlinable package static var underscore: ClosingBytes { ClosingBytes(rawValue: 4) }
  @inlinable package static var tilde: ClosingBytes { ClosingBytes(rawValue: 8) }
  @inlinable package static var bracket: ClosingBytes { ClosingBytes(rawValue: 16) }
  @inlinable package static var angle: ClosingBytes { ClosingBytes(rawValue: 32) }
  /// `://` and `w.`, which begin no link of their own behind an open bracket.
  @inlinable package static var address: ClosingBytes { ClosingBytes(rawValue: 64) }

  /// How many bytes of a leaf's source after a mark a parser looks for what ends it: what comes later
  /// ends nothing.
  package static let reach = 16_384

  /// What a byte of a text ends, with the bytes before it.
  @inlinable package static func ending(
    at index: Int,
    of text: UnsafeBufferPointer<UInt8>
  ) -> ClosingBytes {
    switch text[index] {
    case UInt8(ascii: "`"): .backtick
    case UInt8(ascii: "*"): .star
    case UInt8(ascii: "_"): .underscore
    case UInt8(ascii: "~"): .tilde
    case UInt8(ascii: "]"): .bracket
    case UInt8(ascii: ">"): .angle
    case UInt8(ascii: ".") where index > 0 && text[index - 1] | 0x20 == UInt8(ascii: "w"):
      .address
    case UInt8(ascii: "/")
    where index > 1 && text[index - 1] == UInt8(ascii: "/")
      && text[index - 2] == UInt8(ascii: ":"):
      .address
    default: []
    }
  }

  /// Whether one of them is in a part of a text.
  ///
  /// - Complexity: O(part).
  @inlinable package func isIn(_ text: UnsafeBufferPointer<UInt8>, _ part: Range<Int>) -> Bool {
    for index in part where !isDisjoint(with: Self.ending(at: index, of: text)) { return true }
    return false
  }
}
