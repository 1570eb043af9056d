import Files
import Foundation

/// The tables, one for each kind of machine, between two marks of the README.md in the folder of the pages, and the picture.
package struct Overview {
  private let summary: Summary
  private let machines: [Results]

  package init(_ summary: Summary, _ machines: [Results]) {
    self.summary = summary
    self.machines = machines
  }

  /// The text of a README with these tables between its marks; as it is where it has none.
  package func text(in readme: String) -> String {
    guard let start = readme.range(of: "<!-- begin benchmarks -->"),
      let end = readme.range(of: "<!-- end benchmarks -->"), start.upperBound <= end.lowerBound
    else { return readme }
    // A machine that no case of the suite was measured on has no table.
    let tables = machines.map(table).filter { !$0.isEmpty }
    let text = tables.map { $0.joined(separator: "\n") + "\n\n" }.joined()
    return "\(readme[..<start.upperBound])\n\n\(text)\(readme[end.lowerBound...])"
  }

  func write(to folder: URL) throws {
    let readme = folder.appending(path: "README.md")
    let text = try String(contentsOf: readme, encoding: .utf8)
    let fresh = self.text(in: text)
    if fresh != text { try OutputPlace(readme.path).write(Array(fresh.utf8)) }
    if let picture = Picture(summary, machines) {
      let file = folder.appending(path: summary.file)
      try OutputPlace(file.path).write(Array(picture.svg.utf8))
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
