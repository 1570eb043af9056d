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
    /// It is within what the baseline allows, and too far from the last release.
    case crept
  }

  package var name: String
  /// What the baseline says; nil when it has no such name.
  package var baseline: CountValue?
  /// What was measured; nil when nothing was.
  package var measured: CountValue?
  /// What it was at the last release; nil for a hash, and where the baseline has no such name.
  package var released: Int?
  /// How the two relate.
  package var outcome: Outcome
  /// What that means.
  package var verdict: GateVerdict

  /// Holds a measured entry against what the baseline says.
  init(_ entry: ExactCounts.Entry, against baseline: Baseline.Entry?) {
    name = entry.name
    self.baseline = baseline?.value
    measured = entry.value
    released = baseline?.released
    let relation = Self.outcome(entry, baseline)
    let meaning: GateVerdict =
      switch relation {
      case .equal: .pass
      case .missingInBaseline, .missingInMeasurement, .brokenCount: .invalid
      case .changed, .crept: .regression
      case .more, .fewer: Self.verdict(entry, baseline)
      }
    let isCrept = meaning == .pass && Self.hasCrept(entry, baseline)
    (outcome, verdict) = isCrept ? (.crept, .regression) : (relation, meaning)
  }

  /// Says that only the baseline has an entry.
  init(notMeasured entry: Baseline.Entry) {
    name = entry.name
    baseline = entry.value
    measured = nil
    outcome = .missingInMeasurement
    verdict = .invalid
  }

  private static func outcome(
    _ entry: ExactCounts.Entry,
    _ baseline: Baseline.Entry?
  ) -> Outcome {
    if entry.isNeverZero, entry.value == .count(0) { return .brokenCount }
    guard let baseline else { return .missingInBaseline }
    if entry.value == baseline.value { return .equal }
    guard case .count(let new) = entry.value, case .count(let old) = baseline.value else {
      return .changed
    }
    return new > old ? .more : .fewer
  }

  /// Whether a count has got worse than the last release allows, however small its steps were.
  private static func hasCrept(_ entry: ExactCounts.Entry, _ baseline: Baseline.Entry?) -> Bool {
    guard case .count(let new) = entry.value, let old = baseline?.released else { return false }
    let most = CountExpectation.releaseTolerance * Double(old.magnitude)
    switch entry.expectation {
    case .fewerIsBetter: return Double(new - old) > most
    case .moreIsBetter: return Double(old - new) > most
    case .exact, .noneMore: return false
    }
  }

  /// What a count means that is not the baseline's.
  private static func verdict(_ entry: ExactCounts.Entry, _ baseline: Baseline.Entry?)
    -> GateVerdict
  {
    guard case .count(let new) = entry.value, case .count(let old)? = baseline?.value else {
      return .regression
    }
    let most = entry.expectation.tolerance(of: entry.name) * Double(old.magnitude)
    if Double((new - old).magnitude) <= most { return .pass }
    switch entry.expectation {
    case .exact: return .regression
    case .noneMore, .fewerIsBetter: return new < old ? .improvement : .regression
    case .moreIsBetter: return new > old ? .improvement : .regression
    }
  }
}
