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
  /// The rows of a recording's sessions, and of how many parts they are made.
  private func rows(
    of text: String,
    partsOf part: Int,
    _ options: LogOptions
  ) throws -> (rows: [SessionRow], parts: Int) {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "long-\(UUID().uuidString).csv"
    )
    defer { _ = try? FileManager.default.removeItem(at: file) }
    try Data(text.utf8).write(to: file)
    var (whole, parts) = (PartRows(), 0)
    try FrameLimit.$part.withValue(part) {
      try FrameLogReader.readParts(of: file.path, options) { log in
        parts += 1
        var run = RunRecord(recordings: [log], only: SessionRow.metrics)
        run.judgeRecordings()
        whole.add(
          zip(log.sessions, SessionsCSV.rows(of: run)).map { ($0.name, $1, $0.firstWait) }
        )
      }
    }
    let rows = whole.all.map { row in
      var row = row
      row.session = ""
      return row
    }
    return (rows, parts)
  }

  /// The row of a recording of one session, and of how many parts it is made.
  private func row(
    of text: String,
    partsOf part: Int,
    _ options: LogOptions
  ) throws -> (row: SessionRow, parts: Int) {
    let (rows, parts) = try rows(of: text, partsOf: part, options)
    return (try #require(rows.first), parts)
  }

  /// Whether a row that was made of parts is that of the whole: lengths in whole nanoseconds are rounded in each part.
  private func expectNear(_ one: SessionRow, _ other: SessionRow, _ comment: Comment) {
    func near(_ one: Int64?, _ other: Int64?) -> Bool {
      guard let one, let other else { return one == other }
      return abs(one - other) <= 100
    }
    #expect(near(one.animating, other.animating), comment)
    #expect(near(one.hitchTime, other.hitchTime), comment)
    #expect(near(one.hitchRatio?.value, other.hitchRatio?.value), comment)
    #expect(near(one.hitchRatio?.low, other.hitchRatio?.low), comment)
    #expect(near(one.longest?.value, other.longest?.value), comment)
    #expect(one.hitchRatio?.quality == other.hitchRatio?.quality, comment)
    #expect((one.hitchTime ?? 0) > 0, comment)
    var (one, other) = (one, other)
    for path in [\SessionRow.hitchRatio, \.longest] {
      (one[keyPath: path], other[keyPath: path]) = (nil, nil)
    }
    for path in [\SessionRow.animating, \.leastAnimating, \.hitchTime] {
      (one[keyPath: path], other[keyPath: path]) = (nil, nil)
    }
    #expect(one == other, comment)
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
        #expect(whole.row.frames == (durations ? 2501 : 2500) as Int64)
        expectNear(whole.row, cut.row, "seed \(seed), stated \(isStated)")
      }
    }
  }

  /// An object a line is a row as one with commas is, alone and between the brackets of a list.
  @Test(arguments: [(false, false), (true, false), (false, true)])
  func objectsOnLinesAreRows(durations: Bool, gaps: Bool) throws {
    var options = LogOptions()
    options.refreshHertz = 60
    let table = table(11, durations: durations, gaps: gaps)
    let cells = table.split(separator: "\n")
    let name = cells[0]
    let objects = cells.dropFirst().enumerated().map { index, cell in
      // Another order, more members, words, lists: what a row does not need is passed over.
      switch index % 5 {
      case 1: "{\"level\": \"a, \\\"b}\", \"\(name)\" : \(cell), \"x\": {\"y\": [1, 2]}}"
      case 2: "{ \"\(name)\": \"\(cell)\" }"
      default: "{\"\(name)\":\(cell),\"level\":null}"
      }
    }
    let lines = objects.joined(separator: "\n{\"event\": \"none of a frame\"}\n") + "\n"
    let list = "[\n" + objects.joined(separator: ",\n") + "\n]\n"
    var expected = try row(of: table, partsOf: 1_000_000, options).row
    expected.digest = ""
    for text in [lines, list] {
      var whole = try row(of: text, partsOf: 1_000_000, options)
      let cut = try row(of: text, partsOf: 500, options)
      #expect(whole.parts == 1 && cut.parts > 4)
      expectNear(whole.row, cut.row, "in parts")
      whole.row.digest = ""
      #expect(whole.row == expected)
    }
  }

  /// Lines that are no objects are refused as rows are, and a last one that is cut off is none.
  @Test func brokenObjectsAreCounted() throws {
    func log(_ text: String) throws -> FrameLog {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent(
        "lines-\(UUID().uuidString).ndjson"
      )
      defer { _ = try? FileManager.default.removeItem(at: file) }
      try Data(text.utf8).write(to: file)
      return try FrameLogReader.read([file.path])[0]
    }
    var lines = (0..<300).map { "{\"present_ms\": \(Double($0) * 1000 / 60)}" }
    #expect(try log(lines.joined(separator: "\n")).rows.unfinished == 0)
    let cut = try log(lines.joined(separator: "\n").dropLast(4) + "")
    #expect(cut.rows.unfinished == 1 && cut.rows.refused == 0)
    #expect(cut.sessions[0].timeline.frames.count == 299 && cut.cut != nil)
    lines[100] = "{\"present_ms\": 1666.7"
    lines[200] = "{\"present_ms\": \"late\"}"
    let broken = try log(lines.joined(separator: "\n") + "\n")
    #expect(broken.rows.refused == 2 && broken.rows.refusals.map(\.line) == [101, 201])
    #expect(broken.sessions[0].timeline.frames.count == 298)
    for index in 100..<140 { lines[index] = "{" }
    #expect(throws: FrameLogError.self) { try log(lines.joined(separator: "\n") + "\n") }
  }

  /// Presents of two swap chains in one file, some never shown; one chain begins late and ends early.
  @Test func presentsOfSeveralChainsInParts() throws {
    for seed in 1...4 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var text =
        "Application,ProcessID,SwapChainAddress,TimeInSeconds,MsBetweenPresents,MsBetweenDisplayChange,"
        + "MsInPresentAPI,MsUntilDisplayed,Dropped\n"
      var (at, last) = ([0.1, 0.105], [0.1, 0.105])
      for index in 0..<4000 {
        for chain in 0..<2 where chain == 0 || 300..<3000 ~= index {
          let refreshes =
            Int.random(in: 0..<50, using: &generator) == 0
            ? Int.random(in: 2...5, using: &generator) : 1
          at[chain] += Double(refreshes) / 60
          let isDropped = Int.random(in: 0..<60, using: &generator) == 0
          let between = (at[chain] - last[chain]) * 1000
          last[chain] = at[chain]
          text +=
            "app.exe,\(chain + 1),0x1,\(String(format: "%.7f,%.4f", at[chain], between)),0,0.3,"
            + (isDropped ? "0,1\n" : "12.5,0\n")
        }
      }
      var options = LogOptions()
      options.refreshHertz = 60
      options.gaps = .stall
      let whole = try rows(of: text, partsOf: 1_000_000, options)
      let cut = try rows(of: text, partsOf: 500, options)
      #expect(whole.parts == 1 && cut.parts > 8)
      #expect(whole.rows.count == 2 && cut.rows.count == 2)
      #expect(whole.rows.map(\.digest) == cut.rows.map(\.digest))
      for (one, other) in zip(whole.rows, cut.rows) { expectNear(one, other, "seed \(seed)") }
    }
  }

  /// Dumps of Android's ring of 120 frames, each of which has half of the one before; some frames late, some callbacks.
  @Test(arguments: [true, false])
  func dumpsThatOverlapInParts(hasDeadlines: Bool) throws {
    for seed in 1...4 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var (frames, at) = ([String](), 1_000_000_000)
      let period = 16_666_667
      for index in 0..<4200 {
        at += period * (Int.random(in: 0..<150, using: &generator) == 0 ? 60 : 1)
        let wanted = at
        // A callback that comes late uses up refreshes.
        if Int.random(in: 0..<60, using: &generator) == 0 { at += 2 * period }
        let isLate = Int.random(in: 0..<40, using: &generator) == 0
        let done = at + (isLate ? 3 * period : period / 3)
        let deadline = hasDeadlines ? "\(at + period)" : "0"
        frames.append(
          "0,\(index),\(wanted),\(at),\(at + 1000),\(at + 2000),\(at + 3000),\(at + 4000),"
            + "\(deadline),\(period),\(at + 5000),\(at + 6000),\(at + 7000),\(done - 1000),\(done),"
        )
      }
      let header =
        "Flags,FrameTimelineVsyncId,IntendedVsync,Vsync,HandleInputStart,AnimationStart,PerformTraversalsStart,"
        + "DrawStart,FrameDeadline,FrameInterval,SyncQueued,SyncStart,IssueDrawCommandsStart,SwapBuffers,"
        + "FrameCompleted,"
      let text = stride(from: 0, to: frames.count - 60, by: 60).map { start in
        "** Graphics info for pid 7 [com.example.chat] **\ncom.example.chat/Main (visibility=0)\n"
          + "---PROFILEDATA---\n\(header)\n"
          + frames[start..<start + 120].joined(separator: "\n") + "\n---PROFILEDATA---\n"
      }.joined()
      let whole = try rows(of: text, partsOf: 1_000_000, LogOptions())
      let cut = try rows(of: text, partsOf: 900, LogOptions())
      #expect(whole.parts == 1 && cut.parts >= 4)
      #expect(whole.rows.count == 1 && cut.rows.count == 1)
      #expect((whole.rows[0].late ?? 0) > 50 && whole.rows[0].frames == 4200)
      for (one, other) in zip(whole.rows, cut.rows) { expectNear(one, other, "seed \(seed)") }
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
