import FrameLogs
import FrameMetrics
import Records
import Testing

/// Values that were read wrongly, or not at all, and what each says.
@Suite struct HonestReadingTests {
  // MARK: MetricKit

  private static func payload(_ metrics: String) -> String {
    "{\"timeStampBegin\":\"2026-01-01\",\"animationMetrics\":{\(metrics)}}"
  }

  @Test(arguments: [
    ("1 000 ms per s", 1000), ("1\u{A0}000 ms per s", 1000), ("1\u{202F}000 ms per s", 1000),
    ("1,000 ms per s", 1000), ("12,5 ms per s", 12.5), ("1.234 ms per s", 1.234),
    ("1.2 %", 12), ("1.2E1 ms per s", 12), ("0.004 s per s", 4), ("3 ms per s", 3),
  ]) func aRatioIsReadAsItIsWritten(text: String, value: Double) throws {
    let log = try readLog(Self.payload("\"scrollHitchTimeRatio\":\"\(text)\""))
    #expect(log.sessions.first?.number("hitch_ratio_animating_ms_per_s") == value)
  }

  @Test func aRatioOfMoreThanAllTimeIsRefused() throws {
    let error = try logError(Self.payload("\"scrollHitchTimeRatio\":\"1.234,5 ms per s\""))
    #expect(error.problem.contains("1234.5"), "\(error)")
  }

  @Test func ofSeveralRatiosTheGreatestIsJudged() throws {
    let log = try readLog(
      Self.payload(
        "\"hitchTimeRatio\":\"3 ms per s\",\"scrollHitchTimeRatio\":\"30 ms per s\""
      )
    )
    #expect(log.sessions.first?.number("hitch_ratio_animating_ms_per_s") == 30)
  }

  // MARK: CapFrameX

  private static func capture(_ shown: Int, _ ending: String = "}}]}") -> String {
    func list(_ name: String, _ count: Int, _ value: (Int) -> Double) -> String {
      "\"\(name)\":[" + (0..<count).map { "\(value($0))" }.joined(separator: ",") + "]"
    }
    return "{\"Info\":{\"ProcessName\":\"a\"},\"Runs\":[{\"CaptureData\":{"
      + [
        list("TimeInSeconds", 120) { Double($0) / 60 },
        list("MsBetweenPresents", 120) { _ in 1000.0 / 60 },
        list("MsUntilDisplayed", shown) { _ in 12 },
      ].joined(separator: ",") + ending
  }

  @Test func listsOfUnequalLengthAreRefused() throws {
    #expect(try readLog(Self.capture(120)).sessions.first?.timeline.frames.count == 120)
    let error = try logError(Self.capture(60))
    #expect(error.problem.contains("MsUntilDisplayed 60"), "\(error)")
    // Of a file that was cut off the last list is shorter.
    #expect(try readLog(Self.capture(60, "")).rows.unfinished == 1)
  }

  @Test func aLongTimeBeforeAPresentIsNoWorkAfterIt() throws {
    var now = 0.0
    let rows = (0..<120).map { index in
      let between = index == 60 ? 12_000.0 : 1000.0 / 60
      now += between / 1000
      return "a.exe,\(now),\(between),0.3,\(between),12,0\n"
    }
    let names =
      "Application,TimeInSeconds,msBetweenPresents,msInPresentAPI,msBetweenDisplayChange,msUntilDisplayed,Dropped\n"
    let log = try readLog(names + rows.joined())
    #expect(log.rows.refused == 0)
    #expect((log.sessions.first?.figure("hitch_max_ms")?.high ?? 0) > 11_900)
  }

  // MARK: xctrace

  private static func contents(_ lengths: [Double]) -> String {
    "<?xml version=\"1.0\"?><trace-toc>"
      + lengths.enumerated().map {
        "<run number=\"\($0.offset + 1)\"><info><target><device model=\"iPhone \($0.offset + 1)\"/></target>"
          + "<summary><duration>\($0.element)</duration></summary></info>"
          + "<data><table schema=\"hitches\"/></data></run>"
      }.joined() + "</trace-toc>"
  }

  private static func table(run: Int) -> String {
    "<?xml version=\"1.0\"?><trace-query-result><node xpath='//trace-toc[1]/run[\(run)]/data[1]/table[66]'>"
      + "<schema name=\"hitches\"><col><mnemonic>start</mnemonic></col><col><mnemonic>duration</mnemonic></col>"
      + "</schema><row><start-time>1000000000</start-time><duration>30000000</duration></row></node>"
      + "</trace-query-result>"
  }

