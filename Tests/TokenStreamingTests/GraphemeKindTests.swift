import Foundation
import Testing
import TokenStreaming

/// The kinds of graphemes against Unicode's own tables (Debian package `unicode-data`).
@Suite struct GraphemeKindTests {
  static let folder = "/usr/share/unicode/"

  /// Lines of a table of the Unicode Character Database: a range of scalars and a value.
  static func table(_ name: String) -> [(range: ClosedRange<UInt32>, value: String)]? {
    guard let text = try? String(contentsOfFile: folder + name, encoding: .utf8) else { return nil }
    return text.split(separator: "\n").compactMap { line in
      let fields = line.prefix { $0 != "#" }.split(separator: ";")
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard fields.count >= 2 else { return nil }
      let ends = fields[0].components(separatedBy: "..").compactMap { UInt32($0, radix: 16) }
      guard let first = ends.first, let last = ends.last else { return nil }
      return (first...last, fields[1])
    }
  }

  /// How a lone scalar after a letter behaves: whether it begins a chunk, and whether a letter does
  /// after it.
  static func cuts(_ scalar: Unicode.Scalar) -> [String] {
    Chunking(["x" + String(Character(scalar)) + "x"]).chunks
  }

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: folder + "Scripts.txt"),
      "no \(folder)Scripts.txt (apt-get install unicode-data)"
    )
  )
  func scriptsWithoutSpacesAreCutOffFromOtherText() throws {
    let scripts = try #require(Self.table("Scripts.txt"))
    let names = ["Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"]
    var letters = 0
    for (range, name) in scripts {
      for value in range {
        guard let scalar = Unicode.Scalar(value) else { continue }
        let category = scalar.properties.generalCategory
        let isLetter = [.otherLetter, .modifierLetter, .decimalNumber, .letterNumber]
          .contains(category)
        let isOpenOrClosed = [
          .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
          .otherPunctuation, .nonspacingMark, .spacingMark, .enclosingMark, .format,
        ].contains(category)
        if names.contains(name), isLetter, ![0x0E33, 0x0EB3].contains(value) {
          // U+0E33 and U+0EB3 are letters that join the grapheme before them.
          letters += 1
          #expect(Self.cuts(scalar).count == 3, "U+\(String(value, radix: 16)) \(name)")
        } else if !names.contains(name), !isOpenOrClosed, name != "Common", name != "Inherited",
          !scalar.properties.isWhitespace, category != .control
        {
          #expect(Self.cuts(scalar).count == 1, "U+\(String(value, radix: 16)) \(name)")
        }
      }
    }
    #expect(letters > 90_000)
  }

  @Test func bracketsJoinTheWordTheyBelongTo() {
    for value in UInt32(0)..<0x11_0000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "語" + String(Character(scalar)) + "語"
      switch scalar.properties.generalCategory {
      case .openPunctuation, .initialPunctuation:
        #expect(Chunking([text]).chunks.count == 2, "U+\(String(value, radix: 16))")
        #expect(Chunking([text]).chunks.first == "語", "U+\(String(value, radix: 16))")
      case .closePunctuation, .finalPunctuation:
        #expect(Chunking([text]).chunks.last == "語", "U+\(String(value, radix: 16))")
        #expect(Chunking([text]).chunks.count == 2, "U+\(String(value, radix: 16))")
      default: break
      }
    }
  }

  @Test func spacesAreThoseOfTheStandardButForTheOnesThatForbidABreak() {
    for value in UInt32(0)..<0x11_0000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let expected =
        scalar.properties.isWhitespace && ![0xA0, 0x2007, 0x202F].contains(value)
      let chunks = Chunking(["x" + String(Character(scalar)) + "x"], rule: .spaces).chunks
      #expect(expected == (chunks.count == 2), "U+\(String(value, radix: 16))")
    }
  }
}
