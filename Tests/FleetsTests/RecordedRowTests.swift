import Fleets
import Foundation
import FrameLogs
import Judging
import Records
import Reporting
import Testing

/// Rows of files that were read.
@Suite struct RecordedRowTests {
  private func rows(
    _ text: String,
    named name: String = "log",
    _ change: (inout LogOptions) -> Void = { _ in }
  ) throws -> [SessionRow] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "rows-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { _ = try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    var options = LogOptions()
    change(&options)
    var run = RunRecord(recordings: try FrameLogReader.read([file.path], options))
    run.judgeRecordings()
    return SessionsCSV.rows(of: run)
  }

  /// 600 frames at 60 Hz; the one with this number comes later by so many refreshes.
  private func times(late: Int = -1, by refreshes: Int = 0) -> String {
    var text = "present_ms\n"
    var at = 0
    for index in 0..<600 {
      at += index == late ? 1 + refreshes : 1
      text += "\(Double(at) * 1000 / 60)\n"
    }
    return text
  }

  @Test func aHitchOfFourRefreshesIsInTheSums() throws {
    let row = try #require(
      rows(times(late: 300, by: 4)) { ($0.refreshHertz, $0.gaps) = (60, .stall) }.first
    )
    #expect(row.frames == 600 && row.keys[.rate] == "60" && row.part == .whole)
    let hitch = Double(row.hitchTime ?? 0) / 1e6
    #expect(abs(hitch - 4000.0 / 60) < 0.1)
    #expect(abs(Double(row.longest?.value ?? 0) / 1e6 - 4000.0 / 60) < 0.1)
    #expect(row.hitches.total == 1)
    // 598 of one refresh, and one of five: 80 to 88 ms.
    #expect(row.intervals.total == 599)
    #expect(row.intervals.counts[FixedHistogram.bucket(of: 16_666_667)] == 598)
    #expect(row.intervals.counts[FixedHistogram.bucket(of: 83_333_333)] == 1)
  }

  /// A gap that nobody explains is a range from nothing to a freeze.
  @Test func anUnknownGapIsARange() throws {
    let row = try #require(rows(times(late: 300, by: 60)) { $0.refreshHertz = 60 }.first)
    #expect(row.longest?.low == 0 && row.longest?.value ?? 0 > 900_000_000)
    #expect(row.longest?.quality == .range || row.longest?.quality == .approximateRange)
  }

  @Test func copiesHaveOneDigestAndSessionsOfAFileSeveral() throws {
    let one = try #require(rows(times(late: 5, by: 2)) { $0.refreshHertz = 60 }.first)
    let copy = try #require(
      rows(times(late: 5, by: 2), named: "other") { $0.refreshHertz = 60 }.first
    )
    let other = try #require(rows(times(late: 6, by: 2)) { $0.refreshHertz = 60 }.first)
    #expect(one.digest == copy.digest && one.digest != other.digest && one.digest.count == 16)
  }

  /// Apple gives 15 ms/s for the app: 1 in the tab where people are, and 71 in the other.
  @Test func applesFifteenIsOneAndSeventyOneByState() throws {
    let payload = """
      {"timeStampBegin": "2026-11-20 00:00:00", "timeStampEnd": "2026-11-21 00:00:00", "appVersion": "3.1",
       "animationMetrics": {"hitchTimeRatio": "15 ms per s"},
       "stateEntries": [
         {"state": {"domain": "tab", "label": "chats"}, "animationMetrics": {"hitchTimeRatio": "1 ms per s"}},
         {"state": {"domain": "tab", "label": "search"}, "animationMetrics": {"hitchTimeRatio": "71 ms per s"}}]}
      """
    let found = try rows(payload, named: "day.json")
    let ratios = Dictionary(
      uniqueKeysWithValues: found.map { ($0.keys[.state] ?? "", $0.hitchRatio?.value ?? 0) }
    )
    #expect(ratios == ["tab chats": 1_000_000, "tab search": 71_000_000])
    let report = try Rows.report([found]) { $0.by = [.state] }
    #expect(
      report.groups.map(\.name) == ["tab chats, no refresh rate", "tab search, no refresh rate"]
    )
    #expect(report.groups.map { $0.summary[.hitching10].bad } == [0, 1])
    #expect(report.groups.map { $0.summary.greatest(of: .hitchRatio) } == [1_000_000, 71_000_000])
  }
}
