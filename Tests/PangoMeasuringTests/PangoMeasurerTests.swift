import Foundation
import Lengths
import MarkdownBlocks
import PangoMeasuring
import Testing
import TextMeasuring
import Timebase

@Suite struct PangoMeasurerTests {
  static let widths = [40, 120, 333, 480]

  /// The heights of all samples, as one line of text.
  static func heights(_ measurer: PangoMeasurer) -> String {
    SampleTexts.all.flatMap { text in
      widths.map { width in
        let result = measurer.measure(
          StyledBlock(plain: text),
          width: LayoutUnit(points: width),
          textSize: .large
        )
        return "\(result.height.rawValue)/\(result.lines)/\(result.glyphs)"
      }
    }.joined(separator: " ")
  }

  @Test func twoMeasurersAgreeWhateverTheyMeasuredBefore() throws {
    let first = try PangoMeasurer()
    let second = try PangoMeasurer()
    for text in SampleTexts.all.reversed() {
      _ = second.measure(
        StyledBlock(plain: text),
        width: LayoutUnit(points: 200),
        textSize: .small
      )
    }
    let heights = Self.heights(first)
    #expect(heights == Self.heights(second))
    #expect(heights == Self.heights(first))
    #expect(first.identity == second.identity)
    #expect(first.identity.hasPrefix("pango-1."))
  }

  @Test func fourThreadsEachWithItsOwnMeasurerAgree() async throws {
    let expected = Self.heights(try PangoMeasurer())
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<4 { group.addTask { Self.heights(try PangoMeasurer()) } }
      for try await heights in group { #expect(heights == expected) }
    }
  }

