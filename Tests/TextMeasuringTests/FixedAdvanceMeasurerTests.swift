import Lengths
import MarkdownBlocks
import Testing
import TextMeasuring
import Timebase

@Suite struct FixedAdvanceMeasurerTests {
  let measurer = FixedAdvanceMeasurer()

  private func lines(_ text: String, _ width: Int) -> Int {
    measurer.measure(
      StyledBlock(plain: text),
      width: LayoutUnit(points: width),
      textSize: .large
    ).lines
  }

  @Test func emptyTextIsOneLineOfTwentyPoints() {
    let result = measurer.measure(
      StyledBlock(plain: ""),
      width: LayoutUnit(points: 100),
      textSize: .large
    )
    #expect(result == MeasuredBlock(height: LayoutUnit(points: 20), lines: 1, glyphs: 0))
  }

  @Test
  func aNarrowGraphemeTakesEightPointsAWideOneSixteen() {
    #expect(lines("aaaaaaaaaa", 80) == 1)
    #expect(lines("aaaaaaaaaa", 79) == 2)
    #expect(lines("日本日本日", 80) == 1)
    #expect(lines("日本日本日", 79) == 2)
    #expect(lines("👩‍👩‍👧🇩🇪❤️1️⃣ｱ", 72) == 1)
    #expect(lines("👩‍👩‍👧🇩🇪❤️1️⃣ｱ", 71) == 2)
    #expect(lines("e\u{301}e\u{301}", 16) == 1)
    #expect(lines("각각", 32) == 1)
    #expect(lines("\u{1100}\u{1161}\u{11A8}", 16) == 1)
  }

  @Test func linesBreakGreedilyAtSpaces() {
    #expect(lines("aaaa bbbb", 72) == 1)
    #expect(lines("aaaa bbbb", 71) == 2)
    #expect(lines("aaaa bbbb cccc", 72) == 2)
    #expect(lines("aaaa\u{A0}bbbb", 71) == 2)
    #expect(lines("aaaa\u{3000}bbbb", 71) == 2)
  }

  @Test func trailingSpacesHang() {
    #expect(lines("aaaa          ", 32) == 1)
    #expect(lines("aaaa          b", 32) == 2)
    #expect(lines("aaaa          bbbb", 32) == 2)
  }

  @Test func aWordLongerThanALineIsCut() {
    #expect(lines("aaaaaaaaaaaa", 32) == 3)
    #expect(lines("bb aaaaaaaaaaaa", 32) == 4)
    #expect(lines("aaaaa bbb", 32) == 3)
    #expect(lines("日", 8) == 1)
    #expect(lines("日本", 8) == 2)
  }

  @Test func newlinesEndLines() {
    #expect(lines("a\nb\r\nc\rd", 80) == 4)
    #expect(lines("a\n\nb", 80) == 3)
    #expect(lines("a\n", 80) == 2)
    #expect(lines("a\u{2028}b\u{2029}c\u{85}d", 80) == 4)
  }

  @Test func sizesGrowWithTheTextSize() {
    for size in TextSizeCategory.allCases {
      let result = measurer.measure(
        StyledBlock(plain: "a"),
        width: LayoutUnit(points: 1_000),
        textSize: size
      )
      #expect(result.height == LayoutUnit(roundingUp: 20 * Double(size.bodyPoints) / 17))
    }
  }

  @Test func simpleScalarsAreGraphemesOfTheirOwn() {
    var previous: Unicode.Scalar = "a"
    for value in UInt32(0x20)...0x3FFFD {
      guard let scalar = Unicode.Scalar(value), ScalarClass.isSimple(value) else { continue }
      for pair in [
        [previous, scalar], [scalar, "a"], ["a", scalar], [scalar, scalar], ["日", scalar],
      ] {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: pair)
        #expect(String(text).count == 2, "U+\(String(value, radix: 16))")
      }
      previous = scalar
    }
  }

  @Test func spacesAndNewlinesAreThoseOfUnicode() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isNewline = Character(scalar).isNewline
      #expect(ScalarClass.isNewline(value) == isNewline)
      let isSpace =
        scalar.properties.isWhitespace && !isNewline && ![0xA0, 0x2007, 0x202F].contains(value)
      #expect(ScalarClass.isSpace(value) == isSpace, "U+\(String(value, radix: 16))")
    }
  }
}
