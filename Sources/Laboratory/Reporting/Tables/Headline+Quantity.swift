import FrameMetrics
import Judging
import Records

extension Headline {
  /// What a column shows: a row of the one table of columns, ``allCases``.
  package struct Quantity: Sendable {
    /// What is told by a column.
    enum Door: Hashable, Sendable {
      /// Designs of this project's own.
      case designs
      /// Driven pages; what no cell has is left out.
      case pages
      /// Recordings of apps; what no cell has is left out.
      case recordings
    }

    /// The metric that it shows, and which statistic of it.
    package let metric: Metric
    let statistic: Statistic
    /// The unit under its title.
    package let unit: String
    /// The two lines of its title on a terminal; ``rateMark`` in the second stands for a refresh rate.
    let head: String
    let under: String
    /// By what it is told.
    let doors: Set<Door>
    /// The budgets that may judge it; the first that was missed does, else the first in force.
    var budgets: [Budget] = []
    /// What it shows of a recording: the first of these that there is; empty for the metric.
    var recorded: [Metric] = []
    /// Whether a cell of any kind shows what a recording does, so that a column has one definition.
    var isAsRecorded = false
    /// The metric of a page, of which nobody knows what its reader did; nil for the same.
    var driven: Metric?
    /// Whether each refresh rate has a column.
    var isPerRate = false
    /// When it is left out of a table that is too wide, the least first; nil for never.
    var leavesAs: Int?

    /// What stands for a rate in ``under``.
    static let rateMark = "@"

    private init(
      _ metric: Metric,
      statistic: Statistic = .value,
      _ unit: String,
      head: String,
      under: String = "",
      _ doors: Set<Door>
    ) {
      (self.metric, self.statistic) = (metric, statistic)
      (self.unit, self.head, self.under) = (unit, head, under)
      self.doors = doors
    }

    private func with(_ change: (inout Quantity) -> Void) -> Quantity {
      var quantity = self
      change(&quantity)
      return quantity
    }
  }
}

extension Headline.Quantity: CaseIterable, Hashable {
  /// The one table of columns, in the order in which they stand.
  package static let allCases: [Self] = [
    frames, hitchRatio, longest, adherence, interval, cost, allocations, drift, fallbacks, lag,
    opening,
    Self(
      .readerMovedTimes,
      "",
      head: "moved",
      under: "reader",
      [.pages, .recordings]
    ).with { $0.budgets = [.readerMoved] },
    Self(
      .pageWheelUndone,
      statistic: .max,
      "pt",
      head: "wheel",
      under: "undone",
      [.pages]
    ),
    Self(.pageWordsLost, "", head: "words", under: "lost", [.pages]),
    legible,
    Self(
      .tokenVisible,
      statistic: .max,
      "ms",
      head: "visible",
      under: "ms",
      [.recordings]
    ).with { $0.budgets = [.tokenLag] },
    Self(.pageFollowDistance, "pt", head: "from", under: "end", [.pages])
      .with { $0.leavesAs = 5 },
    Self(.pageReengage, "ms", head: "again", under: "ms", [.pages])
      .with { $0.leavesAs = 7 },
    Self(.pageRebuilt, "", head: "rebuilt", under: "/token", [.pages])
      .with { $0.leavesAs = 3 },
    Self(.pageIdleWakeups, "a second", head: "wakes", under: "/s", [.pages])
      .with { $0.leavesAs = 4 },
    Self(.pageProcessor, "ms/s", head: "cpu", under: "ms/s", [.pages])
      .with { $0.leavesAs = 8 },
  ]

  static let legible = Self(
    .tokenLegible,
    statistic: .p99,
    "ms",
    head: "text",
    under: "ms",
    [.pages]
  ).with {
    $0.budgets = [.legibleLag]
  }

  /// Tokens that whoever waits for them never sees; of a table of designs alone.
  static let unread = Self(
    .unreadTokens,
    "",
    head: "unread",
    under: "tokens",
    []
  ).with {
    $0.budgets = [.unreadTokens]
  }

  /// How far the screen moved without its reader, in screens; of a table of designs alone.
  static let shift = Self(
    .screenShift,
    "",
    head: "shift",
    under: "screens",
    []
  )

  static let frames = Self(.activeTicks, "", head: "frames", [.recordings])
    .with { $0.leavesAs = 9 }

  static let hitchRatio = Self(
    .hitchRatio,
    "ms/s",
    head: "hitch ms/s",
    under: rateMark,
    [.designs, .pages, .recordings]
  ).with {
    $0.budgets = [.hitchRatio]
    $0.isPerRate = true
    $0.recorded = [.hitchRatioAnimating, .hitchRatioRecording]
  }

  static let longest = Self(
    .longestHitch,
    "ms",
    head: "longest",
    under: "ms",
    [.recordings]
  ).with { $0.budgets = [.longestHitch] }

