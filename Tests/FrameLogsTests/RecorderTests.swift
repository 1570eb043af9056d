import FrameLogs
import FrameMetrics
import StillpointRecorder
import Testing
import Timebase

/// What an app's recorder writes, read back and judged.
@Suite struct RecorderTests {
  /// A simulated chat under a simulated display link of 100 Hz: an answer, and from `readingFrom` on a
  /// reader 300 pt above the end.
  private struct App {
    var frames = 300
    /// Frames that take this long, in ms, by number.
    var work: [Int: Int64] = [:]
    /// Frames after which nothing is wanted for 2 s, by number.
    var rests: Set<Int> = []
    /// How many frames text waits before it is shown.
    var delay = 0
    /// The frame in which what is read moves, and by how much.
    var jump: (frame: Int, points: Double)?
    var readingFrom = 100
    var isFinished = true
    /// When the app begins, in ms of a clock that began with the device.
    var start: Int64 = 0

    func log() -> String {
      var text = ""
      var recorder = FrameRecorder(app: "chat", version: "2", device: "phone", refreshHertz: 100) {
        text += String(decoding: $0, as: UTF8.self)
      }
      let ms: Int64 = 1_000_000
      var now = start * ms
      var received: [Int] = []
      for frame in 0..<frames {
        // Five characters arrive half a frame before the display asks.
        recorder.received(5, of: "m2", at: now - 5 * ms)
        received.append((received.last ?? 0) + 5)
        var screen = FrameRecorder.Screen()
        (screen.viewport, screen.content) = (800, 2000)
        let isReading = frame >= readingFrom
        screen.offset = isReading ? 900 : 1200
        var y = isReading ? 120.0 : -180
        if let jump, frame >= jump.frame { y += jump.points }
        screen.messages = [.init("m1", y: y, height: 200), .init("m2", y: y + 200, height: 400)]
        screen.shown = [("m2", received[max(0, frame - delay)])]
        screen.isAnimating = !rests.contains(frame)
        screen.isReading = isReading
        let work = work[frame] ?? 4
        recorder.begin(at: now, target: now + 10 * ms)
        recorder.end(at: now + work * ms, screen)
        now += max(1, (work + 9) / 10) * 10 * ms + (rests.contains(frame) ? 2000 * ms : 0)
      }
      if isFinished { recorder.finish() }
      return text
    }
  }

  private func session(_ app: App) throws -> LogSession {
    try #require(try readLog(app.log()).sessions.first)
  }

  /// Moments count from the first frame, as everything else of a recording does, wherever the app's clock began.
  @Test func momentsCountFromTheFirstFrame() throws {
    var app = App(delay: 2, jump: (200, 40))
    let moments = try session(app).moments
    #expect(Set(moments.map(\.kind)) == [.moved, .lateToken])
    #expect(moments.first { $0.kind == .moved }?.instant == Instant(milliseconds: 2010))
    app.start = 100_000
    #expect(try session(app).moments == moments)
  }

  @Test func aSmoothAppKeepsEveryFrame() throws {
    let log = try readLog(App().log())
    #expect(log.format == .stillpoint)
    #expect(log.origin?.device == "phone")
    #expect(log.cut == nil)
    let session = try #require(log.sessions.first)
    #expect(session.number("active_ticks") == 300)
    #expect(session.number("on_time_of_animating_pct") == 100)
    #expect(session.number("hitch_time_all_ms") == 0)
    #expect(session.number("frame_cost_ms", .p50) == 4)
    // Half a frame until the display asks, and one until it shows.
    #expect(session.number("token_visible_ms", .p50) == 15)
    #expect(session.number("tokens") == 300)
    #expect(session.number("reader_moved_times") == 0)
  }

  @Test func aFreezeIsAHitchAndARestIsNone() throws {
    var app = App()
    app.work[150] = 304
    app.rests = [50]
    let session = try session(app)
    #expect(session.number("hitch_max_ms") == 300)
    #expect(session.number("hitch_time_all_ms") == 300)
    #expect(session.number("active_ticks") == 330)
    #expect(session.unknownGaps.isEmpty)
  }

  @Test func textThatWaitsAFrameIsAFrameLater() throws {
    var app = App()
    app.delay = 1
    #expect(try session(app).number("token_visible_ms", .p50) == 25)
  }

  @Test func textThatIsNeverShownCountsToTheEnd() throws {
    var app = App()
    app.delay = 10_000
    let latest = try #require(try session(app).number("token_visible_ms", .max))
    #expect(latest > 2900)
  }

  @Test func aReaderWhoIsMovedIsCounted() throws {
    var app = App()
    app.jump = (200, -40)
    let session = try session(app)
    #expect(session.number("reader_moved_times") == 1)
    #expect(session.number("reader_moved_pt", .max) == 40)
    app.jump = (50, -40)
    #expect(try self.session(app).number("reader_moved_times") == 0, "nobody read yet")
  }

  @Test func whatARecordingDoesNotTellIsMissingAndNotNothing() throws {
    let session = try session(App())
    for metric in ["idle_frames", "kind_flips", "tokens_unread", "chunk_visible_ms"] {
      let statistic: Statistic = metric == "chunk_visible_ms" ? .p50 : .value
      #expect(session.figure(metric, statistic)?.value == nil, "\(metric)")
    }
  }

  @Test func halfARecordingSaysSo() throws {
    var app = App()
    app.isFinished = false
    #expect(try readLog(app.log()).cut?.contains("frame 300") == true)
    let whole = App().log()
    let cut = try readLog(String(whole.prefix(whole.count / 2)))
    #expect(cut.cut != nil)
    #expect(cut.rows.unfinished == 1)
  }

  @Test func linesThatCannotBeTrueAreRefused() throws {
    var lines = App().log().split(separator: "\n").map(String.init)
    lines[10] = lines[10].replacing("\"period_ms\":10.000", with: "\"period_ms\":-1")
    let log = try readLog(lines.joined(separator: "\n") + "\n")
    #expect(log.rows.refusals.map(\.line) == [11])
    #expect(log.cut == nil)
  }
}
