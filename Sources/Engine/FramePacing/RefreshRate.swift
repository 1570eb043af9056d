import Timebase

/// How often the display refreshes, and where on the time line its ticks lie.
///
/// Tick k is at floor(k * 10^9 / rate) nanoseconds, so ticks never drift although the period of a
/// 60 Hz display is no whole number of nanoseconds.
public struct RefreshRate: Hashable, Sendable {
  /// Refreshes a second.
  public let hertz: Int

  /// Makes a rate of `hertz` refreshes a second.
  ///
  /// - Precondition: `hertz` is in 1 ... 1000.
  public init(hertz: Int) {
    precondition((1...1000).contains(hertz), "a refresh rate is 1 to 1000 Hz, got \(hertz)")
    self.hertz = hertz
  }

  /// When tick `index` is.
  package func instant(ofTick index: Int) -> Instant {
    // Whole seconds apart, so that no product of a far tick is too large.
    let seconds = floorDivide(Int64(index), Int64(hertz))
    let rest = Int64(index) - seconds * Int64(hertz)
    return Instant(nanoseconds: seconds * 1_000_000_000 + rest * 1_000_000_000 / Int64(hertz))
  }

  package func firstTick(atOrAfter instant: Instant) -> Int {
    let seconds = floorDivide(instant.nanoseconds, 1_000_000_000)
    let rest = instant.nanoseconds - seconds * 1_000_000_000
    var tick = Int(seconds * Int64(hertz) + rest * Int64(hertz) / 1_000_000_000)
    while self.instant(ofTick: tick) < instant { tick += 1 }
    return tick
  }

  /// The time between two ticks in milliseconds.
  package var periodMilliseconds: Double { 1000 / Double(hertz) }

  /// The time between two ticks, rounded down to whole nanoseconds.
  public var period: Nanoseconds { Nanoseconds(rawValue: 1_000_000_000 / Int64(hertz)) }

  /// A part of the period, rounded down to whole nanoseconds.
  ///
  /// - Parameter part: 0 up to below 1.
  /// - Precondition: `part` is in 0 ..< 1.
  package func share(_ part: Double) -> Nanoseconds {
    precondition((0..<1).contains(part), "a share of the period is 0 up to below 1, got \(part)")
    return Nanoseconds(rawValue: Int64(part * 1_000_000_000 / Double(hertz)))
  }

  /// The number of the tick nearest to `instant`.
  package func tick(nearest instant: Instant) -> Int {
    let after = firstTick(atOrAfter: instant)
    let isNearerBefore =
      instant - self.instant(ofTick: after - 1) < self.instant(ofTick: after) - instant
    return isNearerBefore ? after - 1 : after
  }
}

private func floorDivide(_ dividend: Int64, _ divisor: Int64) -> Int64 {
  let quotient = dividend / divisor
  return dividend % divisor < 0 ? quotient - 1 : quotient
}
