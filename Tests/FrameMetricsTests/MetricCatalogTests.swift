import FrameMetrics
import Foundation
import FramePacing
import Testing
import Timebase

/// The table of metrics, the page about it and the figures of a run say the same.
@Suite struct MetricCatalogTests {
  private static var page: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Docs/Metrics.md")
  }

  @Test func thePageIsMadeFromTheTable() throws {
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    let renewed = try #require(MetricsPage.renewed(page), "a mark is missing in Docs/Metrics.md")
    #expect(page == renewed, "Docs/Metrics.md is not of this table; scripts/tidy makes it anew")
  }

  @Test func aNameCarriesItsUnitAndNeverItsStatistic() {
    #expect(Set(Metric.all.map(\.id)).count == Metric.all.count)
    let units: [(ending: String, unit: Metric.Unit)] = [
      ("_ms", .milliseconds), ("_pct", .percent), ("_pt", .points),
      ("_ms_per_s", .millisecondsPerSecond),
      ("_bytes", .bytes),
    ]
    for metric in Metric.all {
      for (ending, unit) in units where metric.id.hasSuffix(ending) {
        #expect(metric.unit == unit, "\(metric.id)")
      }
      for statistic in ["p50", "p95", "p99", "p999", "mean"] {
        #expect(!metric.id.split(separator: "_").contains(Substring(statistic)), "\(metric.id)")
      }
      #expect(Set(metric.statistics).count == metric.statistics.count)
    }
  }

  /// A run without frames has no figures but those that say so.
  @Test func nothingIsZeroThatWasNotMeasured() {
    let empty = MetricInput(timeline: FrameTimeline(grid: .fixed(RefreshRate(hertz: 60))))
    for value in Metric.values(of: empty) where value.metric != "active_ticks" {
      let isCount = ["swallowed_ticks", "paced_ticks", "animating_ms"].contains(value.metric)
      #expect(value.value == nil || isCount, "\(value.metric) is \(value.value ?? 0)")
      if value.value == nil { #expect(value.note != nil, "\(value.metric) gives no reason") }
    }
  }

  @Test func everyBudgetJudgesAMetricOfTheTable() {
    for budget in Budget.allCases {
      let (metric, statistic) = budget.judged
      #expect(Metric.named(metric.id) == metric)
      #expect(metric.statistics.contains(statistic), "\(budget)")
    }
  }
}
