import Foundation
import FrameLogs
import FrameMetrics
import Judging
import Records
import Testing
import Timebase

/// Recordings that were called smooth once, and what each is called.
@Suite struct HonestVerdictTests {
  private static func record(_ text: String, _ change: (inout LogOptions) -> Void = { _ in })
    throws -> RunRecord
  {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("honest-\(UUID().uuidString).txt").path
    #expect(FileManager.default.createFile(atPath: path, contents: Data(text.utf8)))
    defer {
      #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: path) }
    }
    var options = LogOptions()
    change(&options)
    return RunRecord.judged(try FrameLogReader.read([path], options))
  }

  private static func number(_ metric: String, _ record: RunRecord, cell: Int = 0) -> Double? {
    record.cells[cell].metrics.first {
      $0.metric == metric && $0.statistic == .value
    }?.value
  }

  // MARK: JankStats

  private static func jank(
    _ start: Int,
    _ length: Int,
    overrun: Int,
    isJank: Bool
  ) -> String {
    "FrameData(frameStartNanos=\(start), frameDurationUiNanos=\(length / 2), frameDurationTotalNanos=\(length), "
      + "frameOverrunNanos=\(overrun), isJank=\(isJank))"
  }

  private static let period = 16_666_667

  @Test func aLogOfJankAloneIsNoProof() throws {
    let lines = (0..<300).map {
      Self.jank($0 * 2 * Self.period + 1_000_000_000, 34_000_000, overrun: 18_000_000, isJank: true)
    }
    let record = try Self.record(lines.joined(separator: "\n") + "\n") { $0.refreshHertz = 30 }
    #expect(record.word == "inconclusive")
    #expect(record.reasons.joined().contains("only janky frames were logged"))
  }

  @Test func anAppThatIsLateInEachFrameFails() throws {
    let lines = (0..<300).map {
      Self.jank($0 * Self.period + 1_000_000_000, 17_600_000, overrun: 1_000_000, isJank: false)
    }
    let record = try Self.record(lines.joined(separator: "\n") + "\n")
    #expect(Self.number("on_time_of_animating_pct", record) == 0)
    #expect(Self.number("hitch_count", record) == 1)
    #expect(record.word == "missed")
    #expect(record.reasons.joined().contains("late frames 300"))
  }

  @Test func aLineMayHoldSeveralFrames() throws {
    let frames = (0..<300).map {
      Self.jank($0 * Self.period + 1_000_000_000, 6_000_000, overrun: -10_000_000, isJank: false)
    }
    let lines = stride(from: 0, to: 300, by: 3).map { frames[$0..<$0 + 3].joined(separator: ", ") }
    let record = try Self.record(lines.joined(separator: "\n") + "\n")
    #expect(record.cells[0].recording?.timeline.frames.count == 300)
    #expect(record.cells[0].recording?.hertz == 60)
    #expect(record.isPass)
  }

  @Test func processesOfALogAreSessions() throws {
    var text = ""
    for index in 0..<300 {
      let start = index * Self.period + 1_000_000_000
      let head = "01-01 10:00:00.000  "
      text +=
        head + "1234  1234 D Jank: "
        + Self.jank(start, 6_000_000, overrun: -10_000_000, isJank: false) + "\n"
      let isLate = index % 5 == 0
      text +=
        head + "5678  5690 D Jank: "
        + Self.jank(
          start,
          isLate ? 45_000_000 : 6_000_000,
          overrun: isLate ? 28_000_000 : -10_000_000,
          isJank: isLate
        ) + "\n"
    }
    let record = try Self.record(text)
    #expect(record.cells.map { $0.recording?.session } == ["process 1234", "process 5678"])
    #expect(Self.number("on_time_of_animating_pct", record, cell: 0) == 100)
    #expect(Self.number("on_time_of_animating_pct", record, cell: 1) == 80)
  }

  // MARK: Long freezes

  @Test(arguments: [9_000_000_000, 12_000_000_000, 300_000_000_000])
  func aFreezeThatTheNextFrameConfirmsIsBelieved(_ length: Int) throws {
    var now = 1_000_000_000
    let lines = (0..<200).map { index in
      let work = index == 100 ? length : 6_000_000
      defer { now += (work / Self.period + 1) * Self.period }
      return Self.jank(now, work, overrun: work - Self.period, isJank: index == 100)
    }
    let record = try Self.record(lines.joined(separator: "\n") + "\n")
    #expect(record.word == "missed")
    #expect((Self.number("hitch_max_ms", record) ?? 0) > Double(length) / 1e6 - 40)
    #expect(record.files[0].refusedRows == 0)
  }

