import Foundation
import FrameMetrics
import FramePacing
import Timebase

/// What an app's recorder writes: the frame log with its second part, which says when each frame was due,
/// what it showed, and what happened (`StillpointRecorder`).
///
/// A frame has a line; refreshes that a late one used up have none and follow from its promise. A log that
/// does not end with its last line is half a recording.
enum RecorderLog {
  /// The first line.
  struct Header: Decodable {
    var kind: String?
    var recorder: Int?
    var device: String?
    var refresh_hz: Double?
    var app: String?
    var version: String?
  }

  struct Line: Decodable {
    struct Message: Decodable {
      var id: String
      var y_pt: Double?
      var height_pt: Double?
    }
    struct Stream: Decodable {
      var id: String
      var received_chars: Int?
      var released_chars: Int?
    }
    struct Event: Decodable {
      var t_ms: Double?
      var event: String
      var id: String?
      var chars: Int?
      var by: String?
      var phase: String?
      var duration_ms: Double?
    }

    var kind: String?
    var frames: Int?
    var frame: Int?
    var t_ms: Double?
    var promised_ms: Double?
    var presented_ms: Double?
    var period_ms: Double?
    var begin_ms: Double?
    var work_ms: Double?
    var offset_pt: Double?
    var viewport_pt: Double?
    var content_bottom_pt: Double?
    var inset_top_pt: Double?
    var inset_bottom_pt: Double?
    var reading: Bool?
    var visible: [Message]?
    var streams: [Stream]?
    var events: [Event]?
  }

  private static let mark = "stillpoint-frame-log-end"

  /// The first line of a recorder's log; nil for any other file.
  static func header(of source: LogSource) throws -> Header? {
    var lines = LineReader(try source.stream())
    var header: Header?
    try lines.forEach { _, text in
      header = try? JSONDecoder().decode(Header.self, from: Data(text))
      return false
    }
    return header?.recorder == nil ? nil : header
  }

  /// Reads the file.
  static func read(_ source: LogSource, _ header: Header) throws -> FrameLog {
    var counts = RowCounts()
    var rows: [(number: Int, line: Line)] = []
    var lines = LineReader(try source.stream())
    let decoder = JSONDecoder()
    var failed: Int?
    var end: Int?
    try lines.forEach { number, text in
      if number == 1 || text.withoutBlanks.isEmpty { return true }
      if let failed { counts.refuse(line: failed, "no JSON object with frame and times") }
      failed = nil
      counts.read += 1
      guard let line = try? decoder.decode(Line.self, from: Data(text)) else {
        failed = number
        return true
      }
      if line.kind == mark {
        counts.read -= 1
        end = line.frames ?? -1
        return true
      }
      if let fault = fault(of: line) {
        counts.refuse(line: number, fault)
      } else {
        rows.append((number, line))
      }
      return rows.count < FrameLimit.frames
    }
    if failed != nil {
      counts.read -= 1
      counts.unfinished += 1
    }
    var builder = builder(rows, header)
    var screens = RecorderScreens()
    for row in rows { screens.take(row.line) }
    builder.screen = screens.samples()
    builder.text = RecorderText.samples(rows.map(\.line))
    var log = try source.log(.stillpoint, variant: "recorder", rows: counts, builders: [builder])
    log.origin = FrameLog.Origin(
      device: header.device ?? "",
      app: header.app ?? "",
      version: header.version ?? ""
    )
    log.device = header.device.flatMap { $0.isEmpty ? nil : $0 }
    if end == nil {
      log.cut = "the log ends at frame \(rows.last?.line.frame ?? 0) without its last line"
    } else if let end, end != rows.count + counts.refused {
      log.cut = "\(rows.count) of \(end) frames are there"
    }
    return log
  }

  /// What cannot be true of a line; nil when all of it may be.
  private static func fault(of line: Line) -> String? {
    guard let frame = line.frame, let time = line.t_ms, let promised = line.promised_ms,
      let presented = line.presented_ms, let period = line.period_ms
    else { return "no JSON object with frame, t_ms, promised_ms, presented_ms and period_ms" }
    let isTrue =
      -1e9...1e9 ~= time && 1...1000 ~= period && abs(promised - time) < 60_000
      && abs(presented - promised) < 60_000 && 0...60_000 ~= line.work_ms ?? 0
    return isTrue
      ? nil : "frame \(frame): t_ms \(time), promised_ms \(promised), presented_ms \(presented)"
  }

  private static func builder(_ rows: [(number: Int, line: Line)], _ header: Header)
    -> SessionBuilder
  {
    var builder = SessionBuilder(name: "")
    builder.labelName = "frame"
    builder.support = LogSupport(otherwise: "the recorder does not tell")
    builder.support.set(
      .exact,
      .frames,
      .hitches,
      .onTime,
      .intervals,
      .rates,
      .skipped,
      .animating
    )
    if rows.contains(where: { $0.line.work_ms != nil }) {
      builder.support.set(.exact, .work, .overrun)
    }
    for row in rows { add(row.line, to: &builder) }
    return builder
  }

  /// Adds a frame, and before it the refreshes that it used up: they were due and had no picture.
  private static func add(_ line: Line, to builder: inout SessionBuilder) {
    guard let frame = line.frame, let time = line.t_ms, let promised = line.promised_ms,
      let presented = line.presented_ms, let period = line.period_ms
    else { return }
    let lost = max(0, Int(((presented - promised) / period).rounded()))
    for index in 0..<min(lost, 60_000) {
      let later = Double(index) * period
      let swallowed = FrameTimeline.Frame(
        wanted: Instant(milliseconds: time + later),
        promised: Instant(milliseconds: promised + later),
        fate: .swallowed
      )
      builder.add(swallowed, label: frame)
      builder.periods.append(Nanoseconds(milliseconds: period))
    }
    let late = Double(lost) * period
    let work = line.work_ms.map { work in
      let start = Instant(milliseconds: line.begin_ms ?? time)
      let length = Nanoseconds(milliseconds: work)
      return FrameTimeline.Work(start: start, end: start + length, engine: length)
    }
    builder.add(
      FrameTimeline.Frame(
        wanted: Instant(milliseconds: time + late),
        promised: Instant(milliseconds: promised + late),
        fate: .presented(Instant(milliseconds: presented)),
        work: work
      ),
      label: frame
    )
    builder.periods.append(Nanoseconds(milliseconds: period))
  }
}
