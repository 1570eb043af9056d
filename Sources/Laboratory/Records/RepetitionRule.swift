import Statistics
import Timebase

/// Says how often a cell with measured cost is run.
package enum RepetitionRule: Hashable, Sendable, Codable {
  /// So many timed repetitions, after one that warms up.
  case exactly(Int)
  /// Until the cost is known well enough, or so many seconds of wall time are used; a cell whose
  /// repetition takes over ``longestRepeated`` is run once, without one that warms up.
  case adaptive(seconds: Double)

  /// The time of a cell of a run that is told nothing, in seconds.
  package static let secondsOfCell = 20.0
  /// The most time that the cells of such a run have together, in seconds: those of all profiles, some
  /// 220, took 13 to 16 min of processor time with 20 s each, and are to take 8 at most.
  package static let secondsOfRun = 400.0
  /// The rule of a cell that is run by itself and told nothing.
  package static let standard = RepetitionRule.adaptive(seconds: secondsOfCell)

  /// The time of each of `cells` of a run that is told nothing, in seconds: ``secondsOfCell``, or of more
  /// than 20 cells its part of ``secondsOfRun``.
  ///
  /// - Precondition: 1 cell at least.
  package static func seconds(ofEachOf cells: Int) -> Double {
    precondition(cells > 0, "1 cell at least, got \(cells)")
    return min(secondsOfCell, secondsOfRun / Double(cells))
  }
  /// The fewest timed repetitions that show how far they scatter: of 6 samples the least and the
  /// greatest hold the median with 1 - 2 * 0.5^6 = 96.9 %, of 5 with 93.8 %.
  package static let least = 6
  /// The most timed repetitions.
  package static let most = 10
  /// A cost is known well enough when the 95 % interval of its median is so wide, relative to it.
  package static let width = 0.05
  /// The longest repetition that is made again: 5 s of processor time, so that a machine that is busy with
  /// something else repeats what an idle one does.
  package static let longestRepeated = Nanoseconds(seconds: 5)

  /// How many timed repetitions are likely, for a measure of progress.
  package var likelyCount: Int {
    switch self {
    case .exactly(let count): max(1, count)
    case .adaptive: Self.least
    }
  }

  /// Whether the repetition that was to warm up is the only one.
  ///
  /// - Parameter time: What it took.
  package func isEnough(warmUp time: Nanoseconds) -> Bool {
    switch self {
    case .exactly: false
    case .adaptive: time > Self.longestRepeated
    }
  }

  /// Whether the timed repetitions are enough.
  ///
  /// - Parameters:
  ///   - costs: What each repetition comes to: the 99th percentile of a frame's cost.
  ///   - used: What all repetitions took, the one that warmed up too.
  ///   - longest: The longest of them.
  ///   - seed: Of the resampling.
  package func isEnough(
    costs: [Double],
    used: Nanoseconds,
    longest: Nanoseconds,
    seed: UInt64
  ) -> Bool {
    guard case .adaptive(let seconds) = self else { return costs.count >= likelyCount }
    if costs.count >= Self.most || longest > Self.longestRepeated { return true }
    // One more of the same length would not fit.
    if (used + longest).milliseconds > seconds * 1_000 { return true }
    guard costs.count >= Self.least else { return false }
    var generator = SeededGenerator(seed: seed)
    guard
      let interval = Bootstrap(resamples: 1_000, confidence: 0.95)
        .median(of: costs, using: &generator)
    else { return false }
    return interval.high - interval.low <= Self.width * interval.estimate
  }
}
