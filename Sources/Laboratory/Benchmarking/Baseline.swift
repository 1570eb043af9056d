/// Figures that were kept under a name.
package struct Baseline {
  let results: Results

  /// Makes a baseline of what was measured earlier.
  package init(results: Results) { self.results = results }

  /// What is worse than the baseline. Times of two runs are not compared: only what ours costs as a
  /// multiple of a twin in the same run, and counts.
  package func complaints(about newer: [Outcome]) -> [String] {
    newer.flatMap { outcome in
      guard let old = results[outcome.id] else {
        return ["\(outcome.id): not in the baseline; add it with baseline update"]
      }
      return Self.complaints(about: outcome, against: old)
    }
  }

  private static func complaints(about outcome: Outcome, against old: Outcome) -> [String] {
    var complaints: [String] = []
    for figure in outcome.figures {
      guard let now = figure.ratio,
        let before = old.figures.first(where: { $0.name == figure.name })?.ratio
      else { continue }
      if now[1] > before[2], now[0] > before[0] * 1.1 {
        let texts = [now[0], before[0]].map { SampleStatistics.text($0) }
        complaints.append("\(outcome.id): \(texts[0]) times \(figure.name), was \(texts[1])")
      }
    }
    if let now = outcome.allocations, let before = old.allocations, now > before {
      complaints.append("\(outcome.id): \(now) allocations, were \(before)")
    }
    if let now = outcome.instructions, let before = old.instructions, now > before * 1.005 + 1 {
      complaints.append("\(outcome.id): \(now) instructions, were \(before)")
    }
    return complaints
  }
}
