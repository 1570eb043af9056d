import GrowthTexts
import Lengths
import MarkdownBlocks
import PangoMeasuring
import Testing
import TextMeasuring
import Timebase

/// A text whose end is taken away and replaced, as by a mark that closes, measures as when it is measured
/// whole; and costs what changed.
@Suite struct TailChangeTests {
  /// A text that changes a little before its end, and how much of it stayed each time.
  private struct ChangingText {
    var block = StyledBlock(plain: "")
    var tail = TailMeasurement()

    /// Takes away what follows `kept` bytes, a boundary of scalars, and appends a piece.
    mutating func replace(from kept: Int, with piece: [UInt8], style: TextStyle) {
      block.text.removeSubrange(kept...)
      while let last = block.runs.last, length - last.utf8Count >= kept, length > kept {
        block.runs.removeLast()
      }
      if length > kept { block.runs[block.runs.count - 1].utf8Count -= length - kept }
      block.text += piece
      if !piece.isEmpty { block.runs.append(TextRun(utf8Count: piece.count, style: style)) }
    }

    private var length: Int { block.runs.reduce(0) { $0 + $1.utf8Count } }

    /// The last boundary of scalars at or before a place.
    func boundary(at place: Int) -> Int {
      var place = max(0, min(place, block.text.count))
      while place < block.text.count, place > 0, block.text[place] & 0xC0 == 0x80 { place -= 1 }
      return place
    }

    /// Measures it as a growing text, and whole.
    mutating func measure(
      _ measurer: any TextMeasurer,
      keeping kept: Int,
      width: LayoutUnit
    ) -> (grown: MeasuredBlock, whole: MeasuredBlock) {
      (
        measurer.extend(&tail, with: block, keeping: kept, width: width, textSize: .large),
        measurer.measure(block, width: width, textSize: .large)
      )
    }
  }

  private static let joiners = [
    "\u{301}", "\u{200D}", "\u{FE0F}", "\u{FFFD}", "\n", "\r", "\r\n", "-", "(", ")", "\u{A0}",
    "1.5", "\"", "่", "ำ", "🇩", "👍", "👩", "ㄱ", " ", "   ", "\t", "。", "」", "a",
    "https://a.b/c_d",
  ]

  /// A piece of a text: words of a script, parts of words, signs, or many words in a row.
  private static func piece(_ script: ScriptText, _ chance: inout SeededGenerator) -> String {
    switch chance.nextIndex(below: 8) {
    case 0: return joiners[chance.nextIndex(below: joiners.count)]
    case 1: return script.words(chance.nextIndex(below: 99), count: 4 + chance.nextIndex(below: 90))
    case 2:
      let word = script.word(chance.nextIndex(below: 99)).unicodeScalars
      return String(String.UnicodeScalarView(word.prefix(1 + chance.nextIndex(below: word.count))))
    case 3:
      let other = ScriptText.all[chance.nextIndex(below: ScriptText.all.count)]
      return other.words(chance.nextIndex(below: 99), count: 1 + chance.nextIndex(below: 5))
    default:
      let words = script.words(chance.nextIndex(below: 99), count: 1 + chance.nextIndex(below: 5))
      return words + script.space
    }
  }

