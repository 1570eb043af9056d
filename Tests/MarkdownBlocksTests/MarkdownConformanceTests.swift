import CMarkOracle
import Foundation
import MarkdownBlocks
import Testing
import Timebase

/// The parser makes of a text what cmark-gfm makes of it.
@Suite struct MarkdownConformanceTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()

  /// The numbers of the specification's examples that Docs/Markdown.md lists as different.
  private static func listedExamples() throws -> [Int] {
    let page = tests.appending(path: "../../Docs/Markdown.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    return text.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("| "), let cell = line.dropFirst(2).split(separator: " ").first else {
        return nil
      }
      return Int(cell)
    }
  }

  /// What two parsers make of a text where they disagree.
  private static func difference(_ text: [UInt8]) -> String? {
    let (own, other) = (MarkdownParser().parse(text), CMarkOracle.parse(text))
    // Of a text with footnotes cmark-gfm's restarts are out of order; it is parsed whole.
    let hasNotes = other.blocks.contains {
      $0.nesting.markers.contains { if case .footnote = $0 { true } else { false } }
    }
    let isSame =
      own.blocks == other.blocks && own.definitions == other.definitions
      && (hasNotes || own.restarts == other.restarts)
    if isSame { return inlineDifference(text) }
    return """
      \(String(decoding: text, as: UTF8.self).debugDescription)
      is \(own.blocks)
      not \(other.blocks)
      """
  }

  private static func inlineDifference(_ text: [UInt8]) -> String? {
    let (own, other) = text.withUnsafeBufferPointer {
      (
        MarkdownParser().parseInline($0).blocks,
        InlineOnlyText.parsed($0) { CMarkOracle.parse(Array($0)) }.blocks
      )
    }
    return own == other ? nil : "inline \(own) not \(other)"
  }

  /// Whether a text has one of the two things that Docs/Markdown.md lists as different.
  private static func hasListedDifference(_ text: [UInt8]) -> Bool {
    hasUnknownName(text) || String(decoding: text, as: UTF8.self).contains(/\[\^[^\]]*[\n\r]/)
      || CMarkOracle.parse(text).blocks.contains { $0.string.contains("[^]") }
  }

  /// Whether a text refers to a character by a name that the parser does not know.
  private static func hasUnknownName(_ text: [UInt8]) -> Bool {
    String(decoding: text, as: UTF8.self).split(separator: "&", omittingEmptySubsequences: false)
      .dropFirst()
      .contains { part in
        let name = part.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard !name.isEmpty, part.dropFirst(name.count).first == ";" else { return false }
        let reference = "&\(name);"
        return MarkdownParser().parse(reference).blocks.first?.string == reference
          && CMarkOracle.parse(Array(reference.utf8)).blocks.first?.string != reference
      }
  }

  @Test(
    .enabled(
      if: CommonMarkExamples.all.count > 600,
      "no CommonMark specification; name its file in STILLPOINT_COMMONMARK_SPEC"
    )
  )
  func theExamplesOfTheSpecificationThatDifferAreThoseOfTheTable() throws {
    let differing = CommonMarkExamples.all.enumerated()
      .filter { Self.difference($0.element) != nil }.map { $0.offset + 1 }
    let count = CommonMarkExamples.all.count
    print("CommonMark examples equal: \(count - differing.count) of \(count)")
    #expect(try differing == Self.listedExamples())
  }

  @Test func namedCharactersAreThoseOfCMark() {
    #expect(CharacterReference.names.count > 300)
    for name in CharacterReference.names {
      let text = Array("x&\(name);x".utf8)
      if let difference = Self.difference(text) { Issue.record("\(difference)") }
      #expect(!Self.hasUnknownName(text))
    }
  }

  @Test func ownExamplesGiveTheSame() {
    for example in MarkdownCatalog.examples + MarkdownExamples.all.map({ Array($0.utf8) }) {
      if let difference = Self.difference(example) { Issue.record("\(difference)") }
    }
  }

  /// `STILLPOINT_WRITE_GOLDEN=1 swift test --filter MarkdownConformanceTests` writes the digests that
  /// Tests/HostPackage compares with.
  @Test func theDigestsOfTheCatalogAreThoseOfCMark() throws {
    let digests = MarkdownCatalog.examples.map { BlockDigest(CMarkOracle.parse($0).blocks).value }
    if TestSettings.value("STILLPOINT_WRITE_GOLDEN") == "1" {
      var lines = ""
      for start in stride(from: 0, to: digests.count, by: 5) {
        let part = digests[start..<min(digests.count, start + 5)]
        lines += "    " + part.map { String($0, radix: 16) }.joined(separator: " ") + "\n"
      }
      let source = """
        extension MarkdownCatalog {
          /// Written by the tests of conformance.
          static let digests = \"""
        \(lines)    \"""
        }

        """
      let file = Self.tests.appending(path: "Catalog/MarkdownCatalog+Digests.swift")
      try Data(source.utf8).write(to: file)
    } else {
      #expect(digests == MarkdownCatalog.expected)
    }
  }

  /// Examples one behind the other, with bytes taken away, repeated and put between.
  @Test func mutatedExamplesGiveTheSame() {
    let pool =
      CommonMarkExamples.all + MarkdownCatalog.examples
      + MarkdownExamples.all.map { Array($0.utf8) }
    let signs = [
      "*", "**", "_", "`", "``", "~", "~~", "[", "]", "(", ")", "![", "](", "<", ">", "\\", "&amp;",
      "\n", "\n\n", "  \n", "    ", "- ", "1. ", "> ", "# ", "|", "|-|\n", ":-", "\n---\n", "===\n",
      "```\n", "[a]", "[a]: /b\n", "[^a]", "[^a]: ", "<b>", "<!--", "-->", "<div>", "http://a.b",
      "www.a.bc ", "@", "a@b.cd ", "\t", "[x] ", "!", "é", "“", "a", " ", "\"t\"", "\r\n", "\u{0}",
    ].map { Array($0.utf8) }
    let seed = TestSettings.seed
    var listed = 0
    for iteration in 0..<TestSettings.iterations(3_000) {
      var chance = SeededGenerator(seed: seed ^ 0xC0DE, index: UInt64(iteration))
      var text: [UInt8] = []
      for _ in 0..<1 + chance.nextIndex(below: 3) {
        text += pool[chance.nextIndex(below: pool.count)] + [0x0A]
      }
      for _ in 0..<chance.nextIndex(below: 7) {
        let place = chance.nextIndex(below: max(1, text.count - 1))
        switch chance.nextIndex(below: 3) {
        case 0 where text.count > 1: text.remove(at: place)
        case 1:
          let part = text[place..<min(text.count, place + chance.nextIndex(below: 12))]
          text.insert(contentsOf: Array(part), at: chance.nextIndex(below: text.count + 1))
        default:
          text.insert(contentsOf: signs[chance.nextIndex(below: signs.count)], at: place)
        }
      }
      guard let difference = Self.difference(text) else { continue }
      if Self.hasListedDifference(text) {
        listed += 1
      } else {
        Issue.record("SEED=\(seed) iteration \(iteration): \(difference)")
      }
    }
    print("mutated texts that differ as listed: \(listed)")
  }
}
