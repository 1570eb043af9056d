import Foundation
import Profiling

/// The table of all figures, in Markdown.
struct Report {
  let sizes: [Int]
  let rows: [Row]
  let figures: [Int: Figures]
  let twins: [Int: [String: Double]]
  let instructions: [String: Double]
  let answers: [Answers]

  /// What must not be: wrong answers, allocations of warm operations, too many bytes.
  var complaints: [String] {
    var found = answers.filter { !$0.isRight }.map {
      "the answers of \"\($0.name)\" are \($0.hashes.map(Self.hex)), expected \(Self.hex($0.expected))"
    }
    for size in sizes {
      guard let figures = figures[size] else { continue }
      for (name, count) in figures.allocations.sorted(by: { $0.key < $1.key }) where count > 0 {
        found.append("\"\(name)\" allocates \(count) times at \(size) items")
      }
      guard size >= 1_000_000 else { continue }
      if figures.loadedBytes > 5 || figures.grownBytes > 5 {
        found.append("\(figures.loadedBytes) bytes an item loaded, \(figures.grownBytes) grown")
      }
      if figures.editedBytes > 9 { found.append("\(figures.editedBytes) bytes an item, edited") }
    }
    return found
  }

  var markdown: String {
    """
    # Height index: figures

    ```
    swift run -c release --package-path Benchmarks HeightIndexBenchmarks \\
      [--small | --million] [--instructions] [--output Benchmarks/HeightIndex.md]
    ```

    writes this file: nanoseconds an operation (microseconds where it says so), the least of many
    loops that take turns (places differ from loop to loop), by how many items there are. Loops over
    random places of 1,000,000 items or more are eight times as long, 262,144 operations: shorter
    ones would meet most lines of memory for the first time. Goal and stretch are for 1,000,000
    items. Growth is the figure at 1,000,000 over that at 1,000, then that
    at 10,000,000 over that at 1,000,000. Instructions are of one operation at 100,000 items, the
    loop included, counted by cachegrind. Allocations are of a whole warm loop, counted by jemalloc.
    "Edited" is after 10,000 inserts and removals at random places. The twins are plain structures
    measured in the same run on the same heights.

    \(machine)

    \(table)

    The same questions and changes, put to a `HeightIndex` and to every twin at 1,000 items:

    \(answerTable)

    What is measured includes what the figures it is compared with leave out: every item has a handle
    (4 bytes) and a place in the map from handles to segments (4 bytes), written by load, append,
    prepend, insert and remove and read by the lists; heights are given as 8-byte layout units and
    checked; and every edit first makes sure that no copy shares the storage (1 to 2 ns). Rows that
    read random places of 1,000,000 items or more wait for a cache that a virtual machine shares
    with others: compare them with the Fenwick tree of the same run.

    """
  }

  private var machine: String {
    let facts = MachineFacts.current()
    let date = ISO8601DateFormatter.string(
      from: Date(),
      timeZone: .gmt,
      formatOptions: [.withFullDate]
    )
    let load = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8))?
      .split(separator: " ").prefix(3).joined(separator: " ")
    let entries = facts.entries.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    return "\(date); \(entries); load average at the end \(load ?? "n/a")"
  }

  private var table: String {
    var lines = [
      "| operation, ns | " + sizes.map(Self.grouped).joined(separator: " | ")
        + " | growth | goal | stretch | | instructions | allocations |",
      "| --- |" + sizes.map { _ in " ---: |" }.joined()
        + " ---: | ---: | ---: | --- | ---: | ---: |",
    ]
    for row in rows {
      lines.append(line(row.name, row.goal, row.stretch) { figures[$0]?.nanoseconds[row.name] })
    }
    let longest = "longest single insert, us"
    lines.append(line(longest, 20, 10) { figures[$0]?.nanoseconds[longest] })
    lines.append(line("bytes an item, loaded", 5, 4.6) { figures[$0]?.loadedBytes })
    lines.append(line("bytes an item, grown at both ends", 5, 4.6) { figures[$0]?.grownBytes })
    lines.append(line("bytes an item, edited", 9, 7) { figures[$0]?.editedBytes })
    lines.append(line("bytes an item, 200,000 in, then out", 9, 7) { figures[$0]?.sparseBytes })
    for name in TwinRows.names { lines.append(line(name, nil, nil) { twins[$0]?[name] }) }
    return lines.joined(separator: "\n")
  }

  private func line(
    _ name: String,
    _ goal: Double?,
    _ stretch: Double?,
    _ figure: (Int) -> Double?
  ) -> String {
    var verdict = ""
    if let goal, let stretch, let figure = figure(1_000_000) {
      verdict = figure <= stretch ? "stretch" : figure <= goal ? "met" : "missed"
    }
    var growth = "n/a"
    if let first = figure(1_000), let last = figure(1_000_000), first > 0 {
      growth = Self.text(last / first)
      if let most = figure(10_000_000) { growth += ", " + Self.text(most / last) }
    }
    let counts = sizes.compactMap { figures[$0]?.allocations[name] }
    let cells =
      [name] + sizes.map { Self.text(figure($0)) }
      + [
        growth, goal.map(Self.text) ?? "", stretch.map(Self.text) ?? "", verdict,
        Self.text(instructions[name]), counts.max().map { String($0) } ?? "n/a",
      ]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  private var answerTable: String {
    var lines = [
      "| answers | hash | ours and \(Answers.twinNames.joined(separator: ", ")) |",
      "| --- | --- | --- |",
    ]
    for answer in answers {
      let verdict = answer.isRight ? "the same, as expected" : "NOT the expected ones"
      lines.append("| \(answer.name) | \(Self.hex(answer.hashes[0])) | \(verdict) |")
    }
    return lines.joined(separator: "\n")
  }

  private static func hex(_ hash: UInt64) -> String { String(hash, radix: 16) }

  private static func grouped(_ count: Int) -> String {
    var digits = String(count)
    var end = digits.count - 3
    while end > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: end))
      end -= 3
    }
    return digits
  }

  private static func text(_ figure: Double?) -> String {
    guard let figure else { return "n/a" }
    if figure >= 1_000 { return String(Int(figure.rounded())) }
    let hundredths = Int((figure * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
