import MarkdownBlocks
import Testing

/// What arrives late replaces the blocks that it changes, from the first to the last of them.
@Suite struct LateDefinitionTests {
  struct Late: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var text: String
    var addition: String
    var replaced: Range<Int>
    var inserted: Range<Int>
  }

  static let cases = [
    Late(
      testDescription: "link definition",
      text: "plain\n\nsee [ref]\n\nplain too\n\nand [ref]\n\nplain\n\n",
      addition: "[ref]: /there\n",
      replaced: 1..<4,
      inserted: 1..<4
    ),
    Late(
      testDescription: "footnote",
      text: "plain\n\ntext[^n]\n\n",
      addition: "[^n]: note\n",
      replaced: 1..<2,
      inserted: 1..<3
    ),
    Late(
      testDescription: "setext underline",
      text: "plain\n\ntitle",
      addition: "\n===\n",
      replaced: 1..<2,
      inserted: 1..<2
    ),
    Late(
      testDescription: "head of a table",
      text: "plain\n\na | b",
      addition: "\n--|--\n",
      replaced: 1..<2,
      inserted: 1..<2
    ),
    Late(
      testDescription: "loose list",
      text: "plain\n\n- a\n- b",
      addition: "\n\n- c",
      replaced: 1..<3,
      inserted: 1..<4
    ),
  ]

  @Test(arguments: cases)
  func theChangeIsThatOfTheBlocksThatDiffer(late: Late) {
    let parser = MarkdownParser()
    var list = BlockList(rule: .incremental, parser: parser)
    list.append(late.text)
    let before = list.blocks
    let change = list.append(late.addition)
    #expect(list.blocks == parser.parse(late.text + late.addition).blocks)
    #expect(change.replaced == late.replaced)
    #expect(change.inserted == late.inserted)
    #expect(GrowthCheck.describes(change, before, list.blocks))
  }

  /// The head of a table makes text of the definitions that its paragraph begins with, however long that
  /// has become; also of one that is defined before.
  @Test(arguments: ["", "[a]: /u\n\n"], ["", "> ", "- "])
  func aTableMakesTextOfTheDefinitionsOfItsParagraph(before: String, container: String) {
    let text =
      before + container + "[a]: /v\n" + String(repeating: "words and ", count: 120)
      + "\n| a |\n|---|\n| b"
    for size in [1, 7, 40] {
      let place = RestartTests.firstDifference(text, seed: 1, longest: size, every: 1)
      #expect(place == nil, "\(text.prefix(40).debugDescription), tokens of \(size)")
    }
  }

  /// A paragraph is parsed from its last segment before a footnote's mention on; what stands behind it, in
  /// a line that is not complete, stays when a definition comes in one token with the end of that line, and
  /// is not said to be new. Every way to cut the addition in two.
  @Test(
    arguments: [
      "words", "words *of* it\nand more", "- item", "> quoted", "# title", "1. one", "    code",
    ],
    ["", "[^1] and "]
  )
  func aDefinitionThatEndsAnotherBlockChangesThatWhichRefersToItAlone(
    behind: String,
    mention: String
  ) {
    let parser = MarkdownParser()
    let parts = [
      String(repeating: "many words ", count: 60),
      mention + "[link] " + String(repeating: "more of them ", count: 40) + "\n\n" + behind,
    ]
    let addition = Array("\n\n[link]: /there".utf8)
    for cut in 0..<addition.count {
      var list = BlockList(rule: .incremental, parser: parser)
      for part in parts { list.append(part) }
      list.append(Array(addition[..<cut]))
      let before = list.blocks
      let change = list.append(Array(addition[cut...]))
      #expect(list.blocks == parser.parse(Array(parts.joined().utf8) + addition).blocks)
      #expect(GrowthCheck.describes(change, before, list.blocks), "cut at \(cut): \(change)")
      guard cut == 0 else { continue }
      let differing = before.indices.filter { before[$0] != list.blocks[$0] }
      #expect(Array(change.inserted) == differing)
    }
  }
}
