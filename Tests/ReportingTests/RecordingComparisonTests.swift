import Foundation
import FrameLogs
import FrameMetrics
import Gating
import Judging
import Records
import Reporting
import Testing
import Timebase

/// An app before and after: what two analyses say of it.
@Suite struct RecordingComparisonTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("stillpoint-compare-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { _ = try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  /// A log of one app in which so many frames of 300 come two periods late.
  private func log(_ late: Int, process: Int, seed: Int, frames: Int = 300) -> String {
    var text = "Application,ProcessID,TimeInSeconds,MsBetweenPresents,MsUntilDisplayed\n"
    var time = 1.0
    for index in 0..<frames {
      let isLate = late > 0 && (index + seed) % (300 / late) == 7
      time += isLate ? 3.0 / 60 : 1.0 / 60
      text += "chat.exe,\(process),\(time),\(isLate ? 50 : 16.667),10\n"
    }
    return text
  }

  /// Writes an analysis of logs and reads it back.
  private func analysis(
    _ logs: [String],
    _ folder: String,
    _ name: String,
    hertz: Double = 60,
    gaps: GapReading? = nil
  ) throws -> RunRecord {
    var paths: [String] = []
    for (index, text) in logs.enumerated() {
      paths.append("\(folder)/\(name)-\(index).csv")
      try text.write(toFile: paths[index], atomically: true, encoding: .utf8)
    }
    var options = LogOptions()
    options.refreshHertz = hertz
    options.gaps = gaps
    var record = RunRecord(recordings: try FrameLogReader.read(paths, options), name: name)
    record.judgeRecordings()
    try RunFolder(path: folder + "/" + name).write(record)
    let saved = try RunFile(path: folder + "/" + name).read()
    #expect(saved.cells.map(\.metrics) == record.cells.map(\.metrics))
    return saved
  }

  private func figure(_ comparison: RecordingComparison, _ metric: String) -> RunComparison.Figure?
  {
    comparison.cells.first?.figures.first { $0.first.metric == metric }
  }

  @Test func aSingleRecordingASideGetsNoWordButEqual() throws {
    try withFolder { folder in
      let before = try analysis([log(10, process: 11, seed: 0)], folder, "before")
      let after = try analysis([log(0, process: 22, seed: 0)], folder, "after")
      let comparison = RecordingComparison(before, after)
      #expect(comparison.cells.map(\.name) == ["chat.exe"])
      #expect(comparison.onlyFirst.isEmpty && comparison.onlySecond.isEmpty)
      #expect(comparison.count(of: .better) == 0 && comparison.count(of: .worse) == 0)
      let hitches = try #require(figure(comparison, "hitch_count"))
      #expect(hitches.first.value == 10 && hitches.second.value == 0)
      #expect(hitches.verdict == .cannotTell && hitches.note?.contains("6 are needed") == true)
      #expect(figure(comparison, "active_ticks")?.verdict == .equal)
      let table = ComparisonTable(comparison, names: ("old", "new"), listsAll: true)
      #expect(table.text(isColoured: false).contains("10 -> 0"))
      // The direction stands before the proof.
      #expect(table.conclusion.hasPrefix("Looks ") && table.conclusion.contains("better: "))
      #expect(table.conclusion.contains("5 more recordings a side can prove it. Not judged"))
      let page = try ComparisonPage(comparison, names: ("old", "<new>")).text()
      #expect(page.contains("&lt;new&gt;") && !page.contains("<new>"))
      // Nothing that was not judged is called good, and what there is to see is open.
      #expect(page.contains("Not judged") && !page.contains("Nothing is worse"))
      #expect(page.contains("<details class=\"metrics\" open>"))
      #expect(page.contains("Looks "))
      let back = RecordingComparison(after, before)
      let worse = ComparisonTable(back, names: ("new", "old"), listsAll: false).conclusion
      #expect(worse.contains(" worse: "))
    }
  }

  /// What is twice as long has twice as many hitches: that is no change, and the ratio says so.
  @Test func countsOfRecordingsOfTwoLengthsAreNotCompared() throws {
    try withFolder { folder in
      let short = (0..<6).map { log(10 + $0, process: 100 + $0, seed: $0) }
      let long = (0..<6).map { log(10 + $0, process: 200 + $0, seed: $0, frames: 600) }
      for (first, second) in [(short, long), (long, short)] {
        let comparison = RecordingComparison(
          try analysis(first, folder, "before"),
          try analysis(second, folder, "after")
        )
        #expect(comparison.count(of: .worse) == 0 && comparison.count(of: .better) == 0)
        let hitches = try #require(figure(comparison, "hitch_count"))
        #expect(hitches.verdict == .cannotTell)
        #expect(hitches.note?.contains("it grows with a recording") == true)
      }
    }
  }

  @Test func sixRecordingsASideTellBetterFromWorse() throws {
    try withFolder { folder in
      let many = (0..<6).map { log(20 + $0, process: 100 + $0, seed: $0) }
      let few = (0..<6).map { log(4 + $0 % 2, process: 200 + $0, seed: $0) }
      let bad = try analysis(many, folder, "bad")
      let good = try analysis(few, folder, "good")
      let better = RecordingComparison(bad, good)
      #expect(better.cells.count == 1)
      #expect(better.cells.first?.recordings.before == 6)
      #expect(figure(better, "hitch_time_all_ms")?.verdict == .better)
      #expect(better.count(of: .worse) == 0)
      let worse = RecordingComparison(good, bad)
      #expect(figure(worse, "hitch_time_all_ms")?.verdict == .worse)
      let ratio = try #require(figure(worse, "hitch_time_all_ms")?.ratio)
      #expect(ratio > 3 && ratio < 7)
      // Against itself nothing is better or worse, however much it scatters.
      let same = RecordingComparison(bad, bad)
      #expect(same.count(of: .better) + same.count(of: .worse) + same.count(of: .changed) == 0)
      let page = try ComparisonPage(same, names: ("bad", "bad")).text()
      #expect(page.contains("Nothing is worse"))
    }
  }

  @Test func otherFormatsAreRefused() throws {
    try withFolder { folder in
      let windows = try analysis([log(5, process: 1, seed: 0)], folder, "windows")
      let times = (0..<200).map { "\(Double($0) * 16.667)" }.joined(separator: "\n")
      let plain = try analysis(["t_ms\n" + times], folder, "plain")
      let comparison = RecordingComparison(windows, plain)
      #expect(comparison.cells.first?.refusal?.contains("presentmon and csv") == true)
      #expect(comparison.cells.first?.figures.isEmpty == true)
    }
  }

  @Test func copiesOfARecordingCountOnce() throws {
    try withFolder { folder in
      let bad = log(20, process: 1, seed: 0)
      let before = try analysis(
        Array(repeating: log(4, process: 1, seed: 0), count: 6),
        folder,
        "one"
      )
      let after = try analysis(Array(repeating: bad, count: 6), folder, "other")
      let comparison = RecordingComparison(before, after)
      #expect(comparison.cells.first?.recordings.before == 1)
      #expect(comparison.cells.first?.recordings.after == 1)
      #expect(comparison.count(of: .worse) == 0)
    }
  }

  /// A display that never misses gives equal frames in every recording: each counts.
  @Test func recordingsOfEqualFramesCountEach() throws {
    try withFolder { folder in
      let perfect = (0..<6).map { log(0, process: 100 + $0 / 2, seed: 0) }
      let before = try analysis(perfect, folder, "perfect")
      #expect(Set(before.cells.map { $0.recording?.framesDigest }).count == 1)
      let hitching = try analysis(
        (0..<4).map { log(0, process: 200 + $0, seed: 0) }
          + (4..<6).map { log(20, process: 200 + $0, seed: $0) },
        folder,
        "hitching"
      )
      let comparison = RecordingComparison(before, hitching)
      let cell = try #require(comparison.cells.first)
      #expect(cell.recordings.before == 6 && cell.recordings.after == 6)
      #expect(cell.copies == 0 && cell.equal == 8 && comparison.isJudged)
      let worse = try analysis((0..<6).map { log(20, process: 300 + $0, seed: 0) }, folder, "worse")
      #expect(RecordingComparison(before, worse).count(of: .worse) > 0)
    }
  }

  /// With too few recordings the first line says so, whatever is equal.
  @Test func tooFewRecordingsAreNotJudged() throws {
    try withFolder { folder in
      let one = try analysis([log(4, process: 1, seed: 0)], folder, "one")
      let other = try analysis([log(4, process: 2, seed: 0)], folder, "other")
      let table = ComparisonTable(
        RecordingComparison(one, other),
        names: ("a", "b"),
        listsAll: true
      )
      #expect(table.conclusion.hasPrefix("Not judged: 1 and 1 recordings"))
    }
  }

  @Test func otherRatesAreRefused() throws {
    try withFolder { folder in
      let text = log(5, process: 1, seed: 0)
      let comparison = RecordingComparison(
        try analysis([text], folder, "slow"),
        try analysis([text], folder, "fast", hertz: 120)
      )
      #expect(comparison.cells.first?.refusal == "the refresh rates differ: 60 Hz and 120 Hz")
      let near = RecordingComparison(
        try analysis([text], folder, "near"),
        try analysis([text], folder, "nearly", hertz: 59.94)
      )
      #expect(near.cells.first?.refusal == nil)
    }
  }

  @Test func otherDevicesAreRefused() throws {
    func benchmark(_ model: String) -> String {
      let runs = (0..<60).map { "\(-9 - $0 % 3)" }.joined(separator: ",")
      return
        "{\"context\":{\"build\":{\"model\":\"\(model)\"}},\"benchmarks\":[{\"name\":\"scroll\","
        + "\"sampledMetrics\":{\"frameOverrunMs\":{\"runs\":[[\(runs)]]}}}]}"
    }
    try withFolder { folder in
      let comparison = RecordingComparison(
        try analysis([benchmark("Pixel 8")], folder, "new"),
        try analysis([benchmark("Galaxy A12")], folder, "old")
      )
      #expect(comparison.cells.first?.refusal == "the devices differ: Pixel 8 and Galaxy A12")
    }
  }

  @Test func aFigureThatRestsOnAGapSaysSo() throws {
    func times(_ gap: Double) -> String {
      "present_ms\n"
        + (0..<300).map { "\(Double($0) * 1000 / 60 + ($0 >= 150 ? gap : 0))\n" }.joined()
    }
    try withFolder { folder in
      let comparison = RecordingComparison(
        try analysis([times(0)], folder, "without"),
        try analysis([times(900)], folder, "with")
      )
      let note = try #require(figure(comparison, "hitch_max_ms")?.note)
      #expect(note.contains("after 0 if its gaps were idle, 900 if they were stalls"), "\(note)")
    }
  }

  @Test func namesOfSessionsLoseWhatEachRecordingMakesAnew() {
    let names = [
      "com.example.chat (4711)": "com.example.chat",
      "dwm.exe (1564, 0x2408E0B7CA0)": "dwm.exe",
      "chat/android.view.ViewRootImpl@9fc3": "chat/android.view.ViewRootImpl",
      "Renderer (12) layer tree 3": "Renderer layer tree 3",
      "a@b.example": "a@b.example",
      "SurfaceView[com.example.chat]#49011": "SurfaceView[com.example.chat]",
      "com.example.chat/Main#312 (4711)": "com.example.chat/Main",
    ]
    for (name, stable) in names { #expect(Recording.stableName(name) == stable) }
  }
}
