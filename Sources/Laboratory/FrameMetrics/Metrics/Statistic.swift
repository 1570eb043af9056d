import Statistics
import Timebase

/// Which statistic of a metric a figure is.
package enum Statistic: String, CodedChoice, Hashable, Sendable {
  /// The metric has one figure.
  case value
  case mean
  case p50
  case p95
  case p99
  case p999
  case max
  /// All of it together.
  case sum
  /// Shown for one refresh period, two, three, four, and more.
  case onePeriod = "1_period"
  case twoPeriods = "2_periods"
  case threePeriods = "3_periods"
  case fourPeriods = "4_periods"
  case morePeriods = "more_periods"
  /// At a rate of about so many pictures a second.
  case upTo35Hertz = "up_to_35_hz"
  case about48Hertz = "35_to_54_hz"
  case about60Hertz = "54_to_66_hz"
  case about80Hertz = "66_to_84_hz"
  case about90Hertz = "84_to_105_hz"
  case about120Hertz = "105_to_132_hz"
  case moreHertz = "over_132_hz"

  /// The statistic for people; empty for `value`.
  package var words: String {
    switch self {
    case .value: ""
    case .p50: "median"
    case .p999: "p99.9"
    case .max: "greatest"
    case .upTo35Hertz: "up to 35 Hz"
    case .moreHertz: "over 132 Hz"
    case .about48Hertz, .about60Hertz, .about80Hertz, .about90Hertz, .about120Hertz:
      rawValue.replacing("_to_", with: " to ").replacing("_hz", with: " Hz")
    default: rawValue.replacing("_", with: " ")
    }
  }

  /// The fewest samples it says anything about.
  var leastSamples: Int { self == .p999 ? 10_000 : 1 }

  /// The share of samples it stands for; nil for what is no percentile.
  var percentile: Percentile? {
    switch self {
    case .p50: .p50
    case .p95: .p95
    case .p99: .p99
    case .p999: .p999
    case .max: .max
    default: nil
    }
  }

  /// This statistic of samples.
  ///
  /// - Parameter unit: How many of the samples' unit are one of the figure's.
  func outcome(of samples: Samples, per unit: Double = 1) -> MetricOutcome {
    guard samples.count >= leastSamples else {
      return samples.isEmpty
        ? .nothing("no samples") : .nothing("fewer than \(leastSamples) samples")
    }
    if self == .mean, let mean = samples.mean { return .figure(mean / unit) }
    guard let percentile, let value = samples.value(at: percentile) else {
      return .missing("\(rawValue) is no statistic of samples")
    }
    return .figure(Double(value) / unit)
  }

  /// This statistic of samples in nanoseconds, in milliseconds.
  func outcome(ofTimes samples: Samples) -> MetricOutcome { outcome(of: samples, per: 1_000_000) }
}
