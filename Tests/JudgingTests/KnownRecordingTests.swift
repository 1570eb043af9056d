import Foundation
import FrameLogs
import FrameMetrics
import Judging
import Records
import Testing
import Timebase

/// Small recordings that each were judged wrongly once, and what each comes to.
@Suite struct KnownRecordingTests {
  /// Files, how they are read, the exit code, and words of the answer.
  struct Case: Sendable, CustomTestStringConvertible {
    var files: [String]
    var hertz: Double? = 60
    var gaps: GapReading?
    var code: Int32
    var words: [String] = []
    var testDescription: String { "\(files[0].prefix(60)) \(gaps.map { "\($0)" } ?? "")" }
  }

  private static let period = 1000.0 / 60

  /// A second of presents, one that was not shown or none, five seconds of nothing, and more presents.
  private static func presents(unshown: Bool) -> String {
    var text =
      "Application,ProcessID,SwapChainAddress,Dropped,TimeInSeconds,MsBetweenPresents,MsBetweenDisplayChange,"
      + "MsUntilDisplayed\n"
    func add(_ dropped: Int, _ time: Double, _ between: Double, _ change: Double) {
      let shown = dropped == 0 ? 10 : 0
      text += "chat.exe,42,0x1,\(dropped),\(time / 1000),\(between),\(change),\(shown)\n"
    }
    var time = 1000.0
    for index in 0..<600 {
      let isFreeze = index == 300
      if isFreeze, unshown { add(1, time + 8.7, 8.7, 0) }
      let change = period + (isFreeze ? 5000 : 0)
      time += change
      add(0, time, isFreeze && unshown ? change - 8.7 : change, change)
    }
    return text
  }

  /// 46 pictures a second with some scatter: how long each was meant to be shown, in ms.
  private static let slow = (0..<600).map { (index: Int) -> Double in
    let scatter = index * 37 % 19 - 9
    return 21.6 + Double(scatter) / 10
  }

  /// When a display of 60 Hz shows pictures that are ready after these times.
  private static var slowOnScreen: String {
    var ready = 0.0
    return "present_ms\n"
      + slow.map { length in
        ready += length
        return "\((ready / period).rounded(.up) * period)\n"
      }.joined()
  }

  private static func table(_ header: String, _ row: (Double) -> String) -> String {
    header + "\n" + (0..<1200).map { row(1_000_000 + Double($0) * period) + "\n" }.joined()
  }

  /// Pictures at the first refresh after each of 20 tokens a second.
  private static let tokens: String = {
    let rows = (1...800).map { (index: Int) -> String in
      let scatter = index * 13 % 7 - 3
      let token = Double(index * 50 + scatter)
      return "\((token / period).rounded(.up) * period)\n"
    }
    return "present_ms\n" + rows.joined()
  }()

  private static func hitches(_ lengths: [Double], isWhole: Bool = true) -> String {
    let names = ["start", "duration", "process", "is-system", "narrative-description"]
    let columns = names.map { "<col><mnemonic>\($0)</mnemonic></col>" }.joined()
    let rows = lengths.enumerated().map { index, length in
      "<row><start-time>\((index + 1) * 1_000_000_000)</start-time><duration>\(Int(length * 1e6))</duration>"
        + "<process fmt=\"Chat (4001)\"/><boolean>0</boolean><narrative>x</narrative></row>\n"
    }
    let head =
      "<?xml version=\"1.0\"?>\n<trace-query-result>\n<node><schema name=\"hitches\">\(columns)"
    return isWhole ? head + "</schema>\(rows.joined())</node></trace-query-result>" : head
  }

  private static func contents(_ seconds: Double, of model: String) -> String {
    "<?xml version=\"1.0\"?><trace-toc><run number=\"1\"><info><target><device platform=\"iOS\" "
      + "model=\"\(model)\"/></target><summary><duration>\(seconds)</duration></summary></info><data>"
      + "<table schema=\"hitches\"/></data></run></trace-toc>"
  }

