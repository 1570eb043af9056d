import Files
import Records

/// What of a run's cells is kept beside `run.json`, in the form that is read back: the frames
/// (`frames.bin`, ``FrameTable``) and what was on screen (`screen.bin`, ``ScreenTable``).
///
/// Two lines of text, each ended by a line feed, say the schema's version and what stands in the
/// file; then the cells' bytes follow each other in the order of `run.json`, which has the SHA-256 of
/// each, and here the length of each in eight bytes, least first, before it.
enum FramesFile {
  static let frameHeader = header("frames", FrameTable.fields)
  static let screenHeader = header("screen", ScreenTable.groups)

  private static func header(_ name: String, _ contents: String) -> [UInt8] {
    Array("stillpoint \(name), schema \(RunRecord.schema)\n\(contents)\n".utf8)
  }

  /// Makes a file's bytes.
  static func bytes(_ header: [UInt8], _ cells: [[UInt8]]) -> [UInt8] {
    var all = header
    all.reserveCapacity(all.count + cells.reduce(0) { $0 + $1.count + 8 })
    for cell in cells {
      withUnsafeBytes(of: UInt64(cell.count).littleEndian) { all += $0 }
      all += cell
    }
    return all
  }

  /// The bytes of each cell of a file.
  ///
  /// - Parameter count: How many there must be; nil for as many as there are.
  /// - Throws: ``InputError`` with the cell.
  static func cells(
    _ bytes: [UInt8],
    header: [UInt8],
    count: Int?,
    path: String
  ) throws(InputError) -> [[UInt8]] {
    guard bytes.starts(with: header) else {
      throw invalid(path, "header", "other bytes", "schema \(RunRecord.schema) and its fields")
    }
    var rest = bytes.dropFirst(header.count)
    var cells: [[UInt8]] = []
    var index = 0
    while count.map({ index < $0 }) ?? !rest.isEmpty {
      defer { index += 1 }
      let length = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      guard rest.count >= 8, length <= UInt64(rest.count - 8) else {
        let value = rest.count < 8 ? "the end of the file" : "\(length) bytes"
        throw invalid(
          path,
          "configuration \(index)",
          value,
          "at most \(max(rest.count - 8, 0)) bytes"
        )
      }
      cells.append(Array(rest.dropFirst(8).prefix(Int(length))))
      rest = rest.dropFirst(8 + Int(length))
    }
    guard rest.isEmpty else {
      throw invalid(path, "end", "\(rest.count) more bytes", "the end of the file")
    }
    return cells
  }

  /// What was on screen in a cell, if it is what `run.json` speaks of.
  static func screen(
    _ bytes: [UInt8],
    _ key: StoredCell.FrameKey,
    path: String,
    cell: Int
  ) throws(InputError) -> ScreenTable {
    let digest = TextDigest.sha256(bytes)
    guard digest == key.screenSHA256 else {
      let expected = "\(key.screenSHA256), as run.json says"
      throw invalid(path, "configuration \(cell)", "SHA-256 \(digest)", expected)
    }
    guard let table = ScreenTable(bytes: bytes) else {
      throw invalid(
        path,
        "configuration \(cell)",
        "other bytes",
        "whole rows of \(ScreenTable.groups)"
      )
    }
    return table
  }

  /// A cell's frames, if they are those that `run.json` speaks of.
  static func table(
    _ bytes: [UInt8],
    _ key: StoredCell.FrameKey,
    path: String,
    cell: Int
  ) throws(InputError) -> FrameTable {
    let digest = TextDigest.sha256(bytes)
    guard digest == key.sha256 else {
      throw invalid(
        path,
        "configuration \(cell)",
        "SHA-256 \(digest)",
        "\(key.sha256), as run.json says"
      )
    }
    do throws(FrameTable.Damage) {
      return try FrameTable(bytes: bytes, count: key.count)
    } catch {
      throw invalid(
        path,
        "configuration \(cell), frame \(error.frame)",
        "other bytes",
        error.expected
      )
    }
  }

  private static func invalid(
    _ path: String,
    _ key: String,
    _ value: String,
    _ expected: String
  ) -> InputError {
    InputError(
      path: path,
      problem: "\(key) is damaged",
      value: value,
      expected: expected,
      advice: "Restore the file, or run what it is of again."
    )
  }
}
