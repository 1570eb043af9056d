import Foundation

/// The examples of Unicode's GraphemeBreakTest.txt (Debian package `unicode-data`): graphemes, each
/// as its scalars.
enum GraphemeBreakExamples {
  static let path =
    ProcessInfo.processInfo.environment["STILLPOINT_GRAPHEME_BREAK_TEST"]
    ?? "/usr/share/unicode/auxiliary/GraphemeBreakTest.txt"

  /// Nil when the file is not there. Examples with surrogates, which are no scalars, are left out.
  static func load() -> [[[Unicode.Scalar]]]? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    return text.split(separator: "\n").compactMap { line in
      let example = line.prefix { $0 != "#" }
      guard example.contains("÷") else { return nil }
      let graphemes = example.split(separator: "÷").compactMap { part in
        let scalars = part.split { $0 == "×" || $0.isWhitespace }
          .compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
        return scalars.isEmpty ? nil : scalars
      }
      return graphemes.isEmpty ? nil : graphemes
    }
  }
}
