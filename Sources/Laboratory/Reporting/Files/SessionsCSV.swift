import Fleets
import Records

/// The rows of sessions as `sessions.csv`.
package enum SessionsCSV {
  /// The header.
  package static let header: [UInt8] = {
    var text = CSVText()
    for column in SessionColumn.allCases { text.add(column.rawValue) }
    text.endRow()
    return text.bytes
  }()

  /// One row.
  package static func bytes(of row: SessionRow) -> [UInt8] {
    var text = CSVText()
    for field in row.fields { text.add(field) }
    text.endRow()
    return text.bytes
  }

  /// The rows of a run's cells.
  package static func rows(of run: RunRecord, tags: [SessionKey: String] = [:]) -> [SessionRow] {
    var ordinals: [Int: Int] = [:]
    return run.cells.map { cell in
      guard let file = cell.recording?.file, file < run.files.count else {
        return SessionRow(of: cell, tags: tags)
      }
      defer { ordinals[file, default: 0] += 1 }
      return SessionRow(
        of: cell,
        in: run.files[file],
        ordinal: ordinals[file, default: 0],
        tags: tags
      )
    }
  }

  /// The rows of a run's cells, without the header.
  package static func lines(of run: RunRecord) -> [UInt8] {
    rows(of: run).reduce(into: []) { $0 += bytes(of: $1) }
  }

  /// The file of a run.
  package static func bytes(of run: RunRecord) -> [UInt8] { header + lines(of: run) }
}
