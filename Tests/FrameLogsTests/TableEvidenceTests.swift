import FrameLogs
import FrameMetrics
import Testing
import Timebase

/// What columns beside the times say of the frames, and times in JSON.
@Suite struct TableEvidenceTests {
  private static let step = 16_666_667

  private static func sixty() -> LogOptions {
    var options = LogOptions()
    options.refreshHertz = 60
    return options
  }

  private static func rows(_ header: String, count: Int = 600, _ row: (Int) -> String) -> String {
    header + "\n" + (0..<count).map { row($0) + "\n" }.joined()
  }

  private static func session(_ text: String, _ options: LogOptions = .init()) throws -> LogSession
  {
    try #require(try readLog(text, options).sessions.first)
  }

  /// Durations of 4 ms at times 16.7 ms apart: samples, which the times alone tell.
  @Test(arguments: ["lines", "array"], ["t_ms", #"t\u005fms"#])
  func timesInJSONAreReadWhateverTheirNameIsWrittenLike(shape: String, name: String) throws {
    let rows = (0..<600).map { #"{"\#(name)":\#(Double($0) * 1000 / 60),"frame_ms":4}"# }
    let text =
      shape == "array" ? "[" + rows.joined(separator: ",") + "]" : rows.joined(separator: "\n")
    let log = try readLog(text + "\n")
    #expect(log.notes.contains { $0.contains("samples, not frames") })
  }

  /// Three digits behind a comma may be thousands: what such times say is not known, so that durations
  /// beside them cannot be held against them.
  @Test(arguments: ["lines", "array", "table"])
  func durationsBesideTimesThatCannotBeReadAreRefused(shape: String) throws {
    func time(_ row: Int) -> String { "\(row * 50 / 3),\(100 + row % 9 * 100)" }
    let text =
      switch shape {
      case "table": Self.rows("t_ms,frame_ms") { "\"\(time($0))\",4" }
      case "array":
        "[" + (0..<600).map { #"{"t_ms":"\#(time($0))","frame_ms":4}"# }.joined(separator: ",")
          + "]\n"
      default: (0..<600).map { #"{"t_ms":"\#(time($0))","frame_ms":4}"# + "\n" }.joined()
      }
    let error = try #require(throws: FrameLogError.self) { try Self.session(text) }
    #expect(error.problem.contains("`t_ms` that holds"))
  }

  /// A date in words is no number that somebody wrote otherwise.
  @Test func durationsBesideDatesAreRead() throws {
    let text = Self.rows("timestamp,frame_time_ms") { "2026-11-30T10:00:\($0 % 60),16.7" }
    #expect(try Self.session(text).number("frame_interval_ms", .p50) != nil)
  }

  @Test(arguments: [(8_000_000, 0), (40_000_000, 600)])
  func frameMetricsAreHeldAgainstTheDeadlineOfTheirRow(work: Int, late: Int) throws {
    let text = Self.rows("intended_vsync_ns,vsync_ns,total_duration_ns,deadline_ns") {
      let vsync = 1_000_000_000_000 + $0 * Self.step
      return "\(vsync),\(vsync),\(work),\(Self.step)"
    }
    let session = try Self.session(text)
    #expect(session.number("late_frames") == Double(late))
    #expect(session.number("frame_cost_ms", .p50) == Double(work) / 1e6)
  }

  @Test func deadlinesMayBeInstants() throws {
    let text = Self.rows("frame_start_ns,total_duration_ns,deadline_ns") {
      let start = 1_000_000_000_000 + $0 * Self.step
      return "\(start),\($0 % 100 == 50 ? 30_000_000 : 9_000_000),\(start + Self.step)"
    }
    #expect(try Self.session(text).number("late_frames") == 6)
  }

  @Test func jankStatsMayBeATable() throws {
    let header =
      "frameStartNanos,frameDurationUiNanos,frameDurationCpuNanos,frameOverrunNanos,isJank"
    let text = Self.rows(header) {
      let isLate = $0 % 50 == 7
      return "\(1_000_000_000_000 + $0 * Self.step),5000000,\(isLate ? 45_000_000 : 8_000_000),"
        + "\(isLate ? 30_000_000 : -6_000_000),\(isLate)"
    }
    let session = try Self.session(text)
    #expect(session.number("late_frames") == 12)
    #expect(session.ownLate == 12)
  }

  @Test(arguments: [(0.0, 0), (2.0, 0), (50.0, 600)])
  func picturesAreHeldAgainstWhatWasPromised(late: Double, count: Int) throws {
    let text = Self.rows("timestamp_ms,expected_present_ms,actual_present_ms") {
      let time = 1000 + Double($0) * 1000 / 60
      return "\(time),\(time + 20),\(time + 20 + late)"
    }
    let session = try Self.session(text, Self.sixty())
    #expect(session.number("late_frames") == Double(count))
    #expect(abs((session.number("hitch_max_ms") ?? -1) - (late > 8 ? late : 0)) < 0.01)
  }

  @Test(arguments: [
    "build_ms,raster_ms", "cpu_time_ms,gpu_time_ms", "total_duration_ms,ui_ms", "work_ms,draw_ms",
  ])
  func workThatIsLongerThanARefreshKeepsNothing(columns: String) throws {
    func text(_ work: Double) -> String {
      Self.rows("t_ms,\(columns)") { "\(Double($0) * 1000 / 60),2.5,\($0 == 300 ? work : 3)" }
    }
    #expect(
      try Self.session(text(31), Self.sixty()).open?.contains("longer than a refresh") == true
    )
    #expect(try Self.session(text(9), Self.sixty()).open == nil)
  }

  @Test(arguments: [
    "missed_deadline", "is_slow", "isJank", "frozen", "dropped_frame", "frame_overrun_ms",
  ])
  func aColumnThatCallsFramesLateCounts(column: String) throws {
    let text = Self.rows("timestamp_ms,\(column)", count: 1_200) {
      "\(1000 + Double($0) * 1000 / 60),\($0 % 400 == 399 ? 1 : 0)"
    }
    #expect(try Self.session(text, Self.sixty()).ownLate == 3)
  }

  @Test func aVerdictMayStandInTheRowsAloneThatHaveOne() throws {
    let text = Self.rows("timestamp_ms,dropped") {
      "\(1000 + Double($0) * 1000 / 60),\($0 % 100 == 7 ? "1" : "")"
    }
    #expect(try Self.session(text, Self.sixty()).ownLate == 6)
  }

  @Test func framesFurtherOnInADevicesLogAreRead() throws {
    let skipped = "11-29 12:00:00.000 1 1 I Choreographer: Skipped 42 frames!  Too much work\n"
    let frames = (0..<100).map {
      "FrameData(frameStartNanos=\(1_000_000_000_000 + $0 * Self.step), frameDurationUiNanos=5000000, isJank=false)\n"
    }
    let text = String(repeating: skipped, count: 4_000) + frames.joined()
    #expect(try readLog(text).format == .jankStats)
  }

  @Test func samplesOfARateAreNoFrames() throws {
    let text = Self.rows("time,fps", count: 300) { "\($0),\(40 + $0 % 20)" }
    #expect(try logError(text, Self.sixty()).problem.contains("samples of a frame rate"))
    // A row for each frame may have the rate beside it.
    let frames = Self.rows("time_ms,fps") { "\(Double($0) * 1000 / 60),60" }
    #expect(try Self.session(frames, Self.sixty()).number("hitch_count") == 0)
  }

  // MARK: JSON

  @Test(arguments: ["array", "lines", "objects", "below a name", "numbers below a name"])
  func timesInJSONAreThoseOfATable(shape: String) throws {
    let durations = (0..<600).map { $0 % 100 == 50 ? 50.0 : 16.667 }
    func objects(_ separator: String) -> String {
      durations.map { "{\"n\": 1, \"frameTimeMs\": \($0)}" }.joined(separator: separator)
    }
    let numbers = "[" + durations.map { "\($0)" }.joined(separator: ", ") + "]"
    let text =
      switch shape {
      case "array": numbers
      case "lines": objects("\n")
      case "objects": "[" + objects(",") + "]"
      case "below a name": "{\"app\": \"chat\", \"frames\": [" + objects(",") + "], \"end\": 1}"
      default: "{\"app\": \"chat\", \"frameTimes\": " + numbers + "}"
      }
    let table = "frame_time_ms\n" + durations.map { "\($0)\n" }.joined()
    let (own, same) = (try Self.session(text, Self.sixty()), try Self.session(table, Self.sixty()))
    #expect(own.timeline.frames.map(\.fate) == same.timeline.frames.map(\.fate))
    #expect(own.number("hitch_count") == 6)
  }

  @Test(arguments: [
    "rafTimestamps", "frameTimestamps", "presented_ms", "requestAnimationFrameTimes",
  ])
  func ofSeveralArraysInJSONThatOfTheFramesIsRead(name: String) throws {
    let times = (0..<600).map { "\(Double($0) * 1000 / 60)" }.joined(separator: ",")
    let text =
      "{\"memory\": [1, 2, 3], \"\(name)\": [\(times)], \"cpu\": [5, 6], \"end\": {\"x\": [1]}}"
    let session = try Self.session(text, Self.sixty())
    #expect(session.timeline.frames.count == 600)
    #expect(session.number("hitch_count") == 0)
  }

  @Test func jsonThatEndsEarlyIsHalfARecording() throws {
    let text =
      "{\"frames\": ["
      + (0..<600).map { "{\"presented_ms\": \(Double($0) * 16.667)}" }
      .joined(separator: ",") + "]}"
    #expect(try readLog(text, Self.sixty()).cut == nil)
    #expect(try readLog(String(text.prefix(text.count / 2)), Self.sixty()).cut != nil)
  }

  @Test func runsOfABenchmarkAreRecordingsWhereTheyAreCompared() throws {
    let run = "[" + Array(repeating: "6.5", count: 60).joined(separator: ",") + "]"
    let late = "[" + Array(repeating: "-4", count: 60).joined(separator: ",") + "]"
    func runs(_ run: String) -> String {
      "[" + Array(repeating: run, count: 8).joined(separator: ",") + "]"
    }
    let text =
      "{\"benchmarks\":[{\"name\":\"scroll\",\"sampledMetrics\":{\"frameDurationCpuMs\":{\"runs\":\(runs(run))},"
      + "\"frameOverrunMs\":{\"runs\":\(runs(late))}}}]}"
    #expect(try readLog(text).sessions.count == 1)
    var options = LogOptions()
    options.takesRunsApart = true
    let sessions = try readLog(text, options).sessions
    #expect(sessions.map(\.name) == (1...8).map { "scroll (iteration \($0))" })
    #expect(sessions.allSatisfy { $0.timeline.frames.count == 60 })
  }

  @Test(arguments: [
    ("{\"scopeMetrics\":[{\"name\":\"app.jank.frame_count\"}]}", "OpenTelemetry"),
    (
      "11-29 12:00:00.000 1 1 I Choreographer: Skipped 42 frames!  The application may\n",
      "Choreographer"
    ),
    ("{\"name\":\"List\",\"meanDuration\":3,\"stdevDuration\":1}", "Reassure"),
    ("PERFILE2\u{1}\u{2}", "perf.data"), ("{\"GameBench\":1}", "GameBench"),
    ("name,src_file,src_line,total_ns,counts\nDraw,a.cpp,3,100,3\n", "Tracy"),
    ("AbsTime,FPS[FPS],Smooth Index,Stutter[%],Jank,BigJank\n12:00:00,60,0,0,0,0\n", "PerfDog"),
    ("{\"browserScripts\":[],\"statistics\":{}}", "browsertime"),
    ("qt.scenegraph.time.renderloop: Frame rendered with 'basic' in 8ms\n", "Qt"),
  ])
  func whatIsKnownAndNotReadIsNamed(text: String, name: String) throws {
    let error = try logError(text)
    #expect(error.problem.contains(name), "\(error.problem)")
    #expect(!error.advice.isEmpty)
  }

  @Test(arguments: [
    ("iPhone 15", 60), ("iPhone 15 Pro", 120), ("iPhone 13 Pro Max", 120), ("iPhone 12 Pro", 60),
    ("iPhone 17", 120), ("iPhone 16e", 60), ("iPhone Air", 120), ("iPhone SE (3rd generation)", 60),
    ("iPad Pro 11-inch (M4)", 120), ("iPad Air", 60),
  ])
  func aDevicesRateIsKnownByItsModel(model: String, hertz: Double) {
    #expect(AppleDevice.refreshHertz(model) == hertz)
  }
}
