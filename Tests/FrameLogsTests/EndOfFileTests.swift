import FrameLogs
import FrameMetrics
import Testing
import Timebase

/// Files that end while frames are wanted and none is shown.
@Suite struct EndOfFileTests {
  /// A recording at 60 Hz of frames that are shown, then of so many that are not, then of so many that are,
  /// or of time in which nothing was wanted.
  private struct Recording {
    var shown = 100
    var dropped: Int
    var after = 0
    var idle = 0
    var count: Int { shown + dropped + after }

    func isDropped(_ index: Int) -> Bool { shown..<shown + dropped ~= index }
  }

  private static let writers: [(name: String, write: @Sendable (Recording) -> [UInt8])] = [
    (
      "Chrome",
      { recording in
        let drop = ",\"affects_smoothness\":true"
        let frames = (0..<recording.count + recording.idle).map { index in
          recording.isDropped(index)
            ? TraceFormatTests.reporter(index, "STATE_DROPPED", more: drop)
            : TraceFormatTests.reporter(
              index,
              index < recording.count ? "STATE_PRESENTED_ALL" : "STATE_NO_UPDATE_DESIRED"
            )
        }
        return Array("{\"traceEvents\":[\n\(frames.joined())".utf8)
      }
    ),
    (
      "Perfetto",
      { recording in
        let frames = (0..<recording.count).map { index in
          let start = 1_000_000_000 + Int64(index) * 16_666_667
          return PerfettoBytes.Frame(
            token: Int64(index) * 2 + 1,
            start: start,
            end: start + 8_000_000,
            deadline: start + 16_666_667,
            promised: start + 21_666_667,
            presented: start + 21_666_667,
            isDropped: recording.isDropped(index)
          )
        }
        return PerfettoBytes.packets(frames).flatMap { $0 }
      }
    ),
    (
      "PresentMon 1",
      { recording in
        let head = "Application,TimeInSeconds,msBetweenPresents,msUntilDisplayed,Dropped\n"
        let rows = (0..<recording.count).map { index in
          let isDropped = recording.isDropped(index)
          return "a.exe,\(Double(index) / 60),16.667,\(isDropped ? 0 : 20),\(isDropped ? 1 : 0)\n"
        }
        return Array((head + rows.joined()).utf8)
      }
    ),
    (
      "PresentMon 2",
      { recording in
        let head = "Application,TimeInMs,MsBetweenPresents,MsUntilDisplayed,MsCPUBusy\n"
        let rows = (0..<recording.count).map { index in
          let until = recording.isDropped(index) ? "NA" : "20"
          return "a.exe,\(Double(index) * 1000 / 60),16.667,\(until),5\n"
        }
        return Array((head + rows.joined()).utf8)
      }
    ),
  ]

  private static func session(_ writer: Int, _ recording: Recording) throws -> LogSession {
    var options = LogOptions()
    options.gaps = .stall
    let bytes = writers[writer].write(recording)
    return try #require(try LogFile(bytes).read(options).sessions.first)
  }

  @Test(arguments: 0..<writers.count) func whatIsShownGoesOnUntilTheLastWantedFrame(_ writer: Int)
    throws
  {
    let atEnd = try Self.session(writer, Recording(dropped: 42))
    let inside = try Self.session(writer, Recording(dropped: 42, after: 1))
    let (end, middle) = (atEnd.number("hitch_max_ms") ?? 0, inside.number("hitch_max_ms") ?? 0)
    #expect(
      abs(end - 700) < 1 && abs(middle - 700) < 1,
      "\(Self.writers[writer].name): \(end), \(middle)"
    )
    #expect((atEnd.number("hitch_ratio_animating_ms_per_s") ?? 0) > 100)
    #expect(atEnd.number("dropped_frames") == 42)
  }

  @Test func idleTimeAfterTheLastDropOwesNoMore() throws {
    let session = try Self.session(0, Recording(dropped: 42, idle: 300))
    #expect(abs((session.number("hitch_max_ms") ?? 0) - 700) < 1)
  }

  @Test func aLastFrameThatIsShownOwesNothing() throws {
    for writer in Self.writers.indices {
      let session = try Self.session(writer, Recording(dropped: 0))
      #expect(session.number("hitch_count") == 0, "\(Self.writers[writer].name)")
    }
  }

  /// A longer run of drops, wherever it stands, is never the better one.
  @Test(arguments: 0..<writers.count) func aLongerRunNeverLooksBetter(_ writer: Int) throws {
    var chance = SeededGenerator(seed: 3, index: UInt64(writer))
    for _ in 0..<20 {
      var recording = Recording(
        shown: 30 + chance.nextIndex(below: 80),
        dropped: 1 + chance.nextIndex(below: 60)
      )
      recording.after = chance.nextIndex(below: 2) * chance.nextIndex(below: 40)
      var longer = recording
      longer.dropped += 1 + chance.nextIndex(below: 120)
      let (before, after) = (
        try Self.session(writer, recording), try Self.session(writer, longer)
      )
      for metric in ["hitch_time_all_ms", "hitch_max_ms", "hitch_ratio_animating_ms_per_s"] {
        let (first, second) = (before.number(metric) ?? 0, after.number(metric) ?? 0)
        #expect(
          second >= first - 1e-6,
          "\(Self.writers[writer].name), \(metric), \(recording), \(longer)"
        )
      }
    }
  }
}
