import FrameMetrics
import Statistics

/// A figure of one thing, with a sample for each of its recordings.
package struct FigureSamples: Hashable, Codable, Sendable {
  /// The metric's name.
  package var metric: String
  package var statistic: Statistic
  /// The unit of the samples.
  package var unit: Metric.Unit
  /// Which way is better.
  package var better: Metric.Direction
  /// The figure of each recording, in order.
  package var samples: [Double]

  private enum CodingKeys: String, CodingKey {
    case metric
    case statistic = "stat"
    case unit, better, samples
  }

  package init(
    metric: String,
    statistic: Statistic,
    unit: Metric.Unit,
    better: Metric.Direction,
    samples: [Double]
  ) {
    self.metric = metric
    self.statistic = statistic
    self.unit = unit
    self.better = better
    self.samples = samples
  }

  /// What tells it apart from other figures of the same thing.
  package var name: String {
    statistic == .value ? metric : "\(metric).\(statistic.rawValue)"
  }

  /// Whether it is a share of recordings, of which each sample says what became of one.
  package var isShare: Bool { metric == ShareComparison.metric }

  /// What is typical of the samples: their median, of a share the share itself; nil without any.
  package var typical: Double? {
    if samples.isEmpty { return nil }
    return isShare ? 100 * ShareComparison.Side(self).share : Bootstrap.median(samples)
  }

  /// Gathers the figures of several recordings.
  ///
  /// - Parameter recordings: The figures of each; those without a number are left out.
  /// - Returns: In the order in which they first appear. A figure that a recording lacks has a sample less.
  /// - Complexity: O(figures).
  package static func gathered(from recordings: [[MetricValue]]) -> [FigureSamples] {
    var figures: [FigureSamples] = []
    var places: [String: Int] = [:]
    for value in recordings.joined() {
      guard let number = value.value, number.isFinite else { continue }
      let empty = FigureSamples(
        metric: value.metric,
        statistic: value.statistic,
        unit: value.unit,
        better: value.better,
        samples: []
      )
      let place = places[empty.name] ?? figures.count
      if place == figures.count {
        places[empty.name] = place
        figures.append(empty)
      }
      figures[place].samples.append(number)
    }
    return figures
  }
}
