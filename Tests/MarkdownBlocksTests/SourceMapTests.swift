import GrowthTexts
import MarkdownBlocks
import Testing
import Timebase

/// Where the text of blocks stands in its source.
@Suite struct SourceMapTests {
  private func map(_ source: String) -> (block: Block, map: SourceMap, source: [UInt8])? {
    let bytes = Array(source.utf8)
    return MarkdownParser().parse(bytes).blocks.first.map {
      ($0, SourceMap(of: $0, in: bytes), bytes)
    }
  }

  /// The source between the first and last byte of a word of the text.
  private func source(of word: String, in text: String) throws -> String {
    let (block, map, bytes) = try #require(self.map(text))
    let start = try #require(block.string.range(of: word)?.lowerBound)
    let offset = block.string.utf8.distance(from: block.string.startIndex, to: start)
    let range = map.sourceUTF8(ofText: offset..<offset + word.utf8.count)
    return String(decoding: bytes[range], as: UTF8.self)
  }

  @Test(arguments: [
    ("plain words", "words", "words"),
    ("some **bold** text", "bold", "bold"),
    ("some **bold** text", "text", "text"),
    ("a [link](http://a.b/link \"link\") and more", "and", "and"),
    ("a [link](http://a.b/and) and more", "and more", "and more"),
    ("an ![image](x(y)z.png) here", "here", "here"),
    ("a [b][c] d\n\n[c]: http://x.y", "d", "d"),
    ("Tom &amp; Ann", "Ann", "Ann"),
    ("Tom &amp; Ann", "& A", "&amp; A"),
    ("not \\*marks\\* here", "*marks*", "*marks\\*"),
    ("soft\nbreak", "soft break", "soft\nbreak"),
    ("- item of *a* list", "item of", "item of"),
    ("> quoted\n> lines", "quoted lines", "quoted\n> lines"),
    ("```swift\nswift code\n```", "swift code", "swift code"),
    ("## Title ##", "Title", "Title"),
    ("日本語の **太字** です", "太字", "太字"),
  ])
  func aWordStandsWhereItWasWritten(text: String, word: String, expected: String) throws {
    #expect(try source(of: word, in: text) == expected)
  }

  @Test(arguments: ScriptText.all)
  func everyPlaceOfTheTextHasOneInTheSourceInOrder(script: ScriptText) {
    for construct in GrowthConstruct.allCases {
      let source = Array(construct.text(script, words: 120).utf8)
      for block in MarkdownParser().parse(source).blocks {
        let map = SourceMap(of: block, in: source)
        var last = block.sourceUTF8.lowerBound
        var same = 0
        for index in block.text.indices {
          let range = map.sourceUTF8(ofText: index..<index + 1)
          #expect(range.lowerBound >= last && range.upperBound <= block.sourceUTF8.upperBound)
          last = range.lowerBound
          if range.count == 1, source[range.lowerBound] == block.text[index] { same += 1 }
        }
        // All but the spaces that stand for line feeds, and the numbers of notes.
        #expect(same * 100 >= block.text.count * 90, "\(construct.rawValue), \(script)")
      }
    }
  }
}
