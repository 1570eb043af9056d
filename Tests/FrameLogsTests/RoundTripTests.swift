import ChatSurface
import FrameLogs
import FrameMetrics
import FramePacing
import LoadGeneration
import Records
import Running
import Testing
import Timebase

/// A simulated run written as rows of a format and read back gives the run's own metrics: equal
/// where the format is exact, within what it says where it is not.
@Suite struct RoundTripTests {
  /// A stream under stalls: late frames, swallowed ticks and idle time.
  private struct Run {
    var timeline: FrameTimeline
    var values: [MetricValue]
    var log: String

    func number(_ id: String, _ statistic: Statistic = .value) -> Double? {
      values.first { $0.metric == id && $0.statistic == statistic }?.value
    }
    var made: FrameList { timeline.frames.filter { $0.fate != .swallowed } }
  }

  private static func script() -> String {
    var lines = [
      "{\"t_ms\":0,\"event\":\"send\",\"id\":\"user-1\",\"text\":\"Hello\"}",
      "{\"t_ms\":0,\"event\":\"stream_begin\",\"id\":\"assistant-1\"}",
    ]
    for index in 0..<160 {
      // Idle time in the middle of the answer.
      let time = 40 * index + (index < 80 ? 0 : 3_000)
      lines.append(
        "{\"t_ms\":\(time),\"event\":\"token\",\"id\":\"assistant-1\",\"text\":\"word\(index) \"}"
      )
      if index % 20 == 7 {
        lines.append("{\"t_ms\":\(time + 3),\"event\":\"stall\",\"ms\":\(30 + index)}")
      }
    }
    lines.append(
      "{\"t_ms\":9500,\"event\":\"stream_end\",\"id\":\"assistant-1\",\"reason\":\"complete\"}"
    )
    lines.append("{\"t_ms\":9500,\"event\":\"task_end\",\"id\":\"user-1\"}")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func run(_ rate: Int) throws -> Run {
    var device = Device.iPhoneSE
    device.rate = RefreshRate(hertz: rate)
    let load = try LoadFile.read(bytes: Array(script().utf8), path: "script.ndjson")
    let plan = CellPlan(
      scenario: "test",
      events: load.timeline(seed: 1),
      profile: .reference,
      device: device,
      seed: 1
    )
    let options = RunOptions(
      cost: .modelled,
      measurer: .fixed,
      repetitions: .exactly(1),
      countsAllocations: false,
      costs: try DeclaredCosts.builtIn().table(for: .fixed)
    )
    var writer = FrameLogWriter()
    var log = FrameLogWriter.header
    let result = try CellRunner(options: options, tools: try TextTools.make(.fixed))
      .run(plan) { frame, snapshot in
        let line = writer.line(for: frame, snapshot, rate: RefreshRate(hertz: rate))
        log += String(decoding: line, as: UTF8.self)
      }
    let timeline = result.record.timeline
    return Run(
      timeline: timeline,
      values: Metric.values(of: MetricInput(timeline: timeline)),
      log: log
    )
  }

  /// Compares figures; equal up to what a nanosecond in each frame makes.
  private func expectEqual(
    _ session: LogSession,
    _ run: Run,
    _ metrics: [(String, Statistic)],
    _ what: String
  ) {
    let values = SessionAnalysis(of: session).metrics
    for (id, statistic) in metrics {
      let own = run.number(id, statistic)
      let read = values.first { $0.metric == id && $0.statistic == statistic }
      guard let own, let value = read?.value else {
        Issue.record("\(what): \(id) is \(String(describing: read))")
        continue
      }
      #expect(abs(value - own) <= max(1e-4, abs(own) * 1e-6), "\(what): \(id) \(statistic)")
    }
  }

  private static let hitches: [(String, Statistic)] = [
    ("hitch_time_all_ms", .value), ("hitch_count", .value), ("hitch_max_ms", .value),
  ]

  @Test(arguments: [60, 120]) func framestatsGiveTheRunsOwn(_ rate: Int) throws {
    let run = try Self.run(rate)
    #expect((run.number("hitch_count") ?? 0) > 3 && (run.number("swallowed_ticks") ?? 0) > 3)
    let period = 1_000_000_000 / rate
    let base: Int64 = 5_000_000_000_000
    var rows: [String] = []
    var swallowed: Int64?
    // A row names the first tick that wanted it. Between that and its own there may be ticks at
    // which the simulated engine wanted nothing; the format cannot say so.
    var between = 0
    for (index, frame) in run.timeline.frames.enumerated() {
      let wanted = base + frame.wanted.nanoseconds
      guard let presented = frame.presented, let promised = frame.promised, let work = frame.work
      else {
        swallowed = swallowed ?? wanted
        between -= 1
        continue
      }
      let intended = swallowed ?? wanted
      between += Int((wanted - intended + Int64(period) / 2) / Int64(period))
      swallowed = nil
      let start = base + work.start.nanoseconds
      // Drawing ends just before the vsync that shows it.
      let done = base + presented.nanoseconds - 1_000
      let marks = Array(repeating: "\(max(intended, min(start, done)))", count: 4)
        .joined(separator: ",")
      rows.append(
        "0,\(index),\(intended),\(wanted),0,\(marks),\(base + promised.nanoseconds),\(wanted),"
          + "\(period),\(done),\(done),\(done),\(done),\(done),0,0,\(done),\(done),"
          + "\(base + presented.nanoseconds),"
      )
    }
    let session = try #require(try readLog(FramestatsTests.dump(rows)).sessions.first)
    expectEqual(
      session,
      run,
      Self.hitches + [
        ("hitch_chains", .value),
        ("hitch_ratio_animating_ms_per_s", .value), ("frame_interval_ms", .p50),
        ("frame_interval_ms", .p95),
      ],
      "framestats at \(rate) Hz"
    )
    #expect(between >= 0)
    for metric in ["active_ticks", "late_frames", "swallowed_ticks"] {
      #expect(session.number(metric) == (run.number(metric) ?? 0) + Double(between), "\(metric)")
    }
    let active = (run.number("active_ticks") ?? 0) + Double(between)
    let late = (run.number("late_frames") ?? 0) + Double(between)
    let share = session.number("on_time_of_animating_pct") ?? 0
    #expect(abs(share - 100 * (active - late) / active) < 1e-9)
  }

  @Test(arguments: [60, 120]) func perfettoGivesTheRunsOwn(_ rate: Int) throws {
    let run = try Self.run(rate)
    let base: Int64 = 1_000_000_000
    let frames = run.made.enumerated().compactMap { index, frame -> PerfettoBytes.Frame? in
      guard let presented = frame.presented, let promised = frame.promised, let work = frame.work
      else { return nil }
      let isLate = presented > promised
      return PerfettoBytes.Frame(
        token: Int64(index) + 1,
        start: base + frame.wanted.nanoseconds,
        end: base + work.end.nanoseconds,
        // The compositor's budget is 5 ms in these traces.
        deadline: base + promised.nanoseconds - 5_000_000,
        promised: base + promised.nanoseconds,
        presented: base + presented.nanoseconds,
        jank: isLate ? 64 : 1
      )
    }
    let bytes = PerfettoBytes.packets(frames).flatMap { $0 }
    let session = try #require(try LogFile(bytes).read().sessions.first)
    #expect(session.name == "com.example (77)")
    expectEqual(
      session,
      run,
      Self.hitches + [("frame_interval_ms", .p50), ("frame_interval_ms", .p99)],
      "Perfetto at \(rate) Hz"
    )
    // Ticks without a frame leave no event: what is late is less by as many.
    let swallowed = run.number("swallowed_ticks") ?? 0
    #expect(session.number("late_frames") == (run.number("late_frames") ?? 0) - swallowed)
    #expect(session.figure("swallowed_ticks")?.note?.contains("leaves no event") == true)
    #expect(SessionAnalysis(of: session).causes.first?.layer == "app")
  }

  @Test func xctraceRowsGiveTheRunsHitches() throws {
    let run = try Self.run(60)
    let rows = run.timeline.judged().compactMap { judgement -> String? in
      guard let due = judgement.due, (judgement.hitchMilliseconds ?? 0) > 0 else { return nil }
      return "<row><start-time>\(due.nanoseconds)</start-time>"
        + "<duration>\((judgement.presented - due).rawValue)</duration></row>"
    }
    let text =
      "<trace-query-result><node><schema name=\"hitches\"/>\(rows.joined())</node>"
      + "</trace-query-result>"
    let table = try LogFile(text, name: "hitches.xml")
    let contents = try LogFile(AppleFormatTests.contents, name: "toc.xml")
    let log = try #require(try FrameLogReader.read([table.path, contents.path]).first)
    let session = try #require(log.sessions.first)
    expectEqual(session, run, Self.hitches, "xctrace")
    let ratio = (run.number("hitch_time_all_ms") ?? 0) / 10
    let read = session.number("hitch_ratio_recording_ms_per_s") ?? 0
    #expect(abs(read - ratio) < 1e-4)
  }

  @Test(arguments: [60, 120]) func plainTimesGiveTheIntervalsAndSayWhatIsAssumed(_ rate: Int) throws
  {
    let run = try Self.run(rate)
    let shown = run.made.compactMap(\.presented)
    let text = "present_ns\n" + shown.map { "\($0.nanoseconds)" }.joined(separator: "\n") + "\n"
    var options = LogOptions()
    options.refreshHertz = Double(rate)
    let session = try #require(try readLog(text, options).sessions.first)
    // The naive model: each picture is due a period after the one before. A hole may be idle, unless it has at
    // most 100 ms and most of the eight steps on each side are of one period.
    let period = 1000 / Double(rate)
    let gaps = zip(shown, shown.dropFirst()).map { ($1 - $0).milliseconds }
    let unknown = gaps.indices.filter { place in
      guard gaps[place] > 1.5 * period else { return false }
      let around = (place - 8...place + 8).filter { $0 != place && gaps.indices.contains($0) }
      return gaps[place] > 100 || 2 * around.count { gaps[$0] < 1.5 * period } <= around.count
    }
    let expected = gaps.indices.filter { !unknown.contains($0) }
      .reduce(0) { $0 + ((gaps[$1] / period).rounded() - 1) * period }
    let value = try #require(session.figure("hitch_time_all_ms"))
    let idle = SessionAnalysis(of: session).metricsIfIdle.first {
      $0.metric == "hitch_time_all_ms"
    }?.value
    #expect(abs((idle ?? 0) - expected) < 0.01)
    let stalled = gaps.reduce(0) { $0 + (($1 / period).rounded() - 1) * period }
    #expect(abs((value.high ?? 0) - stalled) < 0.01)
    #expect(value.note?.contains("assumes a fixed \(rate) Hz, as stated") == true)
    #expect(session.number("active_ticks") == Double(shown.count))
    #expect(session.unknownGaps.count == unknown.count)
    #expect(session.number("frame_interval_ms", .p50) == run.number("frame_interval_ms", .p50))
  }

  @Test func stillpointsOwnLogGivesTheRunsOwn() throws {
    let run = try Self.run(60)
    let session = try #require(try readLog(run.log).sessions.first)
    expectEqual(
      session,
      run,
      Self.hitches + [
        ("frame_cost_ms", .p50), ("frame_cost_ms", .p99), ("frame_cost_ms", .max),
        ("measure_cost_ms", .p99), ("frame_interval_ms", .p99),
        ("rate_residency_pct", .about60Hertz),
      ],
      "frame log"
    )
    #expect(session.figure("swallowed_ticks")?.absence == .missing)
    #expect(session.stalls?.count == 8)
  }
}
