import FramePacing
import Timebase

/// A figure of a run.
public struct MetricValue: Hashable, Sendable {
  /// Which way is better.
  public enum Direction: String, Hashable, Sendable {
    case up
    case down
    /// Neither: a fact, not a quality.
    case none
  }

  /// The metric's name; the unit stands last in it.
  public var metric: String
  /// Which statistic: `value`, `p50`, `p99`, `max`, `count` and so on.
  public var stat: String
  /// The figure; nil when it is missing, which is never 0.
  public var value: Double?
  /// The unit: `ms`, `ms/s`, `pct`, `pt`, `count`, `bytes`.
  public var unit: String
  /// The lower end of its interval; nil without one.
  public var low: Double?
  /// The upper end of its interval; nil without one.
  public var high: Double?
  /// Which way is better.
  public var better: Direction

  /// Makes a figure.
  public init(
    metric: String,
    stat: String = "value",
    value: Double?,
    unit: String,
    low: Double? = nil,
    high: Double? = nil,
    better: Direction = .down
  ) {
    self.metric = metric
    self.stat = stat
    self.value = value
    self.unit = unit
    self.low = low
    self.high = high
    self.better = better
  }
}

/// One budget held against one figure.
public struct BudgetCheck: Hashable, Sendable {
  /// The budget's name: the metric and statistic it limits.
  public var name: String
  /// The limit.
  public var limit: Double
  /// What was measured; nil when the run gave no such figure.
  public var value: Double?
  /// The unit of both.
  public var unit: String
  /// Whether the figure may not be above (`atMost`) or below the limit.
  public var isUpperLimit: Bool
  /// Whether the budget was kept; nil when the figure is missing.
  public var isKept: Bool?

  /// Makes a check.
  public init(
    name: String,
    limit: Double,
    value: Double?,
    unit: String,
    isUpperLimit: Bool,
    isKept: Bool?
  ) {
    self.name = name
    self.limit = limit
    self.value = value
    self.unit = unit
    self.isUpperLimit = isUpperLimit
    self.isKept = isKept
  }
}

/// One scenario under one profile on one device at one rate.
public struct CellRecord: Sendable {
  /// How the cell ended.
  public enum Verdict: Hashable, Sendable {
    /// Every budget kept, text exact.
    case pass
    /// A budget missed: the names of those.
    case budgetMissed([String])
    /// Text lost, repeated or reordered.
    case textDiffers
    /// Stopped, because it was hopelessly late.
    case broken(atMilliseconds: Double, cause: String)
    /// Ended by an error.
    case failed(String)
  }

  public var scenario: String
  public var profile: String
  public var device: String
  public var refreshHertz: Int
  public var seed: UInt64
  public var verdict: Verdict
  public var metrics: [MetricValue]
  public var budgets: [BudgetCheck]
  /// A record for each active tick, swallowed ones included, in order.
  public var frames: [FrameRecord]
  public var fallbacks: [FallbackEpisode]
  /// SHA-256 of the streamed text put in, in hexadecimal.
  public var textInSHA256: String
  /// SHA-256 of the text released, in hexadecimal; equal to the other when nothing is lost.
  public var textOutSHA256: String
  /// SHA-256 of the frame log's bytes, in hexadecimal; nil when none was made.
  public var frameLogSHA256: String?
  /// Modelled over measured cost by phase; nil for a run with modelled cost.
  public var modelRatio: [Phase: Double]?

  /// Makes a record without figures.
  public init(
    scenario: String,
    profile: String,
    device: String,
    refreshHertz: Int,
    seed: UInt64,
    verdict: Verdict = .pass,
    metrics: [MetricValue] = [],
    budgets: [BudgetCheck] = [],
    frames: [FrameRecord] = [],
    fallbacks: [FallbackEpisode] = [],
    textInSHA256: String = "",
    textOutSHA256: String = "",
    frameLogSHA256: String? = nil,
    modelRatio: [Phase: Double]? = nil
  ) {
    self.scenario = scenario
    self.profile = profile
    self.device = device
    self.refreshHertz = refreshHertz
    self.seed = seed
    self.verdict = verdict
    self.metrics = metrics
    self.budgets = budgets
    self.frames = frames
    self.fallbacks = fallbacks
    self.textInSHA256 = textInSHA256
    self.textOutSHA256 = textOutSHA256
    self.frameLogSHA256 = frameLogSHA256
    self.modelRatio = modelRatio
  }

  /// Finds a figure; nil when the cell has none of that name and statistic.
  public func value(_ metric: String, _ stat: String = "value") -> Double? {
    metrics.first { $0.metric == metric && $0.stat == stat }?.value
  }
}

/// What clock a run had.
public enum ClockChoice: String, Sendable, CaseIterable {
  case virtual
  case realtime
}

/// What a frame's cost was.
public enum CostChoice: String, Sendable, CaseIterable {
  case modelled
  case cpu
  case wall
}

/// What measured text.
public enum MeasurerChoice: String, Sendable, CaseIterable {
  case pango
  case fixed
}

/// A whole run: every cell, and all that is needed to repeat it.
public struct RunRecord: Sendable {
  /// The version of the files' schema.
  public static let schema = 1

  public var name: String
  public var clock: ClockChoice
  public var cost: CostChoice
  public var measurer: MeasurerChoice
  /// Facts about the machine and the build, in the order in which they are to be shown:
  /// cpu, os, toolchain, architecture, git_revision, build, measurer, fonts, icu, allocator.
  public var environment: [(key: String, value: String)]
  public var cells: [CellRecord]
  /// The rows of an ablation, impossible ones included, in order; none for any other run.
  public var ablation: [AblationEntry] = []

  /// The names of the profiles that an ablation made.
  public var ablatedProfiles: Set<String> { Set(ablation.compactMap(\.profile)) }

  /// Makes a run.
  public init(
    name: String,
    clock: ClockChoice,
    cost: CostChoice,
    measurer: MeasurerChoice,
    environment: [(key: String, value: String)],
    cells: [CellRecord]
  ) {
    self.name = name
    self.clock = clock
    self.cost = cost
    self.measurer = measurer
    self.environment = environment
    self.cells = cells
  }
}
