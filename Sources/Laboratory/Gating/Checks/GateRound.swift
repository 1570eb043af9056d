/// All that the gate says of one head against one base.
package struct GateRound: Sendable {
  /// What the head was held against, in words.
  package var base: String
  /// What was judged, in words.
  package var head: String
  /// The results, in the order in which they are to be shown.
  package var results: [CheckResult]
  /// How to accept what differs.
  package var advice: String

  package init(base: String, head: String, results: [CheckResult], advice: String) {
    self.base = base
    self.head = head
    self.results = results
    self.advice = advice
  }

  /// The gravest verdict; a round that measured nothing is invalid, never passed.
  package var verdict: GateVerdict {
    guard results.contains(where: { $0.verdict != .notAvailable && $0.check != .controls }) else {
      return .invalid
    }
    return results.reduce(GateVerdict.notAvailable) { $0.combined(with: $1.verdict) }
  }

  /// How many results have each verdict, in words.
  package var tally: String {
    let words = GateVerdict.allCases.compactMap { verdict -> String? in
      let count = results.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(count) \(verdict.rawValue)"
    }
    return words.isEmpty ? "nothing was measured" : words.joined(separator: ", ")
  }

  /// Whether the verdict asks for a new baseline.
  package var wantsAdvice: Bool { verdict == .regression || verdict == .improvement }
}
