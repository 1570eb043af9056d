/// A growing text and its blocks.
///
/// **Law:** after any split of a text into appends, ``blocks`` equals what the parser makes of the
/// whole text at once (for the rule `plain`: what ``PlainTextParser`` makes of it).
///
/// Words: the text up to the *restart* is settled, its blocks are kept; the rest is the *tail*,
/// parsed again at every append. The restart is the start of the last top-level block that was
/// begun by a complete line; an incomplete last line may still turn out to belong to the block
/// before it. What acts over a distance is told apart: a change of the link definitions in force
/// parses the whole text once, and definitions that are settled are put before the tail; a text
/// that may define footnotes is parsed whole.
///
/// Limits: none of its own; a message ends at 4 MiB where it is received.
public struct BlockList: Sendable {
  private let parser: any BlockParser
  /// How the text becomes blocks.
  public let rule: MarkdownRule

  private var source: [UInt8] = []
  private var storage: [Block] = []
  private var parsed = 0
  private var wholeParses = 0

  private var footnotes = FootnoteScanner()
  private var plainTail = PlainTail()
  /// The offset of the last line that is not known to be complete.
  private var openLine = 0
  private var restart = ParsedText.Restart(utf8Offset: 0, blockIndex: 0)
  /// The source of the settled blocks that hold link definitions, each followed by a rule.
  private var preamble: [UInt8] = []
  /// The definitions the kept blocks were made with.
  private var definitions: [UInt8] = []

  /// Makes an empty text.
  ///
  /// - Parameters:
  ///   - rule: How the text becomes blocks.
  ///   - parser: What turns text into blocks; not asked under the rule `plain`.
  public init(rule: MarkdownRule, parser: any BlockParser) {
    self.rule = rule
    self.parser = parser
  }

  /// The blocks of the text so far, in the order of reading.
  public var blocks: [Block] { storage }
  /// How many blocks the text has.
  public var count: Int { storage.count }
  /// The text so far, as it came.
  public var text: [UInt8] { source }
  /// How many bytes have been handed to the parser so far: the work done.
  public var bytesParsed: Int { parsed }
  /// How often the whole text was parsed although it had settled blocks.
  public var wholeParseCount: Int { wholeParses }

  /// The block at `index`.
  ///
  /// - Precondition: `index` is in `0 ..< count`.
  public subscript(index: Int) -> Block { storage[index] }

  /// Appends a string; see ``append(_:)-(UnsafeBufferPointer<UInt8>)``.
  @discardableResult
  public mutating func append(_ text: String) -> BlockListChange {
    var text = text
    return text.withUTF8 { append($0) }
  }

  /// Appends bytes; see ``append(_:)-(UnsafeBufferPointer<UInt8>)``.
  @discardableResult
  public mutating func append(_ bytes: [UInt8]) -> BlockListChange {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  /// Appends bytes to the text.
  ///
  /// - Parameter bytes: The next bytes; they may begin or end inside a scalar.
  /// - Returns: Which blocks changed.
  /// - Complexity: O(bytes + the tail); O(whole text) when link definitions change, while the
  ///   text may define footnotes, and under the rule `whole`; O(bytes) under `plain`.
  @discardableResult
  public mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) -> BlockListChange {
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
    case .whole: return parseWhole()
    case .incremental:
      footnotes.scan(bytes)
      moveOpenLine(from: scanned)
      return footnotes.mayHaveFound ? parseWhole() : parseTail()
    }
  }

  /// Replaces the whole text.
  ///
  /// - Parameter bytes: The new text.
  /// - Returns: Which blocks changed.
  /// - Complexity: O(old and new text).
  @discardableResult
  public mutating func replace(with bytes: [UInt8]) -> BlockListChange {
    var fresh = BlockList(rule: rule, parser: parser)
    fresh.parsed = parsed
    fresh.wholeParses = wholeParses
    fresh.append(bytes)
    let change = Self.difference(from: storage[...], to: fresh.storage[...])
    self = fresh
    return change
  }
}

extension BlockList {
  private mutating func growPlain() -> BlockListChange {
    parsed += source.count - (storage.first?.sourceUTF8.upperBound ?? 0)
    let isNew = storage.isEmpty
    if isNew { storage.append(Block(kind: .paragraph, sourceUTF8: 0..<0)) }
    let kept = plainTail.settledText
    plainTail.extend(&storage[0].text, from: source)
    storage[0].runs = [TextRun(utf8Count: storage[0].text.count)]
    storage[0].sourceUTF8 = 0..<source.count
    return BlockListChange(replaced: 0..<(isNew ? 0 : 1), inserted: 0..<1, keptUTF8Count: kept)
  }

  private mutating func parseWhole() -> BlockListChange {
    parsed += source.count
    if restart.utf8Offset > 0 { wholeParses += 1 }
    return replaceBlocks(from: 0, with: parser.parse(source).blocks)
  }

