import FrameMetrics

/// Which figures are compared: those that a reader of the comparison has use for, as ``Metric/compared`` says.
package enum ComparedFigures {
  /// Metrics of which any difference from 0 counts: those with a budget of 0, and a driven page's words.
  package static let unforgiving: Set<String> = Set(
    Metric.known.filter(\.isUnforgiving).map(\.id)
      + Budget.allCases.filter { $0.standardLimit(hostShare: 0) == 0 }.map(\.judged.metric.id)
  )

  /// Where a report of two runs names a figure.
  package static func place(of metric: String, _ statistic: Statistic) -> Metric.Compared.Place {
    if metric == ShareComparison.metric { return .seen }
    return Metric.named(metric)?.compared[statistic]?.place ?? .other
  }

  /// A figure's name for people, without its statistic.
  package static func title(of metric: String) -> String {
    metric == ShareComparison.metric
      ? ShareComparison.title : Metric.named(metric)?.title ?? metric
  }

  /// Whether a baseline is held against a figure.
  package static func contains(_ figure: FigureSamples, kind: Comparison.Kind) -> Bool {
    if figure.isShare { return kind == .scattering }
    return switch Metric.named(figure.metric)?.compared[figure.statistic]?.scope {
    case .everywhere: true
    case .exactly: kind == .exact
    case .ofRecordings: kind != .exact
    case nil: false
    }
  }
}
