import Foundation

/// The tests of one run and what became of each.
struct TestRun {
  /// An event stream that says too little.
  struct Useless: Error, CustomStringConvertible {
    var description: String
  }

  private struct Line: Decodable {
    var kind: String
    var payload: Payload
  }

  private struct Payload: Decodable {
    struct Location: Decodable {
      var fileID: String
      var line: Int
    }
    struct Issue: Decodable {
      var isKnown: Bool
      var isFailure: Bool?
    }
    struct Message: Decodable {
      var text: String
    }
    var kind: String
    var id: String?
    var testID: String?
    var name: String?
    var displayName: String?
    var sourceLocation: Location?
    var isParameterized: Bool?
    var tags: [String]?
    var experimentalTags: [String]?
    var issue: Issue?
    var messages: [Message]?

    private enum CodingKeys: String, CodingKey {
      case kind, id, testID, name, displayName, sourceLocation, isParameterized, tags, issue
      case messages
      case experimentalTags = "_tags"
    }
  }

  private var records: [String: TestRecord] = [:]

  /// The tests, without suites, by file and line.
  var tests: [TestRecord] {
    all.filter { !$0.isSuite }
  }

  /// Tests and suites, by file and line.
  private(set) var all: [TestRecord] = []

  /// Reads what `swift test --event-stream-output-path` wrote.
  /// - Throws: `Useless` when it names no test or no tag.
  static func read(_ url: URL) throws -> TestRun {
    var run = TestRun()
    let decoder = JSONDecoder()
    for line in try [UInt8](Data(contentsOf: url)).split(separator: UInt8(ascii: "\n")) {
      // A process that is killed leaves half a line.
      guard let line = try? decoder.decode(Line.self, from: Data(line)) else { continue }
      if line.kind == "test" {
        run.note(test: line.payload)
      } else {
        run.note(event: line.payload)
      }
    }
    run.all = run.records.values.sorted {
      ($0.file, $0.line, $0.id) < ($1.file, $1.line, $1.id)
    }
    guard !run.tests.isEmpty else { throw Useless(description: "\(url.path) names no test") }
    guard run.all.contains(where: { !$0.tags.isEmpty }) else {
      throw Useless(
        description: """
          \(url.path) names no tag: it needs SWT_EXPERIMENTAL_EVENT_STREAM_FIELDS_ENABLED=1 in the \
          environment of swift test, as scripts/test has it
          """
      )
    }
    return run
  }

  private mutating func note(test: Payload) {
    guard let id = test.id, let place = test.sourceLocation else { return }
    records[id] = TestRecord(
      id: id,
      name: test.displayName ?? test.name ?? id,
      file: place.fileID,
      line: place.line,
      isSuite: test.kind == "suite",
      isParameterized: test.isParameterized ?? false,
      tags: (test.tags ?? test.experimentalTags ?? []).map { $0.filter { $0 != "." } }
    )
  }

  private mutating func note(event: Payload) {
    guard let id = event.testID, records[id] != nil else { return }
    switch event.kind {
    case "testStarted": records[id]?.hasStarted = true
    case "testEnded": records[id]?.hasEnded = true
    case "testCaseStarted": records[id]?.hasCase = true
    case "testSkipped": records[id]?.skip = event.messages?.first?.text ?? "it was skipped"
    case "issueRecorded":
      if event.issue?.isKnown == true {
        records[id]?.knownIssues += 1
      } else if event.issue?.isFailure ?? true {
        records[id]?.failures += 1
      }
    default: break
    }
  }
}