  @Test func aFreezeThatOtherFramesContradictIsOpen() throws {
    let lines = (0..<200).map { index in
      Self.jank(
        index * Self.period + 1_000_000_000,
        index == 100 ? 12_000_000_000 : 6_000_000,
        overrun: index == 100 ? 11_900_000_000 : -10_000_000,
        isJank: false
      )
    }
    let record = try Self.record(lines.joined(separator: "\n") + "\n")
    #expect(record.word == "inconclusive")
    #expect(record.files[0].refusedRows == 1)
    #expect(record.reasons.joined().contains("12 s, while others after it were made"))
  }

  @Test(arguments: [true, false]) func aBenchmarkTellsOfALongFreezeByBothLists(agree: Bool) throws {
    let overruns = (0..<100).map { $0 == 40 ? "12000.5" : "-9" }.joined(separator: ",")
    let durations = (0..<100).map { $0 == 40 && agree ? "12010" : "5" }.joined(separator: ",")
    let text =
      "{\"context\":{},\"benchmarks\":[{\"name\":\"scroll\",\"sampledMetrics\":{\"frameDurationCpuMs\":{\"P50\":5,"
      + "\"runs\":[[\(durations)]]},\"frameOverrunMs\":{\"P50\":-9,\"runs\":[[\(overruns)]]}}}]}"
    let record = try Self.record(text)
    #expect(!record.isPass)
    #expect(Self.number("hitch_max_ms", record) == 12000.5)
    #expect((record.cells[0].recording?.evidence.open == nil) == agree)
  }

  @Test func listsOfUnequalLengthTellOnlyOfOverruns() throws {
    let overruns = (0..<150).map { $0 < 60 ? "4" : "-9" }.joined(separator: ",")
    let durations = (0..<300).map { _ in "5" }.joined(separator: ",")
    let record = try Self.record(
      "{\"context\":{},\"benchmarks\":[{\"name\":\"scroll\",\"sampledMetrics\":{\"frameDurationCpuMs\":{\"runs\":"
        + "[[\(durations)]]},\"frameOverrunMs\":{\"runs\":[[\(overruns)]]}}}]}"
    )
    #expect(Self.number("on_time_of_animating_pct", record) == 60)
    #expect(record.word == "missed")
  }

  // MARK: Tables

  @Test(arguments: [
    "expected_present_ms,present_ms", "target_timestamp_ms,timestamp_ms", "vsync_ms,present_ms",
    "present_ms,intended_present_ms",
  ]) func whenAFrameWasShownComesBeforeItsPromise(header: String) throws {
    var shown = 0.0
    var text = "frame,\(header)\n"
    for index in 0..<600 {
      shown += index == 200 || index == 400 ? 80 : 1000.0 / 60
      let promise = Double(index + 1) * 1000 / 60
      let pair = header.hasPrefix("present") ? [shown, promise] : [promise, shown]
      text += "\(index),\(pair[0]),\(pair[1])\n"
    }
    let record = try Self.record(text)
    #expect(abs((Self.number("hitch_max_ms", record) ?? 0) - 63.33) < 0.1)
    #expect(record.word == "missed")
  }

  private static func stamped(_ pauses: [Int: Double], stated: Double = 1000.0 / 60) -> String {
    var now = 0.0
    return "timestamp_ms,frame_time_ms\n"
      + (0..<1800).map { index in
        now += pauses[index] ?? 1000.0 / 60
        return "\(now),\(stated)\n"
      }.joined()
  }

  @Test func stallsInTheTimesCountBesideDurations() throws {
    let pauses = Dictionary(uniqueKeysWithValues: (1...12).map { ($0 * 100, 80.0) })
    let record = try Self.record(Self.stamped(pauses))
    #expect(Self.number("hitch_count", record) == 12)
    #expect(abs((Self.number("hitch_ratio_animating_ms_per_s", record) ?? 0) - 24.7) < 0.1)
    #expect(record.word == "missed")
  }

  @Test func aPauseBetweenRowsThatDurationsDoNotTellOfIsAGap() throws {
    let text = Self.stamped([600: 5000, 1200: 5000])
    let open = try Self.record(text)
    #expect(open.cells[0].recording?.gapCount == 2)
    #expect(open.word == "inconclusive")
    #expect(try Self.record(text) { $0.gaps = .idle }.isPass)
    #expect(try Self.record(text) { $0.gaps = .stall }.word == "missed")
  }

  @Test func rowsThatNowhereAgreeWithTheirTimesAreSamples() throws {
    let record = try Self.record(Self.stamped([:], stated: 5))
    #expect(record.word == "invalid")
    #expect(record.reasons.joined().contains("samples, not frames"))
  }

