import Timebase

/// What computing a figure came to.
package enum MetricOutcome: Hashable, Sendable {
  /// The figure, and what is to be said of it.
  case figure(Double, note: String? = nil)
  /// There is nothing it could say: what it measures did not happen. Why.
  case nothing(String)
  /// It should be there, but the input cannot support it. Why.
  case missing(String)
  /// What it waits for never came: beyond every limit. What did not come.
  case never(String)
}

/// A figure of a run.
package struct MetricValue: Hashable, Codable, Sendable {
  /// Why there is no number.
  package enum Absence: String, CodedChoice, Hashable, Sendable {
    /// What it measures did not happen.
    case nothing
    /// The input cannot support it.
    case missing
    /// What it waits for never came: beyond every limit.
    case never
  }

  /// How well a figure is known.
  package enum Quality: String, CodedChoice, Hashable, Sendable {
    /// About right; the note says why not exactly.
    case approximate
    /// From ``MetricValue/low`` to ``MetricValue/high``, by what the input does not tell.
    case range
    /// Both.
    case approximateRange = "approximate_range"
  }

  /// The metric's name; the unit stands last in it.
  package var metric: String
  package var statistic: Statistic
  /// The figure; nil when there is none, which is never 0.
  package var value: Double?
  /// Why there is none; nil where there is one.
  package var absence: Absence?
  /// The reason in words, or what had to be assumed; nil for nothing.
  package var note: String?
  package var unit: Metric.Unit
  /// The lower end of its interval; nil without one.
  package var low: Double?
  /// The upper end of its interval; nil without one.
  package var high: Double?
  /// How well it is known; nil for exactly, as the input has it.
  package var quality: Quality?
  /// The figure of each repetition, in order; empty where all are the same, or there was only one.
  package var samples: [Double] = []
  /// Which way is better.
  package var better: Metric.Direction

  private enum CodingKeys: String, CodingKey {
    case metric
    case statistic = "stat"
    case value, absence, note, unit, low, high, quality, samples, better
  }

  /// Makes a figure as a file gives it.
  package init(
    metric: String,
    statistic: Statistic = .value,
    value: Double?,
    absence: Absence? = nil,
    note: String? = nil,
    unit: Metric.Unit,
    low: Double? = nil,
    high: Double? = nil,
    better: Metric.Direction = .down
  ) {
    self.metric = metric
    self.statistic = statistic
    self.value = value
    self.absence = value == nil ? absence ?? .missing : nil
    self.note = note
    self.unit = unit
    self.low = low
    self.high = high
    self.better = better
  }

  /// Makes a figure of a metric of the table.
  package init(of metric: Metric, _ statistic: Statistic, _ outcome: MetricOutcome) {
    self.init(
      metric: metric.id,
      statistic: statistic,
      value: nil,
      unit: metric.unit,
      better: metric.better
    )
    switch outcome {
    case .figure(let figure, let said): (value, absence, note) = (figure, nil, said)
    case .nothing(let reason): (absence, note) = (.nothing, reason)
    case .missing(let reason): (absence, note) = (.missing, reason)
    case .never(let reason): (absence, note) = (.never, reason)
    }
  }
}

extension MetricValue {
  /// Whether it is a range by what the input does not tell.
  package var isRange: Bool { quality == .range || quality == .approximateRange }
  /// Whether it is about right.
  package var isApproximate: Bool { quality == .approximate || quality == .approximateRange }
}

extension Sequence<MetricValue> {
  /// The figure of a metric; nil where there is none, not even a missing one.
  package func value(of metric: Metric, _ statistic: Statistic = .value) -> MetricValue? {
    first { $0.metric == metric.id && $0.statistic == statistic }
  }
}
