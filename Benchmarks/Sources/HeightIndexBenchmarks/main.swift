import Foundation

let usage = """
  usage: HeightIndexBenchmarks [--small | --million] [--instructions] [--output FILE]

    --small           1,000 and 10,000 items, few repeats
    --million         1,000,000 items only
    --instructions    counts instructions too, with valgrind
    --output FILE     writes the table there, in Markdown, as well as to standard output

  Ends with 1 when an answer is not the expected one, the same in all twins, or when a warm
  operation allocates.
  """

var arguments = Array(CommandLine.arguments.dropFirst())

@MainActor func flag(_ name: String) -> Bool {
  guard let place = arguments.firstIndex(of: name) else { return false }
  arguments.remove(at: place)
  return true
}

func complain(_ text: String, _ code: Int32) -> Never {
  FileHandle.standardError.write(Data((text + "\n").utf8))
  exit(code)
}

let rows = QueryRows.all + EditRows.all + EditRows.whole
if flag("--perform") {
  guard arguments.count == 2, let row = rows.first(where: { $0.name == arguments[0] }),
    let operations = Int(arguments[1])
  else { complain(usage, 64) }
  Instructions.perform(row, operations: operations)
  exit(0)
}
if flag("--help") || flag("-h") {
  print(usage)
  exit(0)
}
let isSmall = flag("--small")
let isMillion = flag("--million")
let countsInstructions = flag("--instructions")
var output: String?
if let place = arguments.firstIndex(of: "--output"), place + 1 < arguments.count {
  output = arguments[place + 1]
  arguments.removeSubrange(place...place + 1)
}
guard arguments.isEmpty else { complain(usage, 64) }

let sizes =
  isSmall
  ? [1_000, 10_000] : isMillion ? [1_000_000] : [1_000, 10_000, 100_000, 1_000_000, 10_000_000]
let operations = isSmall ? 1 << 11 : 1 << 15
let repeats = isSmall ? 2 : 8

let answerHashes = Answers.all()
var figures: [Int: Figures] = [:]
var twins: [Int: [String: Double]] = [:]
for size in sizes {
  let measuring = Measuring(
    size: size,
    operations: operations,
    rounds: isSmall ? 1 : 5,
    repeats: repeats
  )
  figures[size] = measuring.run()
  twins[size] = TwinRows(size: size, operations: operations, repeats: repeats).all()
}
var instructions: [String: Double] = [:]
if countsInstructions {
  for row in rows { instructions[row.name] = Instructions.each(row) }
}

let report = Report(
  sizes: sizes,
  rows: rows,
  figures: figures,
  twins: twins,
  instructions: instructions,
  answers: answerHashes
)
print(report.markdown, terminator: "")
if let output {
  do {
    try report.markdown.write(toFile: output, atomically: true, encoding: .utf8)
  } catch {
    complain("\(output) cannot be written: \(error)", 1)
  }
}
guard report.complaints.isEmpty else { complain(report.complaints.joined(separator: "\n"), 1) }
