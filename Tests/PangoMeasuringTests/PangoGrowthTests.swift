import ConformanceTags
import Lengths
import MarkdownBlocks
import PangoMeasuring
import Testing
import TextMeasuring
import Timebase

/// Extending a tail gives what measuring the whole gives.
@Suite struct PangoGrowthTests {
  @Test(.tags(.measuringExtend, .measuringPango)) func randomGrowthGivesTheHeightOfTheWhole() throws
  {
    let seed = TestSettings.seed
    let measurer = try PangoMeasurer()
    let tokens = SampleTexts.tokens
    for iteration in 0..<TestSettings.iterations(120) {
      var chance = SeededGenerator(seed: seed, index: UInt64(iteration))
      let width = LayoutUnit(points: 40 + 20 * chance.nextIndex(below: 20))
      let kinds: [BlockKind] = [.paragraph, .heading(level: 2), .code(language: "c"), .html]
      var block = StyledBlock(plain: "")
      block.kind = kinds[chance.nextIndex(below: kinds.count)]
      var tail = TailMeasurement()
      var token = chance.nextIndex(below: tokens.count)
      for _ in 0..<50 {
        let kept = block.text.count
        block.text += Array(tokens[token].utf8)
        if tokens[token].isEmpty == false {
          let style: TextStyle = [[], [], [], .bold, .italic, .code][chance.nextIndex(below: 6)]
          block.runs.append(TextRun(utf8Count: block.text.count - kept, style: style))
        }
        let forgotten = chance.nextIndex(below: 10) == 0 ? chance.nextIndex(below: kept + 1) : 0
        let extended = measurer.extend(
          &tail,
          with: block,
          keeping: kept - forgotten,
          width: width,
          textSize: .large
        )
        let whole = measurer.measure(block, width: width, textSize: .large)
        #expect(
          extended.height == whole.height && extended.lines == whole.lines,
          "SEED=\(seed) iteration \(iteration), width \(width): \(String(decoding: block.text, as: UTF8.self).debugDescription)"
        )
        token =
          chance.nextIndex(below: 8) == 0
          ? chance.nextIndex(below: tokens.count) : (token + 1) % tokens.count
      }
    }
  }

  @Test(arguments: [SampleTexts.latin, SampleTexts.chinese, SampleTexts.arabic, SampleTexts.hindi])
  func aTokenOfALongParagraphCostsItsLastLines(sentence: String) throws {
    let measurer = try PangoMeasurer()
    let text = Array(String(repeating: sentence, count: 30).utf8)
    var block = StyledBlock(plain: "")
    var tail = TailMeasurement()
    var most = 0
    for end in stride(from: 12, to: text.count, by: 12) {
      let kept = block.text.count
      block.text = Array(String(decoding: text[..<end], as: UTF8.self).utf8)
      block.runs = [TextRun(utf8Count: block.text.count)]
      let result = measurer.extend(
        &tail,
        with: block,
        keeping: max(0, kept - 4),
        width: LayoutUnit(points: 361),
        textSize: .large
      )
      most = max(most, result.glyphs)
    }
    #expect(most < 400, "glyphs placed by one token")
  }
}
