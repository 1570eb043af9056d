#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The formulas of a scroll view's motion: points, seconds, points a second.
public enum ScrollPhysics {
  /// Returns how far beyond its end a view is shown that a finger has pulled `distance` beyond it.
  ///
  /// - Precondition: `distance` is at least 0, `height` above 0.
  public static func rubberBand(_ distance: Double, constant: Double, height: Double) -> Double {
    (1 - 1 / (distance * constant / height + 1)) * height
  }

  /// Returns the pull that shows a view `shown` beyond its end: the reverse of `rubberBand`.
  ///
  /// No pull shows a view a whole height beyond its end; from 0.99 of the height on the answer is that of
  /// 0.99.
  public static func pull(showing shown: Double, constant: Double, height: Double) -> Double {
    let part = min(shown / height, 0.99)
    return part / (1 - part) * height / constant
  }

  /// Returns the rate in 1/s of the exponential that loses all but `rate` of a velocity in a millisecond.
  public static func decay(_ rate: Double) -> Double { -1_000 * log(rate) }

  /// Returns how far a deceleration goes in `time`, and what is left of its velocity.
  public static func decelerate(
    _ velocity: Double,
    decay: Double,
    time: Double
  ) -> (distance: Double, velocity: Double) {
    let left = exp(-decay * time)
    return (velocity / decay * (1 - left), velocity * left)
  }

  /// Returns the seconds that a deceleration needs for `distance`; nil where it never gets there.
  public static func time(for distance: Double, velocity: Double, decay: Double) -> Double? {
    let left = 1 - distance * decay / velocity
    return velocity != 0 && left > 0 && left <= 1 ? -log(left) / decay : nil
  }

  /// Returns where a critically damped spring is after `time`: its displacement and its velocity.
  public static func spring(
    _ displacement: Double,
    velocity: Double,
    rate: Double,
    time: Double
  ) -> (displacement: Double, velocity: Double) {
    let slope = velocity + rate * displacement
    let left = exp(-rate * time)
    let line = displacement + slope * time
    return (line * left, (slope - rate * line) * left)
  }
}
