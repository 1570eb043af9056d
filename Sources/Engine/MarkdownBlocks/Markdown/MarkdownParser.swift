/// Parses CommonMark with tables, strikethrough, task lists, footnotes and addresses that are links by
/// themselves, as GitHub writes them; it needs no library.
///
/// Raw HTML in a line is shown as its source; an image that stands alone in a paragraph is a block of its own,
/// one between words is shown by its description; footnotes stand at the end, in the order of their first
/// mention, as items with their number. Of the named characters of HTML 5 it knows the common ones; others
/// stay as they are written.
public struct MarkdownParser: BlockParser {
  /// Makes a parser.
  public init() {}

  /// Parses a whole text.
  ///
  /// - Parameter utf8: The text, at most 2^29 bytes; invalid parts stand for U+FFFD.
  /// - Returns: Its blocks, the starts of its top-level blocks and its link definitions.
  /// - Complexity: O(length of the text).
  public func parse(_ utf8: UnsafeBufferPointer<UInt8>) -> ParsedText {
    parse(utf8, in: ParsingContext(), isGrowing: false)
  }

  /// Parses a text that is expected to grow; finds restarts inside its last top-level block, and
  /// how the last block goes on, too.
  ///
  /// - Parameters:
  ///   - utf8: The text, at most 2^29 bytes.
  ///   - context: What stands before it in a text that it is a part of.
  /// - Returns: As ``parse(_:)``, with perhaps more restarts and an open leaf.
  public func parseGrowing(
    _ utf8: UnsafeBufferPointer<UInt8>,
    in context: ParsingContext
  ) -> ParsedText {
    var result = parse(utf8, in: context, isGrowing: true)
    if result.endsInBody {
      result.openLeaf = OpenLeafFinder.openLeaf(of: utf8, parsedAs: result)
    }
    return result
  }

  /// Parses a whole text for the marks inside lines alone.
  ///
  /// - Parameter utf8: The text, at most 2^29 bytes; invalid parts stand for U+FFFD. One that has every space
  ///   from U+2000 to U+200A is shown without marks.
  /// - Returns: One paragraph, with the text's line breaks as line feeds; none of an empty text.
  /// - Complexity: O(length of the text).
  public func parseInline(_ utf8: UnsafeBufferPointer<UInt8>) -> ParsedText {
    InlineOnlyText.parsed(utf8, by: parse)
  }

  /// Finds what stands in brackets, in the form in which labels are compared.
  ///
  /// - Parameter utf8: The text.
  /// - Returns: The labels; more than there are.
  /// - Complexity: O(length of the text).
  public func labels(in utf8: UnsafeBufferPointer<UInt8>) -> Set<[UInt8]> {
    LinkLabels.labels(in: utf8, folding: Scalars.folded)
  }

  private func parse(
    _ utf8: UnsafeBufferPointer<UInt8>,
    in context: ParsingContext,
    isGrowing: Bool
  ) -> ParsedText {
    // Places are kept in four bytes; of what cannot be read and of signs beyond a limit each byte becomes three.
    precondition(utf8.count <= 1 << 29, "a text of \(utf8.count) bytes is too long")
    let limits = LineLimits(utf8)
    guard let fed = limits.fed else {
      return parse(utf8, as: utf8, limits: limits, in: context, isGrowing: isGrowing)
    }
    return fed.withUnsafeBufferPointer {
      parse(utf8, as: $0, limits: limits, in: context, isGrowing: isGrowing)
    }
  }

  private func parse(
    _ utf8: UnsafeBufferPointer<UInt8>,
    as text: UnsafeBufferPointer<UInt8>,
    limits: LineLimits,
    in context: ParsingContext,
    isGrowing: Bool
  ) -> ParsedText {
    let tree =
      RepairedText.repaired(text).map { repaired in
        repaired.withUnsafeBufferPointer { BlockTree($0, in: context) }
      } ?? BlockTree(text, in: context)
    let lines = LineTable(utf8)
    var writer = BlockWriter(
      consume tree,
      lines: lines,
      in: context,
      isGrowing: isGrowing,
      isRestoring: limits.fed != nil
    )
    let footnotes = writer.write()
    var result = ParsedText(
      blocks: writer.blocks,
      definitions: writer.tree.links.own,
      needsWholeForFootnotes: isGrowing && !writer.footnotes.isSimple,
      limitCount: limits.count + writer.tree.limitCount + writer.segments.limitCount
    )
    swap(&result.restarts, &writer.restarts)
    guard isGrowing else { return result }
    result.footnotes = footnotes
    let finder = TreeRestart(
      tree: writer.tree,
      lines: lines,
      lackingBefore: context.lackingCellCount,
      isRestoring: limits.fed != nil
    )
    result.addRestarts(of: footnotes, and: finder.restart())
    // In a footnote it would not be the text's end that is looked at.
    let cut = result.endsInBody ? finder.textRestart(in: utf8, writer: writer) : nil
    if let cut { result.restarts.append(cut) }
    if result.endsInBody,
      let restart = DefinitionRestart.restart(in: utf8, lines: lines, after: writer.blocks)
    {
      result.restarts.append(restart)
    }
    result.mentions = writer.footnotes.mentions(
      cut: cut.flatMap { cut in writer.textCut.map { ($0.node, cut.utf8Offset) } }
    )
    return result
  }
}

extension ParsedText {
  /// Whether the text ends in its last block, and not in a footnote.
  fileprivate var endsInBody: Bool {
    guard let last = footnotes.last else { return true }
    return blocks.last.map { $0.sourceUTF8.lowerBound > last.utf8Offset } ?? false
  }

  /// Adds the places where footnotes begin, and one inside a block, to those where blocks begin.
  fileprivate mutating func addRestarts(of footnotes: [ParsedFootnote], and inner: Restart?) {
    var before = 0
    for footnote in footnotes {
      while before < blocks.count, blocks[before].sourceUTF8.lowerBound <= footnote.utf8Offset {
        before += 1
      }
      restarts.append(Restart(utf8Offset: footnote.utf8Offset, blockIndex: before))
    }
    if !footnotes.isEmpty { restarts.sort { $0.utf8Offset < $1.utf8Offset } }
    guard let inner else { return }
    let place = restarts.lastIndex { $0.utf8Offset <= inner.utf8Offset } ?? -1
    restarts.insert(inner, at: place + 1)
  }
}
