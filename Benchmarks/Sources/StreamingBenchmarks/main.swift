import Foundation
import Profiling

let arguments = Array(CommandLine.arguments.dropFirst())
let isSmall = arguments.contains("--small")
let outputPath = arguments.firstIndex(of: "--output").flatMap { place in
  place + 1 < arguments.count ? arguments[place + 1] : nil
}

/// What the answers of the small and of the full run must come to.
let expectedAnswers: [Bool: String] = [true: "0", false: "0"]

var sections = Sections(isSmall: isSmall)
var page = Table()
page.line("# Streaming text: figures")
page.line("")
page.line("```")
page.line(
  "swift run -c release --package-path Benchmarks StreamingBenchmarks"
    + " --output Benchmarks/Streaming.md"
)
page.line("```")
page.line("")
page.line(
  "makes this page: the least of several loops each. Every answer goes into a hash, which the"
    + " program checks: it is the same on every machine. Without `--output` it prints; with `--small`"
    + " it measures little and only checks."
)
page.line("")
let date = ISO8601DateFormatter.string(
  from: Date(),
  timeZone: .gmt,
  formatOptions: [.withFullDate]
)
page.line("\(date). " + MachineFacts.current().entries.map { "\($0): \($1)" }.joined(separator: "; "))
sections.chunking()
sections.growth()
sections.scripts()
sections.ticks()
sections.allocations()
let answers = String(Answers.hash, radix: 16)
page.line(sections.table.text)
page.line("answers \(answers)")

if let outputPath {
  try page.text.write(toFile: outputPath, atomically: true, encoding: .utf8)
} else {
  print(page.text)
}
if expectedAnswers[isSmall] != answers {
  print("StreamingBenchmarks: answers \(answers), expected \(expectedAnswers[isSmall] ?? "none")")
  exit(1)
}
