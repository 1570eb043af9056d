import Foundation
import FrameMetrics
import FramePacing
import Timebase

/// Stillpoint's own frame log (`stillpoint replay --frames`): a line a presented frame and window.
///
/// Ticks that a late frame swallowed have no line: how many there were is not in this file, and the
/// hitch time, which each line gives, is.
enum StillpointLog {
  private struct Line: Decodable {
    var frame: Int?
    var t_ms: Double?
    var window: String?
    var presented_ms: Double?
    var hitch_ms: Double?
    var stall_ms: Double?
    var cost_ms: [String: Double]?
  }

  private struct Row {
    var line: Int
    var frame: Int
    var time: Double
    var presented: Double
    var hitch: Double
    var stall: Double
    var cost: [String: Double]
  }

  /// Reads the file.
  static func read(_ source: LogSource) throws -> FrameLog {
    if let header = try RecorderLog.header(of: source) {
      return try RecorderLog.read(source, header)
    }
    var counts = RowCounts()
    var rows: [String: [Row]] = [:]
    var windows: [String] = []
    var lines = LineReader(try source.stream())
    var total = 0
    var failed: Int?
    let decoder = JSONDecoder()
    try lines.forEach { number, text in
      if let line = failed { counts.refuse(line: line, "no JSON object with frame and t_ms") }
      failed = nil
      if text.withoutBlanks.isEmpty || text.contains("stillpoint-frame-log") { return true }
      counts.read += 1
      guard let line = try? decoder.decode(Line.self, from: Data(text)), let frame = line.frame,
        let time = line.t_ms
      else {
        failed = number
        return true
      }
      let window = line.window ?? ""
      if rows[window] == nil { windows.append(window) }
      rows[window, default: []].append(
        Row(
          line: number,
          frame: frame,
          time: time,
          presented: line.presented_ms ?? time,
          hitch: line.hitch_ms ?? 0,
          stall: line.stall_ms ?? 0,
          cost: line.cost_ms ?? [:]
        )
      )
      total += 1
      if windows.count >= FrameLimit.sessions { counts.beyond += 1 }
      return !counts.isFull(total) && windows.count < FrameLimit.sessions
    }
    if failed != nil {
      counts.read -= 1
      counts.unfinished += 1
    }
    let builders = windows.map { builder($0, rows[$0] ?? [], &counts) }
    return try source.log(.stillpoint, variant: "schema 1", rows: counts, builders: builders)
  }

  private static func builder(
    _ window: String,
    _ rows: [Row],
    _ counts: inout RowCounts
  ) -> SessionBuilder {
    var builder = SessionBuilder(name: window)
    builder.labelName = "frame"
    builder.phaseNames = Phase.allCases.map(\.name)
    builder.stalls = []
    builder.support = LogSupport(otherwise: "the frame log has a line a presented frame")
    builder.support.set(.exact, .hitches, .intervals, .work, .animating)
    let why = "ticks that a late frame swallowed have no line"
    builder.support.set(.absent(why), .onTime, .skipped)
    builder.support[.frames] = .approximate(why)
    // Tick k lies at floor(k 10^9 / rate) ns.
    let last = rows.max { $0.frame < $1.frame }
    let hertz = last.flatMap { $0.time > 0 ? (Double($0.frame) * 1000 / $0.time).rounded() : nil }
    guard let hertz, 1...1000 ~= hertz else {
      builder.support[.hitches] = .absent("one frame does not tell the rate")
      return builder
    }
    let rate = RefreshRate(hertz: Int(hertz))
    builder.period = rate.period
    builder.support.set(.exact, .rates, .overrun)
    let ahead = rows.map { tick(of: $0.presented - $0.hitch, rate) - $0.frame }.min() ?? 1
    for row in rows {
      let longest = Double(FrameLimit.frame) / 1e6
      guard 0...1e9 ~= row.time, abs(row.presented - row.time) < longest,
        0...longest ~= row.hitch, row.stall >= 0, row.stall < longest
      else {
        counts.refuse(line: row.line, "t_ms \(row.time), presented_ms \(row.presented)")
        continue
      }
      builder.add(frame(row, rate, ahead: ahead), label: row.frame)
      if row.stall > 0 {
        let length = Nanoseconds(milliseconds: row.stall)
        builder.addStall(at: Instant(milliseconds: row.time), length)
      }
    }
    return builder
  }

  private static func tick(of milliseconds: Double, _ rate: RefreshRate) -> Int {
    guard milliseconds.magnitude < 1e9 else { return 0 }
    return rate.tick(nearest: Instant(milliseconds: milliseconds))
  }

  /// - Parameter ahead: From a frame's tick to the one it is due at.
  private static func frame(_ row: Row, _ rate: RefreshRate, ahead: Int) -> FrameTimeline.Frame {
    var phases = FrameTimeline.PhaseDurations()
    var engine = 0.0
    for phase in Phase.allCases {
      let cost = row.cost[phase.name] ?? 0
      guard 0...10_000 ~= cost else { continue }
      phases[phase.rawValue] = Nanoseconds(milliseconds: cost)
      engine += cost
    }
    let wanted = Instant(milliseconds: row.time)
    // The instant from which on it was late is what the log says, swallowed ticks included.
    let due = tick(of: row.presented - row.hitch, rate)
    let promised = row.hitch > 0 ? due : max(due, row.frame + ahead)
    let end = wanted + Nanoseconds(milliseconds: engine + row.stall)
    return FrameTimeline.Frame(
      wanted: wanted,
      promised: rate.instant(ofTick: promised),
      fate: .presented(Instant(milliseconds: row.presented)),
      work: .init(
        start: wanted,
        end: end,
        engine: Nanoseconds(milliseconds: engine),
        phases: phases
      )
    )
  }
}
