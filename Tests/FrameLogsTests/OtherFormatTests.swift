import Foundation
import FrameLogs
import FrameMetrics
import Testing
import Timebase

/// The other formats: small files of every trap.
@Suite struct OtherFormatTests {
  // MARK: SurfaceFlinger

  @Test func surfaceFlingerGivesTheExactHitch() throws {
    var lines = ["16666667", "0\t0\t0"]
    for index in 0..<60 {
      let desired = 7_000_000_000 + index * 16_666_667
      let actual = desired + (index == 30 ? 33_333_334 : index == 31 ? 16_666_667 : 0)
      lines.append("\(desired)\t\(actual)\t\(actual - 5_000_000)")
    }
    lines.append("\(9_000_000_000)\t9223372036854775807\t0")
    let log = try readLog(lines.joined(separator: "\n") + "\n\n")
    #expect(log.format == .surfaceFlinger)
    let session = try #require(log.sessions.first)
    #expect(session.number("active_ticks") == 60)
    #expect(abs((session.number("hitch_max_ms") ?? 0) - 33.333) < 0.01)
    #expect(session.figure("hitch_max_ms")?.note == nil)
    #expect(session.number("late_frames") == 2)
    #expect(session.figure("frame_cost_ms", .p99)?.absence == .missing)
    #expect(log.rows.leftOut["frames that were not shown yet"] == 1)
  }

  // MARK: Macrobenchmark

  @Test func macrobenchmarkHasItsOwnPercentilesAndNoRatio() throws {
    let text = """
      {"context":{"build":{"device":"x"}},"benchmarks":[{"name":"scroll","className":"a.b.Bench",
      "metrics":{"frameCount":{"minimum":5,"maximum":5,"median":5,"runs":[5,5]}},
      "sampledMetrics":{"frameDurationCpuMs":{"P50":5.5,"runs":[[1,2,3,4,5],[6,7,8,9,10]]},
      "frameOverrunMs":{"runs":[[-5,-4,-3,-2,-1],[-1,-1,-1,-1,2.5]]}}}]}
      """
    let log = try readLog(text)
    #expect(log.format == .macrobenchmark)
    let session = try #require(log.sessions.first)
    #expect(session.name == "Bench.scroll")
    #expect(session.tool("Macrobenchmark: frameDurationCpuMs P50") == 5.5)
    #expect(session.tool("Macrobenchmark: frameDurationCpuMs P90") == 9.1)
    #expect(session.number("frame_cost_ms", .p50) == 5)
    #expect(session.number("late_frames") == 1)
    #expect(session.number("budget_adherence_pct") == 90)
    for metric in ["hitch_ratio_animating_ms_per_s", "animating_ms", "hitch_count"] {
      #expect(session.figure(metric)?.absence == .missing, "\(metric)")
    }
  }

  // MARK: Apple

  static let hitches = """
    <?xml version="1.0"?><trace-query-result><node><schema name="hitches">
    <col><mnemonic>start</mnemonic></col><col><mnemonic>duration</mnemonic></col>
    <col><mnemonic>process</mnemonic></col><col><mnemonic>is-system</mnemonic></col>
    <col><mnemonic>narrative-description</mnemonic></col></schema>
    <row><start-time id="1" fmt="00:00.100">100000000</start-time>
    <duration id="2" fmt="16.67 ms">16666583</duration>
    <process id="3" fmt="Chat (401)"><pid id="4" fmt="401">401</pid></process>
    <boolean id="5" fmt="No">0</boolean><narrative id="6" fmt="Late commit">x</narrative></row>
    <row><start-time id="7">200000000</start-time><duration ref="2"/><process ref="3"/>
    <boolean ref="5"/><sentinel/></row>
    <row><start-time id="8">900000000</start-time><duration id="9">8340000</duration>
    <process id="10" fmt="SpringBoard (55)"/><boolean id="11" fmt="Yes">1</boolean><sentinel/></row>
    </node><node><schema name="hitches-gpu"/><row><start-time>1</start-time>
    <duration>99000000</duration></row></node></trace-query-result>
    """
  static let contents = """
    <?xml version="1.0"?><trace-toc><run number="1"><info><summary><duration>10.0</duration>
    </summary></info><data><table schema="hitches"/></data></run></trace-toc>
    """

