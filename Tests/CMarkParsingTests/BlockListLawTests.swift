import CMarkParsing
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

  @Test func replacingATextGivesTheWholeParse() {
    let parser = CMarkParser()
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
    var list = BlockList(rule: .incremental, parser: CMarkParser())
    let paragraph = String(repeating: "word ", count: 40) + "end.\n\n"
    for _ in 0..<200 { list.append(paragraph) }
    let before = list.bytesParsed
    for _ in 0..<10 { list.append("word ") }
    #expect(list.bytesParsed - before < 10 * 2 * paragraph.utf8.count)
    #expect(list.wholeParseCount == 0)
  }

  @Test func aSettledDefinitionCostsNoWholeParses() {
    var list = BlockList(rule: .incremental, parser: CMarkParser())
    list.append("[a]: /b\n\nfirst [a]\n\n")
    for _ in 0..<100 { list.append("more of [a] and [c]\n\n") }
    #expect(list.wholeParseCount <= 1)
    list.append("[c]: /d\n\n")
    #expect(list.wholeParseCount <= 2)
    #expect(list.blocks == CMarkParser().parse(list.text).blocks)
  }
}
