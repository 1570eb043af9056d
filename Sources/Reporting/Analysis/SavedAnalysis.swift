import Files
import FrameMetrics
import LoadGeneration

/// An analysis of logs as its folder keeps it: the figures, without the frames.
public struct SavedAnalysis: Sendable {
  /// One session of a log.
  public struct Cell: Sendable {
    /// The file's name.
    public var file: String
    /// What tells it apart in the file; empty where there is but one.
    public var session: String
    /// The format's name for programs.
    public var format: String
    /// The display's refresh rate in Hz; nil where it is unknown.
    public var hertz: Double?
    /// The verdict in one word.
    public var word: String
    /// The figures, in the order of the table of metrics.
    public var metrics: [MetricValue]

    /// The cell in words.
    public var name: String { session.isEmpty ? file : "\(file), \(session)" }
  }

  /// No analysis is longer: 1 GiB.
  private static let longest = 1 << 30

  /// The folder.
  public let path: String
  /// What the analysis is called.
  public let name: String
  /// The sessions, in order.
  public let cells: [Cell]

  /// Whether a folder holds an analysis and not a run.
  public static func isAnalysis(_ path: String) -> Bool {
    Folder.exists(RunFolder(path: path).path + "/" + ReportFiles.analysis)
  }

  /// Reads the folder's `analysis.json`.
  ///
  /// - Throws: ``InputError`` naming file, line and key.
  public init(path: String) throws(InputError) {
    self.path = RunFolder(path: path).path
    let file = self.path + "/" + ReportFiles.analysis
    let bytes = try InputFile.read(file, as: .bytes(Self.longest)).bytes
    let root = try JSONCursor.document(bytes, path: file, schema: AnalysisRecord.schema)
    name = try root.member("name").string()
    var cells: [Cell] = []
    for cursor in try root.member("cells").elements() { cells.append(try Self.cell(cursor)) }
    self.cells = cells
  }

  private static func cell(_ cursor: JSONCursor) throws(InputError) -> Cell {
    var metrics: [MetricValue] = []
    for metric in try cursor.member("metrics").elements() {
      metrics.append(try RunJSON.figure(metric))
    }
    return Cell(
      file: try cursor.member("file").string(),
      session: try cursor.member("session").string(),
      format: try cursor.member("format").string(),
      hertz: try cursor.member("refresh_hz").orNull?.double(),
      word: try cursor.member("verdict").string(),
      metrics: metrics
    )
  }
}
