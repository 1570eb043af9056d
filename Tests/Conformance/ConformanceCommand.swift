import Foundation

/// What scripts/conformance and scripts/mutate call, from the package's folder.
@main struct ConformanceCommand {
  private static let usage = """
    tags                        write the tags of the laws
    tags --check                fail when they are not current
    check EVENTS                fail where laws, tags, the run and the page do not agree
    page EVENTS                 write the page
    metrics                     write the tables of Docs/Metrics.md
    constants                   print index, id, file and text of each constant, tabs between
    change INDEX SEED ATTEMPT   put another number in that constant's place; print old, new
    tests ID EVENTS             print a pattern for each test of the run that has the tag of ID
    killers EVENTS              print the tagged tests of the run that failed or ended it
    """

  static var root: URL { URL(filePath: FileManager.default.currentDirectoryPath) }

  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let command = arguments.isEmpty ? "" : arguments.removeFirst()
    do {
      let book = try LawBook.read(root: root)
      let complaints = try perform(command, arguments, book: book)
      for complaint in complaints { say("conformance: \(complaint)") }
      if !complaints.isEmpty { exit(1) }
    } catch {
      say("conformance: \(error)")
      exit(1)
    }
  }

  static func say(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }

  private static func perform(
    _ command: String,
    _ arguments: [String],
    book: LawBook
  ) throws -> [String] {
    switch (command, arguments.count) {
    case ("tags", 0): return try writeTags(book)
    case ("tags", 1) where arguments[0] == "--check": return staleTags(book)
    case ("check", 1): return try check(book, events: arguments[0])
    case ("page", 1): return try writePage(book, events: arguments[0])
    case ("metrics", 0): return try writeMetricsPage()
    case ("constants", 0): return listConstants(book)
    case ("change", 3): return try change(book, arguments.compactMap { UInt64($0) })
    case ("tests", 2): return try listTests(book, id: arguments[0], events: arguments[1])
    case ("killers", 1): return try listKillers(book, events: arguments[0])
    default:
      say(usage)
      exit(64)
    }
  }
}
