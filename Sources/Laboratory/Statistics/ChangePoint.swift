/// Where on an axis something that was kept begins to be missed, from trials that err.
///
/// Each trial has a place and an outcome. The change point is where a cut gets the fewest trials wrong:
/// missed ones below it, kept ones above. Between two places it is their geometric mean.
package enum ChangePoint {
  package struct Trial: Hashable, Sendable {
    /// Its place, above 0.
    package var place: Double
    /// Whether it missed.
    package var isMissed: Bool

    package init(place: Double, isMissed: Bool) { (self.place, self.isMissed) = (place, isMissed) }
  }

  /// Finds the change point.
  ///
  /// - Returns: Nil without trials. A point half a step below the first place when even that is missed,
  ///   and half a step above the last one when nothing is.
  /// - Complexity: O(n log n).
  package static func of(_ trials: [Trial]) -> Double? {
    let places = Array(Set(trials.map(\.place))).sorted()
    guard let first = places.first, let last = places.last else { return nil }
    let step = places.count > 1 ? (places[1] / places[0]).squareRoot() : 2.0.squareRoot()
    var missedBelow = 0
    var keptAbove = trials.count { !$0.isMissed }
    var best = (wrong: keptAbove, from: first / step, to: first / step)
    for (index, place) in places.enumerated() {
      for trial in trials where trial.place == place {
        if trial.isMissed { missedBelow += 1 } else { keptAbove -= 1 }
      }
      let next = index + 1 < places.count ? places[index + 1] : last * step
      let cut = index + 1 < places.count ? (place * next).squareRoot() : next
      let wrong = missedBelow + keptAbove
      if wrong < best.wrong {
        best = (wrong, cut, cut)
      } else if wrong == best.wrong {
        best.to = cut
      }
    }
    return (best.from * best.to).squareRoot()
  }
}
