import FrameLogs
import FrameMetrics
import Testing
import Timebase

/// No verdict from what a file does not show: presents that were not shown, a cadence that is not the display's,
/// stretches that may have been idle.
@Suite struct UnseenFrameTests {
  private static let period = 1000.0 / 60

  private static func options(_ gaps: GapReading? = nil, hertz: Double? = 60) -> LogOptions {
    var options = LogOptions()
    (options.refreshHertz, options.gaps) = (hertz, gaps)
    return options
  }

  private static func times(_ values: [Double]) -> String {
    "present_ms\n" + values.map { "\($0)\n" }.joined()
  }

  private static func durations(_ values: [Double]) -> String {
    "frame_time_ms\n" + values.map { "\($0)\n" }.joined()
  }

  private static func session(_ text: String, _ options: LogOptions) throws -> LogSession {
    try #require(try readLog(text, options).sessions.first)
  }

  /// Scattered by up to this much, the same at each call.
  private static func scattered(_ count: Int, _ scatter: Double) -> [Double] {
    var random = SystemFree(seed: TestSettings.seed)
    return (0..<count).map { _ in random.next(in: -scatter...scatter) }
  }

  /// A generator of its own: numbers of a seed.
  private struct SystemFree {
    private var state: UInt64
    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }
    mutating func next(in range: ClosedRange<Double>) -> Double {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      let share = Double(state >> 11) / Double(1 << 53)
      return range.lowerBound + share * (range.upperBound - range.lowerBound)
    }
  }

  // MARK: Presents that were not shown

  /// Presents at 60 Hz, one of which comes late, with some before it that were not shown.
  private static func capture(freeze: Double, unshown: Int) -> String {
    var text =
      "Application,ProcessID,TimeInSeconds,MsBetweenPresents,MsUntilDisplayed,Dropped\n"
    var time = 1000.0
    for index in 0..<400 {
      let step = index == 200 ? freeze : period
      time += step
      let isShown = index >= 200 || index < 200 - unshown
      text += "a.exe,1,\(time / 1000),\(step),\(isShown ? 10 : 0),\(isShown ? 0 : 1)\n"
    }
    return text
  }

  @Test(arguments: [0, 1, 2, 5], [300.0, 5_000, 60_000])
  func aFreezeBehindPresentsThatWereNotShownIsSeen(unshown: Int, freeze: Double) throws {
    let text = Self.capture(freeze: freeze, unshown: unshown)
    let stalled = try Self.session(text, Self.options(.stall))
    #expect((stalled.number("hitch_max_ms") ?? 0) >= freeze - 17)
    let open = try Self.session(text, Self.options())
    #expect((open.figure("hitch_max_ms")?.high ?? 0) >= freeze - 17)
    let idle = try Self.session(text, Self.options(.idle))
    #expect((idle.number("hitch_max_ms") ?? .infinity) <= Double(unshown + 1) * 17)
  }

  // MARK: Cadence

  @Test(arguments: [1.02, 1.05, 1.1, 1.2, 1.3, 1.4, 1.45], [true, false])
  func ofMoreRefreshesThanPicturesSomeGoWithoutOne(slower: Double, areDurations: Bool) throws {
    let steps = Self.scattered(900, 0.4).map { $0 + Self.period * slower }
    var now = 0.0
    let text =
      areDurations
      ? Self.durations(steps)
      : Self.times(
        steps.map {
          now += $0
          return now
        }
      )
    let session = try Self.session(text, Self.options())
    let share = session.number("on_time_of_animating_pct") ?? 100
    #expect(share <= 100 / slower + 0.6, "\(slower): \(share) %")
    // Each lost refresh makes one picture late.
    #expect(share >= 100 * (2 - slower) - 1, "\(slower): \(share) %")
    // A refresh without a picture keeps the old one for a period.
    let ratio = session.number("hitch_ratio_animating_ms_per_s") ?? 0
    #expect(abs(ratio - 1000 * (1 - 1 / slower)) < 12, "\(slower): \(ratio)")
    #expect(
      session.number("frame_interval_ms", .p50).map { abs($0 - Self.period * slower) < 0.5 } == true
    )
  }

  @Test func aRateThatIsStatedInRoundNumbersLosesNothing() throws {
    let text = Self.times((0..<6_000).map { Double($0) * 1000 / 59.94 })
    let session = try Self.session(text, Self.options())
    #expect(session.number("on_time_of_animating_pct") == 100)
    #expect(session.number("hitch_count") == 0)
    #expect(session.open == nil)
  }

  @Test func timesThatScatterAroundRefreshesAreOfThem() throws {
    let scatter = Self.scattered(2_000, 3.5)
    let text = Self.times(scatter.enumerated().map { Double($0.offset) * Self.period + $0.element })
    let session = try Self.session(text, Self.options())
    #expect(session.number("on_time_of_animating_pct") == 100)
  }

  @Test func wholeMillisecondsAreNoOtherCadence() throws {
    let text = Self.durations((0..<1_200).map { $0 % 10 == 0 ? 16 : 17 })
    #expect(try Self.session(text, Self.options()).number("hitch_count") == 0)
  }

  @Test func picturesBetweenTheMultiplesOfAStatedRateContradictIt() throws {
    let steps = Self.scattered(600, 0.4).map { $0 + Self.period * 1.4 }
    let session = try Self.session(Self.durations(steps), Self.options())
    #expect(session.open?.contains("between the refreshes") == true)
  }

  @Test(arguments: [24.0, 30, 48, 50])
  func belowSixtyNoRateIsAssumed(hertz: Double) throws {
    let text = Self.durations(Array(repeating: 1000 / hertz, count: 300))
    #expect(
      try Self.session(text, Self.options(hertz: nil)).number("hitch_ratio_animating_ms_per_s")
        == nil
    )
    #expect(try Self.session(text, Self.options(hertz: hertz)).number("hitch_count") == 0)
  }

  // MARK: One picture a token

  /// Pictures at the first refresh after each token.
  private static func tokens(every milliseconds: Double, count: Int = 600) -> [Double] {
    (0..<count).map { ((Double($0) * milliseconds + 3) / period).rounded(.up) * period }
  }

  @Test(arguments: [45.0, 50, 55, 66.7, 90])
  func onePictureATokenIsIdleBetweenThemOrSlow(every: Double) throws {
    let text = Self.times(Self.tokens(every: every))
    #expect(try Self.session(text, Self.options(.idle)).number("hitch_count") == 0)
    #expect((try Self.session(text, Self.options(.stall)).number("hitch_count") ?? 0) > 500)
    let open = try #require(try Self.session(text, Self.options()).figure("hitch_count"))
    #expect(open.low == 0)
    #expect((open.high ?? 0) > 500)
  }

  @Test func workThatEndedLongBeforeIsNoStallAndWorkThatFillsIsOne() throws {
    func capture(busy: Double) -> String {
      var text =
        "Application,ProcessID,TimeInSeconds,MsBetweenPresents,MsUntilDisplayed,Dropped,MsCPUBusy\n"
      for (index, time) in Self.tokens(every: 50).enumerated() {
        text += "a.exe,1,\((1000 + time) / 1000),50,10,0,\(index == 0 ? 3 : busy)\n"
      }
      return text
    }
    #expect(try Self.session(capture(busy: 3), Self.options(.idle)).number("hitch_count") == 0)
    let filled = try Self.session(capture(busy: 48), Self.options(.idle))
    #expect((filled.number("hitch_count") ?? 0) > 500)
  }

  @Test func aHoleInAnAnimationIsLateUnlessSomebodySaysIdle() throws {
    var times = (0..<600).map { Double($0) * Self.period }
    times.removeAll { [200, 300, 301, 400].contains(Int(($0 / Self.period).rounded())) }
    let text = Self.times(times)
    #expect(try Self.session(text, Self.options()).number("hitch_count") == 3)
    #expect(try Self.session(text, Self.options(.stall)).number("hitch_count") == 3)
    #expect(try Self.session(text, Self.options(.idle)).number("hitch_count") == 0)
  }

  @Test(arguments: [2, 3, 4])
  func aLayerSlowerThanItsDisplayIsSlowOrAFilm(periods: Int) throws {
    let step = 16_666_667
    let text =
      "\(step)\n"
      + (0..<127).map { index in
        let queued = 1_000_000_000 + index * step * periods
        return "\(queued)\t\(queued + 2 * step)\t\(queued + 1_000_000)\n"
      }.joined()
    let open = try #require(try readLog(text).sessions.first)
    #expect(open.figure("hitch_count")?.low == 0)
    #expect((open.figure("hitch_count")?.high ?? 0) > 100)
    #expect(try Self.session(text, Self.options(.idle, hertz: nil)).number("hitch_count") == 0)
    #expect(
      (try Self.session(text, Self.options(.stall, hertz: nil)).number("hitch_count") ?? 0) > 100
    )
  }
}
