import Foundation
import FrameLogs
import FrameMetrics
import Judging
import Records
import Testing

/// The recordings beside the project.
private enum SharedRecordings {
  static let folder: String? = {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    let logs = folder.appendingPathComponent("shared/data/logs/2026-11-29").path
    return FileManager.default.fileExists(atPath: logs) ? logs : nil
  }()
}

/// Small recordings that each showed a fault once, where they lie beside the project; skipped without. What each
/// comes to is in their README.
@Suite(.enabled(if: SharedRecordings.folder != nil)) struct SharedRecordingTests {
  /// A command, its exit code, and words of its answer.
  struct Case: Sendable, CustomTestStringConvertible {
    var files: [String]
    var gaps: GapReading?
    var code: Int32
    var words: [String]
    var testDescription: String { files.joined(separator: " ") + (gaps.map { " \($0)" } ?? "") }

    init(_ files: String..., gaps: GapReading? = nil, code: Int32, words: String...) {
      (self.files, self.gaps, self.code, self.words) = (files, gaps, code, words)
    }
  }

  static let cases: [Case] = [
    Case("pm-freeze-after-drop.csv", code: 3, words: "longest hitch 5000"),
    Case("pm-freeze-after-drop.csv", gaps: .stall, code: 2, words: "longest hitch 5000"),
    Case("pm-freeze-no-drop.csv", code: 3, words: "longest hitch 5000"),
    Case("pm-freeze-no-drop.csv", gaps: .stall, code: 2, words: "longest hitch"),
    Case("fps46-at-60.csv", code: 2, words: "hitch ratio 228"),
    Case("fps46-on-screen.csv", code: 2, words: "hitch ratio 227"),
    Case("hitches.xml", "toc20.xml", code: 2, words: "late frames 2"),
    Case("hitches-cut.xml", "toc20.xml", code: 1, words: "ends before its first row"),
    Case("framemetrics-all-40ms.csv", code: 2, words: "late frames 399"),
    Case("build-raster.csv", code: 3, words: "`build_ms` is longer than a refresh"),
    Case("time-fps.csv", code: 1, words: "samples of a frame rate"),
    Case("csv-token-20hz.csv", code: 3, words: "hitch ratio 667", "but 0 if"),
    Case("csv-token-20hz.csv", gaps: .idle, code: 0),
    Case("xctrace-20s/hitches.xml", "xctrace-20s/toc20.xml", code: 0),
    Case("xctrace-20s/hitches.xml", "xctrace-20s/toc34.xml", code: 0),
    Case("fold-jump.ndjson", code: 2, words: "message m4, which was read, moved 120 pt up"),
  ]

  private static func judged(_ names: [String], _ gaps: GapReading? = nil) throws -> RunRecord {
    let folder = try #require(SharedRecordings.folder)
    var options = LogOptions()
    options.gaps = gaps
    let unstated = ["framemetrics", "build-raster", "durs", "hitches", "xctrace", "fold-jump"]
    if !unstated.contains(where: names[0].hasPrefix) { options.refreshHertz = 60 }
    return RunRecord.judged(try FrameLogReader.read(names.map { "\(folder)/\($0)" }, options))
  }

  @Test(arguments: cases) func eachIsJudgedAsItsReadmeSays(_ known: Case) throws {
    let (code, words): (Int32, String)
    do {
      let record = try Self.judged(known.files, known.gaps)
      let verdict = RunVerdict(of: record)
      (code, words) = (verdict.verdict.exitCode, verdict.reasons.joined(separator: "; "))
    } catch let error as FrameLogError {
      (code, words) = (1, "\(error)")
    }
    #expect(code == known.code, "\(words)")
    for word in known.words { #expect(words.contains(word), "\(words)") }
  }

  @Test func theReaderSeesWhichMessageMovedWhenAndWhereTo() throws {
    let record = try Self.judged(["fold-jump.ndjson"])
    let notes = record.cells.first?.recording?.notes.joined(separator: "; ") ?? ""
    #expect(notes.contains("frame 355: message m4"), "\(notes)")
    #expect(notes.contains("from 252 to 132 pt"), "\(notes)")
  }

  @Test func aSideOfOneRecordingIsNotJudged() throws {
    let comparison = RecordingComparison(
      try Self.judged(["durs-before.csv"]),
      try Self.judged(["durs-after-5-freezes.csv"])
    )
    #expect(comparison.unjudged?.hasPrefix("Not judged") == true)
    #expect(comparison.count(of: .worse) == 0)
  }

  @Test func perfectSessionsThatAreAlikeCountEach() throws {
    let folder = try #require(SharedRecordings.folder) + "/copies"
    func side(_ name: String) throws -> RunRecord {
      let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(name)").sorted()
      return RunRecord.judged(try FrameLogReader.read(names.map { "\(folder)/\(name)/\($0)" }))
    }
    let comparison = RecordingComparison(try side("before"), try side("after"))
    let cell = try #require(comparison.cells.first)
    #expect(cell.recordings == (26, 26) && cell.copies == 0)
    let share = try #require(cell.figures.first)
    #expect(share.verdict == .worse)
    #expect(share.note?.hasPrefix("6 of 26 before, 20 of 26 after") == true)
  }
}
