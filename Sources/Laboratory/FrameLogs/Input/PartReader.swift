/// Reads a table of text in one pass over its lines, and hands a long one out part by part: what is held does not
/// grow with the file.
///
/// A format gives what is its own: what a line is, where a part may end, and what log the rows at hand are.
protocol PartReader: SendableMetatype {
  init(_ source: LogSource)

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - part: The most rows of a log, as far as rows can be parted there; nil to have all of them in one log.
  ///   - body: Called with each log in order.
  /// - Complexity: O(bytes); memory follows the rows of a part.
  static func read(
    _ source: LogSource,
    partsOf part: Int?,
    _ body: (FrameLog) throws -> Void
  ) throws

  /// How many rows are held.
  var heldRows: Int { get }

  /// Looks at a line.
  ///
  /// - Returns: Whether it is a row, which is taken next.
  mutating func isRow(_ line: LineReader.Line, _ number: Int) throws -> Bool

  /// Takes a row.
  ///
  /// - Parameter isPart: Whether the file is handed out in parts, so that no row is too many.
  /// - Returns: Whether any line after it is looked at.
  mutating func take(_ line: LineReader.Line, _ number: Int, isPart: Bool) throws -> Bool

  /// Whether the rows so far can be a part of their own. Asked when there are as many as a part has.
  mutating func canEndPart() throws -> Bool

  /// Makes the log of the rows at hand.
  mutating func log() throws -> FrameLog

  /// Lets the rows go, but for those from which the next part goes on.
  mutating func startPart()

  /// Takes note that all lines were there; `isUnfinished` where the last one has no end.
  mutating func end(isUnfinished: Bool)
}

extension PartReader {
  static func read(
    _ source: LogSource,
    partsOf part: Int?,
    _ body: (FrameLog) throws -> Void
  ) throws {
    var reader = Self(source)
    try reader.readLines(of: source, partsOf: part, body)
  }

  /// Reads a file as one log.
  static func read(_ source: LogSource) throws -> FrameLog {
    var logs: [FrameLog] = []
    try read(source, partsOf: nil) { logs.append($0) }
    return logs[0]
  }

  /// Takes the lines of a file.
  mutating func readLines(
    of source: LogSource,
    partsOf part: Int?,
    _ body: (FrameLog) throws -> Void
  ) throws {
    var lines = LineReader(try source.stream())
    try lines.forEach { number, line in
      guard try isRow(line, number) else { return true }
      if let part, heldRows >= part, try canEndPart() {
        try body(log())
        startPart()
      }
      return try take(line, number, isPart: part != nil)
    }
    end(isUnfinished: lines.isUnfinished)
    try body(log())
  }
}
