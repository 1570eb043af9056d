import Foundation
import FrameLogs
import FrameMetrics
import Testing

/// Logs that were read wrongly once: what each says, and what it is refused as.
@Suite struct WrongVerdictTests {
  private static func times(_ count: Int, _ interval: (Int) -> Double) -> String {
    var now = 0.0
    return (0..<count).map { index in
      now += interval(index)
      return "\(now)\n"
    }.joined()
  }

  @Test func aFreezeBetweenTimesIsInTheRange() throws {
    let session = try #require(
      try readLog("present_ms\n" + Self.times(600) { $0 == 300 ? 700 : 1000.0 / 60 }).sessions.first
    )
    #expect(session.unknownGaps.map(\.label) == [302])
    #expect((session.figure("hitch_max_ms")?.high ?? 0) > 680)
    #expect(session.figure("hitch_max_ms")?.low == 0)
  }

  @Test func aStatedDurationIsNeverIdle() throws {
    let text = "frame_time_ms\n" + (0..<600).map { $0 == 300 ? "400\n" : "16.667\n" }.joined()
    let session = try #require(try readLog(text).sessions.first)
    #expect(session.unknownGaps.isEmpty)
    #expect(abs((session.number("hitch_max_ms") ?? 0) - 383.33) < 0.1)
  }

  @Test(arguments: [80.0, 320, 900]) func workOfTheRowIsNeverIdle(busy: Double) throws {
    var text = "Application,CPUStartTime,FrameTime,CPUBusy,DisplayLatency,DisplayedTime\n"
    var now = 0.0
    for index in 0..<600 {
      let length = index == 300 ? busy : 6
      let frame = max(16.667, (length / 16.667).rounded(.up) * 16.667)
      text += "a.exe,\(now),\(frame),\(length),\(frame + 20),16.667\n"
      now += frame
    }
    let session = try #require(try readLog(text).sessions.first)
    let longest = session.figure("hitch_max_ms")?.low ?? session.number("hitch_max_ms") ?? 0
    #expect(longest > busy - 40, "\(longest)")
  }

  @Test func anAppSlowerThanItsDisplayHasNoRate() throws {
    let session = try #require(try readLog("t_ms\n" + Self.times(100) { _ in 50 }).sessions.first)
    #expect(session.figure("on_time_of_animating_pct")?.note?.contains("--refresh") == true)
    #expect(session.number("hitch_time_all_ms") == nil)
  }

  @Test func timesInWholeMillisecondsAreOfTheRateTheyKeepTo() throws {
    var text = "ts\n"
    for index in 0..<200 {
      text += "\(1_760_000_000_000 + Int((Double(index) * 1000 / 60).rounded()))\n"
    }
    let session = try #require(try readLog(text).sessions.first)
    #expect(session.timeline.assumption?.contains("60 Hz") == true)
    #expect(session.number("hitch_count") == 0)
  }

  @Test func whereSomethingAnimatedIsAColumnOfItsOwn() throws {
    var text = "frame_timestamp_ms,animating\n"
    var now = 0.0
    for index in 0..<200 {
      now += index == 60 || index == 120 ? 900 : 1000.0 / 60
      text += "\(now),\(index >= 120 && index < 125 ? "false" : "true")\n"
    }
    let session = try #require(try readLog(text).sessions.first)
    #expect(session.unknownGaps.isEmpty)
    #expect(session.number("hitch_count") == 1)
    #expect((session.number("hitch_max_ms") ?? 0) > 880)
  }

  @Test func theBestNameWinsAndNotTheFirst() throws {
    let text =
      "frame,cpu_time_ms,gpu_time_ms,frame_time_ms\n"
      + (0..<60).map { "\($0),5.2,7,\($0 == 30 ? 33.333 : 16.667)\n" }.joined()
    let log = try readLog(text)
    #expect(log.notes.contains { $0.contains("`frame_time_ms`") })
    let rising = try readLog(
      "frame,elapsed_ms\n" + (0..<60).map { "\($0),\(Double($0) * 16.667)\n" }.joined()
    )
    #expect(rising.variant == "times")
  }

  @Test(arguments: [
    ("Date,Open,High,Low,Close\n" + String(repeating: "1,2.5,3,4,5\n", count: 40), "Open"),
    (
      "timestamp,ax,ay,az\n" + (0..<60).map { "\($0 * 16),0.1,0.2,9.8\n" }.joined(), "ax"
    ),
    (
      "schema,scenario,profile,device,refresh_hz,metric,stat,value,unit,low,high,note\n"
        + String(repeating: "1,a,b,c,60,d,value,1,ms,,,\n", count: 40), "stillpoint"
    ),
    ("present_ms,present_ms\n" + (0..<60).map { "\($0 * 16),1\n" }.joined(), "two columns"),
  ]) func aTableThatIsNoFrameLogIsRefused(text: String, words: String) throws {
    let error = try logError(text)
    #expect("\(error.problem) \(error.advice)".contains(words), "\(error)")
  }

  @Test(arguments: ForeignFiles.all) func aFileOfAnotherKindIsNamed(text: String, words: String)
    throws
  {
    let error = try logError(text)
    #expect(error.problem.contains(words), "\(error)")
  }

  @Test func anEvenDumpOfSurfaceFlingerIsOnTime() throws {
    let rows = (0..<100).map { index in
      let queued = 2_102_436_563_608_017 + Int64(index) * 16_666_667
      return "\(queued)\t\(queued + 29_400_000)\t\(queued + 4_000_000)\n"
    }
    let session = try #require(try readLog("16666667\n" + rows.joined()).sessions.first)
    #expect(session.number("on_time_of_animating_pct") == 100)
  }

  @Test func halfAGzipIsNoRecording() throws {
    let text = "present_ms\n" + Self.times(4_000) { Double($0 % 7) + 13.3 }
    let plain = try LogFile(text)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-k", plain.path]
    try process.run()
    process.waitUntilExit()
    let whole = try Data(contentsOf: URL(fileURLWithPath: plain.path + ".gz"))
    let cut = try LogFile(Array(whole.prefix(whole.count / 2)), name: "cut.gz")
    let error = try #require(throws: FrameLogError.self) { try cut.read() }
    #expect(error.problem.contains("end mark"), "\(error)")
  }

  @Test func aJankyLineIsLateWhateverTheRate() throws {
    let lines = (0..<4).map { index in
      let start = 13_037_274_863_989 + Int64(index) * (index > 1 ? 150_000_000 : 16_666_666)
      return
        "FrameData(frameStartNanos=\(start), frameDurationUiNanos=5000000, frameDurationTotalNanos="
        + "\(index == 1 ? 297_000_000 : 11_000_000), frameOverrunNanos="
        + "\(index == 1 ? 277_000_000 : -4_000_000), isJank=\(index == 1))\n"
    }
    let session = try #require(try readLog(lines.joined()).sessions.first)
    #expect(session.number("late_frames") == 1)
    let janky = lines[1].replacing("13037291530655", with: "13037291530656")
    let only = try #require(
      try readLog(janky + janky.replacing("=1303", with: "=1403")).sessions.first
    )
    #expect(only.number("on_time_of_animating_pct") == nil)
  }

  @Test func aReporterThatIsNotUnderstoodIsAnError() throws {
    var text = "{\"traceEvents\":[\n"
    for index in 0..<40 { text += TraceFormatTests.reporter(index, "STATE_PRESENTED_ALL") }
    #expect(
      try readLog(text.replacing("chrome_frame_reporter", with: "frame_reporter")).variant
        == "PipelineReporter"
    )
    let error = try logError(text.replacing("chrome_frame_reporter", with: "reporter_of_a_frame"))
    #expect(error.problem.contains("not understood"))
  }

  @Test func whatThePageShowedAndWhatTheCompositorShowedAreTwoSeries() throws {
    var text = "{\"traceEvents\":[\n"
    for index in 0..<80 {
      text += TraceFormatTests.reporter(
        index,
        index % 4 == 0 ? "STATE_PRESENTED_ALL" : "STATE_PRESENTED_PARTIAL"
      )
    }
    let log = try readLog(text)
    #expect(
      log.sessions.map { $0.name.split(separator: ",").last.map(String.init) ?? "" } == [
        " page content", " anything presented",
      ]
    )
    #expect((log.sessions[0].number("on_time_of_animating_pct") ?? 100) < 30)
    #expect(log.sessions[1].number("on_time_of_animating_pct") == 100)
  }

  @Test func aDropBeforeIdleTimeOwesOnePeriod() throws {
    var text = "{\"traceEvents\":[\n"
    for index in 0..<300 {
      let state =
        switch index {
        case 40: "STATE_DROPPED"
        case 41..<240: "STATE_NO_UPDATE_DESIRED"
        default: "STATE_PRESENTED_ALL"
        }
      text += TraceFormatTests.reporter(
        index,
        state,
        more: index == 40 ? ",\"affects_smoothness\":true" : ""
      )
    }
    let session = try #require(try readLog(text).sessions.first)
    #expect(abs((session.number("hitch_time_all_ms") ?? 0) - 16.667) < 0.1)
  }

  @Test func aLateBufferIsLateThoughItsDisplayFrameIsOnTime() throws {
    // Wanted at 0.18 ms, due from the app at 16.78, shown at 125.01 by a display frame on time for itself.
    var frames = (0..<40).map { index in
      let start = 1_000_000_000 + Int64(index) * 8_333_333
      return PerfettoBytes.Frame(
        token: Int64(index) + 1,
        start: start,
        end: start + 4_000_000,
        deadline: start + 16_600_000,
        promised: start + 21_600_000,
        presented: start + 21_600_000
      )
    }
    frames[20].end += 105_000_000
    frames[20].presented += 108_333_329
    frames[20].promised = frames[20].presented
    let session = try #require(
      try LogFile(PerfettoBytes.packets(frames).flatMap { $0 }).read().sessions.first
    )
    #expect(session.number("late_frames") == 1)
    #expect((session.number("hitch_max_ms") ?? 0) > 90)
  }

  @Test(arguments: [
    (
      "Test Case '-[P.S t]' measured [Hitch Time Ratio (Scroll), ms per s] average: 12.500, "
        + "values: [10.000000, 15.000000], performanceMetricID:a\n",
      "XCTest: Hitch Time Ratio (Scroll), average",
      12.5
    ),
    (
      "[{\"testIdentifier\":\"S/t()\",\"testRuns\":[{\"metrics\":[{\"displayName\":\"Hitch Time Ratio\","
        + "\"unitOfMeasurement\":\"ms per s\",\"measurements\":[10,20]}]}]}]",
      "XCTest: Hitch Time Ratio, average", 15
    ),
    (
      "{\"productData\":[{\"metricCategories\":[{\"metrics\":[{\"identifier\":\"scrollHitchRate\",\"datasets\":"
        + "[{\"points\":[{\"version\":\"1.0\",\"value\":6.5}]}]}]}]}]}",
      "App Store Connect: scrollHitchRate, version 1.0", 6.5
    ),
    (
      "** Graphics info for pid 1 [a.b] **\nTotal frames rendered: 120\nJanky frames: 7 (5.8%)\n"
        + "90th percentile: 18ms\n", "gfxinfo: Janky frames", 7
    ),
    (
      "{\"list\":{\"average_frame_build_time_millis\":3.1,\"missed_frame_build_budget_count\":4,\"frame_count\":240}}",
      "Flutter: missed_frame_build_budget_count", 4
    ),
  ]) func figuresOfAToolAreReadAndNotJudged(text: String, name: String, value: Double) throws {
    let session = try #require(try readLog(text).sessions.first)
    #expect(session.tool(name) == value, "\(session.toolFigures)")
    #expect(session.timeline.frames.isEmpty)
  }
}
