import Lengths
import MarkdownBlocks
import PangoMeasuring
import Testing
import TextMeasuring
import Timebase

/// Extending a tail gives what measuring the whole gives.
@Suite struct PangoGrowthTests {
  @Test func randomGrowthGivesTheHeightOfTheWhole() throws {
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

  /// Texts without a place to break at, or with breaks that a dictionary finds.
  static let unbroken: [String] = [
    String(repeating: "aGVsbG8gd29ybGQ", count: 200), SampleTexts.unbroken + SampleTexts.unbroken,
    "https://a.b/" + String(repeating: "path-and%20more_", count: 150),
    String(repeating: "🇩🇪🇫🇷", count: 150), String(repeating: "👩‍👩‍👧", count: 90),
    String(repeating: "e\u{301}", count: 900), String(repeating: "ខ្មែរភាសា", count: 90),
    String(repeating: "မြန်မာဘာသာ", count: 90), String(repeating: "ພາສາລາວ", count: 120),
    String(repeating: SampleTexts.thai.filter { $0 != " " }, count: 30),
    String(repeating: "ข้อความabc", count: 90), String(repeating: "[", count: 2_000),
    String(repeating: "a\u{A0}б", count: 800), String(repeating: "한국어한국어", count: 150),
    String(repeating: "हिन्दीवाक्य", count: 90), String(repeating: "ประเทศ。漢字", count: 90),
  ]

  @Test(arguments: unbroken)
  func aTextWithoutSpacesIsExtendedFromItsLastPart(text: String) throws {
    let measurer = try PangoMeasurer()
    let bytes = Array(text.utf8)
    for (seed, kind) in [BlockKind.paragraph, .code(language: "")].enumerated() {
      var chance = SeededGenerator(seed: TestSettings.seed, index: UInt64(seed))
      var block = StyledBlock(plain: "some words before ")
      block.kind = kind
      var tail = TailMeasurement()
      var (end, most, token) = (0, 0, 0)
      while end < bytes.count {
        let kept = block.text.count
        var next = min(bytes.count, end + 1 + chance.nextIndex(below: 40))
        while next < bytes.count, bytes[next] & 0xC0 == 0x80 { next += 1 }
        block.text += bytes[end..<next]
        block.runs = [TextRun(utf8Count: block.text.count)]
        end = next
        token += 1
        let width = LayoutUnit(points: 200)
        let extended = measurer.extend(
          &tail,
          with: block,
          keeping: kept,
          width: width,
          textSize: .large
        )
        most = max(most, extended.glyphs)
        guard token % 5 == 0 || end == bytes.count else { continue }
        let whole = measurer.measure(block, width: width, textSize: .large)
        #expect(extended.height == whole.height && extended.lines == whole.lines, "\(end)")
      }
      #expect(most < 1_300, "glyphs placed by one token")
    }
  }

  /// Breaks are looked for in parts of long texts, and nothing is seen of that: a text that is measured
  /// as it grows, from its last lines, is as tall as the same text measured whole.
  @Test(arguments: [
    "a@a.", "path/to-a?b=c&d.e,", "1,234.5%$6-7/", "(a)[b]{c}\"d\"", "abc def-ghi. ",
    "x\u{2014}yz!?",
  ])
  func aLongTextIsLookedThroughInPartsForItsBreaks(part: String) throws {
    let measurer = try PangoMeasurer()
    var block = StyledBlock(plain: "")
    var tail = TailMeasurement()
    let bytes = Array(String(repeating: part, count: 30_000 / part.utf8.count).utf8)
    for end in stride(from: 997, to: bytes.count, by: 997) {
      let kept = max(0, block.text.count - 4)
      block.text = Array(String(decoding: bytes[..<end], as: UTF8.self).utf8)
      block.runs = [TextRun(utf8Count: block.text.count)]
      let width = LayoutUnit(points: 200)
      let extended = measurer.extend(
        &tail,
        with: block,
        keeping: kept,
        width: width,
        textSize: .large
      )
      let whole = measurer.measure(block, width: width, textSize: .large)
      #expect(extended.height == whole.height && extended.lines == whole.lines, "\(part), \(end)")
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
