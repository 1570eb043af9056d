import Timebase

/// Reads files of frames, whatever tool wrote them.
package enum FrameLogReader {
  /// Reads files; those that belong together become one log: the two timelines of trace processor,
  /// and a table of `xctrace` with its table of contents.
  ///
  /// - Parameter onFile: Called before each step with how many stand before it, how many there are, and its
  ///   file: each file is looked at, and read.
  /// - Returns: A log for each file or pair, in the order of the files.
  /// - Throws: `FrameLogError` for the first file that cannot be read.
  package static func read(
    _ paths: [String],
    _ options: LogOptions = .init(),
    onFile: (_ done: Int, _ total: Int, _ path: String) -> Void = { _, _, _ in }
  ) throws -> [FrameLog] {
    var formats: [LogFormat] = []
    for (index, path) in paths.enumerated() {
      onFile(index, 2 * paths.count, path)
      formats.append(try options.format ?? FormatDetection.format(of: path))
    }
    let xctrace = paths.indices.filter { formats[$0] == .xctrace }
    let contents = try xctrace.filter { try FormatDetection.isContents(paths[$0]) }
    let tables = paths.indices.filter { formats[$0] == .perfettoCSV }
    let expected = try tables.filter { try FormatDetection.isExpectedTimeline(paths[$0]) }
    let actual = tables.filter { !expected.contains($0) }
    var logs: [FrameLog] = []
    for index in paths.indices {
      onFile(paths.count + index, 2 * paths.count, paths[index])
      if contents.contains(index), contents.count < xctrace.count { continue }
      if expected.contains(index), !actual.isEmpty { continue }
      let source = LogSource(path: paths[index], options: options)
      var beside = FilesBeside()
      if formats[index] == .perfettoCSV, let place = actual.firstIndex(of: index) {
        // With one expected timeline, or as many as actual ones, it is clear which belong together.
        if expected.count == actual.count { beside.expected = [paths[expected[place]]] }
        if expected.count == 1, actual.count > 1 { beside.expected = [paths[expected[0]]] }
      }
      if let place = xctrace.filter({ !contents.contains($0) }).firstIndex(of: index) {
        // One for all of them, or as many as there are tables, in the same order.
        if contents.count == 1 { beside.contents = paths[contents[0]] }
        if contents.count == xctrace.count - contents.count {
          beside.contents = paths[contents[place]]
        }
      }
      var log = try read(source, formats[index], beside)
      log.digest = try source.digest()
      log.cut = try log.cut ?? cut(log, source)
      logs.append(log)
    }
    if !options.sessions.isEmpty { try keep(options.sessions, of: &logs) }
    return logs
  }

  /// Reads a file part by part where it is a long table of times, in memory that does not grow with it; any other
  /// file is one part. What the first part's columns, unit and rate are taken to be is so in all of them. Each part
  /// but the first begins with the picture with which the one before ended, or with one that stands for none.
  ///
  /// - Parameter body: Called with each part in order.
  /// - Throws: `FrameLogError` for a file that cannot be read, also after some of its parts; what `body` throws.
  package static func readParts(
    of path: String,
    _ options: LogOptions,
    _ body: (FrameLog) throws -> Void
  ) throws {
    let source = LogSource(path: path, options: options)
    var whole = options
    whole.format = try options.format ?? FormatDetection.format(of: path)
    guard whole.format == .csv, options.from == nil, options.to == nil, options.sessions.isEmpty
    else { return try read([path], whole).forEach(body) }
    let digest = try source.digest()
    try PlainTimes.read(source, partsOf: FrameLimit.part) { part in
      var log = part
      log.digest = digest
      log.cut = try cut(part, source)
      try body(log)
    }
  }

  /// The hash of a file's bytes: what tells a copy.
  package static func digest(of path: String) throws -> String {
    try LogSource(path: path, options: .init()).digest()
  }

  /// Why a log is a part of what was recorded, by what became of its rows; nil where nothing says so. A table
  /// may end anywhere, and so may the bare list of events that Chrome writes; a document has an end.
  private static func cut(_ log: FrameLog, _ source: LogSource) throws -> String? {
    if log.rows.beyond > 0 { return "it has more rows than are kept" }
    guard log.rows.unfinished > 0 else { return nil }
    let isDocument =
      switch log.format.row.ending {
      case .none: false
      case .document: true
      case .documentAfter(let bytes):
        try JSONStream(try source.stream()).peek().map(bytes.contains) ?? false
      }
    return isDocument ? "the document ends before its end" : nil
  }

  /// Keeps the sessions whose names have one of these texts in them, and the logs that have such.
  ///
  /// - Throws: `FrameLogError` with the names that there are, where none has.
  private static func keep(_ texts: [String], of logs: inout [FrameLog]) throws {
    let paths = logs.map(\.path)
    let names = logs.flatMap { $0.sessions.map(\.name) }
    let wanted = texts.map { $0.lowercased() }
    for index in logs.indices {
      let count = logs[index].sessions.count
      logs[index].sessions.removeAll { session in
        let name = session.name.lowercased()
        return !wanted.contains { name.contains($0) }
      }
      // One that was asked for is judged.
      for place in logs[index].sessions.indices { logs[index].sessions[place].bystander = nil }
      let others = count - logs[index].sessions.count
      if others > 0, others < count {
        logs[index].notes.append("\(others) other sessions were left out")
      }
    }
    logs.removeAll { $0.sessions.isEmpty }
    guard logs.isEmpty else { return }
    let known = names.prefix(8).map { $0.isEmpty ? "one without a name" : $0 }
    throw FrameLogError(
      path: paths.joined(separator: ", "),
      problem: "no session whose name has \(texts.joined(separator: " or ")) in it",
      expected: "a part of one of: " + known.joined(separator: ", ")
        + (names.count > known.count ? ", and \(names.count - known.count) more" : ""),
      advice: "Leave the choice of a session out to see all of them."
    )
  }

  private static func read(
    _ source: LogSource,
    _ format: LogFormat,
    _ beside: FilesBeside
  ) throws -> FrameLog {
    do {
      return try format.row.read(source, beside)
    } catch var error as FrameLogError {
      if error.path.isEmpty { error.path = source.path }
      throw error
    } catch is JSONStream.Unfinished {
      throw source.fault(
        "JSON that ends early",
        expected: "a whole value",
        advice: "Export the file again."
      )
    }
  }
}
