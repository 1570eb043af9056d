import FrameMetrics
import Statistics

/// What was found of one dimension, design and rate.
package struct CapacityAnswer: Hashable, Codable, Sendable {
  /// Why no higher load was tried.
  package enum End: Hashable, Codable, Sendable {
    /// The search came to its end.
    case found
    /// A limit of time or memory, or a trap, in words.
    case stopped(String)
  }

  /// What was raised: a dimension, or the key of a number.
  package var dimension: String
  package var profile: String
  package var device: String
  package var hertz: Int
  /// How many times slower than the declared, or measured, core the core was.
  package var scale: Double
  package var brackets: [CapacityProbe.Judge: CapacitySearch.Bracket]
  /// All loads that were tried, in ascending order.
  package var probes: [CapacityProbe]
  package var end: End
  /// The change point of measured cost with its interval; nil with modelled cost.
  package var change: MeasuredChange?

  /// Makes an answer.
  ///
  /// - Parameter judgesFrames: Whether frames can come late at all: on a page's virtual clock none can.
  package init(
    dimension: String,
    profile: String,
    device: String,
    hertz: Int,
    scale: Double,
    search: CapacitySearch,
    end: End = .found,
    judgesFrames: Bool = true
  ) {
    self.dimension = dimension
    self.profile = profile
    self.device = device
    self.hertz = hertz
    self.scale = scale
    self.end = end
    brackets = search.brackets
    if !judgesFrames { brackets[.frames] = nil }
    probes = search.probes.sorted { $0.load < $1.load }
  }

  /// Who says at the lowest load already that a budget is missed: that depends on the design alone.
  package var missedAtStart: [CapacityProbe.Judge] {
    CapacityProbe.Judge.allCases.filter(isBrokenAtStart)
  }

  /// Who says first that the load is too much; nil when nobody does.
  ///
  /// What is missed at the lowest load already comes last: frames alone are the start of everything.
  package var firstJudge: CapacityProbe.Judge? {
    if isBrokenAtStart(.frames) || probes.count == 1 { return missedAtStart.first }
    return CapacityProbe.Judge.allCases
      .filter { brackets[$0]?.broken != nil && !isBrokenAtStart($0) }
      .min { (brackets[$0]?.broken ?? .infinity) < (brackets[$1]?.broken ?? .infinity) }
  }

  /// The lowest load that breaks it by a judge, or by any; nil when none does.
  package func breaksAt(_ judge: CapacityProbe.Judge? = nil) -> Double? {
    (judge ?? firstJudge).flatMap { brackets[$0]?.broken }
  }

  /// Whether frames were judged.
  package var judgesFrames: Bool { brackets[.frames] != nil }

  /// The highest load that was tried.
  package var highest: Double? { probes.last?.load }

  /// What broke, in words; nil where nothing did.
  package func cause(_ judge: CapacityProbe.Judge? = nil) -> String? {
    guard let judge = judge ?? firstJudge, let load = brackets[judge]?.broken else { return nil }
    return probes.first { $0.load == load }?.cause(of: judge)
  }

  /// Whether a judge says that the lowest load breaks it already.
  package func isBrokenAtStart(_ judge: CapacityProbe.Judge) -> Bool {
    guard let bracket = brackets[judge] else { return false }
    return bracket.broken != nil && bracket.kept == nil
  }

  /// How many times over the loads are to have been doubled for the exponent.
  private static let octaves = 16.0

  /// The slope of log(mean frame cost) over log(load), over the last four doublings up to where frames
  /// break: 0 for a cost that does not grow, 1 for one that grows with the load. Where a page has no
  /// cost, the nodes that a frame changes stand in its place.
  ///
  /// - Returns: Nil with fewer than three loads.
  package var exponent: Double? {
    let top = brackets[.frames]?.broken ?? highest ?? 0
    let points = probes.filter { $0.load <= top && $0.load * Self.octaves >= top }
      .compactMap { probe in (probe.meanCost ?? probe.page?.changedNodes).map { (probe.load, $0) } }
      .filter { $0.1 > 0 }
    return LogSlope.of(points)
  }
}
