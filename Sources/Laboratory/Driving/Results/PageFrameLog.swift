import Foundation
import FramePacing
import Records
import Timebase

/// A page's frames as a frame log with its second part: blocks, events, and when each frame was due.
package enum PageFrameLog {
  /// The log: a line about the record, and a line for each frame.
  package static func bytes(of recording: PageRecording, app: AppDescription) -> [UInt8] {
    let rate = RefreshRate(hertz: recording.refreshHertz)
    let screens = PageScreens(recording)
    var writer = FrameLogWriter()
    var bytes: [UInt8] = Array(
      line([
        "schema": 1, "kind": "stillpoint-frame-log", "source": "page",
        "device": "\(app.viewport)",
        "refresh_hz": recording.refreshHertz, "app": app.name, "version": app.version,
      ]).utf8
    )
    bytes.append(UInt8(ascii: "\n"))
    for (index, frame) in recording.frames.enumerated() {
      let record = FrameRecord(of: recording, index, rate: rate)
      let snapshot = screens.snapshot(of: frame, index, at: record.instant)
      var plain = writer.line(for: record, snapshot, rate: rate)
      while let last = plain.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "}") {
        plain.removeLast()
        if last == UInt8(ascii: "}") { break }
      }
      let isChanged = index == 0 || !frame.isSame(as: recording.frames[index - 1])
      let more = line([
        "promised_ms": rounded((rate.instant(ofTick: index + 1) - Instant.zero).milliseconds),
        "period_ms": rounded(recording.period), "animating": isChanged,
        "blocks": frame.lines.enumerated().map { number, line in
          [
            "id": "m\(line.m)", "part": 0, "block": number, "kind": line.k, "word": line.w,
            "y_pt": rounded(line.y), "height_pt": rounded(line.h),
          ] as [String: Any]
        },
        "events": recording.marks.filter { $0.frame == index }.map { ["event": $0.kind.event] },
      ])
      bytes += plain + [UInt8(ascii: ",")] + Array(more.utf8.dropFirst())
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

  private static func line(_ fields: [String: Any]) -> String {
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? JSONSerialization.data(withJSONObject: fields, options: options) else {
      return "{}"
    }
    return String(decoding: data, as: UTF8.self)
  }
}

extension PageRecording.Mark.Kind {
  /// What it is called in an event script.
  fileprivate var event: String {
    switch self {
    case .wheelBegan, .wheel, .wheelEnded: "touch"
    case .send: "send"
    case .stop: "stop"
    case .fold: "card"
    case .resize: "resize"
    case .type: "composer"
    }
  }
}
