import Checking
import Driving
import Files
import Foundation
import Records
import Reporting

/// Which of what a check's file names is measured: an entry of it, of a chat on the web a scenario.
enum CheckUnit: Hashable {
  case recordings(Int)
  case web(Int, scenario: String)
  case run(Int)

  /// All that a file names, in the order in which it is measured.
  static func all(of file: CheckFile) -> [CheckUnit] {
    file.recordings.indices.map(CheckUnit.recordings)
      + file.web.indices.flatMap { index in
        names(of: file.web[index]).map { .web(index, scenario: $0) }
      }
      + file.runs.indices.map(CheckUnit.run)
  }

  /// The scenarios in which a chat is driven.
  static func names(of web: CheckFile.Web) -> [String] {
    if web.scenarios == ["all"] { return PageScenario.all.map(\.name) }
    return web.scenarios.isEmpty ? PageScenario.standard : web.scenarios.withoutRepeats
  }

  /// The scenario in which a chat is driven; nil for what is no chat.
  var scenario: String? { if case .web(_, let scenario) = self { scenario } else { nil } }

  func isOfWeb(_ index: Int) -> Bool { if case .web(index, _) = self { true } else { false } }

  /// What it is taken to take, in milliseconds: that of recordings by their files' sizes, which are the same on all
  /// machines. A page is driven at each rate in each engine, as long as a run takes.
  func cost(in file: CheckFile) -> Int {
    switch self {
    case .recordings(let index):
      file.recordings[index].patterns.flatMap { FilePattern.files(file.resolved($0)) }
        .reduce(1) { $0 + (SystemCalls.status(of: $1).map { Int($0.st_size) } ?? 0) / 50_000 }
    case .web(let index, _):
      10_000 * file.web[index].rates.count * max(1, file.web[index].engines.count)
    case .run: 10_000
    }
  }
}

/// What a check measured, all of it or one thing.
struct CheckContent: Hashable, Codable, Sendable {
  /// Why something could not be measured or judged: a reason, or what recordings fell short of.
  struct Problem: Hashable, Codable, Sendable {
    var subject: String
    var reason: String?
    var shortfalls: [MeasuredSubject.Shortfall] = []

    /// Takes a finding that is no comparison.
    init(_ finding: CheckFinding) {
      subject = finding.subject
      switch finding.kind {
      case .invalid(let reason): self.reason = reason
      case .shortfall(let shortfalls): self.shortfalls = shortfalls
      case .worse, .drift: preconditionFailure("nothing is compared while it is measured")
      }
    }

    var finding: CheckFinding {
      CheckFinding(subject: subject, kind: reason.map { .invalid($0) } ?? .shortfall(shortfalls))
    }
  }

  var measured: [MeasuredSubject] = []
  /// What could not be measured.
  var problems: [Problem] = []
  /// Rows of sessions, without a header.
  var rows = ""

  /// Whether it says something of a subject.
  func names(_ subject: String) -> Bool {
    measured.contains { $0.subject.name == subject } || problems.contains { $0.subject == subject }
  }

  mutating func complain(_ subject: String, _ reason: String) {
    problems.append(Problem(CheckFinding(subject: subject, kind: .invalid(reason))))
  }

  mutating func addRows(of record: RunRecord) {
    rows += String(decoding: SessionsCSV.lines(of: record), as: UTF8.self)
  }

  /// Names subjects that two things have.
  private mutating func refuseDoubles() {
    var seen: Set<String> = []
    for subject in measured.map(\.subject) where !seen.insert(subject.name).inserted {
      complain(
        subject.name,
        "two subjects have this name; give recordings or apps other names"
      )
    }
  }

  init() {}

  /// What came of several things, in their order.
  init(_ all: [CheckContent]) {
    measured = all.flatMap(\.measured)
    problems = all.flatMap(\.problems)
    rows = all.map(\.rows).joined()
    refuseDoubles()
  }
}

/// Which part of a check a report is: what came of each thing that it measured, in their order.
typealias CheckPart = WorkPart<[CheckContent]>

extension WorkPart<[CheckContent]> {
  /// What all parts measured, in the order of the whole; what is missing is a problem.
  ///
  /// - Throws: `RunMerge.Refusal` unless they are parts of one check.
  static func merged(_ parts: [(path: String, part: CheckPart)]) throws -> (
    CheckContent, isWhole: Bool
  ) {
    let (ordered, missing) = try ordered(parts, plan: "the size of what is checked")
    var placed: [(place: Int, content: CheckContent)] = []
    for part in ordered {
      let (places, contents) = (part.shard?.places ?? [], part.content ?? [])
      guard places.count == contents.count else {
        throw RunMerge.Refusal.total(found: contents.count, expected: places.count)
      }
      placed += zip(places, contents).map { ($0, $1) }
    }
    var content = CheckContent(placed.sorted { $0.place < $1.place }.map(\.content))
    if !missing.isEmpty, let count = parts.first?.part.shard?.count {
      content.complain("", "\(Shard.words(missing: missing)) of \(count)")
    }
    return (content, missing.isEmpty)
  }
}
