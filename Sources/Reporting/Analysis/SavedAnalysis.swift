import Files
import FrameMetrics

/// An analysis of logs as its folder keeps it: the figures, without the frames.
package struct SavedAnalysis: Sendable {
  /// One session of a log.
  package struct Cell: Codable, Sendable {
    /// The file's name.
    package var file: String
    /// What tells it apart in the file; empty where there is but one.
    package var session: String
    /// The format's name for programs.
    package var format: String
    /// The display's refresh rate in Hz; nil where it is unknown.
    package var hertz: Double?
    /// The verdict in one word.
    package var word: String
    /// The device's model; nil where the file does not say.
    package var device: String?
    /// The hash of the file's bytes: what tells a copy; nil in an analysis of an older program.
    package var digest: String?
    /// The hash of its frames, which may be those of another recording too; nil for a session without frames.
    package var frames: String?
    /// The figures, in the order of the table of metrics.
    package var metrics: [MetricValue]

    private enum CodingKeys: String, CodingKey {
      case file, session, format
      case hertz = "refresh_hz"
      case word = "verdict"
      case device
      case digest = "file_digest"
      case frames = "frames_digest"
      case metrics
    }

    /// What is kept of a session.
    init(_ cell: AnalysisRecord.Cell) {
      file = cell.file
      session = cell.session
      format = cell.format.rawValue
      hertz = cell.hertz
      word = cell.word
      device = cell.device
      digest = cell.digest
      frames =
        cell.source.timeline.frames.isEmpty ? nil : FrameDigest.text(of: cell.source.timeline)
      metrics = cell.analysis.metrics
    }

    /// The cell in words.
    package var name: String { session.isEmpty ? file : "\(file), \(session)" }
  }

  /// No analysis is longer: 1 GiB.
  private static let longest = 1 << 30

  /// The folder; empty for one that was not written.
  package let path: String
  /// What the analysis is called.
  package let name: String
  /// The sessions, in order.
  package let cells: [Cell]

  /// Whether a folder holds an analysis and not a run.
  package static func isAnalysis(_ path: String) -> Bool {
    Folder.exists(RunFolder(path: path).path + "/" + ReportFiles.analysis)
  }

  /// Reads the folder's `analysis.json`.
  ///
  /// - Throws: ``InputError`` naming file, line and key.
  package init(path: String) throws(InputError) {
    self.path = RunFolder(path: path).path
    let file = self.path + "/" + ReportFiles.analysis
    let bytes = try InputFile.read(file, as: .bytes(Self.longest)).bytes
    let stored = try RecordCoding.read(File.self, from: bytes, path: file)
    name = stored.name
    cells = stored.cells
  }

  /// Takes what an analysis of recordings came to, without a folder.
  package init(_ record: AnalysisRecord) {
    path = ""
    name = record.name
    cells = record.cells.map(Cell.init)
  }

  /// As much of the file as is read back.
  private struct File: Decodable, VersionedRecord {
    static let schema = AnalysisRecord.schema

    var name: String
    var cells: [Cell]
  }
}
