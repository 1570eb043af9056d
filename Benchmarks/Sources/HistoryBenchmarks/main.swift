import Foundation
import Profiling

// The same frames with 1,000 and 1,000,000 messages behind them, in turn, so that what the machine
// does meanwhile falls on both.

/// The day, the machine and what else it does.
func surroundings() -> String {
  let day = ISO8601DateFormatter.string(
    from: Date(),
    timeZone: .gmt,
    formatOptions: [.withFullDate]
  )
  let facts = MachineFacts.current().entries.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  let load = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8))?
    .split(separator: " ").prefix(3).joined(separator: " ")
  return "\(day); \(facts); load average \(load ?? "n/a")"
}

let repetitions = CommandLine.arguments.contains("--small") ? 1 : 9
let limit = 1.5
var isMet = true

print(
  """
  # Long histories: figures

  ```
  swift run -c release --package-path Benchmarks HistoryBenchmarks >Benchmarks/History.md
  ```

  makes this page: what a frame costs the thread, in CPU time, with 1,000 and with 1,000,000 messages
  behind it, on the reference with the fixed measurer, texts made on demand. The first frame, which
  takes the history in, is left out. Repetitions take turns; a figure is the middle one of \(repetitions).
  Met is a ratio of at most \(limit), and a declared cost that differs by at most 1 %.

  \(surroundings())

  """
)
print("| scenario | frames | messages | median, µs | p99, µs | median, times | p99, times | met |")
print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |")
for scenario in ["fling-through-history", "stream-steady"] {
  var costs: [Int: [FrameCosts]] = [:]
  for _ in 0..<repetitions {
    for messages in [1_000, 1_000_000] {
      costs[messages, default: []].append(
        try FrameCosts(HistoryLoad(scenario: scenario, messages: messages))
      )
    }
  }
  func middle(_ messages: Int, _ value: (FrameCosts) -> Int64) -> Double {
    let values = (costs[messages] ?? []).map(value).sorted()
    return Double(values[values.count / 2]) / 1_000
  }
  let few = (middle(1_000, \.median), middle(1_000, \.p99))
  let many = (middle(1_000_000, \.median), middle(1_000_000, \.p99))
  let ratios = (many.0 / few.0, many.1 / few.1)
  let met = ratios.0 <= limit && ratios.1 <= limit
  isMet = isMet && met
  let frames = costs[1_000]?.first?.frames ?? 0
  let format = { (value: Double) in String(format: "%.2f", value) }
  print("| `\(scenario)` | \(frames) | 1,000 | \(format(few.0)) | \(format(few.1)) | | | |")
  print(
    "| | | 1,000,000 | \(format(many.0)) | \(format(many.1)) | \(format(ratios.0))"
      + " | \(format(ratios.1)) | \(met ? "yes" : "no") |"
  )
  let declared = try [1_000, 1_000_000].map {
    try FrameCosts.declared(HistoryLoad(scenario: scenario, messages: $0))
  }
  guard abs(declared[0] - declared[1]) * 100 <= declared[0] else {
    print("HistoryBenchmarks: the declared cost differs in \(scenario): \(declared) ns")
    exit(1)
  }
}
exit(isMet || repetitions == 1 ? 0 : 2)