  private mutating func parseTail() -> BlockListChange {
    var tail = parse(from: restart.utf8Offset, to: source.count, after: preamble)
    let change: BlockListChange
    if tail.definitions != definitions {
      definitions = tail.definitions
      guard restart.utf8Offset > 0 else {
        change = replaceBlocks(from: 0, with: tail.blocks)
        settle(tail)
        return change
      }
      parsed += source.count
      wholeParses += 1
      let whole = parser.parse(source)
      change = replaceBlocks(from: 0, with: whole.blocks)
      restart.blockIndex = count - tail.blocks.count
      tail.restarts = tail.restarts.map { shifted($0) }
    } else {
      change = replaceBlocks(from: restart.blockIndex, with: tail.blocks)
      tail.restarts = tail.restarts.map { shifted($0) }
    }
    settle(tail)
    return change
  }

  private func shifted(_ inner: ParsedText.Restart) -> ParsedText.Restart {
    ParsedText.Restart(
      utf8Offset: inner.utf8Offset,
      blockIndex: inner.blockIndex + restart.blockIndex
    )
  }

  /// Parses a part of the text with link definitions before it.
  ///
  /// - Returns: The part's own blocks and restarts, ranges counted in the whole text.
  private mutating func parse(from start: Int, to end: Int, after preamble: [UInt8]) -> ParsedText {
    parsed += preamble.count + end - start
    var result =
      if preamble.isEmpty {
        source.withUnsafeBufferPointer {
          parser.parse(UnsafeBufferPointer(rebasing: $0[start..<end]))
        }
      } else {
        parser.parse(preamble + source[start..<end])
      }
    let foreign = result.blocks.prefix { $0.sourceUTF8.lowerBound < preamble.count }.count
    result.blocks.removeFirst(foreign)
    let shift = start - preamble.count
    if shift != 0 {
      for index in result.blocks.indices {
        let range = result.blocks[index].sourceUTF8
        result.blocks[index].sourceUTF8 = range.lowerBound + shift..<range.upperBound + shift
      }
    }
    result.restarts = result.restarts.compactMap {
      $0.utf8Offset < preamble.count
        ? nil
        : .init(utf8Offset: $0.utf8Offset + shift, blockIndex: $0.blockIndex - foreign)
    }
    return result
  }

  /// Moves the restart to the last block begun by a complete line.
  private mutating func settle(_ tail: ParsedText) {
    guard
      let next = tail.restarts.last(where: {
        $0.utf8Offset < openLine && !startsWithByteOrderMark(at: $0.utf8Offset)
      }), next.utf8Offset > restart.utf8Offset
    else { return }
    if !tail.definitions.isEmpty {
      let part = parse(from: restart.utf8Offset, to: next.utf8Offset, after: [])
      if !part.definitions.isEmpty {
        preamble += source[restart.utf8Offset..<next.utf8Offset]
        preamble += Array("\n\n***\n\n".utf8)
      }
    }
    restart = next
  }

  /// A byte order mark is skipped at the start of a text and shown elsewhere.
  private func startsWithByteOrderMark(at offset: Int) -> Bool {
    offset + 3 <= source.count && source[offset] == 0xEF && source[offset + 1] == 0xBB
      && source[offset + 2] == 0xBF
  }

  /// Finds the last line that is not known to be complete; a final CR may be half of a CR LF.
  private mutating func moveOpenLine(from scanned: Int) {
    var end = source.count
    if source[end - 1] == 0x0D { end -= 1 }
    let start = max(0, scanned - 1)
    while end > start {
      if source[end - 1] == 0x0A || source[end - 1] == 0x0D {
        openLine = end
        return
      }
      end -= 1
    }
  }

  private mutating func replaceBlocks(from index: Int, with blocks: [Block]) -> BlockListChange {
    var change = Self.difference(from: storage[index...], to: blocks[...])
    change.replaced = change.replaced.lowerBound + index..<change.replaced.upperBound + index
    change.inserted = change.inserted.lowerBound + index..<change.inserted.upperBound + index
    storage.replaceSubrange(index..., with: blocks)
    return change
  }

  /// Compares two stretches of blocks; the indices it returns count from their starts.
  private static func difference(
    from old: ArraySlice<Block>,
    to new: ArraySlice<Block>
  ) -> BlockListChange {
    let shared = zip(old, new).prefix { $0 == $1 }.count
    let (oldRest, newRest) = (old.dropFirst(shared), new.dropFirst(shared))
    let trailing = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
    let kept =
      oldRest.count > trailing && newRest.count > trailing
      ? oldRest.first.flatMap { first in
        newRest.first.map { first.commonPrefixUTF8Count(with: $0) }
      } : nil
    return BlockListChange(
      replaced: shared..<old.count - trailing,
      inserted: shared..<new.count - trailing,
      keptUTF8Count: kept ?? 0
    )
  }
}
