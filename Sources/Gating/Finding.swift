/// What became of one name: in the baseline, in the measurement, and what that means.
package struct Finding: Hashable, Sendable {
  /// How the two relate.
  package enum Outcome: String, CaseIterable, Hashable, Sendable {
    /// The same.
    case equal
    /// More was measured.
    case more
    /// Less was measured.
    case fewer
    /// A hash differs, or one side is a hash and the other a number.
    case changed
    /// The baseline has no such name.
    case missingInBaseline
    /// Only the baseline has such a name.
    case missingInMeasurement
    /// 0 was measured although there was work: the counting broke.
    case brokenCount
  }

  /// The name.
  package var name: String
  /// What the baseline says; nil when it has no such name.
  package var baseline: CountValue?
  /// What was measured; nil when nothing was.
  package var measured: CountValue?
  /// How the two relate.
  package var outcome: Outcome
  /// What that means.
  package var verdict: Verdict

  /// Holds a measured entry against what the baseline says.
  init(_ entry: ExactCounts.Entry, against baseline: CountValue?) {
    name = entry.name
    self.baseline = baseline
    measured = entry.value
    outcome = Self.outcome(entry, baseline)
    switch (outcome, entry.expectation) {
    case (.equal, _): verdict = .pass
    case (.missingInBaseline, _), (.missingInMeasurement, _), (.brokenCount, _):
      verdict = .invalid
    case (.fewer, .fewerIsBetter), (.more, .moreIsBetter): verdict = .improvement
    case (.more, _), (.fewer, _), (.changed, _): verdict = .regression
    }
  }

  /// Says that only the baseline has an entry.
  init(notMeasured entry: Baseline.Entry) {
    name = entry.name
    baseline = entry.value
    measured = nil
    outcome = .missingInMeasurement
    verdict = .invalid
  }

  private static func outcome(_ entry: ExactCounts.Entry, _ baseline: CountValue?) -> Outcome {
    if entry.isNeverZero, entry.value == .count(0) { return .brokenCount }
    guard let baseline else { return .missingInBaseline }
    if entry.value == baseline { return .equal }
    guard case .count(let new) = entry.value, case .count(let old) = baseline else {
      return .changed
    }
    return new > old ? .more : .fewer
  }
}
