/// One test or suite of a run, as the event stream of Swift Testing tells of it.
struct TestRecord {
  /// What became of it.
  enum Outcome: Equatable {
    case passed
    case failed
    /// Skipped, disabled, without an argument, or cut off by a crash.
    case didNotRun(String)
  }

  var id: String
  /// The display name where it has one, else the function's.
  var name: String
  /// `Target/File.swift`.
  var file: String
  /// Where its `@Test` or `@Suite` stands.
  var line: Int
  var isSuite: Bool
  var isParameterized: Bool
  /// Its own tags and those of its suites, without the point.
  var tags: [String]
  var hasStarted = false
  var hasEnded = false
  var hasCase = false
  var skip: String?
  var failures = 0
  var knownIssues = 0

  var outcome: Outcome {
    if let skip { return .didNotRun(skip) }
    if !hasStarted { return .didNotRun("it was never started") }
    if failures > 0 { return .failed }
    if !hasEnded { return .didNotRun("it started and never ended") }
    if isParameterized, !hasCase { return .didNotRun("it has no argument") }
    if knownIssues > 0 { return .didNotRun("it records a known issue") }
    return .passed
  }
}
