import Foundation

/// A number of the engine that a law speaks of: a file below Sources and a piece of its text with
/// the number in double braces.
struct NumericConstant: Decodable {
  /// A place that is not there, or not once.
  struct Lost: Error, CustomStringConvertible {
    var description: String
  }

  /// The file, below Sources.
  var file: String
  /// The text around the number; any run of blanks stands for any other.
  var before: String
  var number: String
  var after: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let match = text.wholeMatch(of: #/([^ :]+): (.*)\{\{(.+)\}\}(.*)/#) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "a constant is `Folder/File.swift: text {{number}} text`, not \(text)"
      )
    }
    file = String(match.1)
    before = String(match.2)
    number = String(match.3)
    after = String(match.4)
  }

  /// The text that shows where the number stands.
  var snippet: String { before + number + after }

  /// Finds the number.
  /// - Returns: the file's text and the range of the number in it.
  /// - Throws: `Lost` when the text is not there exactly once.
  func find(root: URL) throws -> (text: String, range: Range<String.Index>) {
    let url = root.appending(path: "Sources").appending(path: file)
    guard let text = try? String(contentsOf: url, encoding: .utf8) else {
      throw Lost(description: "Sources/\(file) cannot be read")
    }
    let pieces = [before, number, after].map { piece in
      NSRegularExpression.escapedPattern(for: piece)
        .replacingOccurrences(of: " +", with: "\\\\s+", options: .regularExpression)
    }
    let pattern = "\(pieces[0])(\(pieces[1]))\(pieces[2])"
    let whole = NSRange(text.startIndex..., in: text)
    let matches = try NSRegularExpression(pattern: pattern).matches(in: text, range: whole)
    guard matches.count == 1, let range = Range(matches[0].range(at: 1), in: text) else {
      throw Lost(description: "Sources/\(file) has `\(snippet)` \(matches.count) times, not once")
    }
    return (text, range)
  }

  /// Other numbers to put in its place, the one that `seed` picks first.
  func changes(seed: UInt64) -> [String] {
    let digits = number.filter { $0 != "_" }
    var changes: [String] = []
    if let whole = Int(digits) {
      changes = ["\(whole + 1)", "\(whole * 2)", "\(whole + max(1, whole / 10))"]
      if whole > 1 { changes.append("\(whole - max(1, whole / 10))") }
    } else if let real = Double(digits) {
      changes = ["\(real * 1.1)", "\(real * 0.9)", "\(real * 1.5)"]
    }
    var unique: [String] = []
    for change in changes where !unique.contains(change) { unique.append(change) }
    guard !unique.isEmpty else { return [] }
    let first = Int(seed % UInt64(unique.count))
    return Array(unique[first...] + unique[..<first])
  }
}
