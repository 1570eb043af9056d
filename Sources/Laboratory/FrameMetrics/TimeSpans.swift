import Timebase

/// Stretches of time that do not overlap, in order.
package struct TimeSpans: Hashable, Sendable {
  /// One stretch: from `start`, up to but not including `end`.
  package struct Span: Hashable, Sendable {
    package var start: Instant
    package var end: Instant

    /// Makes a stretch.
    ///
    /// - Precondition: `start` is not after `end`.
    package init(_ start: Instant, _ end: Instant) {
      precondition(start <= end, "a span from \(start) to \(end)")
      self.start = start
      self.end = end
    }

    /// How long it is.
    package var length: Nanoseconds { end - start }
  }

  /// The stretches, in order, each longer than nothing, with time between any two.
  package private(set) var spans: [Span] = []

  /// Makes the union of `spans`, in any order.
  ///
  /// - Parameter gap: Stretches this far apart or nearer become one.
  /// - Complexity: O(n log n).
  package init(_ spans: some Sequence<Span> = [], bridging gap: Nanoseconds = .zero) {
    let ordered = spans.filter { $0.start < $0.end }.sorted { $0.start < $1.start }
    for span in ordered {
      if let last = self.spans.last, span.start <= last.end + gap {
        self.spans[self.spans.count - 1].end = max(last.end, span.end)
      } else {
        self.spans.append(span)
      }
    }
  }

  /// How long all stretches are together.
  package var length: Nanoseconds { spans.reduce(.zero) { $0 + $1.length } }

  /// How much of `span` lies in the stretches.
  ///
  /// - Complexity: O(log n + stretches that overlap it).
  package func overlap(with span: Span) -> Nanoseconds {
    let first = spans.partitionPoint { $0.end > span.start }
    return spans[first...].prefix { $0.start < span.end }.reduce(.zero) { total, other in
      total + (min(other.end, span.end) - max(other.start, span.start))
    }
  }

  /// The time in these stretches and not in `other`.
  ///
  /// - Complexity: O(n + m).
  package func subtracting(_ other: TimeSpans) -> TimeSpans {
    var rest: [Span] = []
    var index = 0
    for span in spans {
      var start = span.start
      while index < other.spans.count, other.spans[index].end <= start { index += 1 }
      var cut = index
      while cut < other.spans.count, other.spans[cut].start < span.end {
        if start < other.spans[cut].start { rest.append(Span(start, other.spans[cut].start)) }
        start = max(start, other.spans[cut].end)
        cut += 1
      }
      if start < span.end { rest.append(Span(start, span.end)) }
    }
    return TimeSpans(rest)
  }

  /// The stretches up to `end`.
  package func clipped(at end: Instant) -> TimeSpans {
    TimeSpans(
      spans.compactMap { $0.start < end ? Span($0.start, min($0.end, end)) : nil }
    )
  }
}
