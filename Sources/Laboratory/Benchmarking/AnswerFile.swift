import Foundation

/// The answers of all cases, as they were recorded: a line each, its name and its hash.
package struct AnswerFile {
  private let answers: [String: String]

  /// Reads the lines of a text.
  package init(_ text: String) {
    let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
    answers = Dictionary(
      lines.filter { $0.count > 1 }.map { words in
        (words.dropLast().joined(separator: " "), String(words[words.count - 1]))
      }
    ) { $1 }
  }

  /// What is wrong with an answer; nil for nothing.
  package func complaint(about answer: String, of id: String) -> String? {
    answers[id] == answer
      ? nil : "\(id): answers \(answer), recorded \(answers[id] ?? "none")"
  }

  /// Asks all cases, ours and its twins, and counts allocations: both are the same on a busy machine.
  ///
  /// - Parameter recorded: What they answered before; nil to leave that out.
  /// - Returns: The lines of a file, and a line that says what was found.
  /// - Throws: ``Complaint`` with a line for each case that answers otherwise, or whose warm operations ask
  ///   for memory.
  static func check(
    _ cases: [Case],
    against recorded: AnswerFile?
  ) throws -> (lines: [String], found: String) {
    var complaints: [String] = []
    var lines: [String] = []
    var combined: UInt64 = 0
    for item in cases {
      let (answer, others) = Measurement.answers(item)
      complaints += others
      if item.isPortable {
        lines.append("\(item.id) \(answer)")
        for byte in answer.utf8 { combined = combined.mixed(Int(byte)) }
        if let complaint = recorded?.complaint(about: answer, of: item.id) {
          complaints.append(complaint)
        }
      }
      if !item.mayAllocate, let count = Measurement.allocations(item), count > 0 {
        complaints.append("\(item.id): \(count) allocations in a warm batch")
      }
    }
    try Complaint.raise(complaints)
    let twins = cases.filter { $0.contestants.dropFirst().contains(where: \.isComparable) }.count
    return (
      lines,
      "benchmarks: \(twins) cases answer as their twins, \(cases.count - twins) more as recorded; "
        + "answers \(String(combined, radix: 16))"
    )
  }
}
