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
    #expect(session.figure("hitch_max_ms")?.note?.contains("usual lag") == true)
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
    #expect(session.number("on_time_of_animating_pct") == 90)
    for metric in ["hitch_ratio_animating_ms_per_s", "animating_ms", "hitch_count"] {
      #expect(session.figure(metric)?.absence == .missing, "\(metric)")
    }
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
    #expect(log.sessions.first?.number("active_ticks") == 60)
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

  @Test func figuresOfGapsAreRangesUntilSomebodySaysWhatTheyWere() throws {
    let times = (0..<120).map { index -> Double in
      Double(index % 60) * 16.667 + (index < 60 ? 0 : 5000)
    }
    let text = "t_ms\n" + times.map { "\($0)" }.joined(separator: "\n")
    let session = try #require(try readLog(text).sessions.first)
    #expect(session.unknownGaps.count == 1)
    let longest = try #require(session.figure("hitch_max_ms"))
    #expect(longest.low == 0 && abs((longest.high ?? 0) - 4_000) < 1)
    #expect(longest.value == longest.high)
    for (reading, hitches) in [(GapReading.idle, 0.0), (.stall, 1)] {
      var options = LogOptions()
      options.gaps = reading
      let said = try #require(try readLog(text, options).sessions.first)
      #expect(said.number("hitch_count") == hitches)
      #expect(said.figure("hitch_count")?.low == nil)
      #expect(((said.number("animating_ms") ?? 0) < 2_100) == (reading == .idle))
    }
  }

  @Test func jankStatsWrittenAsJSONAreRead() throws {
    let frames = (0..<40).map { index in
      "{\"frameStartNanos\":\(3_000_000_000 + index * 16_666_667),\"frameDurationUiNanos\":5000000,\n"
        + "\"frameDurationTotalNanos\":\(index == 9 ? 19_000_000 : 9_000_000),\"frameOverrunNanos\":"
        + "\(index == 9 ? 3_000_000 : -7_000_000),\"isJank\":\(index == 9),\"states\":[{\"key\":\"a\"}]}"
    }
    for text in [
      "[\(frames.joined(separator: ","))]", "{\"frames\":[\(frames.joined(separator: ","))]}",
      frames.joined(separator: "\n"),
    ] {
      let log = try readLog(text)
      #expect(log.format == .jankStats)
      let session = try #require(log.sessions.first)
      #expect(session.number("active_ticks") == 40)
      #expect(session.number("late_frames") == 1)
      #expect(session.tool("JankStats: janky frames") == 1)
    }
  }

  @Test func whatAToolRanOnStandsAboveTheNames() throws {
    let rows = (0..<60).map { "60,\($0 == 30 ? 33.333 : 16.667),\($0 % 9),\($0 * 16_944_000)" }
    let text =
      "os,cpu,ram\nLinux,CPU 9,16\nfps,frametime,cpu_load,elapsed\n" + rows.joined(separator: "\n")
    let session = try #require(try readLog(text).sessions.first)
    #expect(abs((session.number("hitch_max_ms") ?? 0) - 16.667) < 0.01)
    // Frames a second are no times of frames.
    #expect(try logError("fps\n60\n59\n60\n58\n60\n").problem.contains("no column of times"))
  }

  @Test func carriageReturnsChangeNothing() throws {
    let rows = (0..<40).map {
      "\(7_000_000_000 + $0 * 8_333_333)\t\(7_000_000_000 + $0 * 8_333_333)\t9"
    }
    let log = try readLog("8333333\r\n0\t0\t0\r\n" + rows.joined(separator: "\r\n") + "\r\n")
    #expect(log.format == .surfaceFlinger)
    #expect(log.sessions.first?.number("active_ticks") == 40)
    #expect(try logError("16666666\n\n").expected.contains("SurfaceFlinger"))
  }

  @Test func whatHasNoInstantsSaysNoneOfItsFrames() throws {
    let text =
      "{\"benchmarks\":[{\"name\":\"a\",\"sampledMetrics\":{\"frameDurationCpuMs\":{\"runs\":[[1.5,9]]},"
      + "\"frameOverrunMs\":{\"runs\":[[-1,2]]}}}]}"
    var options = LogOptions()
    options.from = .milliseconds(500)
    let session = try #require(try readLog(text, options).sessions.first)
    #expect(!session.hasInstants && session.number("active_ticks") == 2)
    #expect(session.notes.contains { $0.contains("--from") })
    #expect(SessionAnalysis(of: session).worst.allSatisfy { $0.atMilliseconds == nil })
  }
}
