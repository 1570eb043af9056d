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
package struct CMarkParser: BlockParser {
  package init() {}

  /// Parses a whole text.
  ///
  /// - Parameter utf8: The text, at most 2^31 − 1 bytes; invalid parts stand for U+FFFD.
  /// - Returns: Its blocks, the starts of its top-level blocks and its link definitions.
  /// - Complexity: O(length of the text).
  package func parse(_ utf8: UnsafeBufferPointer<UInt8>) -> ParsedText {
    parse(utf8, in: ParsingContext(), isGrowing: false)
  }

  /// Parses a text that is expected to grow; finds restarts inside its last top-level block, and
  /// how the last block goes on, too.
  ///
  /// - Parameters:
  ///   - utf8: The text, at most 2^31 − 1 bytes.
  ///   - context: What stands before it in a text that it is a part of.
  /// - Returns: As ``parse(_:)``, with perhaps more restarts and an open leaf.
  package func parseGrowing(
    _ utf8: UnsafeBufferPointer<UInt8>,
    in context: ParsingContext
  ) -> ParsedText {
    var result = parse(utf8, in: context, isGrowing: true)
    if Self.endsInBody(result.blocks, footnotes: result.footnotes) {
      result.openLeaf = OpenLeafFinder.openLeaf(of: utf8, parsedAs: result)
    }
    return result
  }

  /// Parses a whole text for the marks inside lines alone.
  ///
  /// - Parameter utf8: The text, at most 2^29 bytes; invalid parts stand for U+FFFD. One that has
  ///   every space from U+2000 to U+200A is shown without marks.
  /// - Returns: One paragraph, with the text's line breaks as line feeds; none of an empty text.
  /// - Complexity: O(length of the text).
  package func parseInline(_ utf8: UnsafeBufferPointer<UInt8>) -> ParsedText {
    InlineOnlyText.parsed(utf8, by: parse)
  }

  /// Finds what stands in brackets, in the form in which cmark-gfm compares labels.
  package func labels(in utf8: UnsafeBufferPointer<UInt8>) -> Set<[UInt8]> {
    LinkLabels.labels(in: utf8, folding: CMarkSession.folded)
  }

  private func parse(
    _ utf8: UnsafeBufferPointer<UInt8>,
    in context: ParsingContext,
    isGrowing: Bool
  ) -> ParsedText {
    precondition(utf8.count <= Int(Int32.max), "a text of \(utf8.count) bytes is too long")
    return CMarkSession.parse(utf8, in: context, isGrowing: isGrowing) { tree, root in
      var collector = BlockCollector(source: utf8, tree: tree, in: context)
      collector.collect(root)
      let footnotes = collector.collectFootnotes(of: tree)
      var restarts = collector.finder.restarts(isGrowing: isGrowing)
      // In a footnote it would not be the text's end that is looked at.
      let mayEndInside =
        isGrowing && CMarkParser.endsInBody(collector.blocks, footnotes: footnotes)
      let cut =
        mayEndInside ? TextRestart.restart(in: utf8, collectedBy: collector, tree: tree) : nil
      if let cut { restarts.append(cut) }
      if mayEndInside,
        let restart = DefinitionRestart.restart(
          in: utf8,
          lines: collector.lines,
          after: collector.blocks
        )
      {
        restarts.append(restart)
      }
      var result = ParsedText(
        blocks: collector.blocks,
        restarts: restarts,
        definitions: tree.definitions,
        needsWholeForFootnotes: isGrowing && !tree.footnotes.isSimple,
        limitCount: tree.segments.limitCount + tree.limits.count + tree.cutTableCount
      )
      if isGrowing {
        result.footnotes = footnotes
        result.mentions = collector.mentions(of: tree, cut: cut?.utf8Offset)
      }
      return result
    }
  }

  /// Whether a text ends in its last block, and not in a footnote.
  fileprivate static func endsInBody(_ blocks: [Block], footnotes: [ParsedFootnote]) -> Bool {
    guard let last = footnotes.last else { return true }
    return blocks.last.map { $0.sourceUTF8.lowerBound > last.utf8Offset } ?? false
  }

  /// Does something with cmark-gfm itself, which is not safe while a parse goes on.
  package static func whileIdle<Result: Sendable>(_ body: () -> Result) -> Result {
    CMarkSession.whileIdle(body)
  }
}
