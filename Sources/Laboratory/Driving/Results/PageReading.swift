import FrameMetrics
import FramePacing
import Timebase

/// Asks the laboratory's judges of the screen about a page: what moved its reader, and what flickered.
///
/// A block is known by its message, the word that it begins with, and its number among those that begin alike,
/// whatever element holds it.
package struct PageReading {
  /// For so long after a fold or another width the page may still be on its way.
  static let settling = 300.0

  private let recording: PageRecording
  private let rate: RefreshRate
  private var words: [String: Int] = [:]

  /// What the judges found in a recording.
  package static func samples(of recording: PageRecording) -> ScreenSamples {
    var reading = PageReading(recording)
    return reading.judged()
  }

  private init(_ recording: PageRecording) {
    self.recording = recording
    rate = RefreshRate(hertz: recording.refreshHertz)
  }

  private mutating func judged() -> ScreenSamples {
    var reader = ReaderJudge(threshold: 1)
    var flicker = FlickerJudge(fallThreshold: 1)
    let marks = Dictionary(grouping: recording.marks, by: \.frame)
    var (isHandMoving, isReturning) = (false, false)
    var start: Double?
    for (index, frame) in recording.frames.enumerated() {
      var events = happened(before: index, marks)
      var hasEnded = false
      for mark in marks[index] ?? [] {
        switch mark.kind {
        case .wheelBegan(let isUp):
          (isHandMoving, isReturning) = (true, !isUp)
          start = isUp && index > 0 ? recording.frames[index - 1].top : nil
        case .wheelEnded: (isHandMoving, hasEnded) = (false, true)
        case .wheel, .send, .stop, .fold, .resize, .type: break
        }
      }
      // A browser that is drawing what came may take the wheel some frames later: what the page does until then, as
      // follow what grows, is not the hand's.
      // A browser that draws by itself has notches late, and nobody reads between two of them.
      let isTurning = isHandMoving && !recording.engine.isExact
      if isReturning || isTurning || start != nil {
        events.append(ScreenEvent("wheel", at: rate.instant(ofTick: index)))
      }
      if hasEnded || start.map({ frame.top < $0 }) == true { start = nil }
      isReturning = isReturning && isHandMoving
      let screen = makeScreen(of: frame, index)
      let places = Dictionary(
        frame.left.map { (name($0.m, $0.w, $0.n), $0.y) },
        uniquingKeysWith: { first, _ in first }
      )
      _ = reader.take(screen, after: events) { name in
        guard let place = places[name] else { return .unknown }
        return place.map { .at($0) } ?? .absent
      }
      flicker.take(screen, after: events, isHandMoving: isHandMoving)
    }
    reader.finish(at: rate.instant(ofTick: recording.frames.count))
    // A line is known by the word that it begins with.
    let beginnings = Dictionary(words.map { ($1, $0) }) { first, _ in first }
    func quoted(_ faults: [ScreenFault]) -> [ScreenFault] {
      faults.map { fault in
        guard case .line(let line) = fault.place else { return fault }
        var fault = fault
        (fault.text, fault.place) = (beginnings[line.start], nil)
        return fault
      }
    }
    var samples = ScreenSamples()
    (samples.reader, samples.flicker) = (reader.figures, flicker.figures)
    samples.reader.faults = quoted(reader.figures.faults)
    samples.flicker.faults = quoted(flicker.figures.faults)
    return samples
  }

  /// What happened before a frame was drawn.
  private func happened(before index: Int, _ marks: [Int: [PageRecording.Mark]]) -> [ScreenEvent] {
    let instant = rate.instant(ofTick: index)
    var events: [ScreenEvent] = []
    for mark in marks[index] ?? [] {
      switch mark.kind {
      case .wheel: events.append(ScreenEvent("wheel", at: instant))
      case .send: events.append(ScreenEvent("send", at: instant))
      case .stop: events.append(ScreenEvent("stop", at: instant))
      case .fold, .resize, .wheelBegan, .wheelEnded, .type: break
      }
    }
    // A page may take its time for what these ask for.
    let settling = Int((Self.settling / recording.period).rounded(.up))
    for earlier in max(0, index - settling)...index {
      for mark in marks[earlier] ?? [] {
        if case .fold = mark.kind {
          var event = ScreenEvent("card", at: instant)
          event.isByReader = true
          events.append(event)
        } else if mark.kind == .resize {
          events.append(ScreenEvent("resize", at: instant))
        }
      }
    }
    return events
  }

  private mutating func makeScreen(of frame: PageFrame, _ index: Int) -> ReaderScreen {
    var screen = ReaderScreen(
      instant: rate.instant(ofTick: index),
      viewportHeight: frame.view,
      pointsFromEnd: frame.distance,
      contentHeight: frame.full,
      isAtRangeEnd: frame.distance <= 1 || frame.top <= 1
    )
    let isStreaming = recording.end.ended.map { frame.t < $0 } ?? true
    for seen in frame.seen {
      let isAnswer = seen.last && !seen.user && frame.high > 0
      screen.items.append(
        ReaderScreen.Item(
          "m\(seen.i)",
          y: seen.y,
          height: seen.h,
          isStreaming: isAnswer && isStreaming
        )
      )
      if seen.last { screen.lastMessage = "m\(seen.i)" }
    }
    for line in frame.lines {
      let name = knownName(line.m, line.w, line.n)
      screen.lines.append(ScreenLine(name, y: line.y, height: line.h, kind: line.k))
    }
    return screen
  }

  private mutating func knownName(_ message: Int, _ word: String, _ number: Int) -> LineName {
    if words[word] == nil { words[word] = words.count }
    return name(message, word, number)
  }

  private func name(_ message: Int, _ word: String, _ number: Int) -> LineName {
    LineName(message: "m\(message)", part: 0, start: words[word] ?? 0, order: number)
  }
}
