import MarkdownBlocks
import Testing
import Timebase

/// The marks inside lines alone, and every line break and space as it came.
@Suite struct InlineOnlyTests {
  private func parse(_ text: String) -> ParsedText {
    Array(text.utf8).withUnsafeBufferPointer { MarkdownParser().parseInline($0) }
  }

  /// The text in pieces of one style each.
  private func pieces(_ text: String) -> [String] {
    guard let block = parse(text).blocks.first else { return [] }
    var pieces: [String] = []
    var index = 0
    for run in block.runs {
      let piece = String(decoding: block.text[index..<index + run.utf8Count], as: UTF8.self)
      let marks: [(TextStyle, String)] = [
        (.bold, "b"), (.italic, "i"), (.code, "c"), (.link, "l"), (.strikethrough, "s"),
      ]
      let names = marks.filter { run.style.contains($0.0) }.map(\.1).joined()
      pieces.append(names.isEmpty ? piece : "\(names)<\(piece)>")
      index += run.utf8Count
    }
    return pieces
  }

  @Test(
    arguments: [
      ("a **b** c", ["a ", "b<b>", " c"]),
      ("# not a heading", ["# not a heading"]),
      ("- one\n- *two*\n\n3. three", ["- one\n- ", "i<two>", "\n\n3. three"]),
      ("    four spaces", ["    four spaces"]),
      ("*a\nb*\n", ["i<a\nb>", "\n"]),
      ("_a_\n_b_", ["i<a>", "\n", "i<b>"]),
      ("line  \nline\\\nx", ["line  \nline\\\nx"]),
      ("| a | b |\n|---|---|\n| `c` | d |", ["| a | b |\n|---|---|\n| ", "c<c>", " | d |"]),
      ("```swift\nlet x\n```", ["c<swift\nlet x\n>"]),
      ("[a](http://b.c)\r\n~~d~~", ["l<a>", "\n", "s<d>"]),
      ("www.a.bc\nwww.d.ef", ["l<www.a.bc>", "\n", "l<www.d.ef>"]),
      ("[a]: b.c\n[a]", ["[a]: b.c\n[a]"]),
      ("<div>\n&amp; \\* ", ["<div>\n& * "]),
      ("\n", ["\n"]), ("  ", ["  "]), ("**", ["**"]),
    ]
  )
  func onlyMarksInsideLinesAreTaken(text: String, expected: [String]) {
    #expect(pieces(text) == expected)
    let blocks = parse(text).blocks
    #expect(blocks.count == 1)
    #expect(blocks.first?.kind == .paragraph)
    #expect(blocks.first?.sourceUTF8 == 0..<text.utf8.count)
  }

  @Test func anEmptyTextHasNoBlock() { #expect(parse("").blocks.isEmpty) }

  /// Whatever opens a block elsewhere: without marks the text is what it was.
  @Test
  func aTextWithoutMarksStaysAsItIs() {
    var random = SeededGenerator(seed: TestSettings.seed)
    let parts = [
      "\n", "\n\n", "\r\n", " ", "    ", "\t", "# ", "- ", "+ ", "1. ", "> ", "---\n", "===\n", "|",
      "word", "日本語", "é", "\u{2003}", "\u{2000}", String(UnicodeScalar(UInt32(0xFDD0)) ?? " "),
      "e\u{301}", "👩‍👩‍👧", ": ", "3) ",
    ]
    for _ in 0..<TestSettings.iterations(2_000) {
      let text = (0..<1 + random.nextIndex(below: 40)).map { _ in
        parts[random.nextIndex(below: parts.count)]
      }.joined()
      let whole = text.replacing("\r\n", with: "\n")
      #expect(parse(text).blocks.map(\.string) == [whole], "\(text.debugDescription)")
    }
  }

  /// A text beyond the 512 bytes of a segment, with marks in every line.
  @Test func aLongTextLosesNoWord() {
    let line = "some words, **bold ones** and `code` in a line that is rather long\n"
    let text = String(repeating: line, count: 60)
    let shown = parse(text).blocks[0].string
    let plain = line.replacing("**", with: "").replacing("`", with: "")
    #expect(shown == String(repeating: plain, count: 60))
  }

  /// With every space in use that may stand for a line break there is none left to take.
  @Test func aTextWithEverySpaceIsShownWithoutMarks() {
    let spaces = String(String.UnicodeScalarView((0x2000...0x200A).compactMap(Unicode.Scalar.init)))
    let parsed = parse("**a**\n" + spaces)
    #expect(parsed.blocks.map(\.string) == ["**a**\n" + spaces])
    #expect(parsed.limitCount == 1)
  }

  /// A text that grows is at every moment what its beginning parses to at once.
  @Test
  func aGrowingTextIsWhatItsBeginningIsAtOnce() {
    let text = "One *two\nthree* `four\n- five` 日本 **six\n\nseven** [eight](http://a.b)\n> nine"
    var list = BlockList(rule: .inlineOnly, parser: MarkdownParser())
    var shown: [UInt8] = []
    for byte in text.utf8 {
      shown.append(byte)
      list.append([byte])
      let whole = shown.withUnsafeBufferPointer { MarkdownParser().parseInline($0) }
      #expect(list.blocks == whole.blocks)
    }
    #expect(list.text == Array(text.utf8))
  }
}
