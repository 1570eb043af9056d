import Foundation
import FrameLogs
import FrameMetrics
import Judging
import Records
import Reporting
import Testing
import Timebase

/// Logs of real apps get the verdict, files and page that a run gets.
@Suite struct RecordingReportTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("stillpoint-analysis-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { _ = try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  private func record(
    _ text: String,
    in folder: String,
    budgets: Budgets = .standard
  ) throws -> RunRecord {
    let path = folder + "/log.csv"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    var options = LogOptions()
    options.refreshHertz = 60
    return judged(try FrameLogReader.read([path], options), by: budgets)
  }

  private func judged(_ logs: [FrameLog], by budgets: Budgets = .standard) -> RunRecord {
    var run = RunRecord(recordings: logs, name: "test")
    run.judgeRecordings(by: budgets)
    return run
  }

  private func times(_ count: Int, lateAt late: Int? = nil) -> String {
    var time = 0.0
    return "t_ms\n"
      + (0..<count).map { index in
        time += index == late ? 1000.0 / 15 : 1000.0 / 60
        return "\(time)\n"
      }.joined()
  }

  @Test func theVerdictIsThatOfTheBudgetsTheFileSupports() throws {
    try withFolder { folder in
      #expect(RunVerdict(of: try record(times(300), in: folder)).word == "pass")
      let late = RunVerdict(of: try record(times(300, lateAt: 40), in: folder))
      #expect(late.word == "missed")
      #expect(late.reasons.first?.contains("hitch ratio") == true)
      // A limit for what no log tells cannot be judged, and that is no pass.
      var budgets = Budgets.standard
      budgets[.drift] = .limit(0)
      let invalid = RunVerdict(of: try record(times(300), in: folder, budgets: budgets))
      #expect(invalid.word == "invalid" && invalid.isInvalid)
      let single = RunVerdict(of: try record("t_ms\n5\n", in: folder))
      #expect(single.isPass || single.isInvalid)
    }
  }

  @Test func whatHoldsForAllFilesIsSaidOnce() throws {
    try withFolder { folder in
      let paths = ["a", "b", "c"].map { "\(folder)/\($0).csv" }
      for (index, path) in paths.enumerated() {
        try times(300, lateAt: 40 + index).write(toFile: path, atomically: true, encoding: .utf8)
      }
      var options = LogOptions()
      options.refreshHertz = 60
      let notes = RecordingNotes(judged(try FrameLogReader.read(paths, options))).text
      #expect(notes.components(separatedBy: "is taken as times of frames").count == 2, "\(notes)")
      #expect(notes.contains("each of these:\n"))
      #expect(notes.contains("a.csv:\n  worst: line 42"), "\(notes)")
      let one = RecordingNotes(judged(try FrameLogReader.read([paths[0]], options))).text
      #expect(!one.contains("each of these") && one.contains("a.csv:\n"))
    }
  }

  /// Lines of JankStats that are all on time by their overruns, each nth of them called janky.
  private static func jankLines(each nth: Int?) -> String {
    var text = ""
    for index in 0..<300 {
      let start = 1_000_000_000_000 + index * 16_666_667
      let isJank = nth.map { index % $0 == 0 } ?? false
      text += "FrameData(frameStartNanos=\(start), frameDurationUiNanos=5000000, "
      text += "frameDurationCpuNanos=6000000, frameOverrunNanos=-4000000, isJank=\(isJank))\n"
    }
    return text
  }

  @Test(arguments: [3, 300]) func framesThatTheFileCallsJankyAreNeverAllOnTime(nth: Int) throws {
    try withFolder { folder in
      #expect(RunVerdict(of: try record(Self.jankLines(each: nil), in: folder)).word == "pass")
      let janky = RunVerdict(of: try record(Self.jankLines(each: nth), in: folder))
      #expect(janky.word == "inconclusive")
      let words = "calls \(300 / nth) of 300 frames late, by the promises in it 0 were"
      #expect(janky.reasons.first?.contains(words) == true, "\(janky.reasons)")
    }
  }

  @Test func theFolderIsWrittenWholeAndTwice() throws {
    try withFolder { folder in
      let record = try record(times(300, lateAt: 40), in: folder)
      let output = RunFolder(path: folder + "/out")
      try output.write(record)
      try output.write(record)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/out").sorted()
      #expect(
        names == [
          "frames.bin", "frames.csv", "index.html", "junit.xml", "metrics.csv", "run.json",
          "screen.bin", "sessions.csv", "summary.md",
        ]
      )
      let metrics = try String(contentsOfFile: folder + "/out/metrics.csv", encoding: .utf8)
      #expect(metrics.contains("hitch_max_ms,value,50"))
      #expect(metrics.contains("not in this file"))
      let frames = try String(contentsOfFile: folder + "/out/frames.csv", encoding: .utf8)
      #expect(frames.split(separator: "\r\n").count == 301)
      // What is read back has the figures, the verdict and what the file said.
      let read = try RunFile(path: folder + "/out").read()
      #expect(read.cells.map(\.metrics) == record.cells.map(\.metrics))
      #expect(read.files == record.files)
      #expect(RunVerdict(of: read) == RunVerdict(of: record))
      #expect(read.cells.first?.recording?.worst == record.cells.first?.recording?.worst)
    }
  }

  /// A grade is a judgement, and a session that is too short has none.
  @Test func whatIsNotJudgedHasNoGrade() throws {
    try withFolder { folder in
      for (count, hasGrade) in [(120, true), (20, false)] {
        let record = try record(times(count, lateAt: 10), in: folder)
        try RunFolder(path: folder + "/out").write(record)
        let page = try String(contentsOfFile: folder + "/out/index.html", encoding: .utf8)
        #expect(page.contains("class=\"outcome missing\"") == !hasGrade)
        #expect(page.contains("<span class=\"unit\">critical</span>") == hasGrade)
        #expect(page.contains("<header class=\"verdict fail invalid\">") == !hasGrade)
      }
    }
  }

  @Test func namesOutOfAFileAreNeverMarkup() throws {
    try withFolder { folder in
      let header = "Application,TimeInSeconds,MsBetweenPresents,MsUntilDisplayed\n"
      let rows = (0..<40).map { "<script>x</script>,\(Double($0) / 60),16.7,5\n" }.joined()
      let record = try record(header + rows, in: folder)
      try RunFolder(path: folder + "/out").write(record)
      let page = try String(contentsOfFile: folder + "/out/index.html", encoding: .utf8)
      #expect(!page.contains("<script>x"))
      #expect(page.contains("&lt;script&gt;"))
    }
  }

  @Test func severalFilesStandInOneTableWithoutMarks() throws {
    try withFolder { folder in
      let paths = [folder + "/before.csv", folder + "/after.csv"]
      try times(200, lateAt: 30).write(toFile: paths[0], atomically: true, encoding: .utf8)
      try times(200).write(toFile: paths[1], atomically: true, encoding: .utf8)
      let text = TerminalTable().text(of: judged(try FrameLogReader.read(paths)))
      #expect(text.contains("before.csv") && text.contains("after.csv"))
      #expect(text.contains("longest") && text.contains("missed") && !text.contains("*"))
    }
  }

  /// An app beside a design: each has its verdict, and the app's alone decides.
  @Test func aDesignBesideARecordingDoesNotDecide() throws {
    try withFolder { folder in
      var run = try record(times(300), in: folder)
      run.cells += SyntheticRun.make().cells
      #expect(run.cells.contains { $0.verdict.kind == .missed })
      let verdict = RunVerdict(of: run)
      #expect(verdict.isPass && !verdict.findings.isEmpty)
      let text = TerminalTable().text(of: run)
      #expect(text.contains("log.csv") && text.contains("reference"))
      // A column has one definition: the design shows the ratio that a recording has, which no budget of its is for.
      let headline = Headline(of: run)
      let column = try #require(headline.columns.firstIndex { $0.quantity.metric == .hitchRatio })
      for (row, cell) in zip(headline.rows, run.cells) {
        let own = cell.metrics.value(of: .hitchRatioAnimating)?.value
        #expect(row.figures[column].value == own)
        #expect(cell.isRecording || row.figures[column].state != .missed)
      }
      try RunFolder(path: folder + "/both").write(run)
      #expect(try RunFile(path: folder + "/both").read().cells.count == run.cells.count)
    }
  }
}
