// Counts what frames cost at two sizes, for scripts/growth.
//
//   GrowthProbe instructions PART OF   texts under callgrind: a dump for each row and size
//   GrowthProbe cpu                    texts and events: least processor time of five, in nanoseconds
//
// A row is a line of fields with `|` between them: name, kind, size, frames, what the model charges for all
// of them by phase; with `cpu` also the dearest frame, and what all took, by phase.
import FramePacing
import Foundation
import Profiling
import Running

func facts(_ row: GrowthRow, _ size: Int, _ outcome: Conversation.Outcome) -> [String] {
  let modelled = Phase.allCases.map { "\(outcome.modelled[$0].rawValue)" }
  return [row.name, row.kind, "\(size)", "\(outcome.times.count)"] + modelled
}

var arguments = CommandLine.arguments.dropFirst()
let mode = arguments.popFirst() ?? ""
let tools = GrowthTools(
  tools: try TextTools.make(.pango),
  costs: try DeclaredCosts.builtIn().table(for: .pango)
)

switch mode {
case "instructions":
  guard let part = arguments.popFirst().flatMap({ Int($0) }),
    let count = arguments.popFirst().flatMap({ Int($0) }), count > 0
  else { fatalError("GrowthProbe instructions PART OF") }
  for row in GrowthRow.texts.enumerated().filter({ $0.offset % count == part }).map(\.element) {
    for size in row.sizes {
      var prepared = row.prepare(tools, size)
      CallgrindCollection.collect { prepared.run() }
      let line = facts(row, size, prepared.conversation.outcome).joined(separator: "|")
      CallgrindCollection.dump(named: line)
    }
  }
case "cpu":
  for row in GrowthRow.texts + GrowthRow.events + GrowthRow.inputs {
    for size in row.sizes {
      var least = LeastCosts()
      var line: [String] = []
      for _ in 0..<5 {
        var prepared = row.prepare(tools, size)
        prepared.run()
        least.add(prepared.conversation.outcome.times)
        line = facts(row, size, prepared.conversation.outcome)
      }
      let worst = least.frames.map(\.engine.rawValue).max() ?? 0
      line += ["\(worst)"] + least.sums.map { "\(Int($0))" }
      print(line.joined(separator: "|"))
    }
  }
default:
  FileHandle.standardError.write(Data("GrowthProbe instructions PART OF | cpu\n".utf8))
  exit(64)
}
