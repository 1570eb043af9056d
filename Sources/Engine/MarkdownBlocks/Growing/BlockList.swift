/// A growing text and its blocks.
///
/// **Law:** after any split of a text into appends, ``blocks`` equals what the parser makes of the
/// whole text at once (for the rule `plain`: what ``PlainTextParser`` makes of it; for
/// `inlineOnly`: what ``BlockParser/parseInline(_:)`` does).
///
/// Words: the text up to the *restart* is settled, its blocks are kept; the rest is the *tail*,
/// parsed again at every append. The restart is the start of the last block, item, row or line of
/// code, at any depth, that was begun by a complete line; an incomplete last line may still turn
/// out to belong to what is before it; in a long paragraph it is the last segment that the parser
/// names. Plain bytes that go on with the last block, where the parser named an ``OpenLeaf``, are
/// taken up without the parser. A *unit* is a settled top-level block.
///
/// What acts over a distance is told apart: settled link definitions are given to the parser with
/// the tail as far as it may refer to them, and one that arrives late, changes or goes parses the
/// units that may refer to it, and no others; so does a footnote that is defined, and those with marks
/// whose number it changes (``FootnoteTable``). A text with footnotes inside quotes or lists, two of one
/// label, or labels with other signs of ASCII than letters, digits and `-_.`, is parsed whole.
///
/// Limits: none of its own; a message ends at 4 MiB where it is received.
@usableFromInline package struct BlockList: Sendable {
  let parser: any BlockParser
  /// How the text becomes blocks.
  package let rule: MarkdownRule

  @usableFromInline var source: [UInt8] = []
  @usableFromInline var storage: [Block] = []
  var work = ParsingWork()
  var wholeParses = 0

  var plainTail = PlainTail()
  /// The offset of the last line that is not known to be complete.
  var openLine = 0
  var restart = ParsedText.Restart(utf8Offset: 0, blockIndex: 0)
  /// Where to begin instead when what open marks before the restart wait for comes; in order.
  var fallbacks: [Fallback] = []
  /// The lists that the restart lies in, and whether their settled blocks say that they are tight.
  var openLists: [OpenListState] = []
  /// The definitions of links, and the units that may refer to them.
  var links = LinkTable()
  /// The top-level blocks up to the restart; the restart lies in the last, or begins it.
  var units = [Unit(utf8Offset: 0, blockIndex: 0)]
  /// The footnotes, whose blocks are the last of ``storage``.
  var footnotes = FootnoteTable()
  /// Whether the text has footnotes for which it is parsed whole.
  var needsWholeForFootnotes = false
  /// What would have ended marks that are too far back by now.
  var missed: ClosingBytes = []
  var limited = 0
  /// What the last bytes changed before their own change, in order.
  var redone: [BlockListChange] = []
  /// What takes plain bytes up into the last block without the parser.
  var growth: LeafGrowth?

  /// Makes an empty text.
  ///
  /// - Parameters:
  ///   - rule: How the text becomes blocks.
  ///   - parser: What turns text into blocks; not asked under the rule `plain`.
  package init(rule: MarkdownRule, parser: any BlockParser) {
    self.rule = rule
    self.parser = parser
  }

  /// The blocks of the text so far, in the order of reading.
  package var blocks: [Block] { storage }
  /// How many blocks the text has.
  @inlinable package var count: Int { storage.count }
  /// How many of them are no footnotes'.
  package var bodyCount: Int { storage.count - footnotes.blockCount }
  /// The text so far, as it came.
  package var text: [UInt8] { source }
  /// How many bytes the text has.
  @inlinable package var utf8Count: Int { source.count }
  /// The work done so far.
  package var parsingWork: ParsingWork { work }
  /// How many bytes have been parsed or taken up without the parser so far.
  package var bytesParsed: Int { work.bytes }
  /// How often the whole text was parsed although it had settled blocks.
  package var wholeParseCount: Int { wholeParses }

  /// How many appends met a shape beyond a limit of the parser's, which is shown plain.
  package var limitedAppendCount: Int { limited }

  /// The block at `index`.
  ///
  /// - Precondition: `index` is in `0 ..< count`.
  @inlinable package subscript(index: Int) -> Block { storage[index] }

  /// The bytes of the text that the block at `index` comes from.
  ///
  /// - Precondition: `index` is in `0 ..< count`.
  @inlinable package func sourceUTF8(ofBlock index: Int) -> Range<Int> { storage[index].sourceUTF8 }

  /// Appends a string; see ``append(_:)-(UnsafeBufferPointer<UInt8>)``.
  @discardableResult
  package mutating func append(_ text: String) -> BlockListChange {
    var text = text
    return text.withUTF8 { append($0) }
  }

  /// Appends bytes; see ``append(_:)-(UnsafeBufferPointer<UInt8>)``.
  @discardableResult
  package mutating func append(_ bytes: [UInt8]) -> BlockListChange {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  /// Appends bytes to the text.
  ///
  /// - Parameter bytes: The next bytes; they may begin or end inside a scalar.
  /// - Returns: Which blocks changed.
  /// - Complexity: O(bytes) while plain bytes follow a plain word, but for one in 1,024; else
  ///   O(bytes + the tail); when definitions of links or footnotes change O(the units that may refer
  ///   to them) more; O(whole text) under the rules `whole` and `inlineOnly`; O(bytes) under `plain`.
  @discardableResult
  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) -> BlockListChange {
    let change = appendBody(bytes)
    return change.joined(behind: takeRedone()).joined(with: showNotes())
  }

  /// Appends bytes to the text in changes that lie apart: definitions change blocks far above the end, which
  /// ``takeRedone()`` tells first, and notes, which stand behind all others until ``showNotes()`` as they
  /// were.
  ///
  /// - Parameter bytes: The next bytes.
  /// - Returns: Which blocks changed at the end of the text.
  package mutating func appendBody(_ bytes: UnsafeBufferPointer<UInt8>) -> BlockListChange {
    guard !bytes.isEmpty else {
      return BlockListChange(
        replaced: count..<count,
        inserted: count..<count,
        keptUTF8Count: 0
      )
    }
    let scanned = source.count
    source.append(contentsOf: bytes)
    switch rule {
    case .plain: return growPlain()
    case .whole, .inlineOnly: return parseWhole()
    case .incremental:
      moveOpenLine(from: scanned)
      if needsWholeForFootnotes { return parseWhole() }
      if fallBack(onArrivalOf: scanned..<source.count) { return parseTail() }
      return growLeaf(by: bytes) ?? parseTail()
    }
  }

  /// Tells what the last bytes changed before the change that appending them told, in order.
  package mutating func takeRedone() -> [BlockListChange] {
    guard !redone.isEmpty else { return [] }
    defer { redone.removeAll() }
    return redone
  }

  /// Makes the blocks of footnotes what they are after text was appended.
  ///
  /// - Returns: Which blocks changed; nil where none did.
  package mutating func showNotes() -> BlockListChange? {
    guard footnotes.isChanged else { return nil }
    let (count, blocks) = footnotes.takeChanges()
    let change = replaceBlocks(storage.count - count..<storage.count, with: blocks)
    return change.isEmpty ? nil : change
  }

  /// Replaces the whole text.
  ///
  /// - Parameter bytes: The new text.
  /// - Returns: Which blocks changed.
  /// - Complexity: O(old and new text).
  @discardableResult
  package mutating func replace(with bytes: [UInt8]) -> BlockListChange {
    var fresh = BlockList(rule: rule, parser: parser)
    fresh.work = work
    fresh.wholeParses = wholeParses
    fresh.append(bytes)
    let change = Self.difference(from: storage[...], to: fresh.storage[...])
    self = fresh
    return change
  }
}
