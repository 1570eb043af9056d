/// Where the level of a series changed, found by the split whose two halves differ most.
///
/// The scatter is taken from the differences of neighbours (von Neumann 1941), which a slow drift hardly
/// changes, and the best of all splits pays for having been chosen (Bonferroni).
package struct LevelShift: Hashable, Sendable {
  /// The first sample of the new level.
  package let index: Int
  /// The mean from there on, less the mean before.
  package let difference: Double
  /// How likely so large a difference is at the best split of a series without a change, at most.
  package let probability: Double

  /// The fewest samples in which anything is found.
  package static let least = 6

  /// Finds the most likely place of a change.
  ///
  /// - Returns: Nil for fewer than ``least`` samples, and for samples that are all equal.
  /// - Complexity: O(samples).
  package static func of(_ samples: [Double]) -> LevelShift? {
    let count = samples.count
    guard count >= least else { return nil }
    let squares = zip(samples.dropFirst(), samples).reduce(0) { sum, pair in
      sum + (pair.0 - pair.1) * (pair.0 - pair.1)
    }
    let total = samples.reduce(0, +)
    let variance = squares / Double(2 * (count - 1))
    guard variance > 0 else { return nil }
    var before = 0.0
    var best: (index: Int, difference: Double, score: Double) = (0, 0, 0)
    for index in 1..<count {
      before += samples[index - 1]
      guard index >= 2, index <= count - 2 else { continue }
      let (first, second) = (Double(index), Double(count - index))
      let difference = (total - before) / second - before / first
      let score = abs(difference) / (variance * (1 / first + 1 / second)).squareRoot()
      if score > best.score { best = (index, difference, score) }
    }
    // Differences of neighbours share samples: they are worth two thirds of as many.
    let freedom = 2 * Double(count - 1) / 3
    let one = StudentDistribution.outside(best.score, freedom: freedom)
    return LevelShift(
      index: best.index,
      difference: best.difference,
      probability: min(1, one * Double(count - 3))
    )
  }
}
