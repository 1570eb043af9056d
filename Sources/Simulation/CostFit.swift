import FramePacing

/// Fits what operations cost to measured time.
///
/// Least squares of the relative error under the condition that no cost is negative, by cyclic
/// coordinate descent (Franc, Hlaváč, Navara 2005): each step sets one cost to its best value with
/// the others fixed. A weak pull towards the costs it starts from decides what the samples do not.
public struct CostFit {
  /// Work done and the time it took, of one phase over one run.
  public struct Sample: Sendable {
    public var counts: OperationCounts
    /// Measured nanoseconds.
    public var nanoseconds: Int64
    /// How much its relative error counts.
    public var weight: Double

    /// Makes a sample.
    public init(counts: OperationCounts, nanoseconds: Int64, weight: Double = 1) {
      self.counts = counts
      self.nanoseconds = nanoseconds
      self.weight = weight
    }
  }

  /// How strongly the start pulls, relative to one sample.
  private static let pull = 1e-3
  private static let rounds = 20_000

  /// Fits costs to `samples`.
  ///
  /// - Parameters:
  ///   - samples: Those of 0 ns are left out.
  ///   - start: Where the descent begins.
  ///   - kept: Operations whose cost is known; it stays as in `start`.
  ///   - least: The least cost of an operation in picoseconds, at least 1.
  /// - Returns: Whole picoseconds for each operation; one that no sample has keeps its start.
  /// - Complexity: O(samples * operations * rounds).
  public static func fit(
    _ samples: [Sample],
    from start: OperationCosts,
    keeping kept: Set<Operation> = [],
    least: Int = 1_000
  ) -> OperationCosts {
    let operations = Operation.allCases
    let used = samples.filter { $0.nanoseconds > 0 }
    // Each row is divided by its time, so that a sample's relative error weighs what it is to.
    let scales = used.map { $0.weight.squareRoot() }
    let rows = zip(used, scales).map { sample, scale in
      operations.map { scale * Double(sample.counts[$0]) / Double(sample.nanoseconds) }
    }
    var costs = operations.map { Double(start[picosecondsOf: $0]) / 1_000 }
    let prior = costs
    var residuals = zip(rows, scales).map { row, scale in
      zip(row, costs).reduce(-scale) { $0 + $1.0 * $1.1 }
    }
    for _ in 0..<rounds {
      var largest = 0.0
      for index in operations.indices where !kept.contains(operations[index]) {
        let scale = max(1, prior[index])
        let weight = pull / (scale * scale)
        var curvature = weight
        var slope = weight * (costs[index] - prior[index])
        for (row, residual) in zip(rows, residuals) {
          curvature += row[index] * row[index]
          slope += row[index] * residual
        }
        let next = max(0, costs[index] - slope / curvature)
        let change = next - costs[index]
        guard change != 0 else { continue }
        costs[index] = next
        for place in rows.indices { residuals[place] += rows[place][index] * change }
        largest = max(largest, abs(change) / max(1, next))
      }
      if largest < 1e-9 { break }
    }
    var result = start
    for (index, operation) in operations.enumerated() where !kept.contains(operation) {
      // No work is free: an algorithm that does more of it must cost more.
      result[picosecondsOf: operation] = max(least, Int((costs[index] * 1_000).rounded()))
    }
    return result
  }
}
