import Statistics
import Timebase

/// One row of the table of metrics: what a figure is called, what it says, and how it is computed.
///
/// The table is ``all``. File columns, documents, titles, tables and budgets are made from it; a new
/// metric is a new row in the file of its family.
package struct Metric: Sendable, Identifiable {
  /// What a metric is about: a section of the documents.
  package enum Family: String, CaseIterable, Sendable {
    case pacing
    case cost
    case text
    case reading
    case fallback
    case engine
    case run

    /// The section's title.
    package var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
  }

  /// Which way is better.
  package enum Direction: String, CodedChoice, Hashable, Sendable {
    case up
    case down
    /// Neither: a fact, not a quality.
    case none
  }

  /// A figure's unit, as files write it.
  package enum Unit: String, CodedChoice, Hashable, Sendable {
    case milliseconds = "ms"
    case seconds = "s"
    case millisecondsPerSecond = "ms/s"
    case percent = "pct"
    case points = "pt"
    case count
    case bytes
    case framesPerSecond = "fps"
    case wordsPerSecond = "words/s"
    case ratio

    /// The unit as people write it; empty for plain numbers.
    package var words: String {
      switch self {
      case .percent: "%"
      case .count, .ratio: ""
      default: rawValue
      }
    }
  }

  /// What recordings support or do not: metrics that rest on the same stand and fall together.
  package enum Subject: String, CodedChoice, Hashable, Sendable {
    case frames
    case hitches
    case onTime = "on_time"
    case intervals
    case work
    case overrun
    case rates
    case skipped
    case animating
    case recording

    /// The subject for people.
    package var title: String {
      switch self {
      case .frames: "frames wanted"
      case .hitches: "hitch time"
      case .onTime: "frames on time"
      case .intervals: "intervals between pictures"
      case .work: "work on frames"
      case .overrun: "overrun"
      case .rates: "refresh rates"
      case .skipped: "skipped frames"
      case .animating: "idle time told apart"
      case .recording: "length of the recording"
      }
    }
  }

  /// How a figure is compared with another one's.
  package struct Compared: Hashable, Sendable {
    /// Where a baseline is held against it.
    package enum Scope: Sendable {
      /// Wherever it is measured.
      case everywhere
      /// Where it repeats exactly: the greatest of many samples repeats where all samples do.
      case exactly
      /// In recordings, of which nobody knows what the reader did.
      case ofRecordings
    }

    /// Where a report of two runs names it.
    package enum Place: Int, CaseIterable, Sendable {
      /// At first: it is what a reader sees.
      case seen
      /// Then: it is what that costs.
      case cost
      /// At the end.
      case other
    }

    /// Where a baseline is held against it; nil for nowhere.
    package var scope: Scope?
    package var place: Place
  }

  /// What a figure is called, and how it is read.
  struct Heading: Sendable {
    let id: String
    let title: String
    let unit: Unit
    let better: Direction

    init(
      _ id: String,
      _ title: String,
      _ unit: Unit = .milliseconds,
      _ better: Direction = .down
    ) {
      (self.id, self.title, self.unit, self.better) = (id, title, unit, better)
    }
  }

  private let heading: Heading
  /// The name in files; the unit stands last in it, the statistic apart.
  package var id: String { heading.id }
  /// The name for people.
  package var title: String { heading.title }
  package var unit: Unit { heading.unit }
  /// Which way is better.
  package var better: Direction { heading.better }
  /// The statistics that are given of it, in order.
  package let statistics: [Statistic]
  /// How it is computed, as a sentence.
  package let formula: String
  /// What a recording must support, all of it, for the figure to stand; nil for one that no recording tells of,
  /// which says so by itself.
  package private(set) var restsOn: [Subject]?
  /// Whether it is a sum or a count over all of a recording, so that twice the length is twice the figure.
  package private(set) var growsWithLength = false
  /// How each of its statistics is compared; one that is not here is shown at the end and compared by nobody but
  /// two runs.
  package private(set) var compared: [Statistic: Compared] = [:]
  /// Whether it differs from run to run with nothing changed, so that it is shown and held against nothing.
  package private(set) var varies = false
  /// Whether any difference from 0 counts.
  package private(set) var isUnforgiving = false
  private let evaluate: @Sendable (MetricContext) -> [MetricOutcome]

  /// Makes a metric with one figure.
  init(
    _ heading: Heading,
    statistic: Statistic = .value,
    formula: String,
    _ figure: @escaping @Sendable (MetricContext) -> MetricOutcome
  ) {
    self.init(heading, statistics: [statistic], formula: formula) { [figure($0)] }
  }

  /// Makes a metric with several figures, which `figures` gives in the order of `statistics`.
  init(
    _ heading: Heading,
    statistics: [Statistic],
    formula: String,
    figures: @escaping @Sendable (MetricContext) -> [MetricOutcome]
  ) {
    self.heading = heading
    self.statistics = statistics
    self.formula = formula
    evaluate = figures
  }

  /// Makes a metric of times, whose samples are in nanoseconds.
  static func times(
    _ heading: Heading,
    _ statistics: [Statistic],
    formula: String,
    unless absence: @escaping @Sendable (MetricContext) -> MetricOutcome?,
    samples: @escaping @Sendable (MetricContext) -> Samples
  ) -> Metric {
    Metric(heading, statistics: statistics, formula: formula) { context in
      if let absence = absence(context) { return statistics.map { _ in absence } }
      let collected = statistics.count > 1 ? samples(context).sorted() : samples(context)
      return statistics.map { $0.outcome(ofTimes: collected) }
    }
  }

  /// Says what a recording must support.
  func resting(on subjects: Subject...) -> Metric {
    var metric = self
    metric.restsOn = subjects
    return metric
  }

  /// Says how statistics of it are compared; without any, its only one.
  func compared(
    _ scope: Compared.Scope?,
    _ statistics: Statistic...,
    place: Compared.Place = .seen
  ) -> Metric {
    compared(scope, statistics.isEmpty ? self.statistics : statistics, place: place)
  }

  func compared(
    _ scope: Compared.Scope?,
    _ statistics: [Statistic],
    place: Compared.Place = .seen
  ) -> Metric {
    var metric = self
    for statistic in statistics {
      metric.compared[statistic] = Compared(scope: scope, place: place)
    }
    return metric
  }

  /// Says that it differs from run to run with nothing changed.
  func varying() -> Metric {
    var metric = compared(nil)
    metric.varies = true
    return metric
  }

  /// Says that it is a fact of which no difference is better or worse.
  func uncompared() -> Metric {
    var metric = self
    metric.compared = [:]
    return metric
  }

  /// Says that any difference from 0 counts.
  func unforgiving() -> Metric {
    var metric = self
    metric.isUnforgiving = true
    return metric
  }

  /// Says that it grows with a recording.
  func growing() -> Metric {
    var metric = self
    metric.growsWithLength = true
    return metric
  }

  /// Computes its figures.
  func values(in context: MetricContext) -> [MetricValue] {
    let outcomes = evaluate(context)
    precondition(
      outcomes.count == statistics.count,
      "\(id) gave \(outcomes.count) figures for \(statistics.count) statistics"
    )
    return zip(statistics, outcomes).map { statistic, outcome in
      MetricValue(of: self, statistic, outcome)
    }
  }
}

