import FrameLogs
import FrameMetrics
import Testing

/// Reports of users' devices: each kind is read, and what it says is shown and judges nothing.
@Suite struct FieldReportTests {
  /// A file of a kind, and figures that must be in it.
  struct Sample: Sendable, CustomTestStringConvertible {
    var format: LogFormat
    var text: String
    var sessions: [String]
    var figures: [String: Double]
    var testDescription: String { format.rawValue }
  }

  private static func span(_ slow: Int) -> String {
    "{\"op\":\"ui.action\",\"description\":\"send\",\"start_timestamp\":1.0,\"timestamp\":3.0,\"data\":"
      + "{\"frames.total\":100,\"frames.slow\":\(slow),\"frames.frozen\":1,\"frames.delay\":0.1}}\n"
  }

  private static func interaction(_ name: String, _ value: Double) -> String {
    "{\"name\":\"\(name)\",\"value\":\(value),\"attribution\":{\"interactionTarget\":\"#send\","
      + "\"inputDelay\":6,\"processingDuration\":150,\"presentationDelay\":60}}"
  }

  private static func longFrame(_ start: Double, _ length: Double) -> String {
    "{\"entryType\":\"long-animation-frame\",\"startTime\":\(start),\"duration\":\(length),"
      + "\"renderStart\":\(start + 9),\"blockingDuration\":30,\"scripts\":[{\"invoker\":\"#a.onclick\","
      + "\"sourceURL\":\"app.js\",\"sourceCharPosition\":12,\"duration\":40}]}"
  }

  static let samples: [Sample] = [
    Sample(
      format: .sentry,
      text:
        "{\"transaction\":\"Chat\",\"start_timestamp\":100.0,\"timestamp\":130.0,\"measurements\":"
        + "{\"frames_total\":{\"value\":1800},\"frames_slow\":{\"value\":36},\"frames_frozen\":{\"value\":9},"
        + "\"frames_delay\":{\"value\":0.9}},\"spans\":[\(span(50))]}",
      sessions: ["Chat"],
      figures: [
        "Sentry: frames": 1800, "Sentry: share of slow frames": 2,
        "Sentry: share of frozen frames": 0.5, "Sentry: delay, near a hitch ratio": 30,
      ]
    ),
    Sample(
      format: .sentry,
      text: span(2) + span(4),
      sessions: ["all 2", "send, ui.action", "send, ui.action"],
      figures: [
        "Sentry: share of slow frames": 3, "Sentry: share of frozen frames": 1,
        "Sentry: delay, near a hitch ratio": 50,
      ]
    ),
    Sample(
      format: .datadog,
      text: "[{\"type\":\"view\",\"view\":{\"name\":\"Chat\",\"refresh_rate_average\":58.2,"
        + "\"refresh_rate_min\":21,\"slow_frames_rate\":3.4,\"freeze_rate\":0.5,\"slow_frames\":"
        + "[{\"start\":1,\"duration\":60000000},{\"start\":9,\"duration\":700000000}]}}]",
      sessions: ["Chat"],
      figures: [
        "Datadog: refresh rate, lowest": 21, "Datadog: slow frames listed": 2,
        "Datadog: longest slow frame": 700, "Datadog: slow frames' rate": 3.4,
      ]
    ),
    Sample(
      format: .openTelemetry,
      text: "{\"resourceLogs\":[{\"scopeLogs\":[{\"logRecords\":[{\"attributes\":["
        + "{\"key\":\"app.jank.frame_count\",\"value\":{\"intValue\":\"7\"}},"
        + "{\"key\":\"app.jank.period\",\"value\":{\"doubleValue\":10}},"
        + "{\"key\":\"app.jank.threshold\",\"value\":{\"doubleValue\":0.016}},"
        + "{\"key\":\"screen.name\",\"value\":{\"stringValue\":\"Chat\"}}]}]}]}]}",
      sessions: ["Chat"],
      figures: [
        "OpenTelemetry: frames over the threshold": 7,
        "OpenTelemetry: frames over the threshold in 1 s": 0.7,
      ]
    ),
    Sample(
      format: .playVitals,
      text: "{\"rows\":[{\"dimensions\":[{\"dimension\":\"versionCode\",\"stringValue\":\"12\"}],"
        + "\"metrics\":[{\"metric\":\"slowRenderingRate20Fps\",\"decimalValue\":{\"value\":\"0.012\"}},"
        + "{\"metric\":\"slowRenderingRate30Fps\",\"decimalValue\":{\"value\":\"0.034\"}}]}]}",
      sessions: ["12"],
      figures: ["Play Vitals: users slow at 20 fps": 1.2, "Play Vitals: users slow at 30 fps": 3.4]
    ),
    Sample(
      format: .firebase,
      text:
        "event_name,trace_info.screen_info.slow_frame_ratio,trace_info.screen_info.frozen_frame_ratio\n"
        + "_st_Chat,0.12,0.01\n",
      sessions: ["_st_Chat"],
      figures: ["Firebase: slow frames": 12, "Firebase: frozen frames": 1]
    ),
    Sample(
      format: .webVitals,
      text:
        "[\(interaction("INP", 216)),{\"name\":\"LCP\",\"value\":9999},\(interaction("INP", 80))]",
      sessions: ["all 2", "#send", "#send"],
      figures: [
        "web-vitals: interactions": 2, "web-vitals: longest interaction": 216,
        "web-vitals: over 200 ms": 50, "web-vitals: over 500 ms": 0,
      ]
    ),
    Sample(
      format: .longFrames,
      text: "[\(longFrame(1000, 80)),\(longFrame(2900, 100))]",
      sessions: [""],
      figures: [
        "LoAF: long frames": 2, "LoAF: longest frame": 100, "LoAF: blocking in a minute": 1800,
        "LoAF: script #a.onclick app.js:12": 80,
      ]
    ),
    Sample(
      format: .scrollJank,
      text: "id,name,is_janky,vsyncs_since_previous_frame,jank_reason,missed_vsyncs\n"
        + "1,ScrollJankV4,1,3,MISSED_VSYNC_DURING_FLING,2\n2,ScrollJankV4,0,1,[NULL],[NULL]\n",
      sessions: [""],
      figures: [
        "Chrome: scroll jank v4, frames": 2, "Chrome: scroll jank v4, janky frames": 1,
        "Chrome: scroll jank v4, vsyncs missed in a fling": 2,
        "Chrome: scroll jank v4, vsyncs missed in a fast scroll": 0,
      ]
    ),
    Sample(
      format: .smartPerf,
      text: "order:0 timestamp=1\norder:1 fps=50\n\norder:0 timestamp=2\norder:1 fps=60\n",
      sessions: [""],
      figures: [
        "SmartPerf: pictures a second, lowest": 50, "SmartPerf: pictures a second, mean": 55,
      ]
    ),
  ]

