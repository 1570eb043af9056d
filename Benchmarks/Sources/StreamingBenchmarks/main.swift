import Foundation
import Profiling

let arguments = Array(CommandLine.arguments.dropFirst())
let isSmall = arguments.contains("--small")
let outputPath = arguments.firstIndex(of: "--output").flatMap { place in
  place + 1 < arguments.count ? arguments[place + 1] : nil
}

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
    + " program checks against `Streaming.answers`: it is the same on every machine. Without `--output`"
    + " it prints; with `--small` it measures little and only checks; `--record` writes the answers"
    + " anew, after a change that is meant."
)
page.line("")
let date = ISO8601DateFormatter.string(
  from: Date(),
  timeZone: .gmt,
  formatOptions: [.withFullDate]
)
page.line(
  "\(date). " + MachineFacts.current().entries.map { "\($0): \($1)" }.joined(separator: "; ")
)
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
} else if !isSmall {
  print(page.text)
}
var record = try AnswerRecord.load()
if arguments.contains("--record") {
  record[isSmall] = answers
  try record.save()
}
guard record[isSmall] == answers else {
  print(
    "StreamingBenchmarks: answers \(answers), recorded \(record[isSmall] ?? "none");"
      + " after a change that is meant run it with --record"
  )
  exit(1)
}
print("StreamingBenchmarks: answers \(answers) as recorded")
