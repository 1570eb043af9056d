import FrameMetrics
import Timebase

/// Puts the screens of a recorder's log before the judges of places.
///
/// The app says whether somebody reads. Where it names no touches of its own, that word alone says when a
/// hand moves the content: not while it is true.
struct RecorderScreens {
  /// Moves and falls up to this are none, in points.
  static let threshold = 1.0

  private var reader = ReaderJudge(threshold: threshold)
  private var flicker = FlickerJudge(fallThreshold: threshold)
  private var isReading = false
  private var frames = 0
  private var last: Instant?

  /// What happens and moves nothing on screen.
  private static let unseen: Set = ["token", "fallback", "fallback_end"]

  /// Takes the next frame.
  mutating func take(_ line: RecorderLog.Line) {
    guard let time = line.presented_ms, let viewport = line.viewport_pt, viewport > 0 else {
      return
    }
    let instant = Instant(milliseconds: time)
    var events = (line.events ?? []).filter { !Self.unseen.contains($0.event) }.map { event in
      var result = ScreenEvent(
        event.event,
        at: Instant(milliseconds: event.t_ms ?? line.t_ms ?? time),
        message: event.id
      )
      result.isByReader = event.by.map { $0 == "reader" }
      result.isLift = event.phase == "ended" || event.phase == "cancelled"
      result.duration = event.duration_ms.map { Nanoseconds(milliseconds: $0) }
      return result
    }
    let reads = line.reading ?? false
    if reads != isReading, !events.contains(where: \.isOwnInput) {
      var hand = ScreenEvent("touch", at: instant)
      hand.isLift = reads
      events.append(hand)
    }
    isReading = reads
    let screen = screen(line, at: instant, viewport)
    _ = reader.take(screen, after: events)
    flicker.take(
      screen,
      after: events,
      isHandMoving: !reads && events.contains(where: \.isOwnInput)
    )
    frames += 1
    last = instant
  }

  private func screen(_ line: RecorderLog.Line, at instant: Instant, _ viewport: Double)
    -> ReaderScreen
  {
    let offset = line.offset_pt ?? 0
    let content = line.content_bottom_pt ?? 0
    let fromEnd = content + (line.inset_bottom_pt ?? 0) - viewport - offset
    var screen = ReaderScreen(
      instant: instant,
      viewportHeight: viewport,
      topInset: line.inset_top_pt ?? 0,
      pointsFromEnd: fromEnd,
      contentHeight: content,
      isAtRangeEnd: fromEnd <= Self.threshold || offset <= Self.threshold
    )
    let streaming = Set((line.streams ?? []).map(\.id))
    for message in line.visible ?? [] {
      let (y, height) = (message.y_pt ?? 0, message.height_pt ?? 0)
      screen.lines.append(ScreenLine(LineName(message: message.id), y: y, height: height))
      screen.items.append(
        ReaderScreen.Item(
          message.id,
          y: y,
          height: height,
          isStreaming: streaming.contains(message.id)
        )
      )
    }
    if fromEnd <= Self.threshold { screen.lastMessage = line.visible?.last?.id }
    return screen
  }

  /// What was found; nil without a frame that says what was on screen.
  mutating func samples() -> ScreenSamples? {
    guard let last, frames > 0 else { return nil }
    reader.finish(at: last)
    var samples = ScreenSamples()
    samples.reader = reader.figures
    samples.flicker = flicker.figures
    samples.frames = frames
    return samples
  }
}

/// How late text was in a recorder's log: from each arrival to the first picture that shows all of it.
enum RecorderText {
  /// Finds it; nil where no text arrived.
  ///
  /// Text that no frame shows counts up to the log's last picture.
  ///
  /// - Complexity: O(frames + arrivals).
  static func samples(_ lines: [RecorderLog.Line]) -> TextSamples? {
    var samples = TextSamples()
    var waiting: [String: [(at: Double, characters: Int)]] = [:]
    var received: [String: Int] = [:]
    var latest: ScreenFault?
    for line in lines {
      for event in line.events ?? [] where event.event == "token" {
        guard let id = event.id, let time = event.t_ms else { continue }
        received[id, default: 0] += event.chars ?? 0
        waiting[id, default: []].append((time, received[id] ?? 0))
        samples.tokenCount += 1
      }
      for stream in line.streams ?? [] {
        let released = stream.released_chars ?? 0
        let shown = (waiting[stream.id] ?? []).prefix { $0.characters <= released }
        guard !shown.isEmpty, let time = line.presented_ms else { continue }
        samples.tokens += shown.map { Nanoseconds(milliseconds: time - $0.at) }
        let longest = time - (shown.map(\.at).min() ?? time)
        if longest > latest?.milliseconds ?? 0 {
          latest = ScreenFault(
            .lateToken,
            at: Instant(milliseconds: time),
            message: stream.id,
            milliseconds: longest
          )
        }
        waiting[stream.id]?.removeFirst(shown.count)
      }
    }
    samples.moments = [latest].compactMap(\.self)
    let end = lines.last?.presented_ms ?? 0
    for arrival in waiting.values.joined() {
      samples.tokens.append(Nanoseconds(milliseconds: max(0, end - arrival.at)))
    }
    return samples.tokenCount == 0 ? nil : samples
  }
}
