import MarkdownBlocks
import Testing

/// Shapes beyond a limit are shown as text, and no byte of it is lost.
@Suite struct LimitTests {
  private func parse(_ text: String) -> ParsedText { MarkdownParser().parse(text) }

  @Test func aHundredContainersNestAndTheNextIsText() {
    let inside = parse(String(repeating: ">", count: 100) + " a")
    #expect(inside.blocks[0].nesting.quoteDepth == 100)
    #expect(inside.blocks[0].string == "a")
    #expect(inside.limitCount == 0)
    let beyond = parse(String(repeating: ">", count: 103) + " a")
    #expect(beyond.blocks[0].nesting.quoteDepth == 100)
    #expect(beyond.blocks[0].string == ">>> a")
    #expect(beyond.limitCount == 1)
    let list = parse(String(repeating: "- ", count: 102) + "a")
    #expect(list.blocks[0].nesting.listDepth == 100)
    #expect(list.blocks[0].string == "- - a")
  }

  @Test func aRuleMayHaveAnyNumberOfMarks() {
    #expect(parse(String(repeating: "- ", count: 500)).blocks.map(\.kind) == [.thematicBreak])
  }

  @Test func aTableOf256ColumnsIsOneAndOneOf300IsText() {
    func table(_ columns: Int) -> String {
      "|" + String(repeating: "a|", count: columns) + "\n|"
        + String(repeating: "-|", count: columns)
        + "\n|" + String(repeating: "b|", count: columns) + "\n"
    }
    #expect(parse(table(256)).blocks.count == 2)
    let beyond = parse(table(300))
    #expect(beyond.blocks.map(\.kind) == [.paragraph])
    #expect(beyond.blocks[0].text.count { $0 == UInt8(ascii: "|") } == 3 * 301)
    #expect(beyond.limitCount == 3)
  }

  @Test func signsBeyondALimitAreThemselvesInCode() {
    let signs = String(repeating: ">", count: 150) + String(repeating: "|", count: 400)
    let code = parse("```\n\(signs)\n```\n")
    #expect(code.blocks[0].string == signs)
  }

  @Test func scalarsOfTheTextThatAreUsedForSignsStay() {
    let own: [UInt8] = [0xEF, 0xB7, 0x90, 0xEF, 0xB7, 0xAF, 0xEF, 0xB7, 0x93]
    let floods = Array(repeating: UInt8(ascii: ">"), count: 101) + own
    #expect(MarkdownParser().parse(floods).blocks[0].text == [UInt8(ascii: ">")] + own)
    #expect(MarkdownParser().parse(own + [0x61]).blocks[0].text == own + [0x61])
  }

  @Test func rowsMayLackManyCellsInAll() {
    let head =
      String(repeating: "|a", count: 200) + "\n" + String(repeating: "|-", count: 200) + "\n"
    let parsed = parse(head + String(repeating: "x\n", count: 400))
    #expect(parsed.blocks.count < 400)
    #expect(parsed.blocks.last?.kind == .paragraph)
    #expect(parsed.blocks.reduce(0) { $0 + $1.text.count { $0 == UInt8(ascii: "x") } } == 400)
    #expect(parsed.limitCount == 1)
  }

  @Test func aMarkIsLookedAfterFor16KiB() {
    let words = String(repeating: "word ", count: 1_000)
    let near = parse("*" + words + "end* x " + words)
    #expect(near.blocks[0].runs[0].style == .italic)
    #expect(near.limitCount == 0)
    let far = parse("*" + String(repeating: words, count: 5) + "end* x")
    #expect(far.blocks[0].runs.allSatisfy { $0.style.isEmpty })
    #expect(far.blocks[0].text.first == UInt8(ascii: "*"))
    #expect(far.blocks[0].string.hasSuffix("end* x"))
    #expect(far.limitCount > 0)
  }

  @Test func appendsThatMeetALimitAreCounted() {
    var list = BlockList(rule: .incremental, parser: MarkdownParser())
    list.append("words\n\n")
    #expect(list.limitedAppendCount == 0)
    list.append(String(repeating: ">", count: 200))
    #expect(list.limitedAppendCount == 1)
  }
}
