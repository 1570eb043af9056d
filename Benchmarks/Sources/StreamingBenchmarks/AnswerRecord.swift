import Foundation

/// What the answers of the small and of the full run must come to: `Benchmarks/Streaming.answers`.
struct AnswerRecord {
  private var answers: [String: String] = [:]

  private static let file = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Streaming.answers")

  /// The answers of a run; nil when none were recorded.
  subscript(isSmall: Bool) -> String? {
    get { answers[AnswerRecord.name(isSmall)] }
    set { answers[AnswerRecord.name(isSmall)] = newValue }
  }

  /// Reads the file; there may be none yet.
  static func load() throws -> AnswerRecord {
    var record = AnswerRecord()
    guard FileManager.default.fileExists(atPath: file.path) else { return record }
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2 { record.answers[String(words[0])] = String(words[1]) }
    }
    return record
  }

  /// Writes the file.
  func save() throws {
    let lines = answers.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }
    try lines.joined().write(to: AnswerRecord.file, atomically: true, encoding: .utf8)
  }

  private static func name(_ isSmall: Bool) -> String { isSmall ? "small" : "full" }
}