  @Test(arguments: ["dropped", "is_janky", "late"]) func whatATableCallsLateIsHeard(name: String)
    throws
  {
    let text =
      "timestamp_ms,\(name)\n"
      + (0..<600).map { "\(Double($0) * 1000 / 60),\(300..<342 ~= $0 ? 1 : 0)\n" }.joined()
    let record = try Self.record(text)
    #expect(record.cells[0].recording?.evidence.ownLate == 42)
    #expect(record.word == "inconclusive")
  }

  @Test func aStatedRateThatPicturesContradictIsNoProof() throws {
    var now = 0.0
    let text =
      "present_ms\n"
      + (0..<600).map { index in
        now += index % 2 == 0 ? 1000.0 / 60 : 1000.0 / 120
        return "\(now)\n"
      }.joined()
    let record = try Self.record(text) { $0.refreshHertz = 60 }
    #expect(record.word == "inconclusive")
    #expect(record.reasons.joined().contains("sooner than a display of 60 Hz"))
    #expect(try Self.record(text).cells[0].recording?.hertz == 120)
  }

  @Test(
    arguments: [
      ("frame,frame_time\n,ms\n", "0,16.667\n", nil),
      ("Frame;Time;DeltaTime\n", "0;0.00000;0.016667\n", nil),
      ("\"frame\",\"frame_time_ms\"\n", "\"0\",\"16,667\"\n", "holds `16,667`"),
      ("frame,frame_time_ms\n", "0,16,667\n", "rows of 3 cells below a header of 2"),
    ] as [(String, String, String?)]
  )
  func aTableIsReadOrToldWhatStandsInTheWay(header: String, row: String, problem: String?) throws {
    let text =
      header
      + (0..<120).map { "\($0)" + row.dropFirst(row.hasPrefix("\"") ? 3 : 1) }
      .joined()
    guard let problem else {
      #expect(try Self.record(text).isPass)
      return
    }
    let fixed = header + String(repeating: row, count: 120)
    let error = try #require(throws: FrameLogError.self) { try Self.record(fixed) }
    #expect(error.problem.contains(problem), "\(error)")
  }

  // MARK: Flutter

  @Test func abuildOfMoreThanAPeriodTakesTheNextRefresh() throws {
    var start = 1_000_000
    let rows = (0..<200).map { index in
      let isLong = index % 6 == 3 && index < 180
      defer { start += isLong ? 33_333 : 16_667 }
      return "{\"number\":\(index),\"startTime\":\(start),\"elapsed\":\(isLong ? 24_000 : 9_000),"
        + "\"build\":\(isLong ? 20_000 : 5_000),\"raster\":3000,\"vsyncOverhead\":100}"
    }
    let record = try Self.record(
      "{\"devToolsSnapshot\":true,\"performance\":{\"displayRefreshRate\":60,\"flutterFrames\":["
        + rows.joined(separator: ",\n") + "]}}"
    )
    #expect(Self.number("hitch_count", record) == 30)
    #expect(record.cells[0].recording?.evidence.ownLate == 30)
    #expect(record.word == "missed")
  }

  // MARK: Others

  @Test func hitchesOfALongRecordingAreJudgedAsThoseOfALongRun() throws {
    let rows = (0..<20).map {
      "<row><start>\($0 * 5_000_000_000 + 1_000_000_000)</start><duration>16700000</duration></row>"
    }
    let text =
      "<?xml version=\"1.0\"?><trace-query-result><trace-toc><run number=\"1\"><info><summary><duration>120.0"
      + "</duration></summary></info></run></trace-toc><node><schema name=\"hitches\"><col><mnemonic>start"
      + "</mnemonic></col><col><mnemonic>duration</mnemonic></col></schema>\(rows.joined())</node>"
      + "</trace-query-result>"
    let record = try Self.record(text)
    #expect(abs((Self.number("hitch_ratio_recording_ms_per_s", record) ?? 0) - 2.783) < 0.01)
    #expect(record.isPass, "\(record.reasons)")
  }

  @Test func aFileOfOneReasonNamesTheLargestSession() throws {
    let rows = (0..<40).map { "a.exe,1,\(Double($0) / 60),16.667,16.667,1,0\n" }
    let short = (0..<3).map { "b.exe,2,\(Double($0) / 60),16.667,16.667,1,0\n" }
    let names =
      "Application,ProcessID,TimeInSeconds,msBetweenPresents,msBetweenDisplayChange,msUntilDisplayed,Dropped\n"
    let record = try Self.record(names + rows.prefix(20).joined() + short.joined())
    #expect(record.reasons.last?.contains("a.exe (1): 20 frames") == true, "\(record.reasons)")
    #expect(record.reasons.last?.contains("1 more session likewise") == true)
  }
}
