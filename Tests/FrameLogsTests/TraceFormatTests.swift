import Foundation
import FrameLogs
import FrameMetrics
import Testing
import Timebase

/// Traces of Chrome and timelines of Flutter: small files of every trap.
@Suite struct TraceFormatTests {
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
    text += Self.reporter(
      70,
      "STATE_PRESENTED_ALL",
      more: ",\"frame_type\":\"FORKED\"",
      sequence: 59
    )
    // Chrome may be stopped before the array has its end.
    let log = try readLog(text)
    #expect(log.format == .chrome)
    let session = try #require(log.sessions.first)
    #expect(session.number("active_ticks") == 49)
    #expect(session.number("dropped_frames") == 1)
    #expect(session.number("hitch_count") == 1)
    #expect(abs((session.number("hitch_max_ms") ?? 0) - 2 * 16.667) < 0.1)
    #expect(session.tool("Chrome: no update desired") == 10)
    #expect(log.rows.leftOut["a second reporter of the same frame"] == 1)
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

  @Test func theStatusOfTheFirstReportersIsUnderstood() throws {
    let events = (0..<60).flatMap { index -> [String] in
      let head = "\"name\":\"PipelineReporter\",\"pid\":5,\"id2\":{\"local\":\"0x\(index)\"}"
      let status =
        (10..<20).contains(index)
        ? "did_not_produce_frame" : index == 40 ? "did_not_present_frame" : "presented_frame"
      let begin = 1_000_000 + index * 16_667
      return [
        "{\(head),\"ph\":\"b\",\"ts\":\(begin),\"args\":{}}",
        "{\(head),\"ph\":\"e\",\"ts\":\(begin + 20_000),\"args\":{\"termination_status\":\"\(status)\"}}",
      ]
    }
    let log = try readLog("{\"traceEvents\":[\(events.joined(separator: ","))]}")
    let session = try #require(log.sessions.first)
    #expect(session.number("active_ticks") == 50)
    #expect(session.number("dropped_frames") == 1)
    #expect(session.number("hitch_count") == 1)
    #expect(session.timeline.assumption?.contains("assumes a fixed 60 Hz") == true)
  }

  @Test func eventsBelowTheNameOfATestAreFound() throws {
    let events = (0..<30).flatMap { index in
      [
        "{\"name\":\"Frame\",\"ph\":\"B\",\"ts\":\(index * 16_667)}",
        "{\"name\":\"Frame\",\"ph\":\"E\",\"ts\":\(index * 16_667 + 4_000)}",
      ]
    }
    let log = try readLog("{\"scrolling\":{\"traceEvents\":[\(events.joined(separator: ","))]}}")
    #expect(log.format == .flutter)
    #expect(log.sessions.first?.tool("Flutter: build frames") == 30)
  }
}
