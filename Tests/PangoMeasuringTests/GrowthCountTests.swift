import GrowthTexts
import Lengths
import MarkdownBlocks
import PangoMeasuring
import Testing
import TextMeasuring
import Timebase

/// What a token costs in a text that is parsed and measured as it grows, as counts: bytes parsed, glyphs
/// placed, blocks looked at.
@Suite struct GrowthCountTests {
  @Test(arguments: ScriptText.all)
  func aTokenCostsNoMoreInALongTextThanInAShortOne(script: ScriptText) throws {
    let measurer = try PangoMeasurer()
    for construct in GrowthConstruct.allCases {
      let short = GrowingText.stream(construct.text(script, words: 400), size: 6, measurer).0
      let (long, text) = GrowingText.stream(construct.text(script, words: 1_600), size: 6, measurer)
      let name = "\(construct.rawValue), \(script)"
      #expect(text.list.blocks == MarkdownParser().parse(text.list.text).blocks, "\(name)")
      #expect(measurer.unknownGlyphCount == 0, "\(name)")
      #expect(text.isWhole(), "\(name)")
      for (small, large) in zip(short.perToken, long.perToken) {
        // A bracket is looked after for 16 KiB, which a short text does not reach.
        if construct == .openBracket, small.name == "bytes" { continue }
        let bound = small.count * 1.2 + 4
        #expect(large.count <= bound, "\(name): \(large.name), \(small.count) to \(large.count)")
      }
      // A table is measured cell by cell, a code line as it is; all else from the last settled line, or
      // from a state a little before what a mark that closes took away.
      #expect(long.mostGlyphs <= 2_200, "\(name): \(long.mostGlyphs)")
      #expect(long.mostBytes <= 2 * 16_384 + 2_048, "\(name): \(long.mostBytes)")
    }
  }

  /// What may stand in a document twice: notes would have the same labels.
  private static let constructs = GrowthConstruct.allCases.filter {
    $0 != .notes && $0 != .notesAtEnd
  }

  /// Random answers of every such construct and script.
  private static func document(_ chance: inout SeededGenerator, words: Int) -> String {
    var text = ""
    var count = 0
    while count < words {
      let construct = constructs[chance.nextIndex(below: constructs.count)]
      let script = ScriptText.all[chance.nextIndex(below: ScriptText.all.count)]
      let length = 8 + chance.nextIndex(below: 60)
      text += construct.text(script, words: length)
      if construct == .code { text += "```" }
      text += ["\n\n", "\n", "\n\n\n", "\n\n---\n\n"][chance.nextIndex(below: 4)]
      count += length
    }
    return text
  }

  @Test(arguments: 0..<12)
  func everySplitOfRandomDocumentsCostsItsTokens(number: Int) {
    let measurer = FixedAdvanceMeasurer()
    for iteration in 0..<TestSettings.iterations(2) {
      var chance = SeededGenerator(
        seed: TestSettings.seed,
        index: UInt64(number) << 32 | UInt64(iteration)
      )
      let text = Self.document(&chance, words: 700)
      let place = "SEED=\(TestSettings.seed), \(number), \(iteration)"
      var heights: [LayoutUnit]?
      for size in [1, 2, 3, 5, 8, 13, 34, 89, 377, 1_597] {
        let (counts, growing) = GrowingText.stream(text, size: size, measurer)
        if heights == nil { #expect(growing.isWhole(), "\(place)") }
        #expect(heights ?? growing.heights == growing.heights, "\(place), tokens of \(size)")
        heights = growing.heights
        #expect(growing.list.wholeParseCount == 0)
        // What follows the last restart is parsed with the token: a segment, a row, an item, a line.
        #expect(counts.bytes <= counts.tokens * (1_024 + 4 * size), "\(place), \(size): \(counts)")
        #expect(counts.mostBytes <= 2 * 16_384 + 4 * size, "\(place), \(size): \(counts)")
        #expect(counts.blocks <= counts.tokens * (4 + size), "\(place), \(size): \(counts)")
        #expect(counts.glyphs <= counts.tokens * (512 + 4 * size), "\(place), \(size): \(counts)")
      }
    }
  }

  @Test(arguments: 0..<8)
  func aRandomDocumentIsTheSameCutAnywhere(number: Int) {
    var chance = SeededGenerator(seed: TestSettings.seed, index: 1_000 + UInt64(number))
    let bytes = Array(Self.document(&chance, words: 40).utf8)
    let expected = MarkdownParser().parse(bytes).blocks
    for cut in 0...bytes.count {
      var list = BlockList(rule: .incremental, parser: MarkdownParser())
      list.append(Array(bytes[..<cut]))
      list.append(Array(bytes[cut...]))
      #expect(list.blocks == expected, "SEED=\(TestSettings.seed), \(number), cut at \(cut)")
      // Once as the first token, and what is left of it with the second.
      #expect(list.bytesParsed <= 3 * bytes.count + 2_048)
    }
  }
}