  static let adherence = Self(
    .adherence,
    "%",
    head: "on time %",
    under: rateMark,
    [.designs, .pages, .recordings]
  ).with {
    $0.budgets = [.adherence, .lateFrames, .longestHitch]
    $0.isPerRate = true
    ($0.recorded, $0.driven) = ([.onTimeOfAnimating], .onTimeOfAnimating)
  }

  static let interval = Self(
    .frameInterval,
    statistic: .p99,
    "ms",
    head: "interval",
    under: "p99 ms",
    [.recordings]
  ).with { $0.leavesAs = 10 }

  static let cost = Self(
    .frameCost,
    statistic: .p99,
    "ms",
    head: "p99 ms",
    under: rateMark,
    [.designs, .pages, .recordings]
  ).with {
    $0.budgets = [.costShare]
    $0.isPerRate = true
    $0.leavesAs = 2
  }

  static let allocations = Self(
    .allocations,
    statistic: .mean,
    "",
    head: "allocs",
    under: "/frame",
    [.designs, .pages]
  ).with { $0.leavesAs = 1 }

  static let drift = Self(
    .anchorDrift,
    "pt",
    head: "drift",
    under: "pt",
    [.designs, .pages]
  ).with {
    $0.budgets = [.drift]
  }

  static let fallbacks = Self(
    .fallbackEntries,
    "",
    head: "fall-",
    under: "backs",
    [.designs]
  ).with {
    $0.budgets = [.fallbacks]
    $0.leavesAs = 0
  }

  static let lag = Self(
    .chunkVisible,
    statistic: .p99,
    "ms",
    head: "lag ms",
    under: "p99",
    [.designs, .pages]
  ).with {
    $0.budgets = [.chunkLag, .tokenLag]
    $0.leavesAs = 6
  }

  static let opening = Self(
    .openingTime,
    statistic: .max,
    "ms",
    head: "opening ms",
    under: "max",
    [.designs, .pages]
  ).with { $0.budgets = [.opening] }

  package static func == (first: Self, second: Self) -> Bool {
    first.metric == second.metric && first.statistic == second.statistic
  }
  package func hash(into hasher: inout Hasher) {
    hasher.combine(metric)
    hasher.combine(statistic)
  }
}

extension Headline.Quantity {
  /// The two lines of its title in one, for a table without a column for each rate.
  var oneLine: String {
    let under = under == Self.rateMark ? "" : under
    return head + (under.isEmpty || under.hasPrefix("/") ? under : " \(under)")
  }

  /// Whether its metric has other statistics, too.
  var isOneOfSeveral: Bool { metric.statistics.count > 1 }

  /// What a design is told by.
  static let ofDesigns = allCases.filter { $0.doors.contains(.designs) }

  /// The title of its column: that of its metric, with its statistic where there are others.
  package var title: String { name.prefix(1).uppercased() + name.dropFirst() }

  /// The same in small letters.
  var name: String {
    let words = isOneOfSeveral ? statistic.words : ""
    return metric.title + (words.isEmpty ? "" : ", \(words)")
  }

  /// What the tables of a terminal and of Markdown show.
  ///
  /// - Returns: With lateness of text where a cell of `run` has any; of a run with driven pages or recordings
  ///   what any cell has.
  package static func standard(of run: RunRecord) -> [Self] {
    let all = all(of: run)
    guard !run.hasPages, !run.hasRecordings else { return all }
    let hasLag = run.cells.contains { Headline.figure(of: lag, in: $0).state != .missing }
    return all.filter { $0 != opening && ($0 != lag || hasLag) }
  }

  /// What the page shows: all that designs are told by; of a run with driven pages or recordings what any
  /// cell has.
  static func all(of run: RunRecord) -> [Self] {
    var doors: Set<Door> = []
    if run.hasRecordings { doors.insert(.recordings) }
    if run.hasPages { doors.insert(.pages) }
    if doors.isEmpty { return ofDesigns }
    if run.hasDesigns, !run.hasRecordings { doors.insert(.designs) }
    let quantities = allCases.map { quantity in
      quantity.with { $0.isAsRecorded = run.hasRecordings }
    }
    return quantities.filter { quantity in
      !quantity.doors.isDisjoint(with: doors)
        && run.cells.contains { Headline.figure(of: quantity, in: $0).state != .missing }
    }
  }

  /// The figure of a cell: of a page nobody knows what its reader did, and of a recording neither.
  func value(in cell: CellRecord) -> MetricValue? {
    if cell.isRecording || isAsRecorded, !recorded.isEmpty {
      let values = recorded.compactMap { cell.figure($0, statistic) }
      return values.first { $0.value != nil } ?? values.first
    }
    return cell.figure(cell.isPage ? driven ?? metric : metric, statistic)
  }

  /// The budgets that may judge a cell's figure: of a recording the longest hitch has a column of its own, and what
  /// a design shows as a recording does is not what its budgets are for.
  func budgets(of cell: CellRecord) -> [Budget] {
    if isAsRecorded, !cell.isRecording { return [] }
    return cell.isRecording && self != .longest ? budgets.filter { $0 != .longestHitch } : budgets
  }
}
