import Foundation

/// Finds the format of a file from its first bytes.
///
/// Every format has a mark of its own there; what has none is refused with the names of the formats
/// there are, not guessed.
package enum FormatDetection {
  /// How many bytes are looked at, unfolded and as UTF-8.
  static let headBytes = 256 << 10

  /// Finds the format.
  ///
  /// - Throws: `FrameLogError` for a file that cannot be read or is of no known format.
  package static func format(of path: String) throws -> LogFormat {
    let head = try self.head(of: path)
    guard !head.isEmpty else {
      throw FrameLogError(
        path: path,
        problem: "an empty file",
        expected: "a frame log",
        advice: "Record again."
      )
    }
    if head.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      throw FrameLogError(
        path: path,
        problem: "a ZIP archive, whatever its name ends in",
        expected: "a frame log",
        advice: "Unpack it and give the log in it."
      )
    }
    let text = String(decoding: head, as: UTF8.self)
    let found = binary(head) ?? self.text(text)
    // A dump has its totals before its frames.
    if found == .gfxinfo { return try later(in: path) ?? .gfxinfo }
    if found == nil || found == .csv || text.holds("\"stackTable\""),
      let kind = KnownFiles.kind(of: text)
    {
      // A device's log of all kinds of lines may have frames further on.
      if let format = try later(in: path) { return format }
      throw FrameLogError(
        path: path,
        problem: kind.name,
        expected: "a frame log",
        advice: kind.advice
      )
    }
    if let found { return found }
    if let format = try later(in: path) { return format }
    throw FrameLogError(
      path: path,
      problem: "no format that is known: it seems to be \(KnownFiles.guess(head))",
      expected: "a recording in one of these formats: "
        + LogFormat.allCases.map(\.rawValue).joined(separator: ", "),
      advice: "Docs/Logs.md says how to record each; --format names one that was not recognised."
    )
  }

  /// The first bytes of a file.
  static func head(of path: String) throws -> [UInt8] {
    let stream = try ByteStream(path: path)
    var head: [UInt8] = []
    while head.count < headBytes, let piece = try stream.next() { head += piece }
    return Array(head.prefix(headBytes))
  }

  // MARK: Marks

  private static func binary(_ head: [UInt8]) -> LogFormat? {
    // A trace is a list of messages of field 1; text that begins with a line feed is none.
    guard head.first == 0x0A, head.count > 2 else { return nil }
    let isText = head.prefix(512).allSatisfy { $0 >= 0x20 || [0x09, 0x0A, 0x0D].contains($0) }
    return isText ? nil : .perfetto
  }

  private static func text(_ text: String) -> LogFormat? {
    let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    switch start.first {
    case "{", "[": return json(String(start))
    case "<": return xml(text)
    default: return lines(text)
    }
  }

  private static func xml(_ text: String) -> LogFormat? {
    text.holds("<trace-query-result") || text.holds("<trace-toc") ? .xctrace : nil
  }

  private static func json(_ text: String) -> LogFormat? {
    func has(_ name: String) -> Bool { text.holds("\"\(name)\"") }
    if text.prefix(200).contains("stillpoint-frame-log") { return .stillpoint }
    if has("frameStartNanos") { return .jankStats }
    if has("flutterFrames") || has("devToolsSnapshot") { return .devTools }
    if has("frame_build_times") || has("average_frame_build_time_millis") { return .flutterSummary }
    if has("productData"), has("metricCategories") { return .appStoreConnect }
    if has("testRuns"), has("measurements") { return .xctest }
    if has("traceEvents") { return .chrome }
    if has("benchmarks") && (has("sampledMetrics") || has("frameDurationCpuMs") || has("context")) {
      return .macrobenchmark
    }
    if has("CaptureData") || has("Runs") && has("Info") { return .capFrameX }
    let metricKit = [
      "animationMetrics", "scrollHitchTimeRatio", "hitchTimeRatio", "HitchTimeMetric",
      "hitchTimeMetric", "timeStampBegin", "stateEntries", "intervalEntries",
      "applicationResponsivenessMetrics",
    ]
    if metricKit.contains(where: has) { return .metricKit }
    if text.first == "[", has("ph") || text.allSatisfy({ $0.isWhitespace || "[]".contains($0) }) {
      return .chrome
    }
    if has("ph") && has("ts") { return .chrome }
    if let format = FieldReports.format(of: text, isJSON: true) { return format }
    return PlainTimes.fitsJSON(text) ? .csv : nil
  }

  private static func lines(_ text: String) -> LogFormat? {
    if isFramestats(text) { return .framestats }
    if text.holds("frameStartNanos"), !isTable(text) { return .jankStats }
    if text.holds("performanceMetricID:"), text.holds("measured [") { return .xctest }
    if text.holds("Total frames rendered:") { return .gfxinfo }
    if SmartPerf.fits(text) { return .smartPerf }
    if let format = FieldReports.format(of: text, isJSON: false) { return format }
    // A carriage return and a line feed are one character of Swift's.
    let lines = text.split(
      maxSplits: 200,
      omittingEmptySubsequences: false,
      whereSeparator: \.isNewline
    )
    .prefix(200).map { String($0).trimmingCharacters(in: .whitespaces) }
    // A row of numbers is no header.
    for line in lines where line.utf8.contains(where: { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }) {
      let names = CSVRow.cells(line, of: line)
      if PerfettoTables.fits(names) { return .perfettoCSV }
      if PresentMon.fits(names) { return .presentMon }
    }
    if SurfaceFlingerLatency.fits(lines) { return .surfaceFlinger }
    return PlainTimes.fits(lines) ? .csv : nil
  }

  /// Whether the names of JankStats' fields stand in a header of a table, above rows of numbers.
  private static func isTable(_ text: String) -> Bool {
    let lines = text.split(maxSplits: 40, whereSeparator: \.isNewline).prefix(40)
    guard let header = lines.firstIndex(where: { $0.contains("frameStartNanos") }) else {
      return false
    }
    return CSVRow.cells(lines[header], of: lines[header]).contains("frameStartNanos")
      && !lines[(header + 1)...].contains { $0.contains("frameStartNanos") }
  }

  private static func isFramestats(_ text: String) -> Bool {
    text.holds("---PROFILEDATA---") || text.holds("Flags,IntendedVsync")
      || text.holds("Flags,FrameTimelineVsyncId")
  }

  /// A dump or a log may begin with much else: looks for the mark of a line of its own further on,
  /// in the first 64 MiB.
  private static func later(in path: String) throws -> LogFormat? {
    let stream = try ByteStream(path: path)
    var tail: [UInt8] = []
    var count = 0
    while count < 64 << 20, let piece = try stream.next() {
      count += piece.count
      let whole = tail + piece
      let found = whole.withUnsafeBufferPointer { bytes -> LogFormat? in
        if bytes.contains("---PROFILEDATA---") { return .framestats }
        return bytes.contains("frameStartNanos=") ? .jankStats : nil
      }
      if let found { return found }
      tail = Array(whole.suffix(32))
    }
    return nil
  }

  // MARK: Files that belong together

  /// Whether a file is xctrace's table of contents.
  static func isContents(_ path: String) throws -> Bool {
    let text = String(decoding: try head(of: path).prefix(4096), as: UTF8.self)
    return text.holds("<trace-toc") && !text.holds("<trace-query-result")
  }

  /// Whether a file is the expected timeline of trace processor, without the actual one.
  static func isExpectedTimeline(_ path: String) throws -> Bool {
    let text = String(decoding: try head(of: path), as: UTF8.self)
    guard let line = text.split(whereSeparator: \.isNewline).first else { return false }
    let names = CSVRow.cells(line, of: line)
    return PerfettoTables.fits(names) && !PerfettoTables.isActual(names)
  }
}
