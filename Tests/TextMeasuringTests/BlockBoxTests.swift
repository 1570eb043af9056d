import Lengths
import MarkdownBlocks
import Testing
import TextMeasuring

@Suite struct BlockBoxTests {
  let measurer = FixedAdvanceMeasurer()

  private func height(
    _ kind: BlockKind,
    _ cells: [String] = [],
    nesting: Nesting = Nesting(),
    width: Int = 320
  ) -> Double {
    let text = cells.joined()
    let block = Block(
      kind: kind,
      nesting: nesting,
      text: Array(text.utf8),
      runs: cells.filter { !$0.isEmpty }.map { TextRun(utf8Count: $0.utf8.count) },
      sourceUTF8: 0..<0
    )
    return measurer.measure(
      StyledBlock(block, role: .assistant),
      width: LayoutUnit(points: width),
      textSize: .large
    ).height.points
  }

  @Test func codeHasAHeaderAndPaddingAndDoesNotWrap() {
    let long = String(repeating: "x", count: 500)
    #expect(height(.code(language: "swift"), [long]) == 20 + 16 + 24 + 20)
    #expect(height(.code(language: ""), ["a\nb\nc"]) == 20 + 16 + 24 + 60)
    #expect(height(.code(language: ""), []) == 20 + 16 + 24 + 20)
  }

  @Test func nestingTakesWidth() {
    let text = [String(repeating: "x", count: 10)]
    #expect(height(.paragraph, text, width: 80) == 20)
    #expect(height(.paragraph, text, nesting: Nesting(listDepth: 1), width: 80) == 40)
    #expect(height(.paragraph, text, nesting: Nesting(listDepth: 1), width: 104) == 20)
    #expect(height(.paragraph, text, nesting: Nesting(quoteDepth: 1), width: 96) == 20)
    #expect(height(.paragraph, text, nesting: Nesting(quoteDepth: 9_999), width: 320) == 40)
  }

  @Test func aRowIsAsTallAsItsTallestCell() {
    let row = { (counts: [Int]) in
      BlockKind.tableRow(
        TableRow(
          isHeader: false,
          alignments: Array(repeating: .none, count: counts.count),
          cellRunCounts: counts
        )
      )
    }
    #expect(height(row([1, 1]), ["a", "b"], width: 200) == 32)
    #expect(height(row([1, 1]), ["a", String(repeating: "x ", count: 12)], width: 200) == 72)
    #expect(height(row([0, 0]), [], width: 200) == 32)
    #expect(
      height(row(Array(repeating: 1, count: 9)), Array(repeating: "12345678", count: 9)) == 32
    )
  }

  @Test func otherBlocksHaveTheirTabledHeights() {
    #expect(height(.thematicBreak) == 17)
    #expect(height(.image(source: "a"), ["b"]) == 200)
    #expect(height(.unknown(name: "x")) == 20)
    #expect(height(.heading(level: 1), ["a"]) == 20)
    #expect(height(.html, ["<a>\n<b>"]) == 40)
  }

  @Test func blocksThatLookAlikeFeedTheSameWords() {
    func words(_ block: Block, _ role: TextRole = .assistant) -> [UInt64] {
      var words: [UInt64] = []
      StyledBlock(block, role: role).hashContent { words.append($0) }
      return words
    }
    func block(_ text: String, _ style: TextStyle = [], kind: BlockKind = .paragraph) -> Block {
      Block(
        kind: kind,
        text: Array(text.utf8),
        runs: [TextRun(utf8Count: text.utf8.count, style: style)],
        sourceUTF8: 0..<9
      )
    }
    let plain = block("some text")
    var moved = plain
    moved.sourceUTF8 = 7..<20
    moved.nesting.isTight = true
    moved.runs[0].destination = "x"
    #expect(words(plain) == words(moved))
    #expect(StyledBlock(plain, role: .user) == StyledBlock(moved, role: .user))
    let others = [
      words(block("some texu")), words(block("some text", .bold)), words(plain, .user),
      words(block("some text", kind: .html)), words(block("some text\u{0}")),
      words(block("some text", kind: .heading(level: 1))),
      words(block("some text", kind: .heading(level: 2))),
    ]
    #expect(Set(others + [words(plain)]).count == others.count + 1)
    #expect(
      words(block("a", kind: .code(language: "c")))
        == words(block("a", kind: .code(language: "d")))
    )
  }

  @Test func spacingDependsOnTheTwoNeighbours() {
    let text = Block(kind: .paragraph, sourceUTF8: 0..<0)
    let heading = Block(kind: .heading(level: 1), sourceUTF8: 0..<0)
    let item = Block(
      kind: .paragraph,
      nesting: Nesting(listDepth: 1, isTight: true),
      sourceUTF8: 0..<0
    )
    #expect(BlockMetrics.spacing(between: text, and: text) == LayoutUnit(points: 12))
    #expect(BlockMetrics.spacing(between: text, and: heading) == LayoutUnit(points: 20))
    #expect(BlockMetrics.spacing(between: item, and: item) == LayoutUnit(points: 4))
    #expect(BlockMetrics.spacing(between: text, and: item) == LayoutUnit(points: 12))
  }

  @Test func aWidthOfNothingIsRefused() async {
    await #expect(processExitsWith: .failure) {
      _ = FixedAdvanceMeasurer().measure(
        StyledBlock(plain: "a"),
        width: .zero,
        textSize: .large
      )
    }
  }
}
