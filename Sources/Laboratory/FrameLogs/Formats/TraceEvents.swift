import Foundation
import Timebase

/// A trace in JSON: `{"traceEvents": [...]}` or the array alone, of Chrome or of Flutter, which its
/// events tell.
///
/// Events are taken out of the array one by one; only those whose name tells of frames are decoded.
struct TraceEvents {
  private let source: LogSource
  private var chrome = ChromeFrames()
  private var flutter = FlutterFrames()
  private var counts = RowCounts()
  private var scratch: [UInt8] = []
  private let decoder = JSONDecoder()

  private init(_ source: LogSource) { self.source = source }

  /// Reads the file.
  static func read(_ source: LogSource) throws -> FrameLog {
    var reader = TraceEvents(source)
    let json = JSONStream(try source.stream())
    // Chrome writes an array without its end, when it is stopped.
    let isCutOff = try json.isCutOff {
      if try json.peek() == 0x5B {
        try json.elements { try reader.take(json) }
      } else {
        try reader.takeMembers(json, depth: 0)
      }
    }
    if isCutOff { reader.counts.unfinished += 1 }
    reader.counts.leaveOut("events longer than 8 MiB", count: json.overlong)
    return try reader.log()
  }

  /// Looks for the list of events, which tests of Flutter's put below the test's name.
  private mutating func takeMembers(_ json: JSONStream, depth: Int) throws {
    try json.members { key in
      switch try json.peek() {
      case 0x5B where key == "traceEvents": try json.elements { try take(json) }
      case 0x7B where depth < 2 && key != "metadata": try takeMembers(json, depth: depth + 1)
      default: try json.skip()
      }
    }
  }

  private mutating func take(_ json: JSONStream) throws {
    let line = json.currentLine
    try json.copyValue(into: &scratch)
    guard !scratch.isEmpty, scratch.withUnsafeBufferPointer(Self.isWanted) else { return }
    guard let event = try? decoder.decode(TraceEvent.self, from: Data(scratch)) else {
      counts.leaveOut("events that are not of the format")
      return
    }
    if event.phase != "M", event.nanoseconds == nil {
      counts.read += 1
      counts.refuse(line: line, "\(event.name) at \(event.time.map { "\($0)" } ?? "no time")")
      return
    }
    if ChromeFrames.names.contains(event.name) {
      chrome.take(event, line)
    } else {
      flutter.take(event, line)
    }
  }

  /// Whether an event has a name that tells of frames.
  private static func isWanted(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var rest = bytes
    while let at = rest.position(of: "\"name\"") {
      var start = at + 6
      while start < rest.count, [0x20, 0x3A, 0x0A, 0x0D, 0x09].contains(rest[start]) { start += 1 }
      guard start < rest.count else { return false }
      if rest[start] == 0x22 {
        start += 1
        var end = start
        while end < rest.count, rest[end] != 0x22 { end += 1 }
        let name = UnsafeBufferPointer(rebasing: rest[start..<end])
        if name.count <= 64 {
          let text = name.text
          if ChromeFrames.names.contains(text) || FlutterFrames.names.contains(text) { return true }
        }
        start = end
      }
      rest = UnsafeBufferPointer(rebasing: rest[min(start, rest.count)...])
    }
    return false
  }

  private mutating func log() throws -> FrameLog {
    if flutter.hasFrames, !chrome.hasFrames {
      let builders = flutter.builders(source.options, &counts)
      return try source.log(.flutter, variant: "trace events", rows: counts, builders: builders)
    }
    guard chrome.hasFrames else {
      throw source.fault(
        "a trace without frames",
        expected: "PipelineReporter, BeginFrame and DrawFrame, or Flutter's Frame events",
        advice: "Record with the category disabled-by-default-devtools.timeline.frame, or "
          + "Flutter's timeline of a profile build."
      )
    }
    return try chrome.log(source, &counts)
  }
}