extension Metric {
  /// Those of every run, and those that only a driven page has.
  package static let known: [Metric] = all + page

  /// The one table of metrics, family by family.
  package static let all: [Metric] = families.flatMap(\.metrics)

  private static let families: [(family: Family, metrics: [Metric])] = [
    (.pacing, pacing + frequency + display), (.cost, cost), (.text, text + reveal),
    (.reading, reading + landing), (.fallback, fallback), (.engine, engine), (.run, run),
  ]

  private static let familyByName = Dictionary(
    uniqueKeysWithValues: (families + [(.text, page)]).flatMap { family, metrics in
      metrics.map { ($0.id, family) }
    }
  )

  /// What it is about.
  package var family: Family { Self.familyByName[id] ?? .run }

  /// Finds a metric by its name in files; nil when there is none.
  package static func named(_ id: String) -> Metric? { byName[id] }

  private static let byName = Dictionary(
    uniqueKeysWithValues: known.map { ($0.id, $0) }
  )

  /// Computes every figure of the table.
  ///
  /// - Complexity: O(frames log frames + samples log samples).
  ///
  /// - Parameter chosen: The metrics that are wanted; nil for all.
  package static func values(of input: MetricInput, only chosen: Set<Metric>? = nil)
    -> [MetricValue]
  {
    let context = MetricContext(input)
    return all.flatMap { metric in
      chosen?.contains(metric) == false ? [] : metric.values(in: context)
    }
  }
}

extension Metric: Equatable, Hashable {
  package static func == (left: Metric, right: Metric) -> Bool { left.id == right.id }
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