  @Test func xctraceResolvesReferencesAndNeverAddsStages() throws {
    let table = try LogFile(Self.hitches, name: "hitches.xml")
    let contents = try LogFile(Self.contents, name: "toc.xml")
    let log = try #require(try FrameLogReader.read([contents.path, table.path]).first)
    #expect(log.format == .xctrace)
    #expect(log.sessions.map(\.name) == ["Chat (401)", "SpringBoard (55), system"])
    let chat = try #require(log.sessions.first)
    #expect(chat.number("hitch_count") == 2)
    #expect(abs((chat.number("hitch_time_all_ms") ?? 0) - 33.333166) < 1e-6)
    #expect(abs((chat.number("hitch_ratio_recording_ms_per_s") ?? 0) - 3.3333166) < 1e-6)
    #expect(chat.figure("hitch_ratio_animating_ms_per_s")?.absence == .missing)
    #expect(chat.figure("budget_adherence_pct")?.absence == .missing)
    #expect(log.notes.contains { $0.contains("hitches-gpu") })
    #expect(SessionAnalysis(of: chat).worst.count == 2)
  }

  @Test func withoutTheTableOfContentsThereIsNoRatio() throws {
    let session = try #require(try readLog(Self.hitches).sessions.first)
    let ratio = session.figure("hitch_ratio_recording_ms_per_s")
    #expect(ratio?.absence == .missing)
    #expect(ratio?.note?.contains("toc") == true)
  }

  @Test func aTableWithoutRowsIsNoHitch() throws {
    let text = """
      <trace-query-result><node><schema name="hitches"><col><mnemonic>start</mnemonic></col>
      </schema></node></trace-query-result>
      """
    #expect(try readLog(text).sessions.first?.number("hitch_count") == 0)
  }

  @Test func theSummaryOfIOS18NamesItsExpectedPresent() throws {
    let text = """
      <trace-query-result><node><schema name="hitches-summary"><col><mnemonic>earliest-time</mnemonic>
      </col><col><mnemonic>latency-allowed</mnemonic></col><col><mnemonic>duration</mnemonic></col>
      </schema><row><start-time>50000000</start-time><duration>33333334</duration>
      <duration>16666667</duration></row></node></trace-query-result>
      """
    let session = try #require(try readLog(text).sessions.first)
    #expect(session.timeline.frames.first?.promised?.nanoseconds == 83_333_334)
    #expect(session.number("hitch_time_all_ms") == 16.666667)
  }

