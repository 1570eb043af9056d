import ArgumentParser
import Files

/// A word of the command line that an earlier version had, or that is another command's, and what is typed today.
struct FormerWord {
  /// The command; nil where the word was one itself.
  var command: String?
  var word: String
  var answer: String

  private static let all = [
    FormerWord(command: nil, word: "chunk", answer: "is a command of `stillpoint-maintain` now"),
    FormerWord(command: nil, word: "blocks", answer: "is a command of `stillpoint-maintain` now"),
    FormerWord(
      command: "doctor",
      word: "--calibrate",
      answer: "is `stillpoint-maintain costs` now"
    ),
    FormerWord(command: "run", word: "--tour", answer: "is `stillpoint tour` now"),
    FormerWord(
      command: "replay",
      word: "--strict",
      answer: "is gone: without --report-only `replay` ends with 2 where a limit is missed"
    ),
    FormerWord(
      command: "run",
      word: "realtime",
      answer: "is gone: a run's clock is virtual, and `--cost cpu` measures the work"
    ),
    FormerWord(
      command: "compare",
      word: "--budget",
      answer: "is for `stillpoint check`: stillpoint.yaml has the limits of a comparison"
    ),
  ]

  /// Refuses arguments in which one of them stands.
  static func check(_ arguments: [String]) throws {
    let options = arguments.prefix { $0 != "--" }
    for former in all {
      let isThere =
        former.command.map { $0 == options.first && options.dropFirst().contains(former.word) }
        ?? (options.first == former.word)
      if isThere { throw ValidationError("\(former.word) \(former.answer).") }
    }
    guard let first = options.first, first.hasPrefix("--"),
      !["--version", "--help"].contains(first),
      let near = nearMatchQuestion(for: first, among: ["--version", "--help"])
    else { return }
    throw ValidationError("Unknown option \(first). \(near)")
  }
}
