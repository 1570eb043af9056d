import Foundation

/// The tables, one for each kind of machine, between two marks of README.md, and the picture.
struct Overview {
  let summary: Summary
  let machines: [Results]

  func write(to folder: URL) throws {
    let readme = folder.deletingLastPathComponent().appending(path: "README.md")
    let text = try String(contentsOf: readme, encoding: .utf8)
    if let start = text.range(of: "<!-- begin benchmarks -->"),
      let end = text.range(of: "<!-- end benchmarks -->")
    {
      let fresh =
        text[..<start.upperBound] + "\n\n"
        + machines.map(table).filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n\n" }
        .joined()
        + text[end.lowerBound...]
      if fresh != text { try fresh.write(to: readme, atomically: true, encoding: .utf8) }
    }
    if let picture = Picture(summary, machines) {
      try picture.svg.write(
        to: folder.appending(path: summary.file),
        atomically: true,
        encoding: .utf8
      )
    }
  }

  /// The cases of the greatest size that all contestants have.
  private func table(_ machine: Results) -> [String] {
    let sized = machine.outcomes.filter { $0.suite == summary.suite && $0.figures.count > 3 }
    guard let names = sized.first?.figures.map(\.name) else { return [] }
    var lines = [
      "| \(summary.row), \(machine.processor) | \(summary.unit) | " + names.joined(separator: " | ")
        + " |",
      "| --- | ---: |" + String(repeating: " ---: |", count: names.count),
    ]
    var seen: [String: Outcome] = [:]
    for outcome in sized where outcome.figures.map(\.name) == names {
      seen[outcome.name] = outcome
    }
    var done: Set<String> = []
    for outcome in sized where done.insert(outcome.name).inserted {
      guard let longest = seen[outcome.name] else { continue }
      let figures = longest.figures.map { Page.time($0.nanoseconds) }
      lines.append(
        "| \(longest.name) | \(Page.number(longest.size ?? 0)) | "
          + figures.joined(separator: " | ") + " |"
      )
    }
    return lines
  }
}
