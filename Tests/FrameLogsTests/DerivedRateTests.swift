import FrameLogs
import FrameMetrics
import Testing

/// Rates that are taken from a file's own intervals, and files that contradict them.
@Suite struct DerivedRateTests {
  private static func times(_ intervals: [Double], name: String = "present_ms") -> String {
    var now = 1000.0
    return "\(name)\n"
      + intervals.map { interval in
        now += interval
        return "\(now)\n"
      }.joined()
  }

  /// Intervals of one length, each nth of another.
  private static func mixed(_ usual: Double, each nth: Int, of other: Double) -> [Double] {
    (0..<600).map { $0 % nth == nth / 2 ? other : usual }
  }

  @Test(arguments: [(1000.0 / 30, 12, 1000.0 / 60), (1000.0 / 60, 11, 1000.0 / 120)])
  func noDisplayShowsPicturesNearerThanItsPeriod(usual: Double, nth: Int, other: Double) throws {
    let session = try #require(
      try readLog(Self.times(Self.mixed(usual, each: nth, of: other))).sessions.first
    )
    let hertz = Int((1000 / other).rounded())
    #expect(session.timeline.assumption?.contains("\(hertz) Hz") == true)
    #expect((session.number("on_time_of_animating_pct") ?? 100) < 15)
  }

  @Test func shortIntervalsOfNoRateJudgeNothing() throws {
    let session = try #require(
      try readLog(Self.times(Self.mixed(1000 / 60, each: 11, of: 14.4))).sessions.first
    )
    #expect(session.number("hitch_time_all_ms") == nil)
    #expect(session.figure("hitch_time_all_ms")?.note?.contains("--refresh") == true)
  }

  @Test func aFewShortIntervalsAreNoise() throws {
    let session = try #require(
      try readLog(Self.times(Self.mixed(1000 / 60, each: 100, of: 13))).sessions.first
    )
    #expect(session.timeline.assumption?.contains("60 Hz") == true)
  }

  @Test func stepsThatAreTooCoarseJudgeNothing() throws {
    let rows = (0..<400).map { "\((Double($0) * 100 / 60).rounded() / 100)\n" }
    let session = try #require(try readLog("time_s\n" + rows.joined()).sessions.first)
    #expect(session.number("hitch_count") == nil)
    #expect(session.figure("hitch_count")?.note?.contains("steps of 10 ms") == true)
    // A display of 100 Hz, whose times are whole steps too.
    let even = try #require(
      try readLog(Self.times(Array(repeating: 10, count: 400))).sessions.first
    )
    #expect(even.number("hitch_count") == 0)
  }

  @Test(arguments: ["frame_time_ms", "timestamp_ms"]) func aRateThatNoDisplayHasIsNotBelieved(
    name: String
  ) throws {
    let five = Array(repeating: 5.0, count: 300)
    let text = name == "frame_time_ms" ? "\(name)\n" + five.map { "\($0)\n" }.joined() : ""
    let session = try #require(
      try readLog(text.isEmpty ? Self.times(five, name: name) : text).sessions.first
    )
    #expect(session.number("on_time_of_animating_pct") == nil)
  }

  @Test(arguments: [(17, 60), (8, 120), (7, 144), (6, 165)])
  func wholeMillisecondsAreOfTheNearestRate(
    length: Int,
    hertz: Int
  ) throws {
    let text = "frame_time_ms\n" + String(repeating: "\(length)\n", count: 300)
    let session = try #require(try readLog(text).sessions.first)
    #expect(session.timeline.assumption?.contains(" \(hertz) Hz") == true)
  }
}
