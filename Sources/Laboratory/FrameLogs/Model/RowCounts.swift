/// What became of a file's rows, events or records.
package struct RowCounts: Hashable, Sendable {
  /// A row that was refused.
  package struct Refusal: Hashable, Encodable, Sendable {
    /// Where it stands: a line, or the number of a record; from 1.
    package var line: Int
    /// What cannot be, with the value.
    package var reason: String
  }

  /// The most refusals that are kept with their reasons; more are counted.
  package static let shownRefusals = 20

  /// Rows that tell of a frame or a hitch.
  package var read = 0
  /// Rows of these that were refused because their time cannot be true.
  package private(set) var refused = 0
  /// The first of the refused rows.
  package private(set) var refusals: [Refusal] = []
  /// Records at the end that were cut off.
  package var unfinished = 0
  /// Rows, events or records that were not looked at, since enough were kept; of some formats only whether there are.
  package var beyond = 0
  /// Rows that were left out on purpose, by reason.
  package private(set) var leftOut: [String: Int] = [:]
  /// Values of optional columns that are no numbers, by column.
  package private(set) var unreadable: [String: Int] = [:]

  /// Makes counts of nothing.
  package init() {}

  /// Whether as many rows are kept as may be; then the one at hand counts as lost.
  mutating func isFull(_ kept: Int) -> Bool {
    if kept >= FrameLimit.frames { beyond += 1 }
    return kept >= FrameLimit.frames
  }

  mutating func refuse(line: Int, _ reason: String) {
    refused += 1
    if refusals.count < Self.shownRefusals { refusals.append(Refusal(line: line, reason: reason)) }
  }

  mutating func leaveOut(_ reason: String, count: Int = 1) {
    if count > 0 { leftOut[reason, default: 0] += count }
  }

  mutating func countUnreadable(_ column: String) {
    // A file with a thousand columns of rubbish is not worth a thousand names.
    if unreadable[column] != nil || unreadable.count < 64 { unreadable[column, default: 0] += 1 }
  }

  /// Refuses the file when too many of its rows were.
  ///
  /// - Throws: `FrameLogError` above `FrameLimit.refusedPercent`.
  func check(path: String) throws {
    guard refused * 100 > read * FrameLimit.refusedPercent else { return }
    let first = refusals.first
    throw FrameLogError(
      path: path,
      line: first?.line,
      problem: "\(refused) of \(read) rows cannot be true, the first: \(first?.reason ?? "")",
      expected: "at most \(FrameLimit.refusedPercent) % of them",
      advice: "The recording is damaged, or the file is of another format; name it with --format."
    )
  }

  /// The counts in words, a sentence each; empty when there is nothing to say.
  package var sentences: [String] {
    var result: [String] = []
    func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(count) rows" }
    if refused > 0 {
      result.append("\(rows(refused)) of \(read) refused because the time cannot be true")
      result += refusals.prefix(5).map { "line \($0.line): \($0.reason)" }
    }
    if beyond > 0 { result.append("more rows than are kept, those at the end were not read") }
    if unfinished > 0 { result.append("\(rows(unfinished)) cut off at the end, dropped") }
    for (reason, count) in leftOut.sorted(by: { $0.key < $1.key }) {
      result.append("\(rows(count)) left out: \(reason)")
    }
    for (column, count) in unreadable.sorted(by: { $0.key < $1.key }) {
      result.append("column \(column): \(count) values are no numbers, taken as not there")
    }
    return result
  }
}
