import FrameMetrics
import Records

/// A small ablation with figures chosen by hand.
enum AblationRun {
  static func make(cost: CostChoice = .modelled) -> RunRecord {
    var run = RunRecord(
      name: "ablation",
      clock: .virtual,
      cost: cost,
      measurer: .fixed,
      environment: [],
      cells: [
        cell("reference", "stream", [0, 100, 0, 420, 12.5, 1.25]),
        cell("reference", "fling", [0, 100, 0, nil, 4, 0.5]),
        cell(
          "reference+layout=adjusting-array",
          "stream",
          [12.5, 98.25, 18.5, 420, 25, 1.3],
          .budgetMissed(["hitch_ratio_ms_per_s"])
        ),
        cell(
          "reference+layout=adjusting-array",
          "fling",
          [80, 60, 0, nil, 4, 20],
          .broken(atMilliseconds: 12_345, cause: "layout")
        ),
        cell("reference+fade=none", "stream", [0, 100, 0, 400, 6.25, 1.25]),
        cell("reference+fade=none", "fling", [0, 100, 0, nil, 4, 0.5]),
      ]
    )
    run.ablation = [
      AblationEntry(
        concern: "layout",
        title: "layout",
        alternative: "adjusting-array",
        usedBy: ["vercel-v0", "swiftui-tips"],
        profile: "reference+layout=adjusting-array"
      ),
      AblationEntry(
        concern: "slot",
        title: "a pool slot is",
        alternative: "none",
        usedBy: ["messaging-ui"],
        impossible: "a slot holds a fade"
      ),
      AblationEntry(
        concern: "fade",
        title: "fade",
        alternative: "none",
        usedBy: ["messaging-ui"],
        profile: "reference+fade=none"
      ),
    ]
    return run
  }

  /// Two published profiles beside the reference, one of them not in every scenario.
  static func profiles() -> RunRecord {
    RunRecord(
      name: "profiles",
      clock: .virtual,
      cost: .modelled,
      measurer: .fixed,
      environment: [],
      cells: [
        cell("reference", "stream", [0, 100, 0, 420, 12.5, 1.25]),
        cell(
          "vercel-v0",
          "stream",
          [7.5, 98.25, 0, 1_234, 12.5, 1.25],
          .budgetMissed(["hitch_ratio_ms_per_s"])
        ),
        cell("messaging-ui", "stream", [0, 100, 0, 16.7, 12.5, 1.25], .textDiffers),
        cell("reference", "fling", [0, 100, 0, nil, 12.5, 1.25]),
        cell(
          "vercel-v0",
          "fling",
          [80, 60, 2, nil, 12.5, 1.25],
          .broken(atMilliseconds: 12_345, cause: "layout")
        ),
      ]
    )
  }

  private static func cell(
    _ profile: String,
    _ scenario: String,
    _ figures: [Double?],
    _ verdict: CellVerdict = .pass
  ) -> CellRecord {
    let metrics: [(Metric, Statistic)] = [
      (.hitchRatio, .value), (.adherence, .value), (.anchorDrift, .value),
      (.chunkVisible, .p99), (.allocations, .mean), (.frameCost, .p99),
    ]
    return CellRecord(
      scenario: scenario,
      profile: profile,
      device: "iphone-15-pro",
      refreshHertz: 60,
      seed: 1,
      verdict: verdict,
      metrics: zip(metrics, figures).map {
        MetricValue(of: $0.0, $0.1, $1.map { .figure($0) } ?? .missing("not given"))
      },
      budgets: [
        BudgetCheck(
          name: "hitch_ratio_ms_per_s",
          limit: 5,
          value: figures[0],
          unit: "ms/s",
          isUpperLimit: true,
          state: figures[0].map { $0 <= 5 ? .kept : .missed } ?? .invalid
        )
      ]
    )
  }
}
