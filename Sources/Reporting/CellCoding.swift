import Files
import Simulation

/// A cell's record as bytes, for the way from its process to the one that started it: the text that
/// `run.json` has of it, its frames and what was on screen, each with its length in eight bytes, least
/// first, before it.
public enum CellCoding {
  private static let path = "a cell's record"

  /// The record as bytes.
  public static func bytes(of cell: CellRecord) -> [UInt8] {
    FramesFile.bytes(
      [],
      [Array(RunJSON.value(of: cell).text().utf8), cell.frames.bytes, cell.screen.bytes]
    )
  }

  /// Reads the record.
  ///
  /// - Throws: ``InputError`` when these are not the bytes of a record.
  public static func cell(from bytes: ArraySlice<UInt8>) throws(InputError) -> CellRecord {
    let parts = try FramesFile.cells(Array(bytes), header: [], count: 3, path: path)
    let cursor = try JSONCursor.document(parts[0], path: path)
    var cell = try RunJSON.cell(cursor)
    let key = try RunJSON.FrameKey(cursor)
    cell.frames = try FramesFile.table(parts[1], key, path: path, cell: 0)
    cell.screen = try FramesFile.screen(parts[2], key, path: path, cell: 0)
    return cell
  }
}
