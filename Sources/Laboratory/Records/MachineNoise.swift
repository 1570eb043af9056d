import FrameMetrics

/// What of a run's measured costs is the machine's own: other programs, and by how much the figures of
/// one cell differ from process to process although nothing changed.
package struct MachineNoise: Hashable, Codable, Sendable {
  /// From so many processors on that other programs kept busy, times are not to be trusted.
  package static let othersLimit = 0.25
  /// From such a share of the time on that a host gave to others, times are not to be trusted.
  package static let stealLimit = 0.02
  /// From such a difference of medians on, times are not to be trusted.
  package static let spreadLimit = 0.10

  /// Of the many figures of other cells some differ by more than any of one cell did: so many times as
  /// much is left to chance.
  package static let otherCells = 2.0

  /// The cell that was measured in further processes; nil where none was.
  package var cell: String?
  /// How many processes measured it.
  package var processes = 0
  /// By how much two of these differ at most, as the logarithm of the ratio: for each figure that a
  /// comparison would judge, named as ``name(of:_:)`` does.
  package var figures: [String: Double] = [:]
  /// The most of these by statistic.
  package var spread: [String: Double] = [:]
  /// What each repetition of each further process came to, for the same figures; nil where it was not
  /// kept.
  package var further: [String: [[Double]]]?
  /// How many processors other programs kept busy during the run; nil where the system does not say.
  package var others: Double?
  /// The share of the processors' time that the host gave to others; nil where the system does not say.
  package var steal: Double?
  /// How many threads wanted to run, a mean over the minute before; nil where the system does not say.
  package var load: Double?

  private enum CodingKeys: String, CodingKey {
    case cell, processes, figures, spread, further
    case others = "others_processors"
    case steal = "steal_share"
    case load = "load_average"
  }

  /// Nothing is known yet.
  package init() {}

  /// What a figure is called in ``figures``: the metric and the statistic.
  package static func name(of metric: String, _ statistic: Statistic) -> String {
    "\(metric) \(statistic.rawValue)"
  }

  /// By how much a figure may differ from process to process, as the logarithm of the ratio. Where it was
  /// measured, that; of another cell, ``otherCells`` times the most of its statistic, or of any statistic
  /// where that is not known.
  ///
  /// - Parameter cell: The cell that the figure is of, named as ``cell`` is.
  package func spread(of metric: String, _ statistic: Statistic, in cell: String) -> Double {
    if let own = measured(metric, statistic, in: cell) { return own }
    return Self.otherCells * (spread[statistic.rawValue] ?? spread.values.max() ?? 0)
  }

  /// By how much a figure differed from process to process, as the logarithm of the ratio; nil where it
  /// was not measured.
  package func measured(_ metric: String, _ statistic: Statistic, in cell: String) -> Double? {
    cell == self.cell ? figures[Self.name(of: metric, statistic)] : nil
  }

  /// The worse of two parts of a run.
  package func worse(_ other: MachineNoise) -> MachineNoise {
    var worse = self
    // What was measured of one cell says less of another.
    if let cell, let another = other.cell, cell != another {
      (worse.figures, worse.further) = ([:], nil)
    }
    worse.cell = cell ?? other.cell
    if cell == nil { (worse.figures, worse.further) = (other.figures, other.further) }
    if cell == other.cell { worse.figures.merge(other.figures) { max($0, $1) } }
    worse.processes = max(processes, other.processes)
    worse.spread.merge(other.spread) { max($0, $1) }
    worse.others = Self.most(others, other.others)
    worse.steal = Self.most(steal, other.steal)
    worse.load = Self.most(load, other.load)
    return worse
  }

  private static func most(_ first: Double?, _ second: Double?) -> Double? {
    guard let first, let second else { return first ?? second }
    return max(first, second)
  }
}
