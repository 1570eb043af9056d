import MarkdownBlocks
import Testing

@Suite struct CommonPrefixTests {
  private func block(_ runs: [(String, TextStyle)], kind: BlockKind = .paragraph) -> Block {
    Block(
      kind: kind,
      text: runs.flatMap { Array($0.0.utf8) },
      runs: runs.map { TextRun(utf8Count: $0.0.utf8.count, style: $0.1) },
      sourceUTF8: 0..<0
    )
  }

  @Test func theTextOfAnotherStyleIsNotShared() {
    let old = block([("one two ", []), ("three", [])])
    #expect(old.commonPrefixUTF8Count(with: block([("one two three four", [])])) == 13)
    #expect(old.commonPrefixUTF8Count(with: block([("one ", []), ("two three", .bold)])) == 4)
    #expect(old.commonPrefixUTF8Count(with: block([("one", .italic)])) == 0)
    #expect(old.commonPrefixUTF8Count(with: block([("one two", [])], kind: .html)) == 0)
  }

  @Test func aSharedHalfOfAScalarIsNotShared() {
    #expect(block([("aé", [])]).commonPrefixUTF8Count(with: block([("aè", [])])) == 1)
    #expect(block([("aé", [])]).commonPrefixUTF8Count(with: block([("aéb", [])])) == 3)
    #expect(block([]).commonPrefixUTF8Count(with: block([("a", [])])) == 0)
  }
}
