import AnchoredLayout
import ChatSurface
import Lengths
import MarkdownBlocks
import TextMeasuring
import TokenStreaming

// What a host's own objects answer goes through here, as what it posts goes through the surface's gate. An
// answer that says nothing is replaced by the nearest one that does.

/// A host's measurer, whose heights are ones that an item can have.
final class GatedMeasurer: TextMeasurer {
  private let base: any TextMeasurer

  init(_ base: any TextMeasurer) { self.base = base }

  var identity: String { base.identity }

  func measure(_ block: StyledBlock, width: LayoutUnit, textSize: TextSizeCategory)
    -> MeasuredBlock
  { gated(base.measure(block, width: width, textSize: textSize)) }

  func extend(
    _ tail: inout TailMeasurement,
    with block: StyledBlock,
    keeping keptUTF8: Int,
    width: LayoutUnit,
    textSize: TextSizeCategory
  ) -> MeasuredBlock {
    gated(
      base.extend(&tail, with: block, keeping: keptUTF8, width: width, textSize: textSize)
    )
  }

  func forgetTexts() { base.forgetTexts() }

  private func gated(_ measured: MeasuredBlock) -> MeasuredBlock {
    MeasuredBlock(
      height: min(max(measured.height, LayoutUnit(rawValue: 1)), ContentSpace.tallestItem),
      lines: min(max(measured.lines, 0), Self.most),
      glyphs: min(max(measured.glyphs, 0), Self.most),
      lineBrokenUTF8: min(max(measured.lineBrokenUTF8, 0), Self.most)
    )
  }

  /// More than any text that is taken has.
  private static let most = 1 << 24
}

extension MeasuredBlock {
  /// Makes a result of a height as a platform's text engine gives it: in points, and perhaps no number.
  ///
  /// - Parameters:
  ///   - height: Rounded up to 1/64 pt; what is no number, or beyond 0 to 1,000,000 pt, counts as the nearest
  ///     end.
  ///   - lines: How many lines of text it has.
  ///   - glyphs: How many glyphs were placed.
  public init(points height: Double, lines: Int, glyphs: Int) {
    let taken = height > 0 ? min(height, ContentSpace.tallestItem.points) : 0
    self.init(height: LayoutUnit(roundingUp: taken), lines: lines, glyphs: glyphs)
  }
}

/// A host's parser, whose blocks are of the text that it was given. A text that it makes something else of is
/// shown line by line.
struct GatedParser: BlockParser {
  private let base: any BlockParser

  init(_ base: any BlockParser) { self.base = base }

  func parse(_ utf8: UnsafeBufferPointer<UInt8>) -> ParsedText { gated(base.parse(utf8), utf8) }

  func parseGrowing(_ utf8: UnsafeBufferPointer<UInt8>, in context: ParsingContext) -> ParsedText {
    gated(base.parseGrowing(utf8, in: context), utf8)
  }

  func parseInline(_ utf8: UnsafeBufferPointer<UInt8>) -> ParsedText {
    gated(base.parseInline(utf8), utf8)
  }

  func labels(in utf8: UnsafeBufferPointer<UInt8>) -> Set<[UInt8]> { base.labels(in: utf8) }

  private func gated(_ parsed: ParsedText, _ utf8: UnsafeBufferPointer<UInt8>) -> ParsedText {
    var start = 0
    for block in parsed.blocks {
      let source = block.sourceUTF8
      guard source.lowerBound >= start, source.upperBound <= utf8.count, Self.isSound(block) else {
        return PlainTextParser().parse(utf8)
      }
      start = source.lowerBound
    }
    guard !Self.areSound(parsed.restarts, in: parsed, of: utf8.count) else { return parsed }
    var whole = parsed
    whole.restarts = []
    return whole
  }

  private static func isSound(_ block: Block) -> Bool {
    guard block.runs.allSatisfy({ $0.utf8Count > 0 && $0.utf8Count <= block.text.count }),
      block.runs.reduce(0, { $0 + $1.utf8Count }) == block.text.count,
      String(validating: block.text, as: UTF8.self) != nil,
      depths.contains(block.nesting.listDepth), depths.contains(block.nesting.quoteDepth)
    else { return false }
    switch block.kind {
    case .heading(let level): return (1...6).contains(level)
    case .tableRow(let row):
      return !row.cellRunCounts.isEmpty && row.alignments.count == row.cellRunCounts.count
        && row.cellRunCounts.allSatisfy { $0 >= 0 && $0 <= block.runs.count }
        && row.cellRunCounts.reduce(0, +) == block.runs.count
    default: return true
    }
  }

  /// How deep a block may lie: deeper than any text that is read.
  private static let depths = 0...10_000

  private static func areSound(
    _ restarts: [ParsedText.Restart],
    in parsed: ParsedText,
    of utf8Count: Int
  ) -> Bool {
    var before = (offset: 0, block: 0)
    for restart in restarts {
      guard restart.utf8Offset >= before.offset, restart.utf8Offset <= utf8Count,
        restart.blockIndex >= before.block, restart.blockIndex <= parsed.blocks.count
      else { return false }
      before = (restart.utf8Offset, restart.blockIndex)
    }
    return true
  }
}

/// A host's dictionary, whose words lie in the window that it was given.
struct GatedBoundaries: WordBoundaries, Sendable {
  private let base: any WordBoundaries & Sendable

  init(_ base: any WordBoundaries & Sendable) { self.base = base }

  func firstWord(in window: UnsafeBufferPointer<UInt8>) -> Int? {
    base.firstWord(in: window).flatMap { (1...window.count).contains($0) ? $0 : nil }
  }
}

/// A host's list of messages, whose answers are of messages that it has.
struct GatedSource: MessageSource {
  private let base: any MessageSource
  let count: Int

  init(_ base: any MessageSource) {
    self.base = base
    count = min(max(base.count, 0), Self.most)
  }

  /// More than any surface takes, and than it refuses the list for.
  private static let most = 1 << 31

  func id(at index: Int) -> MessageID { base.id(at: index) }

  /// One that is not where the list says is looked for.
  ///
  /// - Complexity: That of the list's own; O(messages) where it says a wrong place.
  func index(of id: MessageID) -> Int? {
    guard let index = base.index(of: id) else { return nil }
    if (0..<count).contains(index), base.id(at: index) == id { return index }
    return (0..<count).first { base.id(at: $0) == id }
  }

  func message(at index: Int) -> Message {
    var message = base.message(at: index)
    message.id = id(at: index)
    return message
  }

  /// A text is 4 MiB long at most.
  func characterCount(at index: Int) -> Int {
    min(max(base.characterCount(at: index), 0), 1 << 22)
  }

  func role(at index: Int) -> Message.Role { base.role(at: index) }

  func suppliedHeight(at index: Int) -> LayoutUnit? {
    base.suppliedHeight(at: index).map { min(max($0, .zero), ContentSpace.tallestItem) }
  }

  var firstDuplicate: MessageID? { base.firstDuplicate }
  var firstHeightOutOfRange: (id: MessageID, height: LayoutUnit)? { base.firstHeightOutOfRange }
}

extension SurfaceEvent {
  /// The event, with a host's own list behind the gate. A list of this package's needs none.
  var gated: SurfaceEvent {
    func gate(_ source: any MessageSource) -> any MessageSource {
      source is ListedMessages ? source : GatedSource(source)
    }
    switch self {
    case .load(let source): return .load(gate(source))
    case .appendPage(let source): return .appendPage(gate(source))
    case .prepend(let source): return .prepend(gate(source))
    case .replaceAll(let source): return .replaceAll(gate(source))
    default: return self
    }
  }
}
