import CMarkParsing
import Foundation
import PangoMeasuring
import TextMeasuring

let isSmall = CommandLine.arguments.contains("--small")
let scale = isSmall ? 20 : 1
let repeats = isSmall ? 1 : 7
/// What `--small` must come to, on every machine.
let smallHash: UInt64 = 0x22FA_2116_0EAB_0836

var answers: UInt64 = 0
print(
  """
  # Markdown: figures

  ```
  swift run -c release --package-path Benchmarks MarkdownBenchmarks >Benchmarks/Markdown.md
  ```

  makes this page; `--small` runs short texts and fails when the hash of their blocks is another.

  \(Figures.surroundings). cmark-gfm \(CMarkParser.libraryVersion).

  Texts of 10,000 words (code: 5,000 lines; one paragraph: 5,000 words) come in tokens of 2 to 7 bytes, 4.5 in the
  mean, cut anywhere. *A token* is the mean over the stream, each 128th the least of \(repeats). *Whole* is one parse of all
  that has come so far, by the same parser, in the mean over the stream: sampled at 16 places, the middles of
  sixteenths, the least of 3 at each. *Growth* is the exponent by which a token's cost grows with the text before it,
  fitted to the eighths of the stream. Blocks are compared with those of a whole parse.

  | construct | tokens | a token, us | whole, us | times cheaper | goal | | growth | goal | |
  | --- | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: | --- |
  """
)
for construct in Construct.allCases {
  let row = StreamRow(construct, scale: scale, repeats: repeats)
  answers = answers &* 31 &+ row.hash
  let ratio = row.whole / row.streamed
  let judged =
    construct.hasGoals && !isSmall
    ? (
      "150", Figures.verdict(ratio >= 150), "0.05", Figures.verdict(row.exponent <= 0.05)
    ) : ("", "", "", "")
  print(
    "| \(construct.rawValue) | \(row.size.tokens) | \(Figures.text(row.streamed)) "
      + "| \(Figures.text(row.whole)) | \(Int(ratio)) | \(judged.0) | \(judged.1) "
      + "| \(Figures.text(row.exponent)) | \(judged.2) | \(judged.3) |"
  )
}
print(
  """

  A paragraph of plain words measured at every token as it grows, 361 pt wide, each token the least of
  \(repeats), the mean over a part, beside measuring it whole in the middle of that part:

  | measurer | words up to | a token, us | whole, us | goal | |
  | --- | ---: | ---: | ---: | ---: | --- |
  """
)

@MainActor func show(_ name: String, _ row: GrowthRow, goal: Double?) {
  for part in row.parts {
    let end = goal.map { "\(Int($0)) | \(Figures.verdict(part.extended <= $0))" } ?? "|"
    print(
      "| \(name) | \(part.words) | \(Figures.text(part.extended)) | \(Figures.text(part.whole)) "
        + "| \(end) |"
    )
  }
  let end = goal == nil ? "|" : "0.05 | \(Figures.verdict(row.exponent <= 0.05))"
  print("| \(name), growth | | \(Figures.text(row.exponent)) | | \(end) |")
}

let fixed = GrowthRow(FixedAdvanceMeasurer(), scale: scale, repeats: repeats)
answers = answers &* 31 &+ fixed.hash
show("fixed", fixed, goal: nil)
do {
  let pango = GrowthRow(try PangoMeasurer(), scale: scale, repeats: repeats)
  show("Pango, Inter", pango, goal: isSmall ? nil : 150)
  print(
    "\nheights by Pango \(String(pango.hash, radix: 16)) (they depend on its version and the fonts)"
  )
} catch {
  print("\nno figures of Pango: \(error)")
}
print("\nanswers \(String(answers, radix: 16))")
if isSmall, answers != smallHash {
  let text = "error: the short texts came to \(String(answers, radix: 16)), "
  FileHandle.standardError.write(Data((text + "expected \(String(smallHash, radix: 16))\n").utf8))
  exit(1)
}
