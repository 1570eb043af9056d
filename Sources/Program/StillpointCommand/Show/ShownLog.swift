import ChatSurface
import Files
import StillpointEngine
import StillpointRecorder
import Timebase

/// What a window shows, frame by frame, as a log that `analyze` and `check` read.
struct ShownLog {
  private var recorder: FrameRecorder
  private let output: LogOutput
  private var fallback: HostFallback?

  /// The lines that were not written yet.
  private final class LogOutput {
    var bytes: [UInt8] = []
  }

  private let file: OutputPlace

  /// Begins a log of the window of a device.
  init(file: OutputPlace, device: String, hertz: Int) {
    let output = LogOutput()
    recorder = FrameRecorder(
      app: "stillpoint show",
      version: Stillpoint.configuration.version,
      device: device,
      refreshHertz: hertz
    ) { output.bytes += $0 }
    (self.output, self.file) = (output, file)
  }

  /// The timer asks for a frame.
  mutating func begin(at time: Instant, period: Nanoseconds) {
    recorder.begin(at: time.nanoseconds, target: (time + period).nanoseconds)
  }

  /// Something is posted to the session.
  mutating func note(_ event: SurfaceEvent, at time: Instant) {
    let nanoseconds = time.nanoseconds
    switch event {
    case .token(let id, let bytes), .tokenAt(let id, let bytes, _):
      let count = bytes.count { $0 & 0xC0 != 0x80 }
      recorder.received(count, of: id.rawValue, at: nanoseconds)
    case .streamEnd(let id, _): recorder.ended(id.rawValue, at: nanoseconds)
    case .send(let id, _): recorder.happened("send", of: id.rawValue, at: nanoseconds)
    case .load: recorder.happened("load", at: nanoseconds)
    case .prepend: recorder.happened("prepend", at: nanoseconds)
    case .keyboard: recorder.happened("keyboard", at: nanoseconds)
    case .resize: recorder.happened("resize", at: nanoseconds)
    default: break
    }
  }

  /// The frame was painted and shown.
  mutating func end(_ frame: HostFrame, isAnimating: Bool, at time: Instant) {
    note(frame.fallback, at: time)
    let snapshot = frame.snapshot
    var screen = FrameRecorder.Screen()
    screen.offset = frame.scrollOffset
    screen.viewport = snapshot.viewportHeight.points
    screen.content = frame.contentHeight
    screen.topInset = snapshot.topInset.points
    screen.bottomInset = snapshot.bottomInset.points
    screen.messages = snapshot.visible.map {
      .init($0.id.rawValue, y: $0.y.points, height: $0.height.points)
    }
    screen.shown = snapshot.streams.map { ($0.id.rawValue, $0.releasedScalars) }
    screen.isAnimating = isAnimating
    screen.isReading = snapshot.follow != .following && snapshot.scroll == .idle
    recorder.end(at: time.nanoseconds, screen)
  }

  private mutating func note(_ fallback: HostFallback?, at time: Instant) {
    guard let fallback, fallback != self.fallback else { return }
    if fallback.start != self.fallback?.start {
      recorder.fellBack(
        because: fallback.cause,
        after: Nanoseconds(seconds: fallback.detection).rawValue,
        at: time.nanoseconds
      )
    }
    if fallback.end != nil { recorder.recovered(at: time.nanoseconds) }
    self.fallback = fallback
  }

  /// Writes the log.
  mutating func finish() throws {
    recorder.finish()
    try file.write(output.bytes)
  }
}
