import Simulation

/// The run's frames as `frames.bin`, the form that is read back.
///
/// Two lines of text, each ended by a line feed, say the schema's version and the fields of a frame;
/// then the cells' ``FrameTable`` bytes follow each other in the order of `run.json`, which has the
/// count and the SHA-256 of each, and here the length of each in eight bytes, least first, before
/// it.
enum FramesFile {
  private static var header: [UInt8] {
    Array("stillpoint frames, schema \(RunRecord.schema)\n\(FrameTable.fields)\n".utf8)
  }

  /// Makes the file's bytes.
  static func bytes(of run: RunRecord) -> [UInt8] {
    var all = header
    all.reserveCapacity(all.count + run.cells.reduce(0) { $0 + $1.frames.bytes.count + 8 })
    for cell in run.cells {
      withUnsafeBytes(of: UInt64(cell.frames.bytes.count).littleEndian) { all += $0 }
      all += cell.frames.bytes
    }
    return all
  }

  /// Reads the frames into the cells of `run`.
  ///
  /// - Throws: `ReportError.invalid` with the cell.
  static func read(
    _ bytes: [UInt8],
    path: String,
    into run: inout RunRecord,
    keys: [RunJSON.FrameKey]
  ) throws(ReportError) {
    guard bytes.starts(with: header) else {
      throw invalid(path, "header", "other bytes", "schema \(RunRecord.schema) and its fields")
    }
    var rest = bytes.dropFirst(header.count)
    for index in run.cells.indices {
      let length = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      guard rest.count >= 8, length <= UInt64(rest.count - 8) else {
        let value = rest.count < 8 ? "the end of the file" : "\(length) bytes"
        throw invalid(path, "cell \(index)", value, "at most \(max(rest.count - 8, 0)) bytes")
      }
      rest = rest.dropFirst(8)
      let table = try table(Array(rest.prefix(Int(length))), keys[index], path: path, cell: index)
      run.cells[index].frames = table
      rest = rest.dropFirst(Int(length))
    }
    guard rest.isEmpty else {
      throw invalid(path, "end", "\(rest.count) more bytes", "the end of the file")
    }
  }

  /// A cell's frames, if they are those that `run.json` speaks of.
  static func table(
    _ bytes: [UInt8],
    _ key: RunJSON.FrameKey,
    path: String,
    cell: Int
  ) throws(ReportError) -> FrameTable {
    let digest = TextDigest.sha256(bytes)
    guard digest == key.sha256 else {
      throw invalid(path, "cell \(cell)", "SHA-256 \(digest)", "\(key.sha256), as run.json says")
    }
    do throws(FrameTable.Damage) {
      return try FrameTable(bytes: bytes, count: key.count)
    } catch {
      throw invalid(path, "cell \(cell), frame \(error.frame)", "other bytes", error.expected)
    }
  }

  private static func invalid(
    _ path: String,
    _ key: String,
    _ value: String,
    _ expected: String
  ) -> ReportError {
    .invalid(path: path, line: 0, key: key, value: value, expected: expected)
  }
}
