import Timebase

/// A file that is to be read, and how.
struct LogSource {
  let path: String
  let options: LogOptions

  /// The file from its start.
  func stream() throws -> ByteStream { try ByteStream(path: path) }

  /// The hash of the file as it is unpacked: FNV-1a of 64 bits over words of eight bytes, and the length.
  ///
  /// - Complexity: O(file).
  func digest() throws -> String {
    let stream = try stream()
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var (count, rest) = (0, [UInt8]())
    func add(_ word: UInt64) { hash = (hash ^ word) &* 0x100_0000_01B3 }
    while let bytes = try stream.next() {
      count += bytes.count
      let all = rest + bytes
      all.withUnsafeBytes { all in
        for start in stride(from: 0, to: all.count - 7, by: 8) {
          add(UInt64(littleEndian: all.loadUnaligned(fromByteOffset: start, as: UInt64.self)))
        }
      }
      rest = Array(all.suffix(all.count % 8))
    }
    for byte in rest { add(UInt64(byte)) }
    add(UInt64(count))
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

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
    builders: consuming [SessionBuilder],
    notes: [String] = []
  ) throws -> FrameLog {
    var rows = rows
    var sessions: [LogSession] = []
    // Frames are held once: nobody else has them any more.
    var builders = consume builders
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
    // What a row held that cannot be true nobody knows.
    if let first = rows.refusals.first {
      let count = rows.refused == 1 ? "1 row" : "\(rows.refused) rows"
      for index in sessions.indices where sessions[index].open == nil {
        sessions[index].open =
          "\(count) of \(rows.read) could not be taken, the first at \(first.line): \(first.reason)"
      }
    }
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
