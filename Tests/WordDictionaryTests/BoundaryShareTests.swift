import Foundation
import Testing
import Timebase
import TokenStreaming
import WordDictionary

/// A finding: how far windows of 8 graphemes are from what the dictionary finds in whole runs.
///
/// `STILLPOINT_WORD_BOUNDARIES=FILE` writes the table to a file.
@Suite struct BoundaryShareTests {
  struct Share {
    var script: String
    var graphemes = 0
    var wholeRunWords = 0
    var windowedWords = 0
    var boundaries = 0
    var differing = 0

    var percent: Double { 100 * Double(differing) / Double(max(1, boundaries)) }
  }

  /// The words of a run by the rule: the first word of the next 8 graphemes, again and again.
  static func windowedWords(_ run: String, _ boundaries: SystemWordBoundaries) -> [String] {
    var words: [String] = []
    var rest = SystemWordBoundariesTests.graphemes(of: run)[...]
    while !rest.isEmpty {
      let window = rest.prefix(8)
      let bytes = Array(window.joined().utf8)
      let end = bytes.withUnsafeBufferPointer { boundaries.firstWord(in: $0) } ?? bytes.count
      var word = ""
      for character in window where word.utf8.count < end {
        word += character
        rest = rest.dropFirst()
      }
      words.append(word)
    }
    return words
  }

  @Test(arguments: SampleTexts.all.map(\.script))
  func everyTextGivesTheWindowedWords(of script: String) throws {
    let boundaries = try #require(SystemWordBoundaries())
    let sentences = try #require(SampleTexts.all.first { $0.script == script }).sentences
    var words = 0
    for sentence in sentences {
      let expected = Self.windowedWords(sentence, boundaries)
      let chunks = SystemWordBoundariesTests.chunks(sentence, boundaries: boundaries)
      #expect(chunks == expected)
      words += expected.count
    }
    #expect(words >= 180, "\(script) has \(words) words")
    // Sentences with punctuation and spaces between them, cut anywhere.
    let text = sentences.joined(separator: " ")
    let bytes = Array(text.utf8)
    let whole = SystemWordBoundariesTests.chunks(text, boundaries: boundaries)
    #expect(whole.joined() == text)
    for length in [1, 2, 7, 100] {
      var chunker = WordChunker(rule: .unicodeWords, boundaries: boundaries)
      var sink = ChunkSink()
      for start in stride(from: 0, to: bytes.count, by: length) {
        let token = Array(bytes[start..<min(start + length, bytes.count)])
        chunker.append(token, at: .zero, into: &sink)
      }
      chunker.finish(at: .zero, into: &sink)
      #expect(sink.chunks.map(\.utf8Count) == whole.map(\.utf8.count), "tokens of \(length)")
    }
  }

  static func shares() throws -> [Share] {
    let boundaries = try #require(SystemWordBoundaries())
    return SampleTexts.all.map { script, sentences in
      var share = Share(script: script)
      for sentence in sentences {
        let windowed = windowedWords(sentence, boundaries)
        let whole = SystemWordBoundariesTests.wholeRunWords(sentence, boundaries)
        let inWindows = SystemWordBoundariesTests.offsets(windowed)
        let inWhole = SystemWordBoundariesTests.offsets(whole)
        share.graphemes += sentence.count
        share.windowedWords += windowed.count
        share.wholeRunWords += whole.count
        share.boundaries += inWindows.union(inWhole).count
        share.differing += inWindows.symmetricDifference(inWhole).count
      }
      return share
    }
  }

  static func table(_ shares: [Share]) -> String {
    var lines = [
      "# Word boundaries in scripts without spaces",
      "",
      "A chunk ends at the first word that the dictionary finds in the next 8 graphemes; the",
      "dictionary would sometimes cut otherwise if it saw the whole run. The table says how often:",
      "boundaries that one of the two has and the other has not, of all that either has.",
      "",
      "Texts: `Tests/WordDictionaryTests/SampleTexts.swift`. Dictionary: ICU of the Swift",
      "toolchain. Written by",
      "",
      "```",
      "STILLPOINT_WORD_BOUNDARIES=$PWD/Docs/Internals/WordBoundaries.md \\",
      "  swift test -c release --filter BoundaryShareTests",
      "```",
      "",
      "| script | graphemes | words, whole run | words, windows | boundaries | differ | share |",
      "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for share in shares {
      let percent = String(format: "%.1f %%", share.percent)
      lines.append(
        "| \(share.script) | \(share.graphemes) | \(share.wholeRunWords) | \(share.windowedWords) |"
          + " \(share.boundaries) | \(share.differing) | \(percent) |"
      )
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test func theShareOfDifferingBoundariesIsReported() throws {
    let shares = try Self.shares()
    let table = Self.table(shares)
    print(table)
    for share in shares { #expect(share.percent <= 15, "\(share.script): \(share.percent) %") }
    if let path = ProcessInfo.processInfo.environment["STILLPOINT_WORD_BOUNDARIES"] {
      try table.write(toFile: path, atomically: true, encoding: .utf8)
    }
  }
}
