import FrameLogs
import FrameMetrics
import Testing

/// What a file itself says of its frames, beside ours.
@Suite struct OwnVerdictTests {
  /// A line of JankStats before Android 12, which has no overrun.
  private static func line(_ start: Int, _ length: Int, isJank: Bool = false) -> String {
    "FrameData(frameStartNanos=\(start), frameDurationUiNanos=\(length), isJank=\(isJank), states=[])\n"
  }

  private static func lines(_ count: Int = 300, freezes: [Int: Int] = [:]) -> String {
    var now = 1_000_000_000_000
    return (0..<count).map { index in
      let length = freezes[index] ?? 5_400_000
      defer { now += max(16_666_667, (length + 16_666_666) / 16_666_667 * 16_666_667) }
      return line(now, length, isJank: length > 33_333_333)
    }.joined()
  }

  @Test(arguments: [
    [150: 700_000_000], [150: 700_000_000, 220: 2_000_000_000], [299: 9_000_000_000],
  ])
  func aFrameWithoutADeadlineIsLateByItsDuration(freezes: [Int: Int]) throws {
    let session = try #require(try readLog(Self.lines(freezes: freezes)).sessions.first)
    let longest = Double(freezes.values.max() ?? 0) / 1e6
    #expect((session.number("hitch_max_ms") ?? 0) > longest - 20)
    #expect(session.figure("hitch_max_ms")?.note?.contains("approximate") == true)
    #expect(session.number("late_frames") == Double(freezes.count))
    #expect(session.ownLate == freezes.count)
  }

  @Test func aJankyLineIsNotOnTimeWhateverItsDuration() throws {
    let text = (0..<300).map { index in
      Self.line(1_000_000_000_000 + index * 16_666_667, 6_000_000, isJank: index % 3 == 1)
    }
    let session = try #require(try readLog(text.joined()).sessions.first)
    #expect(session.number("late_frames") == 100)
    #expect(session.number("hitch_time_all_ms") == 0)
  }

  @Test func withoutARateTheLongestDurationIsTold() throws {
    var now = 1_000_000_000_000
    let text = (0..<60).map { index in
      now += 40_000_000 + index % 7 * 9_100_000
      return Self.line(now, index == 30 ? 700_000_000 : 5_000_000)
    }
    let session = try #require(try readLog(text.joined()).sessions.first)
    #expect(session.number("hitch_max_ms") == 695)
  }

  @Test func aLogThatWasGatheredTwiceCountsOnce() throws {
    let text = Self.lines(freezes: [100: 45_000_000])
    let once = try #require(try readLog(text).sessions.first)
    let twice = try #require(try readLog(text + text).sessions.first)
    #expect(once.timeline.frames.map(\.self) == twice.timeline.frames.map(\.self))
  }

  @Test func theGreatestOverrunIsTheLongestHitchAtLeast() throws {
    func benchmark(_ overruns: String, _ rest: String = "") -> String {
      "{\"context\":{\"build\":{\"model\":\"Pixel 8\",\"version\":{\"sdk\":34}}},\"benchmarks\":[{\"name\":\"scroll\","
        + "\"sampledMetrics\":{\"frameOverrunMs\":{\"P50\":-9.0\(overruns)}}}]}"
    }
    let runs = (0..<100).map { $0 == 40 ? "1490.5" : "-9.0" }.joined(separator: ",")
    let log = try readLog(benchmark(",\"runs\":[[\(runs)]]"))
    #expect(log.device == "Pixel 8")
    #expect(log.sessions.first?.number("hitch_max_ms") == 1490.5)
    #expect(try logError(benchmark("")).problem.contains("percentiles alone"))
  }