  @Test(arguments: [(1, 0.05), (2, 6)]) func aTableIsOfTheRunThatItsPathNames(
    run: Int,
    ratio: Double
  ) throws {
    let contents = try LogFile(Self.contents([600, 5]), name: "toc.xml")
    let table = try LogFile(Self.table(run: run), name: "hitches.xml")
    let log = try #require(try FrameLogReader.read([table.path, contents.path]).first)
    #expect(
      abs((log.sessions.first?.number("hitch_ratio_recording_ms_per_s") ?? 0) - ratio) < 1e-9
    )
    #expect(log.device == "iPhone \(run)")
  }

  @Test func tablesAndTheirContentsArePairedInOrder() throws {
    let files = try [
      LogFile(Self.table(run: 1), name: "a.xml"), LogFile(Self.contents([10]), name: "a-toc.xml"),
      LogFile(Self.table(run: 1), name: "b.xml"), LogFile(Self.contents([20]), name: "b-toc.xml"),
    ]
    let logs = try FrameLogReader.read(files.map(\.path))
    #expect(logs.map { $0.sessions.first?.number("recording_ms") } == [10_000, 20_000])
  }

  // MARK: Recorder

  private static func recorded(
    late: Int = 0,
    pause: Double = 0,
    isAnimating: Bool = true
  ) -> String {
    var text =
      "{\"schema\":1,\"kind\":\"stillpoint-frame-log\",\"source\":\"app\",\"recorder\":1}\n"
    for frame in 0..<100 {
      let time = Double(frame) * 10 + (frame >= 50 ? pause : 0)
      text +=
        "{\"frame\":\(frame),\"t_ms\":\(time),\"promised_ms\":\(time + 10),"
        + "\"presented_ms\":\(time + 10 + Double(late) * 10),\"period_ms\":10,\"animating\":\(isAnimating)}\n"
    }
    return text + "{\"kind\":\"stillpoint-frame-log-end\",\"frames\":100}\n"
  }

  @Test func anAppThatIsAlwaysLateIsNeverOnTime() throws {
    let session = try #require(try readLog(Self.recorded(late: 1)).sessions.first)
    // The last one used up a refresh after it.
    #expect(session.number("active_ticks") == 101)
    #expect((session.number("on_time_of_animating_pct") ?? 100) < 1)
    #expect(SessionAnalysis(of: session).lateFrames >= 99)
  }

  @Test(arguments: [true, false]) func aPauseWhileAnotherFrameWasWantedIsAHitch(isAnimating: Bool)
    throws
  {
    let session = try #require(
      try readLog(Self.recorded(pause: 700, isAnimating: isAnimating)).sessions.first
    )
    #expect(session.number("hitch_max_ms") == (isAnimating ? 700 : 0))
  }

  // MARK: framestats

  @Test func aRowThatIsLeftOutMayBeTheJankyOne() throws {
    var rows = (0..<110).map { FramestatsTests.row($0) }
    rows[60] = FramestatsTests.row(60, work: 700_000_000, flags: 8)
    let counts = "\nTotal frames rendered: 110\nJanky frames: 1 (0.91%)\n\nWindow:"
    let text = FramestatsTests.dump(rows).replacing("\nWindow:", with: counts, maxReplacements: 1)
    let session = try #require(try readLog(text).sessions.first)
    #expect(session.number("late_frames") == 0)
    #expect(session.ownLate == 1)
  }

  @Test func aLongFrameKeepsItsColumns() throws {
    var rows = (0..<110).map { FramestatsTests.row($0) }
    let base = 5_000_000_000_000
    for index in 50..<110 {
      rows[index] = FramestatsTests.row(index, base: base + (index > 50 ? 12_000_000_000 : 0))
    }
    rows[50] = FramestatsTests.row(50, work: 12_000_000_000)
    let session = try #require(try readLog(FramestatsTests.dump(rows)).sessions.first)
    #expect((session.number("hitch_max_ms") ?? 0) > 11_900)
    #expect(session.open == nil)
  }

  // MARK: Rates of tables

  @Test func timesAroundAnEvenRateAreOfIt() throws {
    // Half a millisecond to each side, by turns that do not repeat.
    let text =
      "timestamp_ms\n"
      + (0..<600).map { "\(Double($0) * 1000 / 60 + Double($0 * 7919 % 101) / 100 - 0.5)\n" }
      .joined()
    let session = try #require(try readLog(text).sessions.first)
    #expect(session.timeline.assumption?.contains("60 Hz") == true)
  }

  /// Who has the file open in its viewer finds a moment by the file's own time: the picture before, from which on it was late.
  @Test(arguments: [(0, ""), (12_000, " (16.98 s in the file)"), (1_700_000_000_000, "")])
  func momentsAreToldInTheTimeOfTheFile(start: Int, words: String) throws {
    var text = "timestamp_ms\n"
    var time = Double(start)
    for frame in 0..<600 {
      text += "\(time)\n"
      time += frame == 299 ? 3 * 1000 / 60 : 1000 / 60
    }
    let run = RunRecord(recordings: [try readLog(text)])
    let moment = try #require(run.cells.first?.faults?.first)
    #expect(moment.words.hasPrefix("at 5.0 s\(words) a frame was 33 ms late"), "\(moment.words)")
  }

  @Test func durationsCutToMillisecondsAreOfTheirRate() throws {
    let text = "frame_time_ms\n" + String(repeating: "16\n", count: 300)
    let session = try #require(try readLog(text).sessions.first)
    #expect(session.timeline.assumption?.contains("60 Hz") == true)
    #expect(session.number("hitch_count") == 0)
    // Times of 60 Hz in whole milliseconds are 16 and 17 apart, and no display has 25 Hz.
    for text in [
      "timestamp_ms\n" + (0..<300).map { "\($0 * 16)\n" }.joined(),
      "frame_time_ms\n" + String(repeating: "40\n", count: 300),
    ] {
      #expect(try readLog(text).sessions.first?.number("hitch_count") == nil)
    }
  }
}