  @Test func languageAndSettingsOfTheMachineDoNotCount() async throws {
    let plain = await #expect(
      processExitsWith: .success,
      observing: [\.standardOutputContent]
    ) {
      print(Self.heights(try PangoMeasurer()))
    }
    let other = await #expect(
      processExitsWith: .success,
      observing: [\.standardOutputContent]
    ) {
      for (name, value) in [
        ("LANG", "tr_TR.UTF-8"), ("LC_ALL", "ja_JP.UTF-8"), ("PANGO_LANGUAGE", "ar:th:zh"),
        ("FONTCONFIG_FILE", "/dev/null"), ("LANGUAGE", "ko"),
      ] {
        setenv(name, value, 1)
      }
      setlocale(LC_ALL, "")
      print(Self.heights(try PangoMeasurer()))
    }
    #expect(plain?.standardOutputContent == other?.standardOutputContent)
    #expect(plain?.standardOutputContent.isEmpty == false)
  }

  @Test func everyGlyphOfTheSamplesIsInTheFonts() throws {
    let measurer = try PangoMeasurer()
    _ = Self.heights(measurer)
    #expect(measurer.unknownGlyphCount == 0)
    #expect(measurer.fontFiles.count > 20)
  }

  @Test func linesAreThoseOfPangosOwnLayoutButForKerningAtBreaks() throws {
    let measurer = try PangoMeasurer()
    var (same, all) = (0, 0)
    for text in SampleTexts.all where text != SampleTexts.unbroken {
      for width in stride(from: 120, through: 600, by: 24) {
        let width = LayoutUnit(points: width)
        let lines = measurer.measure(StyledBlock(plain: text), width: width, textSize: .large).lines
        let reference = measurer.layoutLineCount(of: text, width: width, textSize: .large)
        #expect(abs(lines - reference) <= 1, "\(text) at \(width)")
        same += lines == reference ? 1 : 0
        all += 1
      }
    }
    print("lines as in Pango's own layout: \(same) of \(all)")
    #expect(same * 100 >= all * 97)
  }

  @Test func anEmptyTextIsOneLine() throws {
    let measurer = try PangoMeasurer()
    let empty = measurer.measure(
      StyledBlock(plain: ""),
      width: LayoutUnit(points: 100),
      textSize: .large
    )
    let letter = measurer.measure(
      StyledBlock(plain: "x"),
      width: LayoutUnit(points: 100),
      textSize: .large
    )
    #expect(empty.height == letter.height)
    #expect(empty.lines == 1)
    #expect((19...24).contains(empty.height.points))
  }

  @Test func aColourEmojiIsAsTallAsTextAbout() throws {
    let measurer = try PangoMeasurer()
    let result = measurer.measure(
      StyledBlock(plain: "👩‍👩‍👧"),
      width: LayoutUnit(points: 100),
      textSize: .large
    )
    #expect((19...30).contains(result.height.points))
    #expect(result.lines == 1)
  }

  @Test func headingsAndTextSizesAreTaller() throws {
    let measurer = try PangoMeasurer()
    var block = StyledBlock(plain: "x")
    let width = LayoutUnit(points: 400)
    let body = measurer.measure(block, width: width, textSize: .large).height
    var last = LayoutUnit.zero
    for size in TextSizeCategory.allCases {
      let height = measurer.measure(block, width: width, textSize: size).height
      #expect(height > last)
      last = height
    }
    block.kind = .heading(level: 1)
    #expect(measurer.measure(block, width: width, textSize: .large).height > body)
  }

  @Test func boldIsWiderAndCodeDoesNotWrap() throws {
    let measurer = try PangoMeasurer()
    var block = StyledBlock(plain: SampleTexts.latin)
    func lines(_ style: TextStyle, _ width: Int) -> Int {
      block.runs = [TextRun(utf8Count: block.text.count, style: style)]
      return measurer.measure(block, width: LayoutUnit(points: width), textSize: .large).lines
    }
    let widths = Array(stride(from: 100, through: 600, by: 10))
    func total(_ style: TextStyle) -> Int { widths.reduce(0) { $0 + lines(style, $1) } }
    #expect(total(.bold) > total([]))
    #expect(total(.code) > total(.bold))
    block.kind = .code(language: "")
    #expect(lines(.code, 50) == 1)
  }

  @Test func ofACollectionItsNamedFontIsEnough() throws {
    let standard = FontSet.standard
    func heights(_ isNamed: Bool) throws -> String {
      var fonts = standard
      // Inter comes first: what it lacks is looked for in what is named, then in the others.
      fonts.files = standard.files.filter {
        $0.package.hasPrefix("fonts-inter") || $0.package.hasPrefix("fonts-noto-cjk")
      }
      fonts.textFamilies = ["Inter"] + (isNamed ? ["Noto Sans CJK SC"] : [])
      fonts.codeFamilies = fonts.textFamilies
      let measurer = try PangoMeasurer(fonts: fonts)
      let texts = [
        "\u{6D41}\u{5F0F}\u{56DE}\u{7B54}", "\u{304B}\u{306A}\u{30AB}\u{30CA}", "\u{D55C}\u{AE00}",
      ]
      let result = texts.map { text in
        measurer.measure(
          StyledBlock(plain: text),
          width: LayoutUnit(points: 30),
          textSize: .large
        )
      }
      #expect(measurer.unknownGlyphCount == 0)
      return result.map { "\($0.height.rawValue)/\($0.lines)/\($0.glyphs)" }.joined(separator: " ")
    }
    #expect(try heights(true) == heights(false))
  }

  @Test func aMissingFileNamesItsPackage() {
    var fonts = FontSet.standard
    fonts.files.append(FontFile(candidates: ["/nowhere/x.otf"], package: "fonts-nowhere"))
    let error = #expect(throws: FontError.self) { _ = try PangoMeasurer(fonts: fonts) }
    #expect(error?.description.contains("/nowhere/x.otf") == true)
    #expect(error?.description.contains("fonts-nowhere") == true)
  }

  @Test func aFileThatIsNoFontIsNamed() throws {
    let path = #filePath
    var fonts = FontSet.standard
    fonts.files = [FontFile(candidates: [path], package: "none")]
    #expect(throws: FontError.unreadableFile(path: path)) { _ = try PangoMeasurer(fonts: fonts) }
  }
}