  @Test(arguments: samples) func eachKindIsFoundReadAndNotJudged(_ sample: Sample) throws {
    let log = try readLog(sample.text)
    #expect(log.format == sample.format)
    #expect(log.sessions.map(\.name) == sample.sessions)
    for (name, value) in sample.figures {
      let figure = log.sessions.first?.tool(name)
      #expect(
        figure.map { abs($0 - value) < 1e-9 } == true,
        "\(name): \(String(describing: figure))"
      )
    }
    for session in log.sessions {
      #expect(session.timeline.frames.isEmpty && session.given.isEmpty && !session.notes.isEmpty)
      let ratio = session.figure("hitch_ratio_animating_ms_per_s")
      #expect(ratio?.value == nil && ratio?.note?.hasPrefix("not in this file") == true)
    }
  }

  /// A cut file has what stands before its end, or is refused; it is never taken for another format's frames.
  @Test(arguments: samples) func halfAFileIsOfNoFrames(_ sample: Sample) throws {
    for end in stride(from: 1, to: sample.text.utf8.count, by: 7) {
      let half = String(decoding: Array(sample.text.utf8.prefix(end)), as: UTF8.self)
      guard let log = try? readLog(half) else { continue }
      #expect(log.sessions.allSatisfy { $0.timeline.frames.isEmpty }, "\(end) bytes")
    }
  }

  @Test func wordsWithoutAFigureAreRefused() throws {
    let error = try logError("[{\"name\":\"INP\",\"rating\":\"good\"}]")
    #expect(error.problem.contains("web-vitals"))
  }

  // MARK: SmartPerf

  private static func second(_ index: Int, _ intervals: [Int]) -> String {
    "order:0 timestamp=\(1_700_000_000_000 + index * 1000)\norder:1 fps=\(intervals.count)\n"
      + "order:2 fpsJitters=" + intervals.map { "\($0)" }.joined(separator: ";;")
      + "\norder:3 refreshrate=60\n\n"
  }

  /// So many seconds at 60 Hz.
  static func seconds(_ count: Int) -> String {
    (0..<count).map { second($0, Array(repeating: 16_666_667, count: 60)) }.joined()
  }

  @Test func intervalsOfSmartPerfAreTimesAtItsOwnRate() throws {
    var intervals = Array(repeating: 16_666_667, count: 60)
    intervals[30] = 83_333_333
    let text = (0..<6).map {
      Self.second($0, $0 == 3 ? intervals : Array(repeating: 16_666_667, count: 60))
    }
    let log = try readLog(text.joined())
    #expect(log.format == .smartPerf && log.cut == nil)
    let session = try #require(log.sessions.first)
    #expect(session.timeline.assumption?.contains("60 Hz") == true)
    #expect(session.number("hitch_count") == 1)
    #expect(abs((session.number("hitch_max_ms") ?? 0) - 66.667) < 0.01)
    // What nobody wanted and what nobody could draw look alike.
    intervals[30] = 700_000_000
    let gap = try #require(
      try readLog((text + [Self.second(6, intervals)]).joined()).sessions.first
    )
    #expect(gap.unknownGaps.count == 1)
  }

  @Test func secondsThatAreMissingMakeHalfARecording() throws {
    let whole = (0..<12).map { Self.second($0, Array(repeating: 16_666_667, count: 60)) }
    #expect(try readLog(whole.joined()).cut == nil)
    let holed = whole[..<4].joined() + whole[9...].joined()
    #expect(try readLog(holed).cut?.contains("of 11 s") == true)
  }

  // MARK: Others

  @Test func scrollJankOfATraceStandsBesideOurs() throws {
    var text = "{\"traceEvents\":[\n"
    for index in 0..<60 { text += TraceFormatTests.reporter(index, "STATE_PRESENTED_ALL") }
    text +=
      "{\"name\":\"ScrollJankV4\",\"pid\":1,\"tid\":1,\"ph\":\"b\",\"ts\":9,\"id2\":{\"local\":\"0xff\"},"
      + "\"args\":{\"scroll_jank_v4\":{\"is_janky\":true,\"missed_vsyncs_per_jank_reason\":["
      + "{\"jank_reason\":\"MISSED_VSYNC_DURING_FAST_SCROLL\",\"missed_vsyncs\":3}]}}}]}"
    let session = try #require(try readLog(text).sessions.first)
    #expect(session.number("hitch_count") == 0)
    #expect(session.tool("Chrome: scroll jank v4, janky frames") == 1)
    #expect(session.tool("Chrome: scroll jank v4, vsyncs missed in a fast scroll") == 3)
    #expect(session.tool("Chrome: scroll jank v4, vsyncs missed in a fling") == 0)
  }

  @Test(arguments: [true, false]) func statesOfMetricKitAreJudgedOneByOne(byDomain: Bool) throws {
    func entry(_ label: String, _ ratio: Int) -> String {
      "{\"state\":{\"domain\":\"screen\",\"label\":\"\(label)\"},\"values\":"
        + "[{\"hitchTime\":{\"ratio\":\"\(ratio) ms per s\"}}]}"
    }
    let list = "[\(entry("chat", 14)),\(entry("list", 1))]"
    let log = try readLog(
      "{\"appVersion\":\"3\",\"intervalEntries\":[{\"values\":[{\"hitchTime\":{\"ratio\":\"6 ms per s\"}}]}],"
        + "\"stateEntries\":\(byDomain ? "{\"screen\":\(list)}" : list)}"
    )
    #expect(log.format == .metricKit)
    #expect(log.sessions.map(\.name) == ["state screen chat", "state screen list"])
    #expect(log.sessions.map { $0.number("hitch_ratio_animating_ms_per_s") } == [14, 1])
    // The day's ratio mixes them: it is shown and judges nothing.
    #expect(log.sessions.allSatisfy { $0.tool("MetricKit: hitchTime.ratio of the day") == 6 })
  }

  @Test(arguments: [".csv", ".json"]) func rowsBeyondTheLimitAreSaid(kind: String) throws {
    let values = (0..<120).map { _ in "16.667" }
    let text =
      kind == ".csv"
      ? "frame_time_ms\n" + values.joined(separator: "\n")
      : "[" + values.joined(separator: ",") + "]"
    #expect(try readLog(text).cut == nil)
    let log = try FrameLimit.$frames.withValue(100) { try readLog(text) }
    #expect(log.cut == "it has more rows than are kept")
  }
}
