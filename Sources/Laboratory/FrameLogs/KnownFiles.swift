import Foundation

/// Files that people have and that hold no list of frames: what each is, and what to record instead.
enum KnownFiles {
  /// What a file is that is read by nobody here.
  struct Kind {
    var name: String
    var advice: String
  }

  /// A file that is known by words in it: all of those of one list.
  private struct Mark {
    var words: [[String]]
    var kind: Kind

    init(_ words: [[String]], _ name: String, _ advice: String) {
      self.words = words
      kind = Kind(name: name, advice: advice)
    }
  }

  private static let framestats = "`adb shell dumpsys gfxinfo PACKAGE framestats`"
  private static let android = "Record with \(framestats) or Perfetto."

  private static let marks: [Mark] = [
    Mark(
      [["Hardware monitoring log"], ["MSI Afterburner"]],
      "a log of MSI Afterburner (samples of the hardware, no frames)",
      "Record with PresentMon, CapFrameX or RTSS's own frame time log as CSV."
    ),
    Mark(
      [["PerfDog"], ["\"perfdog"], ["BigJank", "Stutter["]],
      "a report of PerfDog (samples a second, no frames)",
      android
    ),
    Mark([["SoloX"], ["solox"]], "a report of SoloX (samples a second, no frames)", android),
    Mark(
      [["GameBench"], ["gamebench"]],
      "a report of GameBench (samples a second, no frames)",
      android
    ),
    Mark(
      [["Choreographer: Skipped ", " frames!"], ["Choreographer", "Skipped ", "frames!"]],
      "Android's log of the Choreographer (stretches of 30 skipped frames or more, no frames)",
      "Each skipped frame is a refresh without a picture; record all of them with \(framestats)."
    ),
    Mark(
      [["\"measures\"", "\"perName\""], ["\"measures\"", "\"iterations\"", "\"fps\""]],
      "a result of Flashlight (frames a second every half second, no frames)",
      android
    ),
    Mark(
      [["\"meanDuration\"", "\"stdevDuration\""], ["\"meanCount\"", "\"stdevCount\""]],
      "a result of Reassure (times of renders in a test, no pictures)",
      "Run the app and record its frames (Docs/Logs.md)."
    ),
    Mark(
      [["\"browserScripts\"", "\"visualMetrics\""], ["\"browserScripts\"", "\"statistics\""]],
      "a result of browsertime (figures of a page load, no frames)",
      "Give the Chrome trace that it saves with --chrome.timeline."
    ),
    Mark(
      [["qt.scenegraph.time"]],
      "Qt's log of the scene graph (times of rendering, no pictures)",
      "Write each frame's instant (QQuickWindow::frameSwapped) as frame_timestamp_ms in a CSV."
    ),
    Mark(
      [
        ["\"stackTable\""], ["\"processType\"", "\"geckoversion\""], ["\"product\":\"Firefox\""],
        ["\"product\": \"Firefox\""],
      ],
      "a profile of Firefox (markers and stacks, no list of presented frames)",
      "Record the page in Chrome (Docs/Logs.md), or with the recorder for pages."
    ),
    Mark(
      [["\"instrumentTypes\""], ["\"recording\"", "\"timeline-record"]],
      "a timeline of Safari (records of layout and paint, no presented frames)",
      "Record with xctrace on the device, or the page in Chrome (Docs/Logs.md)."
    ),
    Mark(
      [
        ["<title>Android System Trace"], ["trace-data\" type=\"application/text\""],
        ["# tracer: nop"],
      ],
      "a systrace (text of ftrace, without the frame timeline)",
      "Record with Perfetto and the data source android.surfaceflinger.frametimeline."
    ),
    Mark(
      [["\"timeDeltas\"", "\"nodes\""]],
      "a CPU profile of V8 (stacks, no frames)",
      "Save the whole trace of the Performance panel (Docs/Logs.md)."
    ),
    Mark(
      [["\"lighthouseVersion\""]],
      "a report of Lighthouse (scores, no frames)",
      "Give the trace that it saves with --save-assets."
    ),
    Mark(
      [["\"log\"", "\"entries\"", "\"creator\""]],
      "a HAR file (requests, no frames)",
      "Save a trace (Docs/Logs.md)."
    ),
    Mark(
      [["data: {", "\"choices\""], ["event: message_start"]],
      "the text of a model's stream (server-sent events)",
      "A stream is load, not frames: `stillpoint replay FILE` says how to convert it."
    ),
    Mark(
      [["Failure while dumping the app"]],
      "a dump of gfxinfo that the app did not answer",
      "Bring the app to the front and dump again: \(framestats)."
    ),
    Mark(
      [["SurfaceFlinger TimeStats:"]],
      "SurfaceFlinger's totals (--timestats), no frames",
      "Record with Perfetto, or `adb shell dumpsys SurfaceFlinger --latency LAYER`."
    ),
  ]

