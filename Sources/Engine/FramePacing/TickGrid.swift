import Timebase

/// The ticks of a display whose rate may change: low power, heat, a variable rate.
///
/// The first tick at or after a change is the origin of the new rate: tick n + i then lies at s +
/// floor(i * 10^9 / rate), with n that tick and s its instant. Ticks count on over changes, so that a
/// tick's number says which frame it is of at every rate.
///
/// Complexity: O(changes) each; O(1) at the rate in force last.
package struct TickGrid: Hashable, Sendable, Codable {
  /// A rate and from which tick on it holds.
  package struct Stretch: Hashable, Sendable {
    /// Its first tick.
    package let first: Int
    /// When that is.
    package let start: Instant
    package let rate: RefreshRate

    fileprivate func instant(ofTick tick: Int) -> Instant {
      start + (rate.instant(ofTick: tick - first) - .zero)
    }

    fileprivate func firstTick(atOrAfter instant: Instant) -> Int {
      first + rate.firstTick(atOrAfter: .zero + (instant - start))
    }
  }

  /// The stretches before the last one, in order.
  private var earlier: [Stretch] = []
  /// The last one, which goes on for ever.
  private var last: Stretch

  /// Makes the grid of one rate, whose tick 0 is at 0.
  package init(_ rate: RefreshRate) { last = Stretch(first: 0, start: .zero, rate: rate) }

  /// Every stretch, in order; one at least.
  package var stretches: [Stretch] { earlier + [last] }

  /// The one rate of a display that has one; nil where it changes.
  package var onlyRate: RefreshRate? { earlier.isEmpty ? last.rate : nil }

  /// The rate that holds from the last change on.
  package var lastRate: RefreshRate { last.rate }

  /// The display has another rate from the first tick at or after `instant` on.
  ///
  /// - Precondition: `instant` is not before the one of the change before.
  package mutating func change(to rate: RefreshRate, at instant: Instant) {
    guard rate != last.rate else { return }
    let (first, start) = origin(atOrAfter: instant)
    precondition(first >= last.first, "a change at \(instant), before tick \(last.first)")
    if first > last.first { earlier.append(last) }
    last = Stretch(first: first, start: start, rate: rate)
    // A change that was taken back before its first tick never was one.
    if earlier.last?.rate == rate, let before = earlier.last, before.instant(ofTick: first) == start
    {
      last = earlier.removeLast()
    }
  }

  private func origin(atOrAfter instant: Instant) -> (tick: Int, instant: Instant) {
    let tick = firstTick(atOrAfter: instant)
    return (tick, self.instant(ofTick: tick))
  }

  /// When tick `index` is.
  package func instant(ofTick index: Int) -> Instant {
    stretch { $0.first <= index }.instant(ofTick: index)
  }

  package func firstTick(atOrAfter instant: Instant) -> Int {
    stretch { $0.start <= instant }.firstTick(atOrAfter: instant)
  }

  /// The number of the tick nearest to `instant`.
  package func tick(nearest instant: Instant) -> Int {
    let after = firstTick(atOrAfter: instant)
    let isNearerBefore =
      instant - self.instant(ofTick: after - 1) < self.instant(ofTick: after) - instant
    return isNearerBefore ? after - 1 : after
  }

  /// The rate in force at tick `index`: from it to the next one.
  package func rate(ofTick index: Int) -> RefreshRate { stretch { $0.first <= index }.rate }

  /// The rate in force at `instant`.
  package func rate(at instant: Instant) -> RefreshRate { stretch { $0.start <= instant }.rate }

  /// The last stretch that `begins`; the first one where none does.
  private func stretch(_ begins: (Stretch) -> Bool) -> Stretch {
    if earlier.isEmpty || begins(last) { return last }
    return earlier.last(where: begins) ?? earlier[0]
  }
}

extension TickGrid {
  private enum CodingKeys: String, CodingKey {
    case changes
  }

  /// A change as it is written down.
  private struct Change: Codable {
    var at: Int64
    var hertz: Int

    enum CodingKeys: String, CodingKey {
      case at = "from_ns"
      case hertz = "hz"
    }
  }

  /// Reads a grid.
  ///
  /// - Throws: `DecodingError`, also for rates beyond 1 to 1000 Hz and for changes out of order.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let changes = try container.decode([Change].self, forKey: .changes)
    let isSound =
      changes.first?.at == 0 && changes.allSatisfy { (1...1000).contains($0.hertz) }
      && zip(changes, changes.dropFirst()).allSatisfy { $0.at < $1.at }
    guard isSound else {
      throw DecodingError.dataCorruptedError(
        forKey: .changes,
        in: container,
        debugDescription: "rates of 1 to 1000 Hz in order of time, the first from 0 on"
      )
    }
    self.init(RefreshRate(hertz: changes[0].hertz))
    for change in changes.dropFirst() {
      self.change(to: RefreshRate(hertz: change.hertz), at: Instant(nanoseconds: change.at))
    }
  }

  /// Writes the grid.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(
      stretches.map { Change(at: $0.start.nanoseconds, hertz: $0.rate.hertz) },
      forKey: .changes
    )
  }
}
