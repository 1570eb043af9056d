import GrowthTexts
import MarkdownBlocks
import Testing

/// What a token costs, as counts: bytes parsed and blocks that change.
@Suite struct GrowthCostTests {
  /// What a stream came to.
  struct Cost {
    var bytesParsed = 0.0
    var blocks = 0.0
    var mostBytes = 0
  }

  /// Streams a text in tokens of whole scalars, `size` bytes or a little more each.
  static func stream(
    _ text: [UInt8],
    size: Int
  ) -> (cost: Cost, list: BlockList) {
    var list = BlockList(rule: .incremental, parser: MarkdownParser())
    var (start, tokens, blocks, most) = (0, 0, 0, 0)
    while start < text.count {
      var end = min(text.count, start + size)
      while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
      let before = list.bytesParsed
      let change = Array(text[start..<end]).withUnsafeBufferPointer { list.appendBody($0) }
      most = max(most, list.bytesParsed - before)
      for change in list.takeRedone() + [change] + [list.showNotes()].compactMap({ $0 }) {
        blocks += change.replaced.count + change.inserted.count
      }
      (start, tokens) = (end, tokens + 1)
    }
    let count = Double(max(1, tokens))
    return (
      Cost(
        bytesParsed: Double(list.bytesParsed) / count,
        blocks: Double(blocks) / count,
        mostBytes: most
      ), list
    )
  }

  @Test(
    arguments: GrowthConstruct.allCases,
    ScriptText.all
  )
  func aTokenCostsATokenInEveryConstructAndScript(
    construct: GrowthConstruct,
    script: ScriptText
  ) {
    let short = Self.stream(Array(construct.text(script, words: 400).utf8), size: 4).cost
    let (long, list) = Self.stream(Array(construct.text(script, words: 2_400).utf8), size: 4)
    #expect(list.blocks == MarkdownParser().parse(list.text).blocks)
    #expect(list.wholeParseCount == 0)
    #expect(long.bytesParsed < 160)
    #expect(long.mostBytes < 2 * 16_384 + 2_048)
    #expect(long.blocks < 6)
    // An open bracket is looked after for 16 KiB, which a short text does not reach.
    if construct != .openBracket { #expect(long.bytesParsed < 1.25 * short.bytesParsed + 8) }
  }

  /// Shapes whose last block is one that cannot be cut: it is parsed anew.
  private static let whole: Set<String> = [
    "list 400 deep", "\"- \" flood", "2,000 columns", "cells", "escaped bars",
    "definitions",
  ]

  @Test(arguments: HostileShape.all)
  func aHostileTextLosesNothingAndItsTokensCostTheLimitsAtMost(shape: HostileShape) {
    let text = shape.text(bytes: 12_000)
    let (cost, list) = Self.stream(text, size: 97)
    #expect(list.blocks == MarkdownParser().parse(list.text).blocks)
    guard !Self.whole.contains(shape.name) else { return }
    let (long, _) = Self.stream(shape.text(bytes: 48_000), size: 97)
    #expect(long.bytesParsed < 2 * 16_384)
    #expect(long.mostBytes < 6 * 16_384)
    #expect(cost.bytesParsed <= 2 * 16_384)
  }

  @Test func aLateDefinitionParsesWhatRefersToIt() {
    var list = BlockList(rule: .incremental, parser: MarkdownParser())
    for index in 0..<1_000 {
      list.append("paragraph \(index) of some words\(index % 400 == 7 ? " and a [link]" : "")\n\n")
    }
    let before = list.bytesParsed
    list.append("[link]: /there\n\n")
    #expect(list.bytesParsed - before < 1_000)
    #expect(list.wholeParseCount == 0)
    #expect(list.blocks == MarkdownParser().parse(list.text).blocks)
    #expect(list[7].runs.contains { $0.destination == "/there" })
  }

  /// Definitions make no blocks; each paragraph of them can be parsed by itself.
  @Test func definitionsByTheThousandCostThemselves() {
    var list = BlockList(rule: .incremental, parser: MarkdownParser())
    list.append("see [r1] and [r2999]\n\n")
    var most = 0
    for index in 0..<3_000 {
      let before = list.bytesParsed
      list.append("[r\(index)]: /u\(index)\n\n")
      most = max(most, list.bytesParsed - before)
    }
    #expect(most < 600)
    #expect(list.bytesParsed < 3_000 * 160)
    #expect(list.blocks == MarkdownParser().parse(list.text).blocks)
    list.append("words that follow")
    #expect(list.blocks == MarkdownParser().parse(list.text).blocks)
    #expect(list[0].runs.count { $0.destination != nil } == 2)
  }

  @Test func whatLooksLikeAFootnoteInCodeIsNone() {
    var list = BlockList(rule: .incremental, parser: MarkdownParser())
    list.append("```\n[^a]: b\n```\n\n")
    for _ in 0..<500 { list.append("some words. ") }
    #expect(list.wholeParseCount == 0)
    #expect(list.bytesParsed < 500 * 100)
    #expect(list.blocks == MarkdownParser().parse(list.text).blocks)
  }

  @Test(arguments: ScriptText.all)
  func theMarksOfALongParagraphArePairedAsThoseOfAShortOne(script: ScriptText) {
    let block = MarkdownParser().parse(GrowthConstruct.styled.text(script, words: 2_800)).blocks[0]
    #expect(block.runs.count { $0.style == .bold } == 100)
    #expect(!block.text.contains(UInt8(ascii: "*")))
  }
}
