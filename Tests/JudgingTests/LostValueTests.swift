import Foundation
import FrameLogs
import Judging
import Records
import Testing

/// A file that lost what it should say of a frame keeps no limit: what the frame was is not known.
@Suite struct LostValueTests {
  /// A recording of 600 smooth frames in some form, whole, and with one frame of which nothing is told.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    /// The text, with these words in place of what is told of frame 300.
    var text: @Sendable (_ cell: String) -> String
    var whole: String
    var lost: [String]
    var testDescription: String { name }
  }

  /// Refreshes of 60 Hz, scattered a little, in ms.
  private static let steps = (0..<600).map { (index: Int) -> Double in
    let scatter = index * 7 % 11 - 5
    return 1000.0 / 60 + Double(scatter) / 100
  }
  private static let times: [Double] = {
    var now = 1000.0
    return steps.map { step in
      now += step
      return now
    }
  }()

  private static func table(_ header: String, _ row: (Int) -> String) -> String {
    header + "\n" + steps.indices.map { row($0) + "\n" }.joined()
  }

  private static func durations(_ cell: String) -> String {
    table("n,frame_time_ms") { row in "\(row)," + (row == 300 ? cell : "\(steps[row])") }
  }

  private static func decimalCommas(_ cell: String) -> String {
    table("n;frame_time_ms") { row in
      let own = "\(steps[row])".replacingOccurrences(of: ".", with: ",")
      return "\(row);" + (row == 300 ? cell : own)
    }
  }

  private static func json(_ cell: String) -> String {
    let values = steps.indices.map { row in row == 300 ? cell : "\(steps[row])" }
    return "[" + values.joined(separator: ", ") + "]"
  }

  private static func back(_ cell: String) -> String {
    let back = Double(cell) ?? 0
    return table("present_ms") { row in
      let time = 300..<310 ~= row ? times[row] - back : times[row]
      return "\(time)"
    }
  }

  private static func column(_ cell: String) -> String {
    let parts = cell.split(separator: " ")
    return table("timestamp_ms,\(parts[0])") { row in
      "\(times[row]),\(row == 300 ? parts[1] : parts[2])"
    }
  }

  private static func benchmark(_ cell: String) -> String {
    let list = steps.indices.map { row in row == 300 ? cell : "-9.5" }.joined(separator: ",")
    let counts = "\"metrics\":{\"frameCount\":{\"runs\":[600]}}"
    let overruns = "\"sampledMetrics\":{\"frameOverrunMs\":{\"runs\":[[\(list)]]}}"
    return
      "{\"context\":{},\"benchmarks\":[{\"name\":\"scroll\",\(counts),\(overruns)}]}"
  }

  private static let second = (0..<60).map { _ in "16666667" }.joined(separator: ";;")

  private static func smartPerf(_ cell: String) -> String {
    let rows = (0..<10).map { row in
      "\(1_700_000_000_000 + row * 1000),60,\(row == 5 ? cell : second),60\n"
    }
    return "timeStamp,fps,fpsJitters,refreshrate\n" + rows.joined()
  }

  private static func surfaceFlinger(_ cell: String) -> String {
    let pending = Int(cell) ?? 0
    let rows = (0..<127).map { row in
      let shown = 1_000_000_000_000 + row * 16_666_667
      let actual = row >= 127 - pending ? Int.max : shown
      return "\(shown - 29_000_000)\t\(actual)\t\(shown - 17_000_000)\n"
    }
    return "16666667\n" + rows.joined()
  }

  static let cases: [Case] = [
    Case(
      name: "durations",
      text: durations,
      whole: "16.7",
      lost: ["NaN", "inf", "", "-", "#NUM!", ">1000", "-1", "0", "2147483647", "\"5,000.000\""]
    ),
    Case(
      name: "decimal commas",
      text: decimalCommas,
      whole: "16,7",
      // Five seconds, as some write them between commas.
      lost: ["5.000", "5.000,0", "5\u{202F}000,0", "5'000,0"]
    ),
    Case(name: "JSON", text: json, whole: "16.7", lost: ["null", "\"5.000,0\"", "1e12"]),
    Case(name: "times that go back", text: back, whole: "0", lost: ["1000"]),
    Case(
      name: "a tool's own columns",
      text: column,
      whole: "hitch_ms 0.2 0.1",
      lost: [
        "hitch_ms 5000 0", "lateness_ms 5000 0.3", "late_by_ms 80.5 0", "dropped_frames 300 0",
        "missed_vsyncs 3 0", "skipped_frames 2 0", "stutter true false", "jank_type BigJank None",
        "stall_ms 250 0", "jank_count 1 0",
      ]
    ),
    Case(name: "Macrobenchmark", text: benchmark, whole: "-9.5", lost: ["null"]),
    Case(name: "SmartPerf", text: smartPerf, whole: second, lost: [""]),
    Case(name: "SurfaceFlinger", text: surfaceFlinger, whole: "3", lost: ["60"]),
  ]

  private static func verdict(_ text: String) throws -> RunVerdict {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("lost-\(UUID().uuidString).txt").path
    try #require(FileManager.default.createFile(atPath: path, contents: Data(text.utf8)))
    defer { _ = try? FileManager.default.removeItem(atPath: path) }
    var options = LogOptions()
    options.refreshHertz = 60
    return RunVerdict(of: RunRecord.judged(try FrameLogReader.read([path], options)))
  }

  @Test(arguments: cases) func whatIsNotToldIsNoPass(_ known: Case) throws {
    let whole = try Self.verdict(known.text(known.whole))
    #expect(whole.verdict == .pass, "\(whole.reasons)")
    for cell in known.lost {
      let lost = try Self.verdict(known.text(cell))
      #expect(lost.verdict == .inconclusive, "\(cell): \(lost.word) \(lost.reasons)")
      #expect(lost.reasons.joined().contains("would be kept, but"), "\(cell): \(lost.reasons)")
    }
  }

  /// A number of dropped frames may add up from row to row.
  @Test func aCountThatAddsUpIsLateWhereItRises() throws {
    let rising = Self.table("frame_time_ms,dropped_frames") { "\(Self.steps[$0]),\($0 / 200)" }
    #expect(try Self.verdict(rising).reasons.joined().contains("calls 2 of 601 frames late"))
    let steady = Self.table("frame_time_ms,dropped_frames") { "\(Self.steps[$0]),7" }
    #expect(try Self.verdict(steady).verdict == .inconclusive)
  }

  /// What a skipped frame kept the app busy with is drawn by none.
  @Test(arguments: [(4, Verdict.pass), (5_000, .inconclusive)])
  func aSkippedFrameMayBeAFreeze(busy: Int, verdict: Verdict) throws {
    let names =
      "Flags,IntendedVsync,Vsync,HandleInputStart,AnimationStart,PerformTraversalsStart,DrawStart,FrameDeadline,"
      + "FrameInterval,FrameStartTime,SyncQueued,SyncStart,IssueDrawCommandsStart,SwapBuffers,FrameCompleted,"
    var start = 1_000_000_000_000
    let rows = (0..<100).map { row in
      defer { start += 16_666_667 + (row == 50 ? busy / 17 * 16_666_667 : 0) }
      let end = start + (row == 50 ? busy : 4) * 1_000_000
      return
        "\(row == 50 ? 8 : 0),\(start),\(start),\(start + 1),\(start + 2),\(start + 3),\(end),"
        + "\(start + 16_666_667),16666667,\(start),\(end + 1),\(end + 2),\(end + 3),\(end + 4),\(end + 5),"
    }
    let found = try Self.verdict(
      "Window: chat\n---PROFILEDATA---\n\(names)\n" + rows.joined(separator: "\n")
        + "\n---PROFILEDATA---\n"
    )
    #expect(found.verdict == verdict, "\(found.reasons)")
  }
}
