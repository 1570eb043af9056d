/// A figure on both sides of a comparison.
package struct FigurePair: Sendable {
  /// The samples before; one at least.
  package var before: FigureSamples
  /// The samples after; one at least.
  package var after: FigureSamples
  /// What of a difference may be the machine's own; nil where nothing is.
  package var machine: MachineShare?

  /// Puts two sides together.
  package init(before: FigureSamples, after: FigureSamples, machine: MachineShare? = nil) {
    (self.before, self.after, self.machine) = (before, after, machine)
  }
}

/// What of the difference between two measured costs may be the machine's own, and not the program's.
package struct MachineShare: Sendable {
  /// Why no difference is believed; nil where one can be. That both sides are equal is said all the same.
  package var doubt: String?
  /// A difference of at most so much, in the figure's unit, is not spoken of.
  package var smallest = 0.0
  /// What is said of one that is not.
  package var smallestNote: String?
  /// A change of at most so much, as the logarithm of the ratio, is not spoken of: the resolution, and what
  /// the machine's own speed changed by.
  package var limit: Double
  /// By how much more one process differs from the next, as the logarithm of the ratio.
  package var spread: Double
  /// What is said of a change beyond the limit and within that.
  package var spreadNote: String?

  package init(limit: Double, spread: Double) { (self.limit, self.spread) = (limit, spread) }

  /// Whether a believed difference is the program's, and what is said of one that is not.
  ///
  /// - Parameter logarithm: Of the ratio; nil where a sample is not above 0, and a difference counts from
  ///   the resolution's part of the larger side.
  func isExceeded(
    by logarithm: Double?,
    from first: Double,
    to second: Double
  ) -> (isExceeded: Bool, note: String?) {
    let difference = abs(second - first)
    guard let logarithm else {
      return (difference > Comparison.resolution * max(abs(first), abs(second)), nil)
    }
    if difference <= smallest { return (false, smallestNote) }
    if abs(logarithm) > limit + spread { return (true, nil) }
    return (false, abs(logarithm) > limit ? spreadNote : nil)
  }
}
