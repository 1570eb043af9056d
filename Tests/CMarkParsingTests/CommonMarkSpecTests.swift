import ConformanceTags
import CMarkParsing
import Foundation
import MarkdownBlocks
import Testing

/// The law over the examples of the CommonMark specification, where its text is at hand.
@Suite struct CommonMarkSpecTests {
  /// The file named by STILLPOINT_COMMONMARK_SPEC, else the one in a folder beside the package.
  static let examples: [[UInt8]] = {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let path =
      TestSettings.value("STILLPOINT_COMMONMARK_SPEC")
      ?? package.appending(path: "../shared/data/corpora/commonmark-0.31-spec.txt").path
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      print(
        "skipped: no CommonMark specification at \(path); name it in STILLPOINT_COMMONMARK_SPEC"
      )
      return []
    }
    let fence = String(repeating: "`", count: 32)
    var examples: [[UInt8]] = []
    var current: String?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(fence + " example") {
        current = ""
      } else if let example = current {
        if line == "." {
          examples.append(Array(example.replacing("→", with: "\t").utf8))
          current = nil
        } else {
          current = example + line + "\n"
        }
      }
    }
    return examples
  }()

  @Test(.tags(.markdownSpecExamples)) func everySplitOfEveryExampleGivesTheWholeParse() {
    for (number, example) in Self.examples.enumerated() {
      let check = GrowthCheck(example)
      for cut in 0...example.count {
        #expect(check.firstDifference(cuts: [cut]) == nil, "example \(number + 1), cut at \(cut)")
      }
      #expect(
        check.firstDifference(cuts: Array(0..<example.count)) == nil,
        "example \(number + 1)"
      )
    }
    print("CommonMark examples checked: \(Self.examples.count)")
  }

  @Test func everyFourthExampleGrowsRightInTokensOfThreeAndBehindTheOthers() {
    for (number, example) in Self.examples.enumerated() where number % 4 == 0 {
      let previous = number == 0 ? [] : Self.examples[number - 1]
      let check = GrowthCheck(previous + Array("\n\n".utf8) + example)
      let cuts = stride(from: 3, to: check.bytes.count, by: 3)
      #expect(check.firstDifference(cuts: Array(cuts)) == nil, "example \(number + 1)")
    }
  }
}
