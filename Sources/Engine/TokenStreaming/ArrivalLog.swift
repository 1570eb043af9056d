import Timebase

/// When the bytes of held text arrived: one mark for each token that brought some.
struct ArrivalLog: Sendable {
  private struct Mark: Sendable {
    var offset: Int
    var instant: Instant
  }

  /// The mark of the first held byte, and the one after it; nearly always there are no more.
  private var first = Mark(offset: 0, instant: .zero)
  private var second = Mark(offset: 0, instant: .zero)
  private var rest: [Mark] = []
  private var count = 0

  /// When the first byte that is not yet dropped arrived; nil when nothing was noted.
  @inline(__always)
  var earliest: Instant? { count > 0 ? first.instant : nil }

  /// Notes that the bytes from `offset` of the text on arrived at `instant`.
  ///
  /// - Precondition: Neither is below the last noted.
  @inline(__always)
  mutating func note(_ instant: Instant, from offset: Int) {
    let mark = Mark(offset: offset, instant: instant)
    if count == 0 {
      first = mark
      count = 1
    } else if count == 1, first.offset == offset {
      first = mark
    } else if count == 1, first.instant < instant {
      second = mark
      count = 2
    } else if count > 1 {
      noteLater(mark)
    }
  }

  /// Forgets the bytes before `offset`.
  mutating func drop(before offset: Int) {
    while count > 1, second.offset <= offset {
      first = second
      if count > 2 { second = rest.removeFirst() }
      count -= 1
    }
  }

  /// Forgets all.
  @inline(__always)
  mutating func removeAll() {
    if count > 2 { rest.removeAll(keepingCapacity: true) }
    count = 0
  }

  /// Forgets all, then notes that the bytes from `offset` of the text on arrived at `instant`.
  @inline(__always)
  mutating func restart(at instant: Instant, from offset: Int) {
    removeAll()
    first = Mark(offset: offset, instant: instant)
    count = 1
  }

  private mutating func noteLater(_ mark: Mark) {
    let last = count == 2 ? second : rest[count - 3]
    if last.offset == mark.offset {
      if count == 2 { second = mark } else { rest[count - 3] = mark }
    } else if last.instant < mark.instant {
      rest.append(mark)
      count += 1
    }
  }
}
