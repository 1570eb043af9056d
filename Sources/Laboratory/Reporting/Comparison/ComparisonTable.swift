import Comparing
import FrameMetrics
import FramePacing
import Gating
import Judging
import Records

/// A comparison of two runs, or of two analyses of logs, for a terminal, and as Markdown.
package struct ComparisonTable {
  /// What is said of one cell.
  struct Section {
    var name: String
    /// What it is called beside the same at other refresh rates.
    var title: String
    /// The refresh rate; empty where there is but one.
    var rate = ""
    var figures: [RunComparison.Figure]
    /// Why the cells cannot be compared; nil where they can.
    var refusal: String?
    /// The phases whose cost is worse.
    var culprits: [String] = []
    /// What the design chose otherwise, in a sentence; nil for the same design.
    var design: String?
    /// How the time from one picture to the next spreads on both sides; empty for runs.
    var intervals: (before: [Double], after: [Double]) = ([], [])
  }

  let sections: [Section]
  /// Cells that only one side has, a sentence each.
  let missing: [String]
  /// Whether figures that are equal or cannot be told are listed too.
  let listsAll: Bool
  /// The runs' names.
  let names: (String, String)
  /// Why nothing is judged, in a sentence; nil where something is.
  var unjudged: String?

  /// Makes the table of two runs.
  package init(_ comparison: RunComparison, names: (String, String), listsAll: Bool) {
    sections = comparison.cells.map { cell in
      Section(
        name: RunVerdict.name(of: cell.record),
        title: "\(cell.record.scenario), \(cell.record.profile), \(cell.record.device)",
        rate: "\(cell.record.refreshHertz) Hz",
        figures: cell.figures,
        refusal: cell.refusal,
        culprits: cell.culprits.map(\.name),
        design: cell.designChanges.isEmpty
          ? nil
          : "\(cell.record.profile) is another design: "
            + cell.designChanges.joined(separator: ", ")
      )
    }
    missing =
      comparison.onlyFirst.map { "\(RunVerdict.name(of: $0)): only in \(names.0)" }
      + comparison.onlySecond.map { "\(RunVerdict.name(of: $0)): only in \(names.1)" }
    self.listsAll = listsAll
    self.names = names
  }

  /// Makes the table of two analyses.
  package init(_ comparison: RecordingComparison, names: (String, String), listsAll: Bool) {
    sections = comparison.cells.map { cell in
      Section(
        name: cell.title,
        title: cell.title,
        figures: cell.figures,
        refusal: cell.refusal,
        intervals: cell.intervals
      )
    }
    missing =
      comparison.onlyFirst.map { "\($0): only in \(names.0)" }
      + comparison.onlySecond.map { "\($0): only in \(names.1)" }
    self.listsAll = listsAll
    self.names = names
    unjudged = comparison.unjudged
    needed = comparison.needed
  }

  /// How many more recordings a side would give verdicts; 0 where there are enough.
  private(set) var needed = 0

  /// What the figures look like where nothing is judged yet, in a sentence: the first figure of the report that
  /// differs and has a better side. Nil where there is none.
  var direction: String? {
    guard unjudged != nil else { return nil }
    let figures = sections.flatMap(\.figures).filter {
      [.worse, .better].contains($0.direction) && $0.ratio != 1
    }
    func size(_ figure: RunComparison.Figure) -> Double { abs((figure.ratio ?? .infinity) - 1) }
    func place(_ figure: RunComparison.Figure) -> Int {
      ComparedFigures.place(of: figure.first.metric, figure.first.statistic).rawValue
    }
    guard
      let first = figures.min(by: { (place($0), -size($0)) < (place($1), -size($1)) })
    else { return nil }
    let share = first.ratio.map { "\(DecimalText.short(100 * abs($0 - 1), places: 1)) % " } ?? ""
    return "Looks \(share)\(first.direction.rawValue): \(Self.title(first)) \(Self.values(first)). "
      + "\(needed) more recording\(needed == 1 ? "" : "s") a side can prove it."
  }

  /// The counts of all verdicts, in words.
  package var summary: String {
    let counts = RunComparison.Verdict.allCases.map { verdict in
      "\(count(of: verdict)) \(verdict.rawValue)"
    }
    let cells = sections.count
    return counts.joined(separator: ", ") + " in \(cells) configuration\(cells == 1 ? "" : "s")"
  }

  /// How many figures got a verdict.
  func count(of verdict: RunComparison.Verdict) -> Int {
    sections.reduce(0) { $0 + $1.figures.count { $0.verdict == verdict } }
  }

  /// The figures whose verdict is wanted, those that differ before equal ones, and within a verdict in
  /// the order of the table of metrics.
  static func figures(
    _ figures: [RunComparison.Figure],
    where isWanted: (RunComparison.Verdict) -> Bool
  ) -> [RunComparison.Figure] {
    let order: [RunComparison.Verdict] = [.worse, .better, .changed, .cannotTell, .equal]
    return order.filter(isWanted).flatMap { verdict in
      let all = figures.filter { $0.verdict == verdict }
      // Where nothing is judged, what differs most is what there is to see.
      func size(_ figure: RunComparison.Figure) -> Double {
        figure.ratio.map { abs($0 - 1) } ?? .infinity
      }
      return verdict == .cannotTell ? all.sorted { size($0) > size($1) } : all
    }
  }

  static func title(_ figure: RunComparison.Figure) -> String {
    let title = ComparedFigures.title(of: figure.first.metric)
    let statistic = figure.first.statistic.words
    return statistic.isEmpty ? title : "\(title), \(statistic)"
  }

  static func values(_ figure: RunComparison.Figure) -> String {
    let unit = figure.first.unit.words
    let (from, to) = (text(of: figure.first), text(of: figure.second))
    return "\(from) -> \(to)" + (unit.isEmpty ? "" : " \(unit)")
  }

  private static func text(of value: MetricValue) -> String {
    value.absence == .never ? "never" : DecimalText.precise(value.value)
  }

  static func change(_ figure: RunComparison.Figure) -> String {
    guard let ratio = figure.ratio, ratio.isFinite else { return "" }
    let interval = figure.interval.map {
      " (\(percent($0.lowerBound, unit: "")) to \(percent($0.upperBound, unit: "")))"
    }
    return percent(ratio) + (interval ?? "")
  }

  /// A ratio as the difference from 1 in per cent.
  private static func percent(_ ratio: Double, unit: String = " %") -> String {
    let value = (ratio - 1) * 100
    return (value >= 0 ? "+" : "-") + DecimalText.short(abs(value), places: 1) + unit
  }
}