  static let cases: [Case] = [
    Case(files: [presents(unshown: true)], code: 3, words: ["longest hitch 5000"]),
    Case(files: [presents(unshown: true)], gaps: .stall, code: 2, words: ["longest hitch 5000"]),
    Case(files: [presents(unshown: false)], code: 3, words: ["longest hitch 5000"]),
    Case(files: [presents(unshown: false)], gaps: .stall, code: 2, words: ["longest hitch 5000"]),
    Case(
      files: ["frame_time_ms\n" + slow.map { "\($0)\n" }.joined()],
      code: 2,
      words: ["hitch ratio 22", "late frames 17"]
    ),
    Case(files: [slowOnScreen], code: 2, words: ["hitch ratio 22", "late frames 17"]),
    Case(
      files: [
        table("intended_vsync_ns,vsync_ns,total_duration_ns,deadline_ns") {
          "\(Int64($0 * 1e6)),\(Int64($0 * 1e6)),40000000,16666667"
        }
      ],
      hertz: nil,
      code: 2,
      words: ["late frames 1200"]
    ),
    Case(
      files: [table("t_ms,build_ms,raster_ms") { "\($0),22.0,31.0" }],
      hertz: nil,
      code: 3,
      words: ["`build_ms` is longer than a refresh"]
    ),
    Case(
      files: ["time,fps\n" + (0..<600).map { "\($0),\($0 % 3 == 0 ? 20 : 60)\n" }.joined()],
      code: 1,
      words: ["samples of a frame rate"]
    ),
    Case(files: [tokens], code: 3, words: ["but 0 if"]),
    Case(files: [tokens], gaps: .idle, code: 0),
    Case(
      files: [hitches([16.7, 16.7]), contents(20, of: "iPhone 15")],
      hertz: nil,
      code: 2,
      words: ["late frames 2"]
    ),
    Case(
      files: [hitches([16.7, 16.7], isWhole: false), contents(20, of: "iPhone 15")],
      hertz: nil,
      code: 1,
      words: ["ends before its first row"]
    ),
    // Of how many frames is not known: a few may be much or little, a long one is too long in any recording.
    Case(
      files: [hitches([8.33, 8.33, 8.33, 8.33])],
      hertz: nil,
      code: 3,
      words: ["late frames 4", "of how many frames the file does not say"]
    ),
    Case(files: [hitches([300, 300])], hertz: nil, code: 2, words: ["longest hitch 300"]),
    // Four hitches of one refresh of 120 Hz: 1.67 ms/s, however long the recording is.
    Case(
      files: [hitches([8.33, 8.33, 8.33, 8.33]), contents(20, of: "iPhone 15 Pro")],
      hertz: nil,
      code: 0
    ),
    Case(
      files: [hitches([8.33, 8.33, 8.33, 8.33]), contents(34, of: "iPhone 15 Pro")],
      hertz: nil,
      code: 0
    ),
  ]

  private static func judged(_ logs: [[String]], _ options: LogOptions) throws -> RunRecord {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("known-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { _ = try? FileManager.default.removeItem(atPath: folder) }
    var paths: [String] = []
    for (log, files) in logs.enumerated() {
      for (part, text) in files.enumerated() {
        paths.append("\(folder)/\(log)-\(part).txt")
        try #require(
          FileManager.default.createFile(atPath: paths[paths.count - 1], contents: Data(text.utf8))
        )
      }
    }
    return RunRecord.judged(try FrameLogReader.read(paths, options))
  }

  @Test(arguments: cases) func eachComesToWhatItIs(_ known: Case) throws {
    var options = LogOptions()
    (options.refreshHertz, options.gaps) = (known.hertz, known.gaps)
    let (code, words): (Int32, String)
    do {
      let verdict = RunVerdict(of: try Self.judged([known.files], options))
      (code, words) = (verdict.verdict.exitCode, verdict.reasons.joined(separator: "; "))
    } catch let error as FrameLogError {
      (code, words) = (1, "\(error)")
    }
    #expect(code == known.code, "\(words)")
    for word in known.words { #expect(words.contains(word), "\(words)") }
  }

  /// Durations of which so many are five seconds longer.
  private static func durations(freezes: Int) -> String {
    let rows = (0..<600).map { (index: Int) -> String in
      let isFreeze = index % 100 == 50 && index / 100 < freezes
      let scatter = index * 7 % 11 - 5
      let length = period + Double(scatter) / 100
      return "\(isFreeze ? length + 5000 : length)\n"
    }
    return "frame_time_ms\n" + rows.joined()
  }

  @Test func aSideOfOneRecordingIsNotJudged() throws {
    let comparison = RecordingComparison(
      try Self.judged([[Self.durations(freezes: 0)]], .init()),
      try Self.judged([[Self.durations(freezes: 5)]], .init())
    )
    #expect(comparison.unjudged?.hasPrefix("Not judged") == true)
    #expect(comparison.count(of: .worse) == 0)
  }

  @Test func perfectSessionsThatAreAlikeCountEach() throws {
    func side(bad: Int) throws -> RunRecord {
      // Sessions that are locked to the display are alike; each has a name of its own in a comment.
      try Self.judged(
        (0..<26).map { ["# session \(bad) \($0)\n" + Self.durations(freezes: $0 < bad ? 2 : 0)] },
        .init()
      )
    }
    let comparison = RecordingComparison(try side(bad: 6), try side(bad: 20))
    let cell = try #require(comparison.cells.first)
    #expect(cell.recordings == (26, 26) && cell.copies == 0)
    let share = try #require(cell.figures.first)
    #expect(share.verdict == .worse)
    #expect(share.note?.hasPrefix("6 of 26 before, 20 of 26 after") == true)
  }
}
