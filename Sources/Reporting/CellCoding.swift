import Simulation

/// A cell's record as bytes, for the way from its process to the one that started it: the text that
/// `run.json` has of it, and its frames.
public enum CellCoding {
  private static let path = "a cell's record"

  /// The record as bytes: the length of the text in eight bytes, least first, the text, the frames.
  public static func bytes(of cell: CellRecord) -> [UInt8] {
    let text = Array(RunJSON.value(of: cell).text().utf8)
    return withUnsafeBytes(of: UInt64(text.count).littleEndian) { Array($0) } + text
      + cell.frames.bytes
  }

  /// Reads the record.
  ///
  /// - Throws: `ReportError.invalid` when these are not the bytes of a record.
  public static func cell(from bytes: ArraySlice<UInt8>) throws(ReportError) -> CellRecord {
    let length = bytes.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard bytes.count >= 8, length <= UInt64(bytes.count - 8) else {
      throw .invalid(
        path: path,
        line: 0,
        key: "length",
        value: "\(length)",
        expected: "at most \(bytes.count - 8)"
      )
    }
    let rest = bytes.dropFirst(8)
    let text = Array(rest.prefix(Int(length)))
    let cursor = JSONCursor(path: path, key: "", value: try JSONReader.read(text, path: path))
    var cell = try RunJSON.cell(cursor)
    cell.frames = try FramesFile.table(
      Array(rest.dropFirst(Int(length))),
      RunJSON.FrameKey(cursor),
      path: path,
      cell: 0
    )
    return cell
  }
}