  /// Finds what a file is by its first bytes; nil for one that is not known.
  static func kind(of head: String) -> Kind? {
    func has(_ word: String) -> Bool { head.holds(word) }
    if head.hasPrefix("PERFILE2") {
      return Kind(name: "perf.data of perf or simpleperf (stacks, no frames)", advice: android)
    }
    if head.hasPrefix("tracy") || head.hasPrefix("TracyPro") || has("src_file,src_line,total_ns") {
      return Kind(
        name: "a capture of Tracy (zones, no presented frames)",
        advice: "Export its frames as CSV with a column frame_time_ns."
      )
    }
    if let mark = marks.first(where: { $0.words.contains { $0.allSatisfy(has) } }) {
      return mark.kind
    }
    if has("Graphics info for pid"), !has("Total frames rendered") {
      return Kind(
        name: "a dump of gfxinfo without frames, as before Android 6",
        advice: "Dump with \(framestats), on Android 6 or later."
      )
    }
    if head.hasPrefix("<!DOCTYPE") || head.hasPrefix("<html") {
      return Kind(name: "an HTML page", advice: "Give the recording itself.")
    }
    if has("measured ["), has("values:"), !has("Hitch"), !has("hitch") {
      return Kind(
        name: "a log of XCTest without a metric of hitches",
        advice: "Measure with XCTHitchMetric or XCTOSSignpostMetric.scrollingAndDecelerationMetric."
      )
    }
    if head.contains("\r" as Character), !head.contains(where: { $0 == "\n" || $0 == "\r\n" }) {
      return Kind(
        name: "text whose lines end in carriage returns alone",
        advice: "Write it with line feeds: tr '\\r' '\\n' <FILE >NEW"
      )
    }
    return table(head)
  }

  /// What is wrong with a table that names a frame's time and holds none; nil where nothing is.
  private static func table(_ head: String) -> Kind? {
    let lines = head.split(maxSplits: 12, whereSeparator: \.isNewline).prefix(12)
      .filter { !$0.hasPrefix("#") && !$0.hasPrefix("//") }
    guard let first = lines.first else { return nil }
    let names = CSVRow.cells(first, of: first)
    let named = names.indices.filter { PlainColumns.isNamed(names[$0]) }
    guard !named.isEmpty, names.allSatisfy({ $0.first?.isLetter ?? true }) else { return nil }
    guard lines.count > 1 else {
      return Kind(
        name: "a header without rows",
        advice: "Record while something moves on screen, a row for each frame."
      )
    }
    for line in lines.dropFirst() {
      let cells = CSVRow.cells(line, of: first)
      let holdsWords = named.allSatisfy { $0 < cells.count && isWords(cells[$0]) }
      guard holdsWords else { return nil }
    }
    let sample = CSVRow.cells(lines[1], of: first)[named[0]].prefix(40)
    return Kind(
      name:
        "a table whose column `\(names[named[0]].prefix(40))` holds `\(sample)`, which is no number",
      advice: "Write the number alone, and its unit (s, ms, us or ns) in the column's name."
    )
  }

  /// Whether a cell is neither a number, whatever stands before its decimals, nor one of the words for none.
  private static func isWords(_ cell: String) -> Bool {
    Array(cell.utf8).withUnsafeBufferPointer { bytes in
      TextValue(bytes) == .garbage && TextValue(bytes, decimalComma: true) == .garbage
    }
  }

  /// What an unknown file seems to be, in words.
  static func guess(_ head: [UInt8]) -> String {
    if head.starts(with: [0x50, 0x4B, 0x03, 0x04]) { return "a ZIP archive: give a file in it" }
    if head.starts(with: [0x1F, 0x8B]) { return "gzip inside gzip: unfold it once more" }
    if head.starts(with: Array("SQLite format 3".utf8)) { return "an SQLite database" }
    if head.starts(with: Array("bplist".utf8)) { return "a binary property list" }
    if head.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "a PNG picture" }
    guard String(validating: head, as: UTF8.self) != nil || !head.contains(0) else {
      return "binary data"
    }
    let text = String(decoding: head.prefix(4096), as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline)
    switch text.first(where: { !$0.isWhitespace }) {
    case "{", "[": return "JSON of another kind"
    case "<"
    where text.range(of: "<(!doctype )?html", options: [.regularExpression, .caseInsensitive])
      != nil:
      return "a web page: `stillpoint drive FOLDER` drives the folder that it is in"
    case "<": return "XML of another kind"
    default: break
    }
    guard let first = lines.first else { return "blank text" }
    let cells = first.split { ",;\t".contains($0) }
    if cells.count > 1 {
      let names = cells.prefix(4).map { $0.trimmingCharacters(in: .whitespaces).prefix(24) }
      return lines.count == 1
        ? "a header without rows" : "a table with the columns " + names.joined(separator: ", ")
    }
    return "text that begins `\(first.prefix(40))`"
  }
}
