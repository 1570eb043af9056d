import Foundation

/// The page that says, law by law, which tests hold it.
struct ConformancePage {
  static let path = "Docs/Conformance.md"

  var examination: Examination

  /// The page's text. It names no line and no time, so that it changes with laws and tests only.
  var text: String {
    let book = examination.book
    let missing = examination.missing.count
    var lines = [
      "# Conformance",
      "",
      "Each behaviour and each number of the surface, the design it comes from and the tests that hold",
      "it. Made by `scripts/conformance page` from [Conformance.yaml](Conformance.yaml) and a run of the",
      "tests; `scripts/test` fails when it is out of date. *Holds* means that each test named passed.",
      "",
      missing == 0
        ? "\(book.laws.count) laws, each with a test."
        : "\(book.laws.count) laws, \(missing) of them without a test.",
      "",
      "| source | design |",
      "| --- | --- |",
    ]
    lines += book.sources.sorted { $0.key < $1.key }.map { "| \($0.key) | \(cell($0.value)) |" }
    for area in book.areas {
      lines += [
        "", "## \(area.title)", "", "| law | what | value | source | tests | state |",
        "| --- | --- | --- | --- | --- | --- |",
      ]
      lines += area.laws.map(row)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func row(_ law: Law) -> String {
    let tests = examination.tests(of: law)
    let names = tests.map { test in
      let file = test.file.split(separator: "/").last ?? ""
      return "`\(test.name)` (\(file))"
    }
    let state: String
    if tests.isEmpty {
      state = "no test"
    } else {
      state = tests.allSatisfy { $0.outcome == .passed } ? "holds" : "does not hold"
    }
    let value = law.value ?? ""
    let cells = ["`\(law.id)`", law.law, value, law.source, names.joined(separator: "<br>"), state]
    return "| " + cells.map(cell).joined(separator: " | ") + " |"
  }

  private func cell(_ text: String) -> String {
    text.replacingOccurrences(of: "|", with: "\\|")
  }

  func isCurrent(root: URL) -> Bool {
    (try? String(contentsOf: root.appending(path: Self.path), encoding: .utf8)) == text
  }

  func write(root: URL) throws {
    try text.write(to: root.appending(path: Self.path), atomically: true, encoding: .utf8)
  }
}
