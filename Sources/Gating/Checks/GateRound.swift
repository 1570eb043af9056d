/// All that the gate says of one head against one base.
public struct GateRound: Sendable {
  /// What the head was held against, in words.
  public var base: String
  /// What was judged, in words.
  public var head: String
  /// The results, in the order in which they are to be shown.
  public var results: [CheckResult]
  /// How to accept what differs.
  public var advice: String

  /// Makes a round.
  public init(base: String, head: String, results: [CheckResult], advice: String) {
    self.base = base
    self.head = head
    self.results = results
    self.advice = advice
  }

  /// The gravest verdict; a round that measured nothing is invalid, never passed.
  public var verdict: Verdict {
    guard results.contains(where: { $0.verdict != .notAvailable && $0.check != .controls }) else {
      return .invalid
    }
    return results.reduce(Verdict.notAvailable) { $0.combined(with: $1.verdict) }
  }

  /// How many results have each verdict, in words.
  public var tally: String {
    let words = Verdict.allCases.compactMap { verdict -> String? in
      let count = results.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(count) \(verdict.rawValue)"
    }
    return words.isEmpty ? "nothing was measured" : words.joined(separator: ", ")
  }

  /// Whether the verdict asks for a new baseline.
  public var wantsAdvice: Bool { verdict == .regression || verdict == .improvement }
}
