import Timebase

/// A file that is to be read, and how.
struct LogSource {
  let path: String
  let options: LogOptions

  /// The file from its start.
  func stream() throws -> ByteStream { try ByteStream(path: path) }

  /// An error about this file.
  func fault(
    line: Int? = nil,
    _ problem: String,
    expected: String,
    advice: String
  ) -> FrameLogError {
    FrameLogError(path: path, line: line, problem: problem, expected: expected, advice: advice)
  }

  /// Makes the log of what was gathered, after the rows that cannot be true were counted.
  ///
  /// - Throws: `FrameLogError` when too many rows were refused, or nothing is left.
  func log(
    _ format: LogFormat,
    variant: String,
    rows: RowCounts,
    builders: [SessionBuilder],
    notes: [String] = []
  ) throws -> FrameLog {
    var rows = rows
    var sessions: [LogSession] = []
    var builders = builders
    var notes = notes
    if builders.count > FrameLimit.sessions {
      notes.append(
        "\(builders.count) sessions, the \(FrameLimit.sessions) with the most frames are shown"
      )
      let order = builders.indices.sorted {
        (-builders[$0].frames.count, $0) < (-builders[$1].frames.count, $1)
      }
      builders = order.prefix(FrameLimit.sessions).sorted().map { builders[$0] }
    }
    for index in builders.indices {
      if let session = builders[index].session(options, &rows) { sessions.append(session) }
      builders[index].frames = []
    }
    try rows.check(path: path)
    guard !sessions.isEmpty else {
      throw fault(
        "no frame in it" + (rows.sentences.first.map { " (\($0))" } ?? ""),
        expected: "frames in the format \(format.title)",
        advice: options.from != nil || options.to != nil
          ? "Check --from and --to." : "Record while something moves on screen."
      )
    }
    return FrameLog(
      path: path,
      format: format,
      variant: variant,
      rows: rows,
      sessions: sessions,
      notes: notes
    )
  }
}
