import StillpointRecorder
import Testing

/// A recorder under a display link that is simulated: times are given, none is read.
@Suite struct FrameRecorderTests {
  private final class Log {
    var lines: [String] = []
    func recorder() -> FrameRecorder {
      FrameRecorder(app: "chat", version: "1", device: "phone \"9\"", refreshHertz: 100) { bytes in
        self.lines.append(String(decoding: bytes.dropLast(), as: UTF8.self))
      }
    }
  }

  private let ms: Int64 = 1_000_000

  private func screen(moving: Bool) -> FrameRecorder.Screen {
    var screen = FrameRecorder.Screen()
    (screen.viewport, screen.content) = (800, 900.5)
    screen.messages = [.init("m\\1", y: -12.25, height: 100)]
    screen.isAnimating = moving
    return screen
  }

  private func number(_ key: String, in line: String) throws -> Double {
    let rest = try #require(line.split(separator: "\"\(key)\":").last)
    return try #require(Double(rest.prefix { $0 == "-" || $0 == "." || $0.isNumber }))
  }

  @Test func theFirstLineNamesAppAndDeviceAndTheLastCountsTheFrames() {
    let log = Log()
    var recorder = log.recorder()
    recorder.begin(at: 0, target: 10 * ms)
    recorder.end(at: 2 * ms, screen(moving: false))
    recorder.finish()
    #expect(
      log.lines[0]
        == #"{"schema":1,"kind":"stillpoint-frame-log","source":"app","recorder":1,"#
        + #""device":"phone \"9\"","refresh_hz":100,"app":"chat","version":"1"}"#
    )
    #expect(
      log.lines[1]
        == #"{"frame":1,"t_ms":0.000,"window":"main","offset_pt":0.000,"viewport_pt":800.000,"#
        + #""content_bottom_pt":900.500,"inset_top_pt":0.000,"inset_bottom_pt":0.000,"#
        + #""visible":[{"id":"m\\1","y_pt":-12.250,"height_pt":100.000}],"streams":[],"#
        + #""promised_ms":10.000,"presented_ms":10.000,"period_ms":10.000,"begin_ms":0.000,"#
        + #""work_ms":2.000,"animating":false,"reading":false,"events":[]}"#
    )
    #expect(log.lines[2] == #"{"kind":"stillpoint-frame-log-end","frames":1}"#)
  }

  @Test func workBeyondTheTargetIsShownAtTheNextRefreshAfterIt() throws {
    let log = Log()
    var recorder = log.recorder()
    recorder.begin(at: 0, target: 10 * ms)
    recorder.end(at: 25 * ms, screen(moving: true))
    #expect(try number("promised_ms", in: log.lines[1]) == 10)
    #expect(try number("presented_ms", in: log.lines[1]) == 30)
  }

  @Test func aBlockedThreadIsToldFromAStillScreen() throws {
    for isMoving in [true, false] {
      let log = Log()
      var recorder = log.recorder()
      recorder.begin(at: 0, target: 10 * ms)
      recorder.end(at: ms, screen(moving: isMoving))
      recorder.begin(at: 310 * ms, target: 320 * ms)
      recorder.end(at: 311 * ms, screen(moving: false))
      #expect(try number("promised_ms", in: log.lines[2]) == (isMoving ? 20 : 320))
      #expect(try number("presented_ms", in: log.lines[2]) == 320)
    }
  }

  @Test func aSlowerRateOfTheDisplaysOwnIsNoDelay() throws {
    let log = Log()
    var recorder = log.recorder()
    recorder.begin(at: 0, target: 10 * ms)
    recorder.end(at: ms, screen(moving: true))
    recorder.begin(at: 10 * ms, target: 30 * ms)
    recorder.end(at: 11 * ms, screen(moving: true))
    #expect(try number("promised_ms", in: log.lines[2]) == 30)
    #expect(try number("presented_ms", in: log.lines[2]) == 30)
  }

  @Test func textAndEventsStandInTheNextFrame() {
    let log = Log()
    var recorder = log.recorder()
    recorder.happened("send", of: "m1", at: 0)
    recorder.received(5, of: "m2", at: 3 * ms)
    recorder.received(2, of: "m2", at: 4 * ms)
    recorder.happened("card", of: "m2", isByReader: true, at: 5 * ms)
    recorder.begin(at: 5 * ms, target: 15 * ms)
    var shown = screen(moving: true)
    shown.shown = [("m2", 6)]
    recorder.end(at: 6 * ms, shown)
    #expect(
      log.lines[1].contains(
        #""streams":[{"id":"m2","received_chars":7,"released_chars":6}]"#
      )
    )
    #expect(
      log.lines[1].contains(
        #""events":[{"t_ms":0.000,"event":"send","id":"m1"},"#
          + #"{"t_ms":3.000,"event":"token","id":"m2","chars":5},"#
          + #"{"t_ms":4.000,"event":"token","id":"m2","chars":2},"#
          + #"{"t_ms":5.000,"event":"card","id":"m2","by":"reader"}]"#
      )
    )
  }
}
