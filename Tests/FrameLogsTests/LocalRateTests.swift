import FrameLogs
import FrameMetrics
import Testing

private typealias Bytes = PerfettoBytes

/// Chrome's traces of displays that change their rate, and on clocks of their writers' own.
@Suite struct LocalRateTests {
  /// Frames at refreshes so far apart, in microseconds, each shown after one and a half.
  private static func trace(_ steps: [(count: Int, length: Double)], dropped: Range<Int> = 0..<0)
    -> String
  {
    var events = ""
    var begin = 1_000_000.0
    var index = 0
    for step in steps {
      for _ in 0..<step.count {
        let head =
          "\"name\":\"PipelineReporter\",\"pid\":7,\"tid\":1,\"id2\":{\"local\":\"0x\(index)\"}"
        let state = dropped.contains(index) ? "STATE_DROPPED" : "STATE_PRESENTED_ALL"
        let about =
          "{\"state\":\"\(state)\",\"frame_sequence\":\(index),\"frame_source\":1,\"affects_smoothness\":true}"
        events +=
          "{\"args\":{\"frame_reporter\":\(about)},\(head),\"ph\":\"b\",\"ts\":\(begin)},\n"
          + "{\(head),\"ph\":\"e\",\"ts\":\(begin + 1.5 * step.length)},\n"
        begin += step.length
        index += 1
      }
    }
    return "{\"traceEvents\":[\n" + events.dropLast(2) + "]}"
  }

  private static let (fast, slow) = (1e6 / 120, 1e6 / 60)

  @Test(arguments: [
    [(300, fast), (300, slow)], [(300, slow), (300, fast)],
    [(100, fast), (80, slow), (120, fast), (60, slow)],
  ]) func aRateThatChangesIsNoHitch(steps: [(Int, Double)]) throws {
    let session = try #require(
      try readLog(Self.trace(steps.map { (count: $0.0, length: $0.1) })).sessions.first
    )
    #expect(session.number("hitch_time_all_ms") == 0)
    #expect(session.number("on_time_of_animating_pct") == 100)
    #expect(session.number("rate_residency_pct", .about60Hertz) ?? 0 > 20)
  }

  @Test func dropsAtAChangedRateOweItsPeriods() throws {
    let session = try #require(
      try readLog(Self.trace([(300, Self.fast), (300, Self.slow)], dropped: 400..<442)).sessions
        .first
    )
    #expect(abs((session.number("hitch_max_ms") ?? 0) - 700) < 1)
    #expect(session.number("hitch_count") == 1)
  }

  /// Reporters in a binary trace whose times count on a clock of the writer's own.
  private static func binary(clock: Int64, unit: Int64, isIncremental: Bool) -> [UInt8] {
    let base: Int64 = 1_000_000_000_000
    var snapshot = Bytes.message(1, Bytes.number(1, 6) + Bytes.number(2, base))
    snapshot += Bytes.message(
      1,
      Bytes.number(1, clock) + Bytes.number(2, base / unit)
        + (isIncremental ? Bytes.number(3, 1) : []) + Bytes.number(4, unit)
    )
    let defaults = Bytes.message(59, Bytes.number(58, clock))
    var bytes = Bytes.message(
      1,
      Bytes.number(10, 5) + Bytes.number(13, 1) + Bytes.message(6, snapshot) + defaults
    )
    var events: [(time: Int64, index: Int64, isBegin: Bool)] = []
    for index in 0..<Int64(120) where !(50..<92).contains(index) {
      let begin = base + index * 16_666_000
      events.append((begin, index, true))
      events.append((begin + 25_000_000, index, false))
    }
    var last = base / unit
    for event in events.sorted(by: { ($0.time, $0.index) < ($1.time, $1.index) }) {
      let now = event.time / unit
      var track = Bytes.number(9, event.isBegin ? 1 : 2) + Bytes.number(11, 900 + event.index)
      if event.isBegin {
        let about = Bytes.number(1, 1) + Bytes.number(3, 1) + Bytes.number(4, event.index)
        track += Bytes.message(23, Array("PipelineReporter".utf8)) + Bytes.message(1075, about)
      }
      bytes += Bytes.message(
        1,
        Bytes.number(8, isIncremental ? now - last : now) + Bytes.number(10, 5)
          + Bytes.message(11, track)
      )
      last = now
    }
    return bytes
  }

  @Test(arguments: [(64, 1000, true), (64, 1, true), (65, 1000, false), (65, 1, false)])
  func timesOnAWritersClockAreThoseOfItsSnapshot(clock: Int64, unit: Int64, isIncremental: Bool)
    throws
  {
    let own = try LogFile(Self.binary(clock: clock, unit: unit, isIncremental: isIncremental))
    let session = try #require(try own.read().sessions.first)
    #expect(session.timeline.frames.count == 78)
    let plain = try LogFile(Self.binary(clock: 6, unit: 1, isIncremental: false))
    #expect(
      try plain.read().sessions.first?.timeline.frames.map(\.self)
        == session.timeline.frames.map(\.self)
    )
  }
}
