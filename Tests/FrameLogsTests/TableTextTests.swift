import FrameLogs
import FrameMetrics
import Testing

/// Tables as other countries and tools write them, and what is no table of pictures.
@Suite struct TableTextTests {
  /// 600 durations with two freezes, as numbers with a decimal comma.
  private static let durations = (0..<600).map { $0 == 200 || $0 == 400 ? "700,4" : "16,7" }

  private static func times() -> [String] {
    var now = 0.0
    return durations.map { text in
      now += Double(text.replacing(",", with: ".")) ?? 0
      return "\(now)".replacing(".", with: ",")
    }
  }

  private static func table(_ header: String, _ row: (Int) -> String) -> String {
    "\(header)\n" + (0..<600).map { row($0) + "\n" }.joined()
  }

  private static let tables: [(name: String, text: String)] = {
    let times = Self.times()
    return [
      ("two columns", table("frame;frame_time_ms") { "\($0);\(durations[$0])" }),
      ("three columns", table("frame;frame_time_ms;cpu_ms") { "\($0);\(durations[$0]);5,2" }),
      ("times", table("frame;present_ms") { "\($0);\(times[$0])" }),
      ("tabs", table("frame\tframe_time_ms") { "\($0)\t\(durations[$0])" }),
      ("one column", table("frame_time_ms") { durations[$0] }),
      ("one column of times", table("present_ms") { times[$0] }),
      ("in quotes", table("frame_time_ms") { "\"\(durations[$0])\"" }),
      ("commas and quotes", table("frame,frame_time_ms") { "\($0),\"\(durations[$0])\"" }),
    ]
  }()

  @Test(arguments: 0..<tables.count) func theHeaderTellsWhatPartsCells(_ index: Int) throws {
    var options = LogOptions()
    (options.refreshHertz, options.gaps) = (60, .stall)
    let (name, text) = Self.tables[index]
    let session = try #require(try readLog(text, options).sessions.first)
    #expect(abs((session.number("hitch_max_ms") ?? 0) - 683.7) < 0.5, "\(name)")
    #expect(session.number("hitch_count") == 2, "\(name)")
  }

  @Test func wholeNumbersInTwoColumnsWithoutAHeaderMayBeDecimals() throws {
    let error = try logError((0..<60).map { "16,\(60 + $0 % 9)\n" }.joined())
    #expect(error.problem.contains("decimals behind a comma"))
    let counted = try readLog((0..<60).map { "\($0),\($0 * 17)\n" }.joined())
    #expect(counted.variant == "times")
  }

  @Test(arguments: ["timestamp_ms", "present_ms", "time_ms"]) func timesAreNeverTakenForDurations(
    name: String
  ) throws {
    let even = (0..<300).map { "\(Double($0) * 1000 / 60)\n" }
    let twice = try #require(
      try readLog("\(name)\n" + even.map { $0 + $0 }.joined()).sessions.first
    )
    #expect(twice.number("active_ticks") == 300)
    #expect(twice.number("hitch_count") == 0)
    let error = try logError("\(name)\n" + even.reversed().joined())
    #expect(error.line == 3 && error.problem.contains("before the time of the row before"))
  }

  @Test func theTimeBetweenPicturesIsBeforeAFramesTime() throws {
    let rows = (0..<300).map { "5,\($0 == 100 ? 83.335 : 16.667)\n" }
    let log = try readLog("frame_time_ms,frame_interval_ms\n" + rows.joined())
    #expect(log.notes.contains { $0.contains("`frame_interval_ms`") })
    #expect(log.sessions.first?.timeline.assumption?.contains("60 Hz") == true)
  }

  @Test(arguments: [
    "frame.number,frame.time_relative,frame.len", "frame.time_epoch,frame.len",
    "Time,Source,Destination,Protocol",
  ]) func packetsOfANetworkAreNoPictures(header: String) throws {
    let count = header.split(separator: ",").count
    let row = header.hasPrefix("frame.n") ? 1 : 0
    let text =
      "\(header)\n"
      + (0..<200).map { index in
        (0..<count).map { $0 == row ? "\(Double(index) * 0.02)" : "\($0 < row ? index : 214)" }
          .joined(separator: ",") + "\n"
      }.joined()
    #expect(try logError(text).problem.contains("network"))
  }

  @Test(arguments: [
    ("frame_time_ms\n", "a header without rows"),
    ("timestamp\n2026-01-01T00:00:00.000Z\n2026-01-01T00:00:00.017Z\n", "2026-01-01T00:00:00.000Z"),
    ("frame,frame_time\n0,16.67 ms\n1,16.67 ms\n", "`16.67 ms`"),
    ("present_ms\r16.7\r33.4\r50.1\r", "carriage returns"),
    (
      "present_ms,animating\n" + (0..<40).map { "\($0 * 17),maybe\n" }.joined(),
      "neither true nor false"
    ),
    (
      "Test Case 'a' measured [Clock Monotonic Time, s] average: 1.2, values: [1.2, 1.3]\n",
      "without a metric of hitches"
    ),
  ]) func whatIsWrongWithATableIsSaid(text: String, words: String) throws {
    let error = try logError(text)
    #expect(error.problem.contains(words), "\(error)")
  }

  @Test func yesAndNoSayWhetherSomethingAnimated() throws {
    let rows = (0..<100).map { "\($0 < 50 ? $0 * 17 : $0 * 17 + 900),\($0 == 50 ? "no" : "Yes")\n" }
    let session = try #require(try readLog("present_ms,animating\n" + rows.joined()).sessions.first)
    #expect(session.unknownGaps.isEmpty)
    #expect(session.number("frozen_frames") == 0)
  }
}
