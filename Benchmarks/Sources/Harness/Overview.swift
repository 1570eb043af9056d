import Foundation

/// The tables, one for each kind of machine, and the picture of README.md.
struct Overview {
  let machines: [Results]

  func write(to folder: URL) throws {
    let readme = folder.deletingLastPathComponent().appending(path: "README.md")
    let text = try String(contentsOf: readme, encoding: .utf8)
    if let start = text.range(of: "<!-- begin benchmarks -->"),
      let end = text.range(of: "<!-- end benchmarks -->")
    {
      let fresh =
        text[..<start.upperBound] + "\n\n"
        + machines.map { table($0).joined(separator: "\n") }.joined(separator: "\n\n") + "\n\n"
        + text[end.lowerBound...]
      if fresh != text { try fresh.write(to: readme, atomically: true, encoding: .utf8) }
    }
    if let picture = Picture(machines) {
      try picture.svg.write(
        to: folder.appending(path: "history.svg"),
        atomically: true,
        encoding: .utf8
      )
    }
  }

  /// The frames with the longest history that all designs have.
  private func table(_ machine: Results) -> [String] {
    let frames = machine.outcomes.filter { $0.suite == "frames" && $0.figures.count > 3 }
    guard let names = frames.first?.figures.map(\.name) else { return [] }
    var lines = [
      "| a frame, \(machine.processor) | messages | " + names.joined(separator: " | ") + " |",
      "| --- | ---: |" + String(repeating: " ---: |", count: names.count),
    ]
    var seen: [String: Outcome] = [:]
    for outcome in frames where outcome.figures.map(\.name) == names {
      seen[outcome.name] = outcome
    }
    var done: Set<String> = []
    for outcome in frames where done.insert(outcome.name).inserted {
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
