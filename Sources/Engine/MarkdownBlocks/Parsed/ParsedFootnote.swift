/// A footnote that a part of a text defines.
package struct ParsedFootnote: Hashable, Sendable {
  /// The label as the parser compares labels.
  package var label: [UInt8]
  /// Where its definition begins.
  package var utf8Offset: Int
  /// Its blocks, which stand at the end of the text if it is mentioned anywhere.
  package var blocks: [Block]
}

/// The mention of a footnote that is defined, in a part of a text.
package struct FootnoteMention: Hashable, Sendable {
  /// The label as the parser compares labels.
  package var label: [UInt8]
  /// Where the first leaf begins that has it.
  package var utf8Offset: Int
}
