import Statistics

extension CapacityAnswer {
  /// Where measured hitches pass their limit.
  package struct MeasuredChange: Hashable, Codable, Sendable {
    package var load: Double
    package var low: Double
    package var high: Double
    /// Runs that were made for it.
    package var runs: Int

    /// Makes a change point.
    package init(load: Double, low: Double, high: Double, runs: Int) {
      (self.load, self.low, self.high, self.runs) = (load, low, high, runs)
    }

    /// Finds the change point of rounds, each of which tried every place once.
    ///
    /// Each round has a change point of its own. Theirs scatter by all that differs from round to round: the
    /// median is the answer, and what holds the median with 95 % the interval, half a step between two places
    /// wider on both sides, since nothing was tried there.
    ///
    /// - Returns: Nil with fewer rounds than an interval of 95 % takes: six.
    /// - Complexity: O(trials log trials).
    package init?(rounds: [[ChangePoint.Trial]]) {
      let points = rounds.compactMap(ChangePoint.of).sorted()
      guard let interval = MedianInterval.of(sorted: points, confidence: 0.95),
        let places = rounds.first?.map(\.place).sorted()
      else { return nil }
      let half = places.count > 1 ? (places[1] / places[0]).squareRoot() : 1
      self.init(
        load: Bootstrap.median(points),
        low: interval.lowerBound / half,
        high: interval.upperBound * half,
        runs: rounds.reduce(0) { $0 + $1.count }
      )
    }
  }
}
