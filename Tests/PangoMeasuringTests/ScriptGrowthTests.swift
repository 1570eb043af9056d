import GrowthTexts
import Lengths
import MarkdownBlocks
import PangoMeasuring
import Testing
import TextMeasuring

/// A token of a long paragraph costs its last lines, in every script.
@Suite struct ScriptGrowthTests {
  @Test(arguments: ScriptText.all)
  func theGlyphsOfATokenDoNotGrowWithTheParagraph(script: ScriptText) throws {
    let measurer = try PangoMeasurer()
    let width = LayoutUnit(points: 361)
    var list = BlockList(rule: .incremental, parser: MarkdownParser())
    var tail = TailMeasurement()
    var most = 0
    for index in 0..<1_200 {
      let kept = list.append(script.word(index) + script.space).keptUTF8Count
      let block = StyledBlock(list[0], role: .assistant)
      let result = measurer.extend(
        &tail,
        with: block,
        keeping: kept,
        width: width,
        textSize: .large
      )
      most = max(most, result.glyphs)
      guard index % 200 == 199 else { continue }
      let whole = measurer.measure(block, width: width, textSize: .large)
      #expect(result.height == whole.height && result.lines == whole.lines)
    }
    #expect(most < 1_000)
    #expect(measurer.unknownGlyphCount == 0)
  }
}