  private func check(
    _ script: ScriptText,
    _ measurer: any TextMeasurer,
    rounds: Int,
    salt: UInt64
  ) {
    let seed = TestSettings.seed
    for round in 0..<TestSettings.iterations(rounds) {
      var chance = SeededGenerator(seed: seed, index: salt << 32 | UInt64(round))
      let width = LayoutUnit(points: 40 + 7 * chance.nextIndex(below: 60))
      var text = ChangingText()
      if chance.nextIndex(below: 6) == 0 { text.block.kind = .code(language: "") }
      for step in 0..<40 {
        // Mostly it grows; else what was shown of it goes, a little or much.
        var kept = text.block.text.count
        switch chance.nextIndex(below: 6) {
        case 0: kept -= 1 + chance.nextIndex(below: 12)
        case 1: kept -= chance.nextIndex(below: 120)
        case 2 where chance.nextIndex(below: 4) == 0: kept = chance.nextIndex(below: kept + 1)
        default: break
        }
        kept = text.boundary(at: kept)
        let style: TextStyle = [[], [], [], .bold, .italic, .code][chance.nextIndex(below: 6)]
        text.replace(from: kept, with: Array(Self.piece(script, &chance).utf8), style: style)
        let (grown, whole) = text.measure(measurer, keeping: kept, width: width)
        #expect(
          grown.height == whole.height && grown.lines == whole.lines,
          """
          SEED=\(seed) \(script), round \(round), step \(step), kept \(kept), width \(width): \
          \(String(decoding: text.block.text, as: UTF8.self).debugDescription)
          """
        )
        guard grown.lines == whole.lines else { break }
      }
    }
  }

  @Test(arguments: ScriptText.all)
  func aTextThatChangesBeforeItsEndIsAsTallAsTheWhole(script: ScriptText) throws {
    let salt = UInt64(ScriptText.all.firstIndex { $0.name == script.name } ?? 0)
    check(script, try PangoMeasurer(), rounds: 3, salt: salt)
    check(script, FixedAdvanceMeasurer(), rounds: 15, salt: 100 + salt)
  }

  /// Marks that close, of every kind, in every script, cut anywhere, scalars too.
  private static func marks(_ script: ScriptText, _ chance: inout SeededGenerator) -> String {
    (0..<14).map { index in
      let words = script.words(index * 7, count: 1 + chance.nextIndex(below: 14))
      let some = script.words(index * 3 + 1, count: 1 + chance.nextIndex(below: 4))
      let marked = [
        "[\(some)](https://a.b/c?d=e)", "**\(some)**", "`\(some)`", "~~\(some)~~", "*\(some)*",
        "![\(some)](/p.png)", "[\(some)][r]", "<https://a.b/\(index)>", "https://a.b/c", "&amp;",
      ][chance.nextIndex(below: 10)]
      return words + script.space + marked + script.space
    }.joined() + "\n\n[r]: /there\n"
  }

  @Test(arguments: ScriptText.all)
  func afterEveryTokenTheBlocksAreAsTallAsWhenMeasuredWhole(script: ScriptText) throws {
    let pango = try PangoMeasurer()
    let seed = TestSettings.seed
    let salt = UInt64(ScriptText.all.firstIndex { $0.name == script.name } ?? 0)
    for round in 0..<TestSettings.iterations(3) {
      var chance = SeededGenerator(seed: seed, index: (200 + salt) << 32 | UInt64(round))
      let bytes = Array(Self.marks(script, &chance).utf8)
      for measurer in [pango, FixedAdvanceMeasurer()] as [any TextMeasurer] {
        var growing = GrowingText(measurer)
        var counts = GrowthCounts()
        var start = 0
        while start < bytes.count {
          let end = min(bytes.count, start + 1 + chance.nextIndex(below: 1 + 12 * (round % 3)))
          growing.append(bytes[start..<end], counting: &counts)
          start = end
          let isWhole = growing.isWhole()
          #expect(
            isWhole,
            """
            SEED=\(seed) \(script), round \(round), \(measurer.identity), at \(end): \
            \(String(decoding: bytes[..<end], as: UTF8.self).debugDescription)
            """
          )
          guard isWhole else { break }
        }
      }
    }
  }

  /// A change takes the text up again from a state a little before it.
  @Test(arguments: ScriptText.all) func aChangeCostsWhatChanged(script: ScriptText) throws {
    let pango = try PangoMeasurer()
    for measurer in [pango, FixedAdvanceMeasurer()] as [any TextMeasurer] {
      var text = ChangingText()
      var (most, last) = (0, 0)
      for index in 0..<1_500 {
        // As a link does: words come, and again others in the place of the last ones.
        let kept = text.block.text.count - (index % 3 == 2 ? last : 0)
        let words = script.words(index * 5, count: 5) + script.space
        last = words.utf8.count
        text.replace(from: kept, with: Array(words.utf8), style: [])
        let grown = measurer.extend(
          &text.tail,
          with: text.block,
          keeping: kept,
          width: LayoutUnit(points: 361),
          textSize: .large
        )
        most = max(most, grown.glyphs)
      }
      let whole = measurer.measure(text.block, width: LayoutUnit(points: 361), textSize: .large)
      let name = "\(script), \(measurer.identity): \(most) of \(whole.glyphs)"
      #expect(whole.glyphs > 3 * most, "\(name)")
      #expect(most < 1_300, "\(name)")
    }
  }
}
