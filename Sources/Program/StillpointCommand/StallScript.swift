import Files
import Foundation
import FrameMetrics
import Records
import Timebase

/// The stalls of an app's main thread as a script of `stall` events.
struct StallScript {
  private struct Line: Encodable {
    var t_ms: Double
    var event = "stall"
    var ms: Double
  }

  let stalls: [TimeSpans.Span]
  private let isKnown: Bool

  /// Takes the stalls of all recordings, in order: one that begins in another is the same busy thread.
  init(_ run: RunRecord) {
    let known = run.cells.compactMap { $0.recording?.stalls }
    isKnown = !known.isEmpty
    stalls = TimeSpans(known.joined()).spans
  }

  /// The script.
  ///
  /// - Throws: `OutputError` where nothing is known of the main thread.
  func bytes(for place: OutputPlace) throws -> [UInt8] {
    guard isKnown else {
      throw OutputError(
        path: place.path,
        reason: "no file tells of the app's main thread",
        advice: "Leave --stalls out, or record with a tool that has the main thread."
      )
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    var text = ""
    for stall in stalls {
      let line = Line(
        t_ms: max(0, (stall.start.milliseconds * 1000).rounded() / 1000),
        ms: (stall.length.milliseconds * 1000).rounded() / 1000
      )
      text += String(decoding: try encoder.encode(line), as: UTF8.self) + "\n"
    }
    return Array(text.utf8)
  }
}
