import Foundation
import MarkdownBlocks
import Testing

/// Where the text of the CommonMark specification is at hand.
enum CommonMarkExamples {
  /// The examples of the files named by STILLPOINT_COMMONMARK_SPEC (parted by colons; GitHub's own
  /// specification has the same form), else of the file in `corpora` of the folder STILLPOINT_DATA,
  /// else of that beside the package.
  static let all: [[UInt8]] = {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let data =
      TestSettings.value("STILLPOINT_DATA") ?? package.appending(path: "../shared/data").path
    let paths =
      TestSettings.value("STILLPOINT_COMMONMARK_SPEC")?.split(separator: ":").map(String.init)
      ?? ["\(data)/corpora/commonmark-0.31-spec.txt"]
    return paths.flatMap { examples(at: $0) }
  }()

  private static func examples(at path: String) -> [[UInt8]] {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
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
  }
}

/// The law over the examples of the CommonMark specification.
@Suite(
  .enabled(
    if: !CommonMarkExamples.all.isEmpty,
    "no CommonMark specification; name its file in STILLPOINT_COMMONMARK_SPEC"
  )
)
struct CommonMarkSpecTests {
  @Test func everySplitOfEveryExampleGivesTheWholeParse() {
    for (number, example) in CommonMarkExamples.all.enumerated() {
      let check = GrowthCheck(example)
      for cut in 0...example.count {
        #expect(check.firstDifference(cuts: [cut]) == nil, "example \(number + 1), cut at \(cut)")
      }
      #expect(
        check.firstDifference(cuts: Array(0..<example.count)) == nil,
        "example \(number + 1)"
      )
    }
    print("CommonMark examples checked: \(CommonMarkExamples.all.count)")
  }

  @Test func everyFourthExampleGrowsRightInTokensOfThreeAndBehindTheOthers() {
    for (number, example) in CommonMarkExamples.all.enumerated() where number % 4 == 0 {
      let previous = number == 0 ? [] : CommonMarkExamples.all[number - 1]
      let check = GrowthCheck(previous + Array("\n\n".utf8) + example)
      let cuts = stride(from: 3, to: check.bytes.count, by: 3)
      #expect(check.firstDifference(cuts: Array(cuts)) == nil, "example \(number + 1)")
    }
  }
}
