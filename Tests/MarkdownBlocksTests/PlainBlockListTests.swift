import MarkdownBlocks
import Testing
import Timebase

@Suite struct PlainBlockListTests {
  @Test func anEmptyTextHasNoBlocks() {
    #expect(PlainTextParser().parse("").blocks.isEmpty)
    var list = BlockList(rule: .plain, parser: PlainTextParser())
    #expect(list.append("").isEmpty)
    #expect(list.blocks.isEmpty)
  }

  @Test func oneByteATokenGivesTheWholeTextAfterEachByte() {
    let text: [UInt8] =
      Array("# no *mark*\n\né日本👩‍👩‍👧".utf8) + [
        0xE3, 0x81, 0x61, 0xF0, 0x9F, 0xFF, 0xC3, 0x80, 0x80, 0x80, 0xF4,
      ]
    var list = BlockList(rule: .plain, parser: PlainTextParser())
    for end in 1...text.count {
      list.append([text[end - 1]])
      #expect(list.blocks == PlainTextParser().parse(Array(text[..<end])).blocks, "\(end) bytes")
    }
    #expect(list.bytesParsed == text.count)
    #expect(list.text == text)
  }

  @Test func randomBytesInRandomTokensGiveTheWholeText() {
    let seed = TestSettings.seed
    for iteration in 0..<TestSettings.iterations(2_000) {
      var chance = SeededGenerator(seed: seed, index: UInt64(iteration))
      var list = BlockList(rule: .plain, parser: PlainTextParser())
      var text: [UInt8] = []
      for _ in 0..<1 + chance.nextIndex(below: 12) {
        let alphabet: [UInt8] = [0x61, 0x80, 0xBF, 0xC3, 0xE3, 0x81, 0xF0, 0x9F, 0xED, 0xA0, 0xFF]
        let token = (0..<chance.nextIndex(below: 5)).map { _ in
          alphabet[chance.nextIndex(below: alphabet.count)]
        }
        let old = list.blocks
        let change = list.append(token)
        text += token
        #expect(
          list.blocks == PlainTextParser().parse(text).blocks,
          "SEED=\(seed) iteration \(iteration): \(text)"
        )
        #expect(
          (old.first?.text ?? []).prefix(change.keptUTF8Count)
            == (list.blocks.first?.text ?? []).prefix(change.keptUTF8Count)
        )
      }
    }
  }

  @Test func aParserWithoutRestartsIsParsedWholeAndRight() {
    struct Lines: BlockParser {
      func parse(_ utf8: UnsafeBufferPointer<UInt8>) -> ParsedText {
        var blocks: [Block] = []
        var start = 0
        for line in utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
          blocks.append(
            Block(
              kind: .paragraph,
              text: Array(line),
              runs: line.isEmpty ? [] : [TextRun(utf8Count: line.count)],
              sourceUTF8: start..<start + line.count
            )
          )
          start += line.count + 1
        }
        return ParsedText(blocks: blocks)
      }
    }
    for rule in [MarkdownRule.incremental, .whole] {
      var list = BlockList(rule: rule, parser: Lines())
      list.append("a\nb")
      let change = list.append("c\nd")
      #expect(list.blocks.map(\.string) == ["a", "bc", "d"])
      #expect(change == BlockListChange(replaced: 1..<2, inserted: 1..<3, keptUTF8Count: 1))
    }
  }
}
