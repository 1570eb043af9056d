import Comparing

/// A share of sessions before and after.
package struct FleetComparison: Sendable {
  /// What the sums say that the parts do not.
  package enum Mixture: Hashable, Sendable {
    /// Within the values of a key it is the other way round: Simpson's case.
    case reversed(SessionKey)
    /// Within the values of a key no difference is left.
    case vanishes(SessionKey)
  }

  /// The group; empty for all sessions.
  package var group: String
  package var share: SessionShare
  package var before: ShareCount
  package var after: ShareCount
  /// What can be said.
  package var verdict: FigureComparison.Verdict
  /// The 95 % interval of the difference in points of percent; nil with too few sessions.
  package var interval: ClosedRange<Double>?
  /// Both sides in numbers, and why no more can be said.
  package var note: String
  /// What of the difference is the mixture of sessions and no change; nil for nothing.
  package var mixture: Mixture?
}

/// The shares of two fleets within the values of a key.
struct StratifiedShare {
  /// Both sides of a part of the sessions.
  typealias Sides = (before: ShareCount, after: ShareCount)

  /// The difference of the shares within the values, as a part of 1 (Mantel and Haenszel), and its standard error
  /// (Greenland and Robins 1985).
  let difference: Double
  let error: Double
  /// Which part of the information in all sessions is left within the values, from 0 to 1.
  let information: Double

  /// Compares within each of the parts; nil where no part has sessions of both sides.
  init?(_ parts: [Sides]) {
    var (sum, weights, variance) = (0.0, 0.0, 0.0)
    var (first, second) = (0.0, 0.0)
    for part in parts {
      let (n1, n2) = (Double(part.before.judged), Double(part.after.judged))
      (first, second) = (first + n1, second + n2)
      guard n1 > 0, n2 > 0 else { continue }
      let (x1, x2) = (Double(part.before.bad), Double(part.after.bad))
      let all = n1 + n2
      sum += (x2 * n1 - x1 * n2) / all
      weights += n1 * n2 / all
      variance +=
        (x1 * (n1 - x1) * n2 * n2 * n2 + x2 * (n2 - x2) * n1 * n1 * n1) / (n1 * n2 * all * all)
    }
    guard weights > 0 else { return nil }
    (difference, error) = (sum / weights, variance.squareRoot() / weights)
    information = weights * (first + second) / (first * second)
  }

  /// What a difference that the sums show, worse or better, is within the values; nil for the same.
  func contradicts(_ verdict: FigureComparison.Verdict) -> Bool? {
    // Where the values nearly part the sides, nothing can be said within them.
    guard information >= 0.1, verdict == .worse || verdict == .better else { return nil }
    let towards = verdict == .worse ? difference : -difference
    if towards < -2.575829 * error { return true }
    return towards < 1.959964 * error ? false : nil
  }
}
