import Comparing
import FrameMetrics
import Timebase

/// How often a check of a subject cries wolf, and what it finds, from recordings that are kept.
///
/// The recordings are split by chance into halves, which nothing tells apart: a figure that is called worse
/// is a false alarm. Then the second half's times are made longer: a figure that is not called worse is a miss.
package struct CheckSelfTest: Sendable {
  /// What was found out of one figure.
  package struct Row: Hashable, Sendable {
    /// The figure's name.
    package var figure: String
    /// Rounds in which it was called worse with nothing planted.
    package var falseAlarms: Int
    /// Rounds in which it was called worse, for each of ``CheckSelfTest/planted``; nil for what is no time.
    package var found: [Int]?
  }

  /// By how much times are made longer.
  package static let planted = [0.02, 0.05, 0.10]

  /// How often the recordings were split.
  package let rounds: Int
  /// The recordings of a half.
  package let half: Int
  /// Rounds with a false alarm in any figure.
  package private(set) var falseAlarms = 0
  /// The figures.
  package private(set) var rows: [Row]

  /// Tests the check of a subject.
  ///
  /// - Parameters:
  ///   - subject: Its figures scatter.
  ///   - rounds: At least 1.
  /// - Returns: Nil where a half would have fewer than ``Comparison/least`` recordings, or figures repeat.
  /// - Complexity: O(rounds * samples).
  package init?(of subject: CheckSubject, rounds: Int, seed: UInt64) {
    half = subject.recordings / 2
    self.rounds = rounds
    guard subject.kind == .scattering, half >= Comparison.least else { return nil }
    let figures = subject.figures.filter {
      ComparedFigures.contains($0, kind: subject.kind) && $0.samples.count == subject.recordings
    }
    rows = figures.map { figure in
      let isTime = figure.unit == .milliseconds
      return Row(
        figure: figure.name,
        falseAlarms: 0,
        found: isTime ? Self.planted.map { _ in 0 } : nil
      )
    }
    for round in 0..<rounds {
      var generator = SeededGenerator(seed: seed, index: UInt64(round))
      let order = Array(0..<subject.recordings).shuffled(using: &generator)
      func side(_ places: ArraySlice<Int>, longer: Double = 0) -> [FigureSamples] {
        figures.map { figure in
          var figure = figure
          let factor = figure.unit == .milliseconds ? 1 + longer : 1
          figure.samples = places.map { figure.samples[$0] * factor }
          return figure
        }
      }
      let (first, second) = (order[..<half], order[half..<2 * half])
      // A share that nobody missed is compared with nothing, so figures go by their names.
      func worse(_ longer: Double) -> Set<String> {
        let compared = subject.comparison.compare(side(first), side(second, longer: longer))
        return Set(compared.filter { $0.verdict == .worse }.map(\.after.name))
      }
      let same = worse(0)
      if !same.isEmpty { falseAlarms += 1 }
      for index in rows.indices where same.contains(rows[index].figure) {
        rows[index].falseAlarms += 1
      }
      for (place, part) in Self.planted.enumerated() {
        let found = worse(part)
        for index in rows.indices where found.contains(rows[index].figure) {
          rows[index].found?[place] += 1
        }
      }
    }
  }
}
