/// How progress follows time: both go from 0 to 1.
public enum TimingCurve: Sendable, Equatable {
  /// Progress is time.
  case linear
  /// 2t² to the middle, mirrored after it (Reanimated's default easing).
  case inOutQuad
  /// The cubic Bézier curve from (0, 0) to (1, 1) with these control points, as in CSS.
  case cubicBezier(x1: Double, y1: Double, x2: Double, y2: Double)

  /// Slows down: (0, 0, 0.58, 1).
  public static let easeOut = cubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
  /// Speeds up: (0.42, 0, 1, 1).
  public static let easeIn = cubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
  /// Speeds up, then slows down: (0.42, 0, 0.58, 1).
  public static let easeInOut = cubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

  /// The progress at a fraction of the time.
  ///
  /// - Parameter fraction: Taken as 0 below 0 and as 1 above 1.
  /// - Returns: 0 at 0 and 1 at 1; in between as the curve says, which may leave 0 ... 1 when the
  ///   control points' y do.
  /// - Complexity: O(1), 60 steps of bisection at most.
  public func value(at fraction: Double) -> Double {
    guard fraction > 0 else { return 0 }
    guard fraction < 1 else { return 1 }
    switch self {
    case .linear: return fraction
    case .inOutQuad:
      let rest = 1 - fraction
      return fraction < 0.5 ? 2 * fraction * fraction : 1 - 2 * rest * rest
    case .cubicBezier(let x1, let y1, let x2, let y2):
      let parameter = TimingCurve.parameter(
        at: fraction,
        x1,
        x2,
        between: 0,
        and: 1,
        from: fraction
      )
      return TimingCurve.bezier(parameter, y1, y2)
    }
  }

  /// One coordinate of a cubic Bézier curve from 0 to 1.
  @inline(__always)
  static func bezier(_ t: Double, _ first: Double, _ second: Double) -> Double {
    let rest = 1 - t
    return t * (3 * rest * (rest * first + t * second) + t * t)
  }

  /// Where on the curve x is `target`, known to be between two places: Newton's steps inside a
  /// bracket that shrinks.
  @inline(__always)
  static func parameter(
    at target: Double,
    _ x1: Double,
    _ x2: Double,
    between lowest: Double,
    and highest: Double,
    from start: Double
  ) -> Double {
    var low = lowest
    var high = highest
    var t = start
    for _ in 0..<60 {
      let error = bezier(t, x1, x2) - target
      let rest = 1 - t
      let slope = 3 * (rest * rest * x1 + 2 * rest * t * (x2 - x1) + t * t * (1 - x2))
      // From here one step is enough: what it leaves is of the square of the error.
      if abs(error) < 1e-6 * slope { return t - error / slope }
      if error > 0 { high = t } else { low = t }
      let next = slope > 1e-9 ? t - error / slope : low
      t = next > low && next < high ? next : (low + high) / 2
    }
    return t
  }
}
