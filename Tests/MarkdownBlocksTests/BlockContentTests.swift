import MarkdownBlocks
import Testing

/// What the parser makes of each construct.
@Suite struct BlockContentTests {
  private func parse(_ text: String) -> [Block] { MarkdownParser().parse(text).blocks }

  /// Blocks as lines: kind, depths, markers, styled text, source.
  private func picture(_ text: String) -> [String] {
    parse(text).map { block in
      var start = 0
      let styled = block.runs.map { run in
        defer { start += run.utf8Count }
        let words = String(decoding: block.text[start..<start + run.utf8Count], as: UTF8.self)
        let names = zip(
          ["b", "i", "c", "s", "l", "m"],
          [.bold, .italic, .code, .strikethrough, .link, .image] as [TextStyle]
        )
        let style = names.filter { run.style.contains($0.1) }.map(\.0).joined()
        return style.isEmpty ? words : "{\(style) \(words)}"
      }
      let nesting = block.nesting
      return "\(block.kind) \(nesting.listDepth)\(nesting.quoteDepth)\(nesting.isTight ? "t" : "") "
        + "\(nesting.markers) \(styled.joined()) \(block.sourceUTF8)"
    }
  }

  @Test func paragraphsAndInlineStyles() {
    #expect(
      picture("a *b* **c *d*** ~~e~~ `f` [g](h)\ni  \nj")
        == ["paragraph 00 [] a {i b} {b c }{bi d} {s e} {c f} {l g} i\nj 0..<38"]
    )
    #expect(parse("[a](b)").first?.runs.first?.destination == "b")
    #expect(
      parse("see www.a.bc now").first?.runs.map(\.destination) == [nil, "http://www.a.bc", nil]
    )
  }

  @Test func headings() {
    #expect(
      picture("# a\n\nb\n---\n\nc\nd\n===\ne")
        == [
          "heading(level: 1) 00 [] a 0..<3", "heading(level: 2) 00 [] b 5..<10",
          "heading(level: 1) 00 [] c d 12..<19", "paragraph 00 [] e 20..<21",
        ]
    )
  }

  @Test func lists() {
    #expect(
      picture("3) a\n4) b\n\n   c\n\n- d\n  - [x] e\n-\n").map { $0.prefix { $0 != "<" } }
        == [
          "paragraph 10 [MarkdownBlocks.Nesting.Marker.number(3, delimiter: \")\")] a 0..",
          "paragraph 10 [MarkdownBlocks.Nesting.Marker.number(4, delimiter: \")\")] b 5..",
          "paragraph 10 [] c 11..", "paragraph 10t [MarkdownBlocks.Nesting.Marker.bullet] d 17..",
          "paragraph 20t [MarkdownBlocks.Nesting.Marker.task(isDone: true)] e 21..",
          "paragraph 10t [MarkdownBlocks.Nesting.Marker.bullet]  31..",
        ]
    )
    #expect(parse("- - 1. a").first?.nesting.markers.count == 3)
  }

  @Test func quotes() {
    #expect(
      picture("> a\n> > b\n\n>\n")
        == ["paragraph 01 [] a 0..<3", "paragraph 02 [] b 4..<9", "paragraph 01 []  11..<12"]
    )
  }

  @Test func code() {
    #expect(
      picture("```swift x\na\n\nb\n```\n\n    c\n")
        == [
          "code(language: \"swift x\") 00 [] {c a\n\nb} 0..<19",
          "code(language: \"\") 00 [] {c c} 21..<26",
        ]
    )
    #expect(parse("```\n```").first?.text.isEmpty == true)
  }

  @Test func tables() throws {
    let rows = parse("p\n| a | b |\n|:--|--:|\n| *c* d | |\n| e |\n")
    #expect(rows.map(\.string) == ["p", "ab", "c d", "e"])
    guard case .tableRow(let head) = rows[1].kind, case .tableRow(let row) = rows[2].kind else {
      Issue.record("no rows: \(rows)")
      return
    }
    #expect(head == TableRow(isHeader: true, alignments: [.left, .right], cellRunCounts: [1, 1]))
    #expect(row == TableRow(isHeader: false, alignments: [.left, .right], cellRunCounts: [2, 0]))
    #expect(rows.map(\.sourceUTF8) == [0..<1, 2..<11, 22..<33, 34..<39])
  }

  @Test func imagesAlone() {
    #expect(
      picture("![a *b*](c)\n![](d)\n\ne ![f](g)")
        == [
          "image(source: \"c\") 00 [] {m a b} 0..<18", "image(source: \"d\") 00 []  0..<18",
          "paragraph 00 [] e {m f} 20..<29",
        ]
    )
  }

  @Test func htmlAndRules() {
    #expect(
      picture("<div>\n</div>\n\n***\n\na <b>c</b>")
        == [
          "html 00 [] <div>\n</div> 0..<12", "thematicBreak 00 []  14..<17",
          "paragraph 00 [] a <b>c</b> 19..<29",
        ]
    )
  }

  @Test func footnotesStandAtTheEnd() {
    let blocks = parse("[^n]: note\n\ntext[^n]\n")
    #expect(blocks.map(\.string) == ["text[1]", "note"])
    #expect(blocks.last?.nesting.markers == [.footnote(1)])
  }

  @Test func everyTextIsValidAndEveryRunSumsUp() {
    for text in MarkdownExamples.all + ["a\u{0}b"] {
      for block in parse(text) {
        #expect(block.runs.reduce(0) { $0 + $1.utf8Count } == block.text.count)
        #expect(block.runs.allSatisfy { $0.utf8Count > 0 })
        #expect(String(validating: block.text, as: UTF8.self) != nil)
        #expect(block.sourceUTF8.upperBound <= text.utf8.count)
      }
    }
    #expect(MarkdownParser().parse([0x61, 0xFF, 0xC3]).blocks.first?.string == "a\u{FFFD}\u{FFFD}")
  }

  @Test func manyThreadsParseAlike() async {
    let text = MarkdownExamples.all.joined(separator: "\n\n") + " ~~a~~ www.a.bc"
    let expected = MarkdownParser().parse(text)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask { (0..<50).allSatisfy { _ in MarkdownParser().parse(text) == expected } }
      }
      for await same in group { #expect(same) }
    }
  }
}
