import Lengths
import MarkdownBlocks
import Testing
import TextMeasuring
import Timebase

/// Extending a tail gives what measuring the whole gives, at the cost of the new text.
@Suite struct GrowthTests {
  static let words = [
    "a", "word", "longerword", " ", "  ", "\n", "\r\n", "\r", "\t", "日本語", "。", "é", "e\u{301}",
    "👩‍👩‍👧", "🇩", "🇪",
    "👍🏽", "\u{200D}", "\u{FE0F}", "❤", "สวัสดี", "مرحبا", "\u{A0}", "\u{2028}", "한글", "ㄱ", "1\u{20E3}",
    "क्षि", "-", "\u{0}", "\u{3000}",
  ]

  static func text(_ chance: inout SeededGenerator, words count: Int) -> [String] {
    (0..<count).map { _ in words[chance.nextIndex(below: words.count)] }
  }

  @Test func randomGrowthGivesTheHeightOfTheWhole() {
    let seed = TestSettings.seed
    let measurer = FixedAdvanceMeasurer()
    for iteration in 0..<TestSettings.iterations(1_500) {
      var chance = SeededGenerator(seed: seed, index: UInt64(iteration))
      let width = LayoutUnit(points: 8 + 4 * chance.nextIndex(below: 40))
      let kinds: [BlockKind] = [.paragraph, .heading(level: 2), .code(language: "c"), .html]
      var block = StyledBlock(plain: "")
      block.kind = kinds[chance.nextIndex(below: kinds.count)]
      var tail = TailMeasurement()
      for word in Self.text(&chance, words: 40) {
        let kept = block.text.count
        block.text += Array(word.utf8)
        block.runs = [TextRun(utf8Count: block.text.count)]
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
          "SEED=\(seed) iteration \(iteration): \(block.text)"
        )
      }
    }
  }

  @Test func theWrapRuleIsTheOneToldWordByWord() {
    let seed = TestSettings.seed
    let measurer = FixedAdvanceMeasurer()
    for iteration in 0..<TestSettings.iterations(3_000) {
      var chance = SeededGenerator(seed: seed, index: UInt64(iteration))
      let width = 8 + 4 * chance.nextIndex(below: 40)
      let text = Self.text(&chance, words: 1 + chance.nextIndex(below: 30)).joined()
      let result = measurer.measure(
        StyledBlock(plain: text),
        width: LayoutUnit(points: width),
        textSize: .large
      )
      #expect(
        result.lines == NaiveWrap.lines(text, width: width),
        "SEED=\(seed) iteration \(iteration), width \(width): \(text.debugDescription)"
      )
      #expect(result.glyphs == text.count)
    }
  }

  @Test func aTokenCostsItsOwnGraphemesOnly() {
    let measurer = FixedAdvanceMeasurer()
    var block = StyledBlock(plain: "")
    var tail = TailMeasurement()
    var work = 0
    for _ in 0..<5_000 {
      let kept = block.text.count
      block.text += Array("word ".utf8)
      block.runs = [TextRun(utf8Count: block.text.count)]
      work +=
        measurer.extend(
          &tail,
          with: block,
          keeping: kept,
          width: LayoutUnit(points: 320),
          textSize: .large
        ).glyphs
    }
    #expect(work <= 5_000 * 6)
  }
}