  @Test func countsOfADumpStandBesideItsRows() throws {
    let rows = (0..<110).map { FramestatsTests.row($0) }
    let dump = FramestatsTests.dump(rows)
    func counted(_ total: Int, _ janky: Int) throws -> LogSession {
      let counts = "\nTotal frames rendered: \(total)\nJanky frames: \(janky) (1.0%)\n\nWindow:"
      return try #require(
        try readLog(dump.replacing("\nWindow:", with: counts, maxReplacements: 1)).sessions.first
      )
    }
    let same = try counted(110, 100)
    #expect(same.tool("dump: Janky frames") == 100)
    #expect(same.ownLate == 100)
    // Those may have been before the ring's.
    #expect(try counted(4_000, 100).ownLate == 0)
  }

  @Test func perfettosOwnWordIsCounted() throws {
    var text =
      "ts,dur,pid,process_name,display_frame_token,surface_frame_token,present_type,jank_type\n"
    for index in 0..<60 {
      let start = 1_000_000_000 + index * 16_666_667
      text +=
        "\(start),8000000,7,chat,\(index * 2 + 2),\(index * 2 + 1),Late Present,App Deadline Missed\n"
      text += "\(start + 16_666_667),16666667,9,sf,\(index * 2 + 2),[NULL],On-time Present,None\n"
    }
    #expect(try readLog(text).sessions.first?.ownLate == 60)
  }

  @Test func aSummaryKeepsItsOwnFiguresAndGetsNoGaps() throws {
    let session = try #require(
      try readLog(
        "{\"frame_count\":54,\"missed_frame_rasterizer_budget_count\":10,\"worst_frame_rasterizer_time_millis\":51.0,"
          + "\"frame_build_times\":[6874,5019,3638],\"frame_rasterizer_times\":[51955,8468,3129]}"
      ).sessions.first
    )
    #expect(session.unknownGaps.isEmpty)
    #expect(session.tool("Flutter: frame_count") == 54)
    #expect(session.tool("Flutter: missed_frame_rasterizer_budget_count") == 10)
    #expect(session.tool("Flutter: worst_frame_rasterizer_time_millis") == 51)
    #expect(session.notes.contains { $0.contains("3 of the 54") })
  }

  @Test(arguments: [
    ("10.0", "", nil), ("0.05", "at least 0.5 s", nil), ("0.85", "of another recording", nil),
    ("-3", "", "a recording of `-3` s"),
  ]) func aRecordingIsOneOnlyWithALength(length: String, doubt: String, problem: String?) throws {
    let toc = AppleFormatTests.contents.replacing("10.0", with: length)
    let files = [
      try LogFile(AppleFormatTests.hitches, name: "hitches.xml"), try LogFile(toc, name: "toc.xml"),
    ]
    let paths = files.map(\.path)
    if let problem {
      let error = try #require(throws: FrameLogError.self) { try FrameLogReader.read(paths) }
      #expect(error.problem.contains(problem))
      return
    }
    let session = try #require(try FrameLogReader.read(paths).first?.sessions.last)
    #expect(doubt.isEmpty ? session.bystander == nil : session.bystander?.contains(doubt) == true)
    #expect((session.number("hitch_ratio_recording_ms_per_s") == nil) == !doubt.isEmpty)
  }

  @Test func noHitchIsNoProofWithoutARecording() throws {
    let empty = """
      <trace-query-result><node><schema name="hitches"><col><mnemonic>start</mnemonic></col>
      </schema></node></trace-query-result>
      """
    #expect(try readLog(empty).sessions.first?.bystander?.contains("--toc") == true)
    let unlisted = AppleFormatTests.contents.replacing("<table schema=\"hitches\"/>", with: "")
    let files = [try LogFile(empty, name: "hitches.xml"), try LogFile(unlisted, name: "toc.xml")]
    let error = try #require(throws: FrameLogError.self) {
      try FrameLogReader.read(files.map(\.path))
    }
    #expect(error.problem.contains("without a table of hitches"))
  }

  @Test func framestatsBehindAPrefixOrWithoutAHeaderAreNamed() throws {
    let dump = FramestatsTests.dump((0..<40).map { FramestatsTests.row($0) })
    let logcat = dump.split(separator: "\n").map { "12-01 10:00 I dump: \($0)\n" }.joined()
    #expect(try logError(logcat).problem.contains("before each line"))
    let bare = dump.replacing(FramestatsTests.header22 + "\n", with: "")
    #expect(try logError(bare).problem.contains("40 rows of framestats without the header"))
  }
}
