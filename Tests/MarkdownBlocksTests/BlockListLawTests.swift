import MarkdownBlocks
import Testing
import Timebase

/// After any split of any text into tokens the block list equals a whole parse.
@Suite struct BlockListLawTests {
  @Test(arguments: MarkdownExamples.all)
  func everySplitIntoTwoTokensGivesTheWholeParse(text: String) {
    let check = GrowthCheck(Array(text.utf8))
    for cut in 0...check.bytes.count {
      #expect(check.firstDifference(cuts: [cut]) == nil, "cut at \(cut)")
    }
  }

  @Test(arguments: MarkdownExamples.all)
  func oneByteATokenGivesTheWholeParseAfterEachByte(text: String) {
    let check = GrowthCheck(Array(text.utf8))
    #expect(check.firstDifference(cuts: Array(0..<check.bytes.count)) == nil)
  }

  @Test func randomDocumentsInRandomTokensGiveTheWholeParse() {
    let seed = TestSettings.seed
    for iteration in 0..<TestSettings.iterations(300) {
      var chance = SeededGenerator(seed: seed, index: UInt64(iteration))
      var text = ""
      for _ in 0..<2 + chance.nextIndex(below: 6) {
        text += MarkdownExamples.all[chance.nextIndex(below: MarkdownExamples.all.count)]
        text += ["\n", "\n\n", "", "\n> ", "\n    ", "\n- "][chance.nextIndex(below: 6)]
      }
      let check = GrowthCheck(Array(text.utf8))
      var cuts: [Int] = []
      while (cuts.last ?? 0) < check.bytes.count {
        cuts.append(min(check.bytes.count, (cuts.last ?? 0) + 1 + chance.nextIndex(below: 9)))
      }
      #expect(
        check.firstDifference(cuts: cuts) == nil,
        "SEED=\(seed) iteration \(iteration): \(text.debugDescription)"
      )
    }
  }

  @Test func randomMarksInRandomTokensGiveTheWholeParse() {
    let marks = [
      "- ", "-", "+ ", "1. ", "2) ", "10. ", "  ", "   ", "    ", "\t", "> ", ">", "```", "````",
      "~~~", "|", "a|b",
      "|-|-|", "a", "b c", "---", "===", "***", "[a]", "[a]: /b", "[b]:", "/c", "`", "*", "_d_",
      "# ",
      "<div>", "-->", "<!--", "![a]", "[x] ", "\\", "\u{FEFF}", "é", "www.a.bc", "~~", "&amp;",
    ]
    let seed = TestSettings.seed
    for iteration in 0..<TestSettings.iterations(2_000) {
      var chance = SeededGenerator(seed: seed ^ 0xA5, index: UInt64(iteration))
      var text = ""
      let few = (0..<4).map { _ in marks[chance.nextIndex(below: marks.count)] }
      for _ in 0..<4 + chance.nextIndex(below: 30) {
        let choice = chance.nextIndex(below: 10)
        if choice < 4 {
          text += ["\n", "\n", "\n", "\n\n", "\r\n", "\r"][chance.nextIndex(below: 6)]
        } else if choice < 8 {
          text += few[chance.nextIndex(below: 4)]
        } else {
          text += marks[chance.nextIndex(below: marks.count)]
        }
      }
      let check = GrowthCheck(Array(text.utf8))
      var cuts: [Int] = []
      while (cuts.last ?? 0) < check.bytes.count {
        cuts.append(min(check.bytes.count, (cuts.last ?? 0) + 1 + chance.nextIndex(below: 4)))
      }
      #expect(
        check.firstDifference(cuts: cuts) == nil,
        "SEED=\(seed) iteration \(iteration): \(text.debugDescription)"
      )
    }
  }

  @Test func longParagraphsInRandomTokensGiveTheWholeParse() {
    let parts = [
      "word", "words in a row", "another", "*one*", "**two words**", "`code * in`", "snake_case",
      "a|b", "&amp;",
      "www.a.bc", "me@a.bc", "![a](b)", "[a](b c)", "[a](b)", "é日本", "\\", "it's", "2.", "-", "=",
    ]
    let rare = [
      "*", "_", "`", "[", "<b", "~~", "\n---\n", "\n===\n", "\n|-|\n", "\n-|-\n", "\n\n[a]: /b\n",
      "\n\n", "  \n", "\n- ",
    ]
    let seed = TestSettings.seed
    for iteration in 0..<TestSettings.iterations(60) {
      var chance = SeededGenerator(seed: seed ^ 0x5A, index: UInt64(iteration))
      var text = ["", "1. a\n\n", "a | b\n", "> q\n\n"][chance.nextIndex(below: 4)]
      for _ in 0..<150 + chance.nextIndex(below: 200) {
        text += parts[chance.nextIndex(below: chance.nextIndex(below: 4) == 0 ? parts.count : 3)]
        text += chance.nextIndex(below: 12) == 0 ? "\n" : " "
        if chance.nextIndex(below: 90) == 0 { text += rare[chance.nextIndex(below: rare.count)] }
      }
      let bytes = Array(text.utf8)
      let parser = MarkdownParser()
      var list = BlockList(rule: .incremental, parser: parser)
      var start = 0
      while start < bytes.count {
        let end = min(bytes.count, start + 1 + chance.nextIndex(below: 60))
        let before = list.blocks
        let change = list.append(Array(bytes[start..<end]))
        start = end
        guard list.blocks == parser.parse(Array(bytes[..<end])).blocks,
          GrowthCheck.describes(change, before, list.blocks)
        else {
          let near = String(decoding: bytes[max(0, end - 300)..<end], as: UTF8.self)
          Issue.record("SEED=\(seed) iteration \(iteration) at \(end): \(near.debugDescription)")
          break
        }
      }
    }
  }

  @Test func aTokenOfALongParagraphParsesItsEndAlone() {
    var list = BlockList(rule: .incremental, parser: MarkdownParser())
    for index in 0..<5_000 { list.append(index % 50 == 7 ? "with *some marks* in it " : "word ") }
    #expect(list.bytesParsed < 5_000 * 600)
    #expect(list.blocks == MarkdownParser().parse(list.text).blocks)
  }

  /// A paragraph of three runs from the parser; then plain words, which need none.
  @Test func theWorkOfParsingIsCountedByWhatDidIt() {
    for rule in [MarkdownRule.incremental, .whole] {
      var list = BlockList(rule: rule, parser: MarkdownParser())
      list.append("One *word* more")
      let parsed = ParsingWork(bytesParsed: 15, nodesParsed: 4)
      #expect(list.parsingWork == parsed)
      list.append(" and")
      let more =
        rule == .whole
        ? ParsingWork(bytesParsed: 19, nodesParsed: 4) : ParsingWork(bytesTaken: 4)
      #expect(list.parsingWork - parsed == more)
    }
  }

  @Test func replacingATextGivesTheWholeParse() {
    let parser = MarkdownParser()
    var list = BlockList(rule: .incremental, parser: parser)
    for text in MarkdownExamples.all {
      let old = list.blocks
      let change = list.replace(with: Array(text.utf8))
      #expect(list.blocks == parser.parse(text).blocks)
      #expect(old[..<change.replaced.lowerBound] == list.blocks[..<change.inserted.lowerBound])
      #expect(list.text == Array(text.utf8))
    }
  }

  @Test func aTokenOfLongProseParsesItsTailAlone() {
    var list = BlockList(rule: .incremental, parser: MarkdownParser())
    let paragraph = String(repeating: "word ", count: 40) + "end.\n\n"
    for _ in 0..<200 { list.append(paragraph) }
    let before = list.bytesParsed
    for _ in 0..<10 { list.append("word ") }
    #expect(list.bytesParsed - before < 10 * 2 * paragraph.utf8.count)
    #expect(list.wholeParseCount == 0)
  }

  @Test func aSettledDefinitionCostsNoWholeParses() {
    var list = BlockList(rule: .incremental, parser: MarkdownParser())
    list.append("[a]: /b\n\nfirst [a]\n\n")
    for _ in 0..<100 { list.append("more of [a] and [c]\n\n") }
    #expect(list.wholeParseCount <= 1)
    list.append("[c]: /d\n\n")
    #expect(list.wholeParseCount <= 2)
    #expect(list.blocks == MarkdownParser().parse(list.text).blocks)
  }
}
