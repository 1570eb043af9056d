import FrameMetrics
import Foundation

// Each returns what is wrong, a line each.
extension ConformanceCommand {
  static func staleTags(_ book: LawBook) -> [String] {
    book.complaints(root: root)
      + TagFiles(book: book).stale(root: root)
      .map { "\($0) is not what \(LawBook.path) makes of it: run scripts/conformance tags" }
  }

  static func writeTags(_ book: LawBook) throws -> [String] {
    let complaints = book.complaints(root: root)
    guard complaints.isEmpty else { return complaints }
    let changed = try TagFiles(book: book).write(root: root)
    print("tags of \(book.laws.count) laws in \(TagFiles.folder): \(changed.count) files changed")
    return []
  }

  private static func examination(_ book: LawBook, events: String) throws -> Examination {
    Examination(
      book: book,
      run: try TestRun.read(URL(filePath: events)),
      mentions: try TagMention.all(root: root)
    )
  }

  static func check(_ book: LawBook, events: String) throws -> [String] {
    let examination = try examination(book, events: events)
    for line in examination.tally() { print(line) }
    var complaints = staleTags(book) + examination.complaints()
    let tagged = examination.run.tests.filter { !$0.tags.isEmpty }.count
    let missing = examination.missing.count
    print("\(book.laws.count) laws, \(missing) without a test, \(tagged) tests tagged")
    if !ConformancePage(examination: examination).isCurrent(root: root) {
      complaints.append("\(ConformancePage.path) is out of date: run scripts/conformance page")
    }
    return complaints
  }

  static func writePage(_ book: LawBook, events: String) throws -> [String] {
    let page = ConformancePage(examination: try examination(book, events: events))
    try page.write(root: root)
    print("wrote \(ConformancePage.path)")
    return []
  }

  /// Makes the tables of the page about metrics anew, from the program's own table.
  static func writeMetricsPage() throws -> [String] {
    let path = "Docs/Metrics.md"
    let url = root.appending(path: path)
    let page = try String(contentsOf: url, encoding: .utf8)
    guard let renewed = MetricsPage.renewed(page) else {
      return ["\(path) lacks one of the marks between which its tables stand"]
    }
    if renewed != page { try renewed.write(to: url, atomically: true, encoding: .utf8) }
    print("\(path): \(renewed == page ? "is current" : "written")")
    return []
  }

  private static func constants(_ book: LawBook) -> [(law: Law, constant: NumericConstant)] {
    book.laws.flatMap { law in law.constants.map { (law, $0) } }
  }

  static func listConstants(_ book: LawBook) -> [String] {
    for (index, entry) in constants(book).enumerated() {
      print("\(index)\t\(entry.law.id)\tSources/\(entry.constant.file)\t\(entry.constant.snippet)")
    }
    return []
  }

  static func change(_ book: LawBook, _ numbers: [UInt64]) throws -> [String] {
    let constants = constants(book)
    guard numbers.count == 3, let index = Int(exactly: numbers[0]), index < constants.count,
      let attempt = Int(exactly: numbers[2])
    else { return ["no constant has the index \(numbers.first.map(String.init) ?? "n/a")"] }
    let constant = constants[index].constant
    let changes = constant.changes(seed: numbers[1])
    guard attempt < changes.count else {
      return ["\(constant.number) in Sources/\(constant.file) has no change \(attempt)"]
    }
    var (text, range) = try constant.find(root: root)
    text.replaceSubrange(range, with: changes[attempt])
    try text.write(
      to: root.appending(path: "Sources").appending(path: constant.file),
      atomically: true,
      encoding: .utf8
    )
    print("\(constant.number)\t\(changes[attempt])")
    return []
  }

  static func listTests(_ book: LawBook, id: String, events: String) throws -> [String] {
    guard let law = book.laws.first(where: { $0.id == id }) else {
      return ["no law is named \(id)"]
    }
    for test in try TestRun.read(URL(filePath: events)).tests where test.tags.contains(law.tag) {
      let path = test.id.split(separator: "/").dropLast().joined(separator: "/")
      print("^" + NSRegularExpression.escapedPattern(for: path))
    }
    return []
  }

  static func listKillers(_ book: LawBook, events: String) throws -> [String] {
    let tags = Set(book.laws.map(\.tag))
    for test in try TestRun.read(URL(filePath: events)).tests {
      guard test.hasStarted, !tags.isDisjoint(with: test.tags) else { continue }
      guard test.failures > 0 || !test.hasEnded else { continue }
      let ending = test.failures > 0 ? "" : " (ended the run)"
      print("\(test.file.split(separator: "/").last ?? ""): \(test.name)\(ending)")
    }
    return []
  }
}