  @Test func metricKitGivesWhatItGivesAndSaysSo() throws {
    let text = """
      {"timeStampBegin":"2026-11-01","timeStampEnd":"2026-11-02","appVersion":"3.1",
      "animationMetrics":{"scrollHitchTimeRatio":"1000 ms per s"}}
      """
    let session = try #require(try readLog(text).sessions.first)
    #expect(session.number("hitch_ratio_animating_ms_per_s") == 1000)
    #expect(session.figure("hitch_ratio_animating_ms_per_s")?.note?.contains("scrolling") == true)
    #expect(session.figure("hitch_count")?.absence == .missing)
    for (text, value) in [
      ("3.5 ms per s", 3.5), ("1,5 ms per s", 1.5), ("1,500.5 ms per s", 1500.5),
    ] {
      let payload = "[{\"animationMetrics\":{\"hitchTimeRatio\":\"\(text)\"}}]"
      if value <= 1000 {
        #expect(
          try readLog(payload).sessions.first?.number("hitch_ratio_animating_ms_per_s") == value
        )
      } else {
        _ = try logError(payload)
      }
    }
  }

  // MARK: PresentMon

  static func presentMon(_ count: Int, at hertz: Double = 60) -> String {
    var text =
      "\u{FEFF}Application,ProcessID,SwapChainAddress,Dropped,TimeInSeconds,msBetweenPresents,"
      + "msInPresentAPI,msUntilDisplayed,msBetweenDisplayChange\r\n"
    for index in 0..<count {
      let time = 1 + Double(index) / hertz
      text += "a.exe,1,0xA,0,\(time),\(1000 / hertz),0.2,10,\(1000 / hertz)\r\n"
      text += "b.exe,2,0xB,\(index % 4 == 3 ? 1 : 0),\(time),\(1000 / hertz),0.2,"
      text += index % 4 == 3 ? "0,0\r\n" : "10,\(1000 / hertz)\r\n"
    }
    return text
  }

  @Test func presentMonIsGroupedByItsThreeKeysAndAssumesARate() throws {
    let log = try readLog(Self.presentMon(60))
    #expect(log.format == .presentMon)
    #expect(log.variant == "1.x")
    #expect(log.sessions.map(\.name) == ["a.exe (1, 0xA)", "b.exe (2, 0xB)"])
    #expect(log.sessions[0].number("hitch_count") == 0)
    #expect(log.sessions[0].timeline.assumption?.contains("assumes a fixed 60 Hz") == true)
    #expect(log.sessions[1].number("dropped_frames") == 15)
    #expect(log.sessions[1].tool("PresentMon: not displayed") == 15)
    // Nothing was shown after the last of them.
    #expect(log.sessions[1].number("hitch_count") == 14)
  }

  @Test func zeroWithoutNAIsNotDisplayed() throws {
    var text = "Application,ProcessID,SwapChainAddress,TimeInMs,MsBetweenPresents,MsUntilDisplayed,"
    text += "MsAnimationError,MsCPUBusy\n"
    for index in 0..<40 {
      let until = index % 10 == 0 ? "0" : index % 10 == 1 ? "NA" : "12.5"
      text += "a.exe,1,0xA,\(Double(index) * 16.667),16.667,\(until),-0.25,6.5\n"
    }
    let session = try #require(try readLog(text).sessions.first)
    #expect(session.number("dropped_frames") == 8)
    #expect(session.number("animation_error_ms", .p99) == 0.25)
    #expect(session.number("frame_cost_ms", .p99) == 6.5)
  }

  @Test func aCountOfThePerformanceCounterIsToldByTheTimesBetween() throws {
    var text = "Application,CPUStartQPC,FrameTime,CPUBusy,DisplayLatency,DisplayedTime\n"
    for index in 0..<40 {
      text += "a.exe,\(1_857_900_212_645 + index * 166_667),16.6667,16.3,32.6,16.6667\n"
    }
    let log = try readLog(text)
    #expect(log.variant == "2.0 to 2.3")
    let interval = try #require(log.sessions.first?.number("frame_interval_ms", .p50))
    #expect(abs(interval - 16.6667) < 0.001)
  }

  @Test func aDisplayOfVariableRateHasNoAdherence() throws {
    var text = "Application,TimeInSeconds,MsBetweenPresents,MsUntilDisplayed\n"
    var time = 1.0
    for index in 0..<200 {
      time += [0.0071, 0.0092, 0.0113, 0.0139, 0.0158][index % 5]
      text += "a.exe,\(time),9,5\n"
    }
    let session = try #require(try readLog(text).sessions.first)
    let figure = try #require(session.figure("budget_adherence_pct"))
    #expect(figure.absence == .missing)
    #expect(figure.note?.contains("variable rate") == true)
    #expect(session.number("frame_interval_ms", .p99) != nil)
    var options = LogOptions()
    options.refreshHertz = 144
    let stated = try #require(try readLog(text, options).sessions.first)
    #expect(stated.figure("hitch_count")?.note?.contains("as stated") == true)
  }

  @Test func decimalCommasAndSemicolonsAreRead() throws {
    let text = Self.presentMon(60).replacing(",", with: ";").replacing(".", with: ",")
      .replacing(",exe", with: ".exe")
    let log = try readLog(text)
    #expect(log.sessions.first?.number("hitch_count") == 0)
    #expect(log.sessions.count == 2)
  }

  @Test func linesOfOCATStandBeforeTheHeader() throws {
    let plain = Self.presentMon(30).dropFirst()
    let log = try readLog("//GameName=Chat\r\n//Comment=none\r\n" + plain)
    #expect(log.sessions.first?.number("active_ticks") == 30)
  }

  @Test func capFrameXArraysAreRead() throws {
    let times = (0..<50).map { "\(Double($0) / 60)" }.joined(separator: ",")
    let flags = (0..<50).map { $0 == 7 ? "true" : "false" }.joined(separator: ",")
    let until = (0..<50).map { _ in "8.5" }.joined(separator: ",")
    let text = """
      {"Hash":"x","Info":{"ProcessName":"chat.exe"},"Runs":[{"Hash":"y","CaptureData":{
      "TimeInSeconds":[\(times)],"MsBetweenPresents":[\(until)],"MsUntilDisplayed":[\(until)],
      "Dropped":[\(flags)]}}]}
      """
    let log = try readLog(text)
    #expect(log.format == .capFrameX)
    #expect(log.sessions.first?.name == "chat.exe")
    #expect(log.sessions.first?.number("dropped_frames") == 1)
  }

  // MARK: Lines

  @Test func anOverrunOf106DaysIsNoFigure() throws {
    var lines: [String] = ["05-12 I/other: something"]
    for index in 0..<40 {
      let start = 3_000_000_000 + index * 16_666_667
      let overrun = index == 4 ? 9_222_602_686_413_166_853 : index == 9 ? 4_000_000 : -8_000_000
      lines.append(
        "05-12 D/Jank: FrameData(frameStartNanos=\(start), frameDurationUiNanos=5000000, "
          + "frameDurationCpuNanos=7000000, frameDurationTotalNanos=9000000, "
          + "frameOverrunNanos=\(overrun), isJank=\(index == 9), states=[])"
      )
    }
    let log = try readLog(lines.joined(separator: "\n") + "\n")
    #expect(log.format == .jankStats)
    #expect(log.rows.unreadable["frameOverrunNanos"] == 1)
    let session = try #require(log.sessions.first)
    #expect(session.number("frame_overrun_ms", .p99) == 4)
    #expect(session.number("late_frames") == 1)
    #expect(session.tool("JankStats: janky frames") == 1)
    #expect(session.number("frame_cost_ms", .p99) == 9)
  }

  @Test func plainTimesAreToldByNameAndSize() throws {
    for (name, unit) in [("t_ms", 1.0), ("time (s)", 0.001), ("ts_us", 1e3), ("present_ns", 1e6)] {
      let rows = (0..<60).map { "\((Double($0) * 1000 / 60 + 5) * unit)" }
      let log = try readLog(name + "\n" + rows.joined(separator: "\n"))
      #expect(log.format == .csv)
      let interval = try #require(log.sessions.first?.number("frame_interval_ms", .p50), "\(name)")
      #expect(abs(interval - 16.667) < 0.01, "\(name)")
      #expect(log.sessions.first?.number("hitch_count") == 0)
    }
    let durations = (0..<60).map { $0 == 30 ? "50.0" : "16.667" }
    let log = try readLog(
      "frame,frame_time_ms\n"
        + durations.enumerated().map { "\($0),\($1)" }.joined(separator: "\n")
    )
    #expect(log.variant == "durations")
    #expect(abs((log.sessions.first?.number("hitch_max_ms") ?? 0) - 33.333) < 0.01)
  }

  @Test func aChangeOfRateWithoutAPromiseIsSaidToBeAssumed() throws {
    var time = 0.0
    var rows: [String] = []
    for index in 0..<120 {
      time += index < 60 ? 1000.0 / 120 : 1000.0 / 60
      rows.append("\(time)")
    }
    let session = try #require(try readLog("t_ms\n" + rows.joined(separator: "\n")).sessions.first)
    #expect(session.number("hitch_count") == 60)
    #expect(session.figure("hitch_count")?.note?.contains("assumes a fixed 120 Hz") == true)
  }

  @Test func gapsAreNeitherIdleNorHitches() throws {
    let times = (0..<120).map { index -> Double in
      Double(index % 60) * 16.667 + (index < 60 ? 0 : 5000)
    }
    let text = "t_ms\n" + times.map { "\($0)" }.joined(separator: "\n")
    let session = try #require(try readLog(text).sessions.first)
    #expect(session.unknownGaps.count == 1)
    #expect(session.number("hitch_count") == 0)
    #expect((session.number("animating_ms") ?? 0) < 2_100)
  }

  // MARK: Chrome and Flutter

  static func reporter(
    _ index: Int,
    _ state: String,
    length: Double = 20_000,
    more: String = "",
    sequence: Int? = nil
  ) -> String {
    let begin = 1_000_000 + Double(index) * 16_667
    let head =
      "\"name\":\"PipelineReporter\",\"pid\":7,\"tid\":1,\"id2\":{\"local\":\"0x\(index)\"}"
    return """
      {"args":{"chrome_frame_reporter":{"state":"\(state)","frame_sequence":\(sequence ?? index),
      "frame_source":1\(more)}},\(head),"ph":"b","ts":\(begin)},
      {\(head),"ph":"e","ts":\(begin + length)},
      """
  }

  @Test func chromeTellsIdleFromDropped() throws {
    var text = "{\"traceEvents\":[\n"
    for index in 0..<60 {
      switch index {
      case 10..<20: text += Self.reporter(index, "STATE_NO_UPDATE_DESIRED")
      case 30: text += Self.reporter(index, "STATE_DROPPED", more: ",\"affects_smoothness\":true")
      case 31: text += Self.reporter(index, "STATE_DROPPED", more: ",\"affects_smoothness\":false")
      default: text += Self.reporter(index, "STATE_PRESENTED_ALL")
      }
    }
    text += Self.reporter(70, "STATE_PRESENTED_ALL", more: ",\"frame_type\":\"FORKED\"")
    // Chrome may be stopped before the array has its end.
    let log = try readLog(text)
    #expect(log.format == .chrome)
    let session = try #require(log.sessions.first)
    #expect(session.number("active_ticks") == 49)
    #expect(session.number("dropped_frames") == 1)
    #expect(session.number("hitch_count") == 1)
    #expect(abs((session.number("hitch_max_ms") ?? 0) - 2 * 16.667) < 0.1)
    #expect(session.tool("Chrome: no update desired") == 10)
    #expect(log.rows.leftOut["forked reporters, the second half of a frame"] == 1)
    #expect(log.rows.unfinished == 1)
  }

  @Test func anOldTraceCountsNoBeginWithoutADraw() throws {
    var events: [String] = []
    for index in 0..<40 {
      let time = 5_000 + index * 16_667
      let head =
        "\"pid\":1,\"tid\":2,\"ph\":\"I\",\"args\":{\"layerTreeId\":1,\"frameSeqId\":\(index)}"
      events.append("{\"name\":\"BeginFrame\",\"ts\":\(time),\(head)}")
      if index % 4 == 3 { continue }
      let name = index == 20 ? "DroppedFrame" : "DrawFrame"
      events.append("{\"name\":\"\(name)\",\"ts\":\(time + 3_000),\(head)}")
    }
    let log = try readLog("[" + events.joined(separator: ",\n") + "]")
    #expect(log.variant == "BeginFrame and DrawFrame")
    #expect(log.sessions.first?.number("active_ticks") == 30)
    #expect(log.sessions.first?.number("dropped_frames") == 1)
    #expect(log.sessions.first?.number("hitch_count") == 1)
  }

  /// 147 of 296 frames dropped: once as steady 30 frames a second, once as one freeze.
  @Test func steadyHalfRateAndOneFreezeOfTheSameShareAreToldApart() throws {
    func session(isDropped: (Int) -> Bool) throws -> LogSession {
      let text = (0..<296).map { index in
        Self.reporter(
          index,
          isDropped(index) ? "STATE_DROPPED" : "STATE_PRESENTED_ALL",
          more: ",\"affects_smoothness\":true"
        )
      }.joined()
      return try #require(try readLog("{\"traceEvents\":[\(text)]}").sessions.first)
    }
    let steady = try session { $0 % 2 == 1 && $0 < 294 }
    let freeze = try session { (80..<227).contains($0) }
    for one in [steady, freeze] { #expect(one.number("dropped_frames") == 147) }
    func ratio(_ session: LogSession) -> Double {
      session.number("hitch_ratio_animating_ms_per_s") ?? 0
    }
    // Against a fixed promise the ratio is the same; everything else tells them apart.
    #expect(abs(ratio(steady) / ratio(freeze) - 1) < 0.02)
    #expect((steady.number("hitch_max_ms") ?? 0) < 20)
    #expect((freeze.number("hitch_max_ms") ?? 0) > 2_400)
    #expect(steady.number("frozen_frames") == 0 && freeze.number("frozen_frames") == 1)
    #expect((steady.number("interval_residency_pct", .twoPeriods) ?? 0) > 95)
    #expect((freeze.number("interval_residency_pct", .morePeriods) ?? 0) > 45)
    #expect((steady.number("dropped_in_1s_pct", .max) ?? 0) < 55)
    #expect((freeze.number("dropped_in_1s_pct", .max) ?? 0) > 95)
  }

  @Test func flutterPromisesByItsVsyncAndNamesItsOwnPercentiles() throws {
    var events: [String] = []
    for index in 0..<30 {
      // The thread that builds was busy for two periods.
      let time = 1_000_000 + (index > 10 ? index + 2 : index) * 16_667
      let build = index == 10 ? 30_000 : 5_000
      let raster = time + build + 1_000
      events += [
        "{\"name\":\"VsyncProcessCallback\",\"ph\":\"b\",\"ts\":\(time),\"args\":{\"StartTime\":"
          + "\"\(time * 1_000)\",\"TargetTime\":\"\(time * 1_000 + 16_666_667)\"}}",
        "{\"name\":\"Frame\",\"ph\":\"B\",\"ts\":\(time + 100),\"pid\":1,\"tid\":1}",
        "{\"name\":\"Frame\",\"ph\":\"E\",\"ts\":\(time + 100 + build),\"pid\":1,\"tid\":1}",
        "{\"name\":\"GPURasterizer::Draw\",\"ph\":\"B\",\"ts\":\(raster),\"pid\":1,\"tid\":2}",
        "{\"name\":\"GPURasterizer::Draw\",\"ph\":\"E\",\"ts\":\(raster + 4_000)}",
      ]
    }
    let log = try readLog("{\"traceEvents\":[" + events.joined(separator: ",") + "]}")
    #expect(log.format == .flutter)
    let session = try #require(log.sessions.first)
    #expect(session.tool("Flutter: build times over 16 ms") == 1)
    #expect(session.tool("Flutter: worst build time") == 30)
    #expect(session.number("late_frames") == 1)
    #expect(session.figure("late_frames")?.note?.hasPrefix("approximate") == true)
    #expect(session.figure("frame_interval_ms", .p50)?.absence == .missing)
    #expect(session.stalls?.count == 1)
    #expect(SessionAnalysis(of: session).causes.first?.name == "app: build")
  }

  @Test func devToolsNamesTheRefreshRate() throws {
    let frames = (0..<30).map { index in
      "{\"number\":\(index),\"startTime\":\(1_000_000 + index * 16_667),\"elapsed\":9000,"
        + "\"build\":\(index == 5 ? 40_000 : 3_000),\"raster\":4000,\"vsyncOverhead\":200}"
    }
    let log = try readLog(
      "{\"devToolsSnapshot\":true,\"performance\":{\"traceBinary\":[1,2,3],\"displayRefreshRate\":60.0,"
        + "\"flutterFrames\":[\(frames.joined(separator: ","))]}}"
    )
    #expect(log.format == .devTools)
    let session = try #require(log.sessions.first)
    #expect(session.number("active_ticks") == 30)
    #expect(session.number("late_frames") == 1)
    #expect(session.tool("DevTools: janky frames") == 1)
  }

  @Test func aSummaryOfFlutterHasWorkAndNoOrder() throws {
    let log = try readLog(
      "{\"frame_count\":10,\"frame_build_times\":[1000,2000,3000,4000,5000,6000,7000,8000,9000,10000],"
        + "\"frame_rasterizer_times\":[1000,1000,1000,1000,1000,1000,1000,1000,1000,1000]}"
    )
    #expect(log.format == .flutterSummary)
    let session = try #require(log.sessions.first)
    // Nearest rank: the 90th percentile of 1 to 10 is 9.
    #expect(session.tool("Flutter: 90th percentile build time") == 9)
    #expect(session.figure("hitch_count")?.absence == .missing)
  }
}
