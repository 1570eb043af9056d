import Foundation

/// Where the places of a bundled script stood before it was bundled: a source map of version 3 (ECMA-426).
package struct SourceMap {
  /// The longest that is read, in bytes.
  static let longest = 64 << 20

  private struct File: Decodable {
    var sources: [String?]
    var sourceRoot: String?
    var mappings: String
  }

  private struct Segment {
    var column: Int
    var source: Int
    var line: Int
    var sourceColumn: Int
  }

  private let sources: [String]
  /// By line, in the order of columns; all from 0.
  private var lines: [[Segment]] = []

  /// Reads a map; nil for what is none, and for one of sections.
  ///
  /// - Complexity: O(bytes).
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.longest,
      let file = try? JSONDecoder().decode(File.self, from: Data(bytes))
    else { return nil }
    sources = file.sources.map { Self.plain((file.sourceRoot ?? "") + ($0 ?? "")) }
    var (source, line, column) = (0, 0, 0)
    for row in file.mappings.utf8.split(
      separator: UInt8(ascii: ";"),
      omittingEmptySubsequences: false
    ) {
      var (own, start) = ([Segment](), 0)
      for piece in row.split(separator: UInt8(ascii: ",")) {
        guard let numbers = Self.numbers(piece), let first = numbers.first else { return nil }
        start += first
        guard numbers.count >= 4 else { continue }
        source += numbers[1]
        line += numbers[2]
        column += numbers[3]
        own.append(Segment(column: start, source: source, line: line, sourceColumn: column))
      }
      lines.append(own)
    }
  }

  /// The place before bundling, with the function's name as it is now; nil for a place of no source.
  ///
  /// - Complexity: O(log segments) of its line.
  package func original(of place: ScriptPlace) -> ScriptPlace? {
    guard lines.indices.contains(place.line - 1) else { return nil }
    let row = lines[place.line - 1]
    var (low, high) = (0, row.count)
    while low < high {
      let middle = (low + high) / 2
      if row[middle].column <= place.column - 1 { low = middle + 1 } else { high = middle }
    }
    guard low > 0, sources.indices.contains(row[low - 1].source) else { return nil }
    let segment = row[low - 1]
    return ScriptPlace(
      function: place.function,
      file: sources[segment.source],
      line: segment.line + 1,
      column: segment.sourceColumn + 1
    )
  }

  /// A source's path without what a bundler puts before it.
  private static func plain(_ path: String) -> String {
    var parts = path.split(separator: "/").map(String.init)
    if let scheme = parts.first, scheme.hasSuffix(":") { parts.removeFirst(min(2, parts.count)) }
    return parts.drop { $0 == ".." || $0 == "." }.filter { $0 != "." }.joined(separator: "/")
  }

  /// Numbers of five bits a letter, the lowest first; nil for other letters.
  private static func numbers(_ letters: Substring.UTF8View.SubSequence) -> [Int]? {
    var (numbers, value, shift) = ([Int](), 0, 0)
    for letter in letters {
      guard let digit = digits[letter], shift <= 30 else { return nil }
      value |= (digit & 31) << shift
      shift += 5
      guard digit & 32 == 0 else { continue }
      numbers.append(value & 1 == 0 ? value >> 1 : -(value >> 1))
      (value, shift) = (0, 0)
    }
    return shift == 0 ? numbers : nil
  }

  private static let digits: [UInt8: Int] = {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    return Dictionary(uniqueKeysWithValues: letters.utf8.enumerated().map { ($1, $0) })
  }()
}
