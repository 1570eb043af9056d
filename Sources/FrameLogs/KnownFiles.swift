import Foundation

/// Files that people have and that hold no list of frames: what each is, and what to record instead.
enum KnownFiles {
  /// What a file is that is read by nobody here.
  struct Kind {
    var name: String
    var advice: String
  }

  /// Finds what a file is by its first bytes; nil for one that is not known.
  static func kind(of head: String) -> Kind? {
    func has(_ word: String) -> Bool { head.contains(word) }
    if has("Hardware monitoring log") || has("MSI Afterburner") {
      return Kind(
        name: "a log of MSI Afterburner (samples of the hardware, no frames)",
        advice: "Record with PresentMon, CapFrameX or RTSS's own frame time log as CSV."
      )
    }
    if has("\"PerfDog") || has("PerfDog") {
      return Kind(
        name: "a report of PerfDog (samples a second, no frames)",
        advice: "Record with `dumpsys gfxinfo PACKAGE framestats`, Perfetto, or xctrace."
      )
    }
    if has("SoloX") || has("solox") {
      return Kind(
        name: "a report of SoloX (samples a second, no frames)",
        advice: "Record with `dumpsys gfxinfo PACKAGE framestats` or Perfetto."
      )
    }
    if let kind = dump(head) { return kind }
    if has("\"measures\""), has("\"perName\"") || has("\"iterations\"") && has("\"fps\"") {
      return Kind(
        name: "a result of Flashlight (frames a second every half second, no frames)",
        advice: "Record with `dumpsys gfxinfo PACKAGE framestats` or Perfetto."
      )
    }
    if has("\"stackTable\"") || has("\"processType\"") && has("\"geckoversion\"")
      || has("\"product\":\"Firefox\"") || has("\"product\": \"Firefox\"")
    {
      return Kind(
        name: "a profile of Firefox (markers and stacks, no list of presented frames)",
        advice: "Record the page in Chrome (Docs/Logs.md), or with the recorder for pages."
      )
    }
    if has("\"instrumentTypes\"") || has("\"recording\"") && has("\"timeline-record") {
      return Kind(
        name: "a timeline of Safari (records of layout and paint, no presented frames)",
        advice: "Record with xctrace on the device, or the page in Chrome (Docs/Logs.md)."
      )
    }
    if has("<title>Android System Trace") || has("trace-data\" type=\"application/text\"")
      || has("# tracer: nop")
    {
      return Kind(
        name: "a systrace (text of ftrace, without the frame timeline)",
        advice: "Record with Perfetto and the data source android.surfaceflinger.frametimeline."
      )
    }
    if has("\"timeDeltas\""), has("\"nodes\"") {
      return Kind(
        name: "a CPU profile of V8 (stacks, no frames)",
        advice: "Save the whole trace of the Performance panel (Docs/Logs.md)."
      )
    }
    if has("\"lighthouseVersion\"") {
      return Kind(
        name: "a report of Lighthouse (scores, no frames)",
        advice: "Give the trace that it saves with --save-assets."
      )
    }
    if has("\"log\""), has("\"entries\""), has("\"creator\"") {
      return Kind(name: "a HAR file (requests, no frames)", advice: "Save a trace (Docs/Logs.md).")
    }
    if has("data: {") && has("\"choices\"") || has("event: message_start") {
      return Kind(
        name: "the text of a model's stream (server-sent events)",
        advice: "A stream is load, not frames: `stillpoint replay FILE` says how to convert it."
      )
    }
    if head.hasPrefix("<!DOCTYPE") || head.hasPrefix("<html") {
      return Kind(name: "an HTML page", advice: "Give the recording itself.")
    }
    if head.contains("measured ["), head.contains("values:"), !head.contains("Hitch"),
      !head.contains("hitch")
    {
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

  /// A dump of Android's without frames; nil for any other text.
  private static func dump(_ head: String) -> Kind? {
    let framestats = "`adb shell dumpsys gfxinfo PACKAGE framestats`"
    if head.contains("Failure while dumping the app") {
      return Kind(
        name: "a dump of gfxinfo that the app did not answer",
        advice: "Bring the app to the front and dump again: \(framestats)."
      )
    }
    if head.contains("SurfaceFlinger TimeStats:") {
      return Kind(
        name: "SurfaceFlinger's totals (--timestats), no frames",
        advice: "Record with Perfetto, or `adb shell dumpsys SurfaceFlinger --latency LAYER`."
      )
    }
    guard head.contains("Graphics info for pid"), !head.contains("Total frames rendered") else {
      return nil
    }
    return Kind(
      name: "a dump of gfxinfo without frames, as before Android 6",
      advice: "Dump with \(framestats), on Android 6 or later."
    )
  }

  /// What is wrong with a table that names a frame's time and holds none; nil where nothing is.
  private static func table(_ head: String) -> Kind? {
    let lines = head.split(maxSplits: 12, whereSeparator: \.isNewline).prefix(12)
      .filter { !$0.hasPrefix("#") && !$0.hasPrefix("//") }
    guard let first = lines.first else { return nil }
    let names = cells(first, of: first)
    let named = names.indices.filter { PlainColumns.isNamed(names[$0]) }
    guard !named.isEmpty, names.allSatisfy({ $0.first?.isLetter ?? true }) else { return nil }
    guard lines.count > 1 else {
      return Kind(
        name: "a header without rows",
        advice: "Record while something moves on screen, a row for each frame."
      )
    }
    for line in lines.dropFirst() {
      let cells = cells(line, of: first)
      let holdsWords = named.allSatisfy { $0 < cells.count && isWords(cells[$0]) }
      guard holdsWords else { return nil }
    }
    let sample = cells(lines[1], of: first)[named[0]].prefix(40)
    return Kind(
      name:
        "a table whose column `\(names[named[0]].prefix(40))` holds `\(sample)`, which is no number",
      advice: "Write the number alone, and its unit (s, ms, us or ns) in the column's name."
    )
  }

  /// The cells of a line of a table with this header.
  private static func cells(_ line: Substring, of header: Substring) -> [String] {
    Array(header.utf8).withUnsafeBufferPointer { header in
      Array(line.utf8).withUnsafeBufferPointer { bytes in
        var row = CSVRow()
        row.split(bytes, at: CSVRow.Separator(ofHeader: header))
        return row.texts(of: bytes)
      }
    }
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
