import Foundation

/// What is known of a format: how a file of it begins, and what reads it.
struct FormatRow: Sendable {
  typealias Read = @Sendable (_ source: LogSource, _ beside: FilesBeside) throws -> FrameLog

  /// By what a file is told, where it begins in one of the ways that files begin.
  struct Sign: Sendable {
    var shape: FileHead.Shape
    var isThere: @Sendable (FileHead) -> Bool
  }

  let format: LogFormat
  /// The format's name for people.
  let title: String
  /// Why the figures of its own tool differ from ours; nil where it has none.
  var difference: String?
  /// Whether sessions of one name in a file are recordings of one thing.
  var holdsRecordings = false
  /// What a file of it looks like that has its end.
  var ending = Ending.none
  /// Any of them tells the format; none where ``read`` of another one finds it.
  var signs: [Sign] = []
  /// What tells it further on in a file that begins with much else.
  var laterMark: StaticString?
  let read: Read

  /// Whether a file shows that it was cut off.
  enum Ending: Sendable {
    /// It may end anywhere.
    case none
    /// It is a document with an end.
    case document
    /// It is one if its first byte is one of these.
    case documentAfter([UInt8])
  }
}

/// Other files that belong to the one that is read.
struct FilesBeside {
  /// Timelines of what was expected.
  var expected: [String] = []
  /// The table of contents of an export.
  var contents: String?
}

/// The beginning of a file, by which its format is told.
struct FileHead {
  /// How files begin.
  enum Shape: Sendable { case binary, json, xml, lines }

  let shape: Shape
  /// The text; of JSON without the white space before it.
  let text: String
  /// The first lines without the white space around them; none of JSON and XML.
  private(set) var lines: [String] = []
  /// The cells of each of them that has letters: a row of numbers is no header.
  private(set) var headers: [[String]] = []

  /// Looks at the first bytes of a file.
  init(_ bytes: [UInt8]) {
    let whole = String(decoding: bytes, as: UTF8.self)
    let start = whole.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    shape = Self.shape(bytes, start.first)
    text = shape == .json ? String(start) : whole
    guard shape == .lines else { return }
    // A carriage return and a line feed are one character of Swift's.
    lines = text.split(
      maxSplits: 200,
      omittingEmptySubsequences: false,
      whereSeparator: \.isNewline
    )
    .prefix(200).map { String($0).trimmingCharacters(in: .whitespaces) }
    headers = lines.filter { $0.utf8.contains { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A } }
      .map { CSVRow.cells($0, of: $0) }
  }

  private static func shape(_ bytes: [UInt8], _ first: Character?) -> Shape {
    // A trace is a list of messages of field 1; text that begins with a line feed is none.
    if bytes.first == 0x0A, bytes.count > 2 {
      let isText = bytes.prefix(512).allSatisfy { $0 >= 0x20 || [0x09, 0x0A, 0x0D].contains($0) }
      if !isText { return .binary }
    }
    return switch first {
    case "{", "[": .json
    case "<": .xml
    default: .lines
    }
  }

  /// Whether a text stands in it.
  func holds(_ mark: String) -> Bool { text.holds(mark) }

  /// Whether these names stand in it in quotes, all of them.
  func names(_ names: String...) -> Bool { names.allSatisfy { text.holds("\"\($0)\"") } }

  /// Whether one of these names stands in it in quotes.
  func namesOne(of names: String...) -> Bool { names.contains { text.holds("\"\($0)\"") } }

  /// Whether the words of one of these lists are all in it: names in quotes of JSON, else words of its first line.
  func holdsOne(of marks: [[String]]) -> Bool {
    let head = shape == .json ? text : String(text.prefix { !$0.isNewline })
    return marks.contains { $0.allSatisfy { head.holds(shape == .json ? "\"\($0)\"" : $0) } }
  }
}
