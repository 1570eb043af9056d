import MarkdownBlocks
import Testing
import Timebase

/// Plain bytes that a block list takes up without the parser give what the parser would.
@Suite struct PlainGrowthTests {
  /// What begins a text and leaves a block open.
  private static let openings = [
    "", "a word", "- item", "1. item", "> quote", "> - item", "- [x] task", "# Head", "*open",
    "[a](b", "[a] text", "|a|b|\n|-|-|\n|c", "|a|b|\n|-|-|\n| c | d", "a|b\n-|-\nc", "```\nx",
    "~~~\nx", "> ```\n> x", "- ```\n  x", "[a]: /b\n\ntext [a]", "text\nmore", "    code", "<b>x",
    "<sec", "www", "http:/", "x `y` z", "é", "[a]: /b\n'x", "![a](b)", "x ~~y", "- a\n\n  b",
    "[x]", "\u{FEFF}1", "> ```\nx", "x **bold**", "x *it*", "x **b* y", "é**日**", "x ***a**",
    "x **a.**",
    "x *a**", "x \\**a**", "- x **a** ", "# x *a*", "x \\*", "x *", "a|b **c**", "*a*", "x _**a**_",
  ]
  /// What goes on: mostly plain.
  private static let pieces = [
    "word", "w", "a", " ", "  ", "1", ".", ". ", ", ", "(see", ")", "é", "日本", "\u{2003}", "'",
    "\"",
    "-", "--", "=", "+", "!", "?", ";", "/", "x y z", "tion", "www", "|", " | ", "\n", "\n\n",
  ]
  private static let marks = [
    "*", "_", "`", "~~", "[", "](", "]", ":", "://", "@", "&", "\\", "<", ">", "\r", "\t", "#",
    "```",
    "**", "*a*", "**b** ", "~~~", "\u{0}", "www.", "- ", "1. ", "> ", "&amp;", "[a]: /c\n",
  ]

  @Test func randomWordsInSmallTokensGiveTheWholeParse() {
    let seed = TestSettings.seed
    for iteration in 0..<TestSettings.iterations(3_000) {
      var chance = SeededGenerator(seed: seed ^ 0x77, index: UInt64(iteration))
      var text = Self.openings[chance.nextIndex(below: Self.openings.count)]
      let many = chance.nextIndex(below: 20) == 0 ? 60 : 12
      for _ in 0..<1 + chance.nextIndex(below: many) {
        let isMark = chance.nextIndex(below: 9) == 0
        let pool = isMark ? Self.marks : Self.pieces
        text += pool[chance.nextIndex(below: pool.count)]
      }
      let check = GrowthCheck(Array(text.utf8))
      var cuts: [Int] = []
      while (cuts.last ?? 0) < check.bytes.count {
        cuts.append(min(check.bytes.count, (cuts.last ?? 0) + 1 + chance.nextIndex(below: 6)))
      }
      #expect(
        check.firstDifference(cuts: cuts) == nil,
        "SEED=\(seed) iteration \(iteration): \(text.debugDescription)"
      )
    }
  }

  @Test func plainWordsAreNotParsed() {
    let parser = CountingParser()
    var list = BlockList(rule: .incremental, parser: parser)
    list.append("It begins")
    let before = parser.calls.count
    for _ in 0..<100 { list.append(" again and") }
    #expect(parser.calls.count == before)
    #expect(list.blocks == MarkdownParser().parse(list.text).blocks)
  }

  @Test func aRunOfPlainBytesIsParsedOnceInAWhile() {
    let parser = CountingParser()
    var list = BlockList(rule: .incremental, parser: parser)
    for _ in 0..<5_000 { list.append("word ") }
    #expect((10...40).contains(parser.calls.count))
    #expect(list.blocks == MarkdownParser().parse(list.text).blocks)
  }
}

/// Counts how often it is asked.
private struct CountingParser: BlockParser {
  final class Calls: @unchecked Sendable {
    var count = 0
  }

  let calls = Calls()

  func parse(_ utf8: UnsafeBufferPointer<UInt8>) -> ParsedText {
    calls.count += 1
    return MarkdownParser().parse(utf8)
  }

  func parseGrowing(
    _ utf8: UnsafeBufferPointer<UInt8>,
    in context: ParsingContext
  ) -> ParsedText {
    calls.count += 1
    return MarkdownParser().parseGrowing(utf8, in: context)
  }

  func labels(in utf8: UnsafeBufferPointer<UInt8>) -> Set<[UInt8]> {
    MarkdownParser().labels(in: utf8)
  }
}
