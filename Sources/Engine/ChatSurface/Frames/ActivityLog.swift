import Timebase

/// When something was due or running since the last frame.
///
/// A frame that comes late must still say which of the ticks it swallowed had something to show.
/// The log keeps the spans of activity up to the frame's instant: what runs on is noted again by the
/// next frame, as far as it ran.
package struct ActivityLog {
  private struct Span {
    var start: Instant
    var end: Instant
  }

  private var spans: [Span] = []

  package init() {}

  package mutating func note(_ instant: Instant) { note(from: instant, through: instant) }

  package mutating func note(from start: Instant, through end: Instant) {
    guard let last = spans.last, start <= last.end, start >= last.start else {
      spans.append(Span(start: start, end: end))
      return
    }
    spans[spans.count - 1].end = max(last.end, end)
  }

  /// Calls `body` with the beginning and the end of each stretch, which may overlap.
  package func forEach(_ body: (Instant, Instant) -> Void) {
    for span in spans { body(span.start, span.end) }
  }

  package mutating func forget(through instant: Instant) {
    spans.removeAll { $0.end <= instant }
    for index in spans.indices where spans[index].start < instant { spans[index].start = instant }
  }
}
