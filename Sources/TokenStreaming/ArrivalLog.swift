import Timebase

/// When the bytes of held text arrived: one mark for each token that brought some.
struct ArrivalLog: Sendable {
  private struct Mark {
    var offset: Int
    var instant: Instant
  }

  private var marks: [Mark] = []
  private var first = 0

  /// When the first byte that is not yet dropped arrived; nil when nothing was noted.
  var earliest: Instant? { first < marks.count ? marks[first].instant : nil }

  /// Notes that the bytes from `offset` of the text on arrived at `instant`.
  ///
  /// - Precondition: Neither is below the last noted.
  mutating func note(_ instant: Instant, from offset: Int) {
    if let last = marks.last {
      if last.offset == offset {
        marks[marks.count - 1].instant = instant
        return
      }
      if last.instant == instant { return }
    }
    marks.append(Mark(offset: offset, instant: instant))
  }

  /// Forgets the bytes before `offset`.
  mutating func drop(before offset: Int) {
    while first + 1 < marks.count, marks[first + 1].offset <= offset { first += 1 }
    if first >= 32 {
      marks.removeFirst(first)
      first = 0
    }
  }

  /// Forgets all.
  mutating func removeAll() {
    marks.removeAll(keepingCapacity: true)
    first = 0
  }
}
