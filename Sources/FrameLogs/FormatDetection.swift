import Foundation

/// Finds the format of a file from its first bytes.
///
/// Every format has a mark of its own there; what has none is refused with the names of the formats
/// there are, not guessed.
package enum FormatDetection {
  /// How many bytes are looked at, unfolded and as UTF-8.
  static let headBytes = 256 << 10

  /// Finds the format.
  ///
  /// - Throws: `FrameLogError` for a file that cannot be read or is of no known format.
  package static func format(of path: String) throws -> LogFormat {
    let head = try self.head(of: path)
    guard !head.isEmpty else {
      throw FrameLogError(
        path: path,
        problem: "an empty file",
        expected: "a frame log",
        advice: "Record again."
      )
    }
    if head.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      throw FrameLogError(
        path: path,
        problem: "a ZIP archive, whatever its name ends in",
        expected: "a frame log",
        advice: "Unpack it and give the log in it."
      )
    }
    let text = String(decoding: head, as: UTF8.self)
    let found = self.format(FileHead(head))
    // A dump has its totals before its frames.
    if found == .gfxinfo { return try later(in: path) ?? .gfxinfo }
    if found == nil || found == .csv || text.holds("\"stackTable\""),
      let kind = KnownFiles.kind(of: text)
    {
      // A device's log of all kinds of lines may have frames further on.
      if let format = try later(in: path) { return format }
      throw FrameLogError(
        path: path,
        problem: kind.name,
        expected: "a frame log",
        advice: kind.advice
      )
    }
    if let found { return found }
    if let format = try later(in: path) { return format }
    throw FrameLogError(
      path: path,
      problem: "no format that is known: it seems to be \(KnownFiles.guess(head))",
      expected: "a recording in one of these formats: "
        + LogFormat.allCases.map(\.rawValue).joined(separator: ", "),
      advice: "Docs/Logs.md says how to record each; --format names one that was not recognised."
    )
  }

  /// The first bytes of a file.
  static func head(of path: String) throws -> [UInt8] {
    let stream = try ByteStream(path: path)
    var head: [UInt8] = []
    while head.count < headBytes, let piece = try stream.next() { head += piece }
    return Array(head.prefix(headBytes))
  }

  private static func format(_ head: FileHead) -> LogFormat? {
    FormatTable.rows.first { row in
      row.signs.contains { $0.shape == head.shape && $0.isThere(head) }
    }?.format
  }

  /// A dump or a log may begin with much else: looks for the mark of a line of its own further on,
  /// in the first 64 MiB.
  private static func later(in path: String) throws -> LogFormat? {
    let stream = try ByteStream(path: path)
    var tail: [UInt8] = []
    var count = 0
    while count < 64 << 20, let piece = try stream.next() {
      count += piece.count
      let whole = tail + piece
      let found = whole.withUnsafeBufferPointer { bytes in
        FormatTable.rows.first { $0.laterMark.map(bytes.contains) ?? false }?.format
      }
      if let found { return found }
      tail = Array(whole.suffix(32))
    }
    return nil
  }

  // MARK: Files that belong together

  /// Whether a file is xctrace's table of contents.
  static func isContents(_ path: String) throws -> Bool {
    let text = String(decoding: try head(of: path).prefix(4096), as: UTF8.self)
    return text.holds("<trace-toc") && !text.holds("<trace-query-result")
  }

  /// Whether a file is the expected timeline of trace processor, without the actual one.
  static func isExpectedTimeline(_ path: String) throws -> Bool {
    let text = String(decoding: try head(of: path), as: UTF8.self)
    guard let line = text.split(whereSeparator: \.isNewline).first else { return false }
    let names = CSVRow.cells(line, of: line)
    return PerfettoTables.fits(names) && !PerfettoTables.isActual(names)
  }
}
