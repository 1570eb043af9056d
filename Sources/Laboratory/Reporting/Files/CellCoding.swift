import Files
import Records

/// A cell's record as bytes, for the way from its process to the one that started it: the text that
/// `run.json` has of it, its frames and what was on screen, each with its length in eight bytes, least
/// first, before it, then its pictures.
package enum CellCoding {
  private static let path = "a configuration's record"

  /// The record as bytes.
  ///
  /// - Throws: ``OutputError`` for what JSON cannot say.
  package static func bytes(of cell: CellRecord) throws(OutputError) -> [UInt8] {
    let record = try RecordCoding.bytes(of: StoredCell(cell), for: path)
    let pictures = PictureFile.bytes(of: cell.pictures)
    return FramesFile.bytes([], [record, cell.frames.bytes, cell.screen.bytes, pictures])
  }

  /// Reads the record.
  ///
  /// - Throws: ``InputError`` when these are not the bytes of a record.
  package static func cell(from bytes: ArraySlice<UInt8>) throws(InputError) -> CellRecord {
    let parts = try FramesFile.cells(Array(bytes), header: [], count: 4, path: path)
    var cell = try RecordCoding.read(StoredCell.self, from: parts[0], path: path)
      .record(frames: (parts[1], path), screen: (parts[2], path), cell: 0)
    cell.pictures = try PictureFile.pictures(from: parts[3], path: path)
    return cell
  }
}
