import Foundation
import FrameLogs
import FrameMetrics
import Reporting
import Testing
import Timebase

/// Logs of real apps get the verdict, files and page that a run gets.
@Suite struct AnalysisTests {
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
  ) throws -> AnalysisRecord {
    let path = folder + "/log.csv"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    var options = LogOptions()
    options.refreshHertz = 60
    return AnalysisRecord(
      name: "test",
      logs: try FrameLogReader.read([path], options),
      budgets: budgets
    )
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
      #expect(try record(times(300), in: folder).word == "pass")
      let late = try record(times(300, lateAt: 40), in: folder)
      #expect(late.word == "fail")
      #expect(late.reasons.first?.contains("hitch ratio") == true)
      // A limit for what no log tells cannot be judged, and that is no pass.
      var budgets = Budgets.standard
      budgets[.drift] = .limit(0)
      let invalid = try record(times(300), in: folder, budgets: budgets)
      #expect(invalid.word == "invalid" && invalid.isInvalid)
      let single = try record("t_ms\n5\n", in: folder)
      #expect(single.isPass || single.isInvalid)
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
      #expect(try record(Self.jankLines(each: nil), in: folder).word == "pass")
      let janky = try record(Self.jankLines(each: nth), in: folder)
      #expect(janky.word == "inconclusive")
      let words = "calls \(300 / nth) of 300 frames late, by the promises in it 0 were"
      #expect(janky.reasons.first?.contains(words) == true, "\(janky.reasons)")
    }
  }

  @Test func theFolderIsWrittenWholeAndTwice() throws {
    try withFolder { folder in
      let record = try record(times(300, lateAt: 40), in: folder)
      let output = AnalysisFolder(path: folder + "/out")
      try output.write(record)
      try output.write(record)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/out").sorted()
      #expect(
        names == [
          "analysis.json", "frames.csv", "index.html", "junit.xml", "metrics.csv", "summary.md",
        ]
      )
      let metrics = try String(contentsOfFile: folder + "/out/metrics.csv", encoding: .utf8)
      #expect(metrics.contains("hitch_max_ms,value,50"))
      #expect(metrics.contains("not in this file"))
      let frames = try String(contentsOfFile: folder + "/out/frames.csv", encoding: .utf8)
      #expect(frames.split(separator: "\r\n").count == 301)
      let json = try Data(contentsOf: URL(fileURLWithPath: folder + "/out/analysis.json"))
      let object = try JSONSerialization.jsonObject(with: json) as? [String: Any]
      #expect(object?["kind"] as? String == "stillpoint-analysis")
    }
  }

  /// A grade is a judgement, and a session that is too short has none.
  @Test func whatIsNotJudgedHasNoGrade() throws {
    try withFolder { folder in
      for (count, hasGrade) in [(120, true), (20, false)] {
        let record = try record(times(count, lateAt: 10), in: folder)
        try AnalysisFolder(path: folder + "/out").write(record)
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
      try AnalysisFolder(path: folder + "/out").write(record)
      let page = try String(contentsOfFile: folder + "/out/index.html", encoding: .utf8)
      #expect(!page.contains("<script>x"))
      #expect(page.contains("&lt;script&gt;"))
    }
  }

  @Test func severalFilesStandSideBySideWithoutMarks() throws {
    try withFolder { folder in
      let paths = [folder + "/before.csv", folder + "/after.csv"]
      try times(200, lateAt: 30).write(toFile: paths[0], atomically: true, encoding: .utf8)
      try times(200).write(toFile: paths[1], atomically: true, encoding: .utf8)
      let record = AnalysisRecord(name: "two", logs: try FrameLogReader.read(paths))
      let text = try #require(SideBySide(record)).text()
      #expect(text.contains("before.csv") && text.contains("after.csv"))
      #expect(text.contains("longest hitch") && !text.contains("!") && !text.contains("*"))
      #expect(AnalysisTable(record).text().contains("missed"))
    }
  }

  /// What the others stand beside is in every block of a narrow table.
  @Test func theFirstColumnIsRepeatedWhereATableIsBroken() throws {
    try withFolder { folder in
      let names = ["before.csv", "after.csv", "third.csv", "fourth.csv"]
      for name in names {
        try times(200).write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
      }
      let logs = try FrameLogReader.read(names.map { "\(folder)/\($0)" })
      let text = try #require(SideBySide(AnalysisRecord(name: "four", logs: logs))).text(width: 64)
      let heads = text.split(separator: "\n").filter { $0.hasPrefix("metric") }
      #expect(heads.count > 1)
      #expect(heads.allSatisfy { $0.contains("before.csv") })
    }
  }
}
