import Drawing
import GrowthTexts
import Lengths
import MarkdownBlocks
import PangoMeasuring
import Testing
import TextMeasuring

/// Drawn lines stand where they were measured.
@Suite struct LineFitTests {
  /// What a line may be wider than it was measured, in points: kerning between two words.
  private static let kerning = 2.0
  /// How much higher a font that is slanted for want of an italic one is drawn than it was measured, in
  /// points: less than a pixel of any screen.
  private static let slant = 0.25

  @Test(arguments: ScriptText.all)
  func linesFitTheBoxesThatWereMeasured(script: ScriptText) throws {
    let measurer = try PangoMeasurer()
    let drawer = try TextDrawer(fonts: .standard, scale: 2)
    for construct in GrowthConstruct.allCases {
      let source = Array(construct.text(script, words: 60).utf8)
      for block in MarkdownParser().parse(source).blocks {
        for width in [LayoutUnit(points: 200), LayoutUnit(points: 343)] {
          let styled = StyledBlock(block, role: .assistant)
          guard
            let flow = BlockBox.flow(of: styled, width: width, textSize: .large, setter: measurer)
          else { continue }
          let measured = measurer.measure(styled, width: width, textSize: .large)
          let set = drawer.set(
            block.text,
            runs: block.runs,
            face: flow.face,
            width: flow.textWidth,
            textSize: .large
          )
          let name = "\(construct.rawValue), \(script), \(width)"
          #expect(set.lines.count == measured.lines, "\(name)")
          let height = LayoutUnit(roundingUp: set.height) + flow.extraHeight
          #expect((height - measured.height).magnitude.rawValue <= 1, "\(name)")
          for (line, extents) in zip(set.lines, drawer.extents(of: set)) {
            let words = String(decoding: block.text[line.text], as: UTF8.self)
            #expect(extents.unknownGlyphs == 0, "\(name): \(words)")
            #expect(extents.ascent <= line.ascent + Self.slant, "\(name): \(words)")
            #expect(extents.descent <= line.descent + Self.slant, "\(name): \(words)")
            if let width = flow.textWidth {
              #expect(extents.width <= width.points + Self.kerning, "\(name): \(words)")
            }
          }
        }
      }
    }
  }

  /// Which script comes first in a line does not lift the others.
  @Test func allScriptsOfALineStandOnOneBaseline() throws {
    let drawer = try TextDrawer(fonts: .standard, scale: 2)
    func extents(_ text: String) throws -> TextDrawer.LineExtents {
      let bytes = Array(text.utf8)
      let set = drawer.set(
        bytes,
        runs: [TextRun(utf8Count: bytes.count)],
        face: .body,
        width: nil,
        textSize: .large
      )
      return try #require(drawer.extents(of: set).first)
    }
    for (first, second) in [("日本語", "مرحبا"), ("日本語", "tide"), ("tide", "مرحبا"), ("ไทย", "日本語")] {
      let (one, other) = try (extents("\(first) \(second)"), extents("\(second) \(first)"))
      #expect(one.ascent == other.ascent, "\(first) \(second)")
      #expect(one.descent == other.descent, "\(first) \(second)")
    }
  }

  /// Signs that are text by themselves and emoji before U+FE0F, and what is an emoji without it.
  private static let emoji = [
    "❤\u{FE0F}", "☎\u{FE0F}", "☀\u{FE0F}", "✔\u{FE0F}", "©\u{FE0F}", "™\u{FE0F}", "▶\u{FE0F}",
    "↔\u{FE0F}",
    "ℹ\u{FE0F}", "㊗\u{FE0F}", "‼\u{FE0F}", "1\u{FE0F}\u{20E3}", "#\u{FE0F}\u{20E3}", "🇩🇪", "👍🏽", "😀",
    "👩‍👩‍👧", "👩\u{200D}❤\u{FE0F}\u{200D}👩", "🏳\u{FE0F}\u{200D}🌈",
    "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
  ]
  private static let signs = [
    "❤", "❤\u{FE0E}", "☎\u{FE0E}", "☀\u{FE0E}", "©", "©\u{FE0E}", "1", "#",
  ]

  /// An emoji is drawn by the colour font, one advance wide, in every face, and takes what was measured; a sign
  /// of text is not.
  @Test func whatIsAnEmojiIsDrawnByTheColourFont() throws {
    let drawer = try TextDrawer(fonts: .standard, scale: 2)
    for face in [TextFace.body, .heading(1), .code] {
      for style in [TextStyle(), .bold, .italic] {
        func set(_ text: String, width: LayoutUnit? = nil) -> TextDrawer.SetText {
          let bytes = Array(text.utf8)
          return drawer.set(
            bytes,
            runs: [TextRun(utf8Count: bytes.count, style: style)],
            face: face,
            width: width,
            textSize: .large
          )
        }
        func width(_ text: String) throws -> Double {
          try #require(drawer.extents(of: set(text)).first).width
        }
        let whole = try width("🌊")
        for text in Self.emoji {
          let name = "\(face) \(style) \(text)"
          #expect(try abs(width(text) - whole) < 0.01, "\(name)")
          // Measured, too: as many stand on a line as are drawn there.
          let line = String(repeating: text, count: 8)
          #expect(
            set(line, width: LayoutUnit(nearest: 8 * whole + 0.5)).lines.count == 1,
            "\(name)"
          )
          #expect(
            set(line, width: LayoutUnit(nearest: 8 * whole - 0.5)).lines.count == 2,
            "\(name)"
          )
        }
        for text in Self.signs {
          #expect(try abs(width(text) - whole) > 0.1, "\(face) \(style) \(text)")
        }
      }
    }
  }
}
