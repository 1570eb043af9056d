import Checking
import Comparing
import Foundation
import FrameMetrics
import Judging
import Records

/// Figures in the forms that services for benchmarks take.
///
/// github-action-benchmark's `customSmallerIsBetter` (a list of name, unit, value, range) has one direction for
/// all: figures of which more is better are left out. Bencher's Metric Format has a measure for each figure.
package struct FigureExport: Sendable {
  private struct Entry {
    var benchmark: String
    var figure: FigureSamples
    var value: Double
    var low: Double?
    var high: Double?

    var measure: String { figure.name.replacing("_", with: "-").replacing(".", with: "-") }
  }

  private var entries: [Entry] = []

  /// Takes the figures of a check's subjects.
  package init(_ subjects: [CheckSubject]) {
    for subject in subjects {
      for figure in subject.figures where ComparedFigures.contains(figure, kind: subject.kind) {
        guard let typical = figure.typical else { continue }
        let (low, high) = (figure.samples.min(), figure.samples.max())
        entries.append(
          Entry(benchmark: subject.name, figure: figure, value: typical, low: low, high: high)
        )
      }
    }
  }

  /// Takes the figures of a run's cells.
  package init(_ run: RunRecord) {
    for cell in run.cells { add(cell.metrics, of: RunVerdict.name(of: cell)) }
  }

  private mutating func add(_ metrics: [MetricValue], of benchmark: String) {
    for metric in metrics where metric.better != .none {
      guard let value = metric.value, value.isFinite else { continue }
      let figure = FigureSamples(
        metric: metric.metric,
        statistic: metric.statistic,
        unit: metric.unit,
        better: metric.better,
        samples: [value]
      )
      guard ComparedFigures.contains(figure, kind: .exact) else { continue }
      entries.append(
        Entry(
          benchmark: benchmark,
          figure: figure,
          value: value,
          low: metric.low,
          high: metric.high
        )
      )
    }
  }

  private struct ActionEntry: Encodable {
    var name: String
    var unit: String
    var value: Double
    var range: String?
  }

  /// The figures for github-action-benchmark's tool `customSmallerIsBetter`.
  package func benchmarkAction() throws -> [UInt8] {
    try Self.bytes(
      of: entries.filter { $0.figure.better == .down }.map { entry in
        var range: String?
        if let low = entry.low, let high = entry.high, low != high {
          range = "\(DecimalText.short(low)) to \(DecimalText.short(high))"
        }
        return ActionEntry(
          name: "\(entry.benchmark): \(entry.figure.name)",
          unit: entry.figure.unit.rawValue,
          value: entry.value,
          range: range
        )
      }
    )
  }

  private struct Measure: Encodable {
    var value: Double
    var lower_value: Double?
    var upper_value: Double?
  }

  /// The figures in Bencher's Metric Format.
  package func bencher() throws -> [UInt8] {
    var benchmarks: [String: [String: Measure]] = [:]
    for entry in entries {
      let isRange = entry.low != entry.high
      benchmarks[entry.benchmark, default: [:]][entry.measure] = Measure(
        value: entry.value,
        lower_value: isRange ? entry.low : nil,
        upper_value: isRange ? entry.high : nil
      )
    }
    return try Self.bytes(of: benchmarks)
  }

  static func bytes(of value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(value)) + [0x0A]
  }
}
