import ChatSurface
import Lengths
import MarkdownBlocks
import Testing
import TextMeasuring

/// What of a text was measured before, in whatever width.
@Suite struct MeasuredExtentTests {
  /// Says of each block how many of its bytes it is told to be new.
  private final class NewBytesMeasurer: TextMeasurer {
    let identity = "new bytes"

    func measure(_ block: StyledBlock, width: LayoutUnit, textSize: TextSizeCategory)
      -> MeasuredBlock
    {
      result(block.text.count)
    }

    func extend(
      _ tail: inout TailMeasurement,
      with block: StyledBlock,
      keeping keptUTF8: Int,
      width: LayoutUnit,
      textSize: TextSizeCategory
    ) -> MeasuredBlock {
      result(block.text.count - keptUTF8)
    }

    private func result(_ count: Int) -> MeasuredBlock {
      MeasuredBlock(height: LayoutUnit(points: 20), lines: 1, glyphs: 0, lineBrokenUTF8: count)
    }
  }

  private let measurer = NewBytesMeasurer()

  private func styled(_ text: String) -> StyledBlock {
    let block = Block(
      kind: .paragraph,
      text: Array(text.utf8),
      runs: [TextRun(utf8Count: text.utf8.count)],
      sourceUTF8: 0..<text.utf8.count
    )
    return StyledBlock(block, role: .assistant)
  }

  private func newBytes(
    _ placed: inout PlacedText,
    _ text: String,
    at index: Int,
    isExtended: Bool = false
  ) -> Int {
    let (block, width) = (styled(text), LayoutUnit(points: 300))
    let result =
      isExtended
      ? placed.extendTail(block, at: index, by: measurer, width: width, textSize: .large)
      : placed.measureWhole(block, at: index, by: measurer, width: width, textSize: .large)
    return result.lineBrokenUTF8
  }

  @Test func aBlockIsNewOnce() {
    var placed = PlacedText()
    #expect(newBytes(&placed, "first", at: 0) == 5)
    #expect(newBytes(&placed, "second", at: 1) == 6)
    #expect(newBytes(&placed, "first", at: 0) == 0, "in another width, say")
    #expect(newBytes(&placed, "second", at: 1) == 0)
  }

  @Test(arguments: [false, true])
  func aGrowingBlockIsNewWhereItGrew(isExtended: Bool) {
    var placed = PlacedText()
    #expect(newBytes(&placed, "one", at: 0, isExtended: isExtended) == 3)
    placed.invalidate(BlockListChange(replaced: 0..<1, inserted: 0..<1, keptUTF8Count: 3))
    #expect(newBytes(&placed, "one two", at: 0, isExtended: isExtended) == 4)
    // A mark that closed changed it from its second byte on.
    placed.invalidate(BlockListChange(replaced: 0..<1, inserted: 0..<1, keptUTF8Count: 1))
    #expect(newBytes(&placed, "one two", at: 0, isExtended: isExtended) == 6)
    // What was extended is measured whole, once another block follows.
    #expect(newBytes(&placed, "one two", at: 0) == 0)
  }

  @Test func aChangeBeforeItMakesABlockNew() {
    var placed = PlacedText()
    for index in 0..<4 { #expect(newBytes(&placed, "block", at: index) == 5) }
    placed.invalidate(BlockListChange(replaced: 1..<2, inserted: 1..<2, keptUTF8Count: 2))
    #expect(newBytes(&placed, "block", at: 0) == 0)
    #expect(newBytes(&placed, "block", at: 1) == 3)
    placed.invalidate(BlockListChange(replaced: 3..<4, inserted: 3..<4, keptUTF8Count: 0))
    #expect(newBytes(&placed, "block", at: 1) == 0, "what changed after it does not matter")
  }
}
