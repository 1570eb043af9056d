import Foundation
import FrameMetrics
import FramePacing
import Records
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
    var animating: Bool?
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
      return !counts.isFull(rows.count)
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
    builder.told = told(rows.map(\.line))
    builder.notes += faults(builder.screen, rows.map(\.line))
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

  /// What the app told of, without the text that came.
  private static func told(_ lines: [Line]) -> [Recording.Told] {
    lines.flatMap { line in
      (line.events ?? []).filter { $0.event != "token" }.compactMap { event in
        let words = ([event.event] + [event.id, event.phase].compactMap(\.self))
          .joined(separator: " ")
        return (event.t_ms ?? line.t_ms).map { .init(words, at: Instant(milliseconds: $0)) }
      }
    }
  }

  /// What a reader would complain of, by the frame that shows it and from where to where it went.
  private static func faults(_ screen: ScreenSamples?, _ lines: [Line]) -> [String] {
    (screen?.faults ?? []).prefix(20).compactMap { fault in
      guard
        let place = lines.firstIndex(where: {
          $0.presented_ms.map { Instant(milliseconds: $0) } == fault.instant
        })
      else { return nil }
      let tops = [place - 1, place].map { index in
        lines.indices.contains(index)
          ? lines[index].visible?.first { $0.id == fault.message }?.y_pt : nil
      }
      let way = tops[0].flatMap { from in
        tops[1].map { ", from \(DecimalText.short(from)) to \(DecimalText.short($0)) pt" }
      }
      // The time is the moment's, counted from the first frame; a log's own may begin anywhere.
      return "frame \(lines[place].frame ?? 0): " + fault.whatWords + (way ?? "")
    }
  }

  /// What cannot be true of a line; nil when all of it may be.
  private static func fault(of line: Line) -> String? {
    guard let frame = line.frame, let time = line.t_ms, let promised = line.promised_ms,
      let presented = line.presented_ms, let period = line.period_ms
    else { return "no JSON object with frame, t_ms, promised_ms, presented_ms and period_ms" }
    let longest = Double(FrameLimit.frame) / 1e6
    let isTrue =
      -1e9...1e9 ~= time && 1...1000 ~= period && abs(promised - time) < longest
      && abs(presented - promised) < longest && presented > time - period
      && 0...longest ~= line.work_ms ?? 0
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
    let due = due(rows.map(\.line))
    for (index, frame) in due.enumerated() {
      add(frame, before: index + 1 < due.count ? due[index + 1] : nil, to: &builder)
    }
    return builder
  }

  /// When a frame was due: in ms, as its line says.
  private struct Due {
    var frame: Int
    var wanted: Double
    var promised: Double
    var presented: Double
    var period: Double
    var work: FrameTimeline.Work?
  }

  /// The frames in order. After one that says that another was wanted at once the next is due a period later,
  /// however late the app begins it.
  private static func due(_ lines: [Line]) -> [Due] {
    var result: [Due] = []
    var last: (frame: Int, presented: Double, isAnimating: Bool)?
    let order = lines.indices.sorted { (lines[$0].t_ms ?? 0, $0) < (lines[$1].t_ms ?? 0, $1) }
    for line in order.map({ lines[$0] }) {
      guard let frame = line.frame, let time = line.t_ms, var promised = line.promised_ms,
        let presented = line.presented_ms, let period = line.period_ms
      else { continue }
      // Where lines between are not there nobody knows.
      if let last, last.isAnimating, last.frame + 1 == frame {
        promised = min(promised, last.presented + period)
      }
      last = (frame, presented, line.animating ?? false)
      let work = line.work_ms.map { work in
        let start = Instant(milliseconds: line.begin_ms ?? time)
        let length = Nanoseconds(milliseconds: work)
        return FrameTimeline.Work(start: start, end: start + length, engine: length)
      }
      result.append(
        Due(
          frame: frame,
          wanted: min(time, promised - period),
          promised: promised,
          presented: presented,
          period: period,
          work: work
        )
      )
    }
    return result
  }

  /// The most refreshes that one frame used up and that are counted one by one.
  private static let mostSwallowed = 1_000

  /// Adds a frame, and before it the refreshes that it used up: they were due and had no picture. Those at
  /// which the next frame was begun already are its own, and the frame is late for its own.
  private static func add(_ due: Due, before next: Due?, to builder: inout SessionBuilder) {
    let period = Nanoseconds(milliseconds: due.period)
    var lost = max(0, ((due.presented - due.promised) / due.period).rounded())
    if let next {
      lost = min(lost, max(0, ((next.wanted - due.wanted) / due.period).rounded() - 1))
    }
    let swallowed = min(Int(lost), mostSwallowed)
    func add(_ index: Int, _ fate: FrameTimeline.Fate, _ work: FrameTimeline.Work?) {
      let later = Double(index) * due.period
      let wanted = Instant(milliseconds: due.wanted + later)
      let promised = Instant(milliseconds: due.promised + later)
      builder.add(
        .init(wanted: wanted, promised: promised, fate: fate, work: work),
        label: due.frame
      )
      builder.periods.append(period)
    }
    for index in 0..<swallowed { add(index, .swallowed, nil) }
    add(swallowed, .presented(Instant(milliseconds: due.presented)), due.work)
  }
}
