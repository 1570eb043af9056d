import Fleets
import Foundation
import FrameLogs
import Judging
import Records
import Reporting
import Testing
import Timebase

/// A long table is read part by part, and its row is that of the whole.
@Suite struct LongRecordingTests {
  /// The row of a table, and of how many parts it is made.
  private func row(
    of text: String,
    partsOf part: Int,
    _ options: LogOptions
  ) throws -> (row: SessionRow, parts: Int) {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "long-\(UUID().uuidString).csv"
    )
    defer { _ = try? FileManager.default.removeItem(at: file) }
    try Data(text.utf8).write(to: file)
    var (whole, parts) = (SessionRow?.none, 0)
    try FrameLimit.$part.withValue(part) {
      try FrameLogReader.readParts(of: file.path, options) { log in
        parts += 1
        var run = RunRecord(recordings: [log], only: SessionRow.metrics)
        run.judgeRecordings()
        let row = try #require(SessionsCSV.rows(of: run).first)
        if whole == nil {
          whole = row
        } else {
          whole?.append(row, shared: log.sessions[0].firstWait)
        }
      }
    }
    var row = try #require(whole)
    row.session = ""
    return (row, parts)
  }

  /// Pictures of a 60 Hz display: some late, some after idle time.
  private func table(_ seed: UInt64, durations: Bool, gaps: Bool) -> String {
    var generator = SeededGenerator(seed: seed)
    var at = 1000
    var lines = [durations ? "frame_time_ms" : "present_ms"]
    for _ in 0..<2500 {
      var refreshes = 1
      if Int.random(in: 0..<40, using: &generator) == 0 {
        refreshes = Int.random(in: 2...5, using: &generator)
      }
      if gaps, Int.random(in: 0..<200, using: &generator) == 0 { refreshes = 90 }
      at += refreshes
      let text = Double(durations ? refreshes : at) * 1000 / 60
      lines.append(String(format: "%.4f", text))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test(arguments: [(false, false), (true, false), (false, true)])
  func partsAreTheWhole(durations: Bool, gaps: Bool) throws {
    for seed in 1...8 as ClosedRange<UInt64> {
      let text = table(seed, durations: durations, gaps: gaps)
      for isStated in [true, false] {
        var options = LogOptions()
        if isStated { options.refreshHertz = 60 }
        if isStated { options.gaps = .stall }
        let whole = try row(of: text, partsOf: 1_000_000, options)
        let cut = try row(of: text, partsOf: 500, options)
        #expect(whole.parts == 1 && cut.parts > 4)
        var (one, other) = (whole.row, cut.row)
        #expect(one.frames == (durations ? 2501 : 2500) as Int64)
        // Lengths in whole nanoseconds are rounded in each part.
        func near(_ one: Int64?, _ other: Int64?, _ room: Int64) -> Bool {
          guard let one, let other else { return one == other }
          return abs(one - other) <= room
        }
        #expect(near(one.animating, other.animating, 100))
        #expect(near(one.hitchTime, other.hitchTime, 100))
        #expect(near(one.hitchRatio?.value, other.hitchRatio?.value, 100))
        #expect(near(one.hitchRatio?.low, other.hitchRatio?.low, 100))
        #expect(near(one.longest?.value, other.longest?.value, 100))
        #expect(one.hitchRatio?.quality == other.hitchRatio?.quality)
        #expect((one.hitchTime ?? 0) > 0)
        for path in [\SessionRow.hitchRatio, \.longest] {
          (one[keyPath: path], other[keyPath: path]) = (nil, nil)
        }
        (one.animating, other.animating) = (nil, nil)
        (one.leastAnimating, other.leastAnimating) = (nil, nil)
        (one.hitchTime, other.hitchTime) = (nil, nil)
        #expect(one == other, "seed \(seed), stated \(isStated)")
      }
    }
  }

  /// A display that changes its rate in the middle is no display of the first one's.
  @Test func aLaterPartOfAnotherRateIsNoWhole() throws {
    var at = 0.0
    let times = (0..<2000).map { index -> String in
      at += 1000 / (index < 1000 ? 60 : 120)
      return String(format: "%.4f", at)
    }
    let cut = try row(
      of: "present_ms\n" + times.joined(separator: "\n"),
      partsOf: 500,
      LogOptions()
    )
    #expect(cut.parts > 3 && cut.row.part == .cut)
  }

  /// What cannot be read in a later part cannot be read.
  @Test func rubbishInALaterPartIsNamed() {
    let text =
      table(3, durations: false, gaps: false)
      + (0..<400).map { _ in "nothing" }.joined(separator: "\n")
    #expect(throws: FrameLogError.self) { try row(of: text, partsOf: 500, LogOptions()) }
  }
}
