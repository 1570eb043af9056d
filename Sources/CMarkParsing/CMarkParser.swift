import CCmarkGFM
import MarkdownBlocks

/// Parses CommonMark with tables, strikethrough, autolinks, task lists and footnotes by
/// cmark-gfm.
///
/// cmark-gfm keeps tables of special characters in global variables while it parses, so parses
/// take turns behind one lock. The parser is a pure function of its text.
///
/// What becomes of what: raw HTML in a line is shown as its source; an image that stands alone in
/// a paragraph is a block of its own, one between words is shown by its description; footnotes
/// stand at the end, in the order of their first mention, as items with their number.
public struct CMarkParser: BlockParser {
  /// Makes a parser.
  public init() {}

  /// Parses a whole text.
  ///
  /// - Parameter utf8: The text, at most 2^31 − 1 bytes; invalid parts stand for U+FFFD.
  /// - Returns: Its blocks, restarts and link definitions.
  /// - Complexity: O(length of the text) but for hostile nesting.
  public func parse(_ utf8: UnsafeBufferPointer<UInt8>) -> ParsedText {
    precondition(utf8.count <= Int(Int32.max), "a text of \(utf8.count) bytes is too long")
    return CMarkSession.parse(utf8) { root, definitions in
      var collector = BlockCollector(source: utf8)
      collector.collect(root)
      return ParsedText(
        blocks: collector.blocks,
        restarts: collector.restarts,
        definitions: definitions
      )
    }
  }

  /// Parses a text that is expected to grow; finds restarts inside a long last paragraph, and
  /// how the last block goes on, too.
  ///
  /// - Parameter utf8: The text, at most 2^31 − 1 bytes.
  /// - Returns: As ``parse(_:)``, with perhaps one more restart and an open leaf.
  public func parseGrowing(_ utf8: UnsafeBufferPointer<UInt8>) -> ParsedText {
    var result = parse(utf8)
    result.openLeaf = OpenLeafFinder.openLeaf(of: utf8, parsedAs: result)
    if let restart = ParagraphSplit.restart(in: utf8, parsedAs: result, parse: { parse($0) }) {
      result.restarts.append(restart)
    }
    return result
  }

  /// The version of the library that is linked, such as `0.29.0.gfm.6`.
  public static var libraryVersion: String {
    cmark_version_string().map { String(cString: $0) } ?? "unknown"
  }
}
