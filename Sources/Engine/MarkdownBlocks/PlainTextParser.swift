/// Takes a whole text as one paragraph: the rule of the profiles that show plain text.
public struct PlainTextParser: BlockParser {
  /// Makes a parser.
  public init() {}

  /// Makes one paragraph of the text; none of an empty text.
  ///
  /// - Parameter utf8: The text; a maximal invalid part of it becomes one U+FFFD.
  /// - Returns: At most one block, without restarts.
  /// - Complexity: O(length of the text).
  public func parse(_ utf8: UnsafeBufferPointer<UInt8>) -> ParsedText {
    guard !utf8.isEmpty else { return ParsedText(blocks: []) }
    let text = Array(String(decoding: utf8, as: UTF8.self).utf8)
    return ParsedText(blocks: [
      Block(
        kind: .paragraph,
        text: text,
        runs: [TextRun(utf8Count: text.count)],
        sourceUTF8: 0..<utf8.count
      )
    ])
  }
}
