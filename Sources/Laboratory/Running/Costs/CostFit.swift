import FramePacing

/// Fits what operations cost to measured time.
///
/// Least squares of the relative error under the condition that no cost is negative, by cyclic
/// coordinate descent (Franc, Hlaváč, Navara 2005): each step sets one cost to its best value with
/// the others fixed. A weak pull towards the costs it starts from decides what the samples do not; a cost
/// that starts at 0 is not known, and nothing pulls it.
package struct CostFit {
  /// Work done and the time it took, of one phase over one run.
  package struct Sample: Sendable {
    package var counts: OperationCounts
    /// Measured nanoseconds.
    package var nanoseconds: Int64
    /// How much its relative error counts.
    package var weight: Double

    package init(counts: OperationCounts, nanoseconds: Int64, weight: Double = 1) {
      self.counts = counts
      self.nanoseconds = nanoseconds
      self.weight = weight
    }
  }

  /// How strongly the start pulls, relative to one sample.
  private static let pull = 1e-3
  /// Operations that often come together are told apart slowly.
  private static let rounds = 1_000_000

  /// Fits costs to `samples`.
  ///
  /// - Parameters:
  ///   - samples: Those of 0 ns are left out.
  ///   - start: Where the descent begins.
  ///   - kept: Operations whose cost is known; it stays as in `start`.
  ///   - least: The least cost of an operation in picoseconds, at least 1.
  /// - Returns: Whole picoseconds for each operation; one that no sample has keeps its start.
  /// - Complexity: O(samples * operations^2) and at most a million rounds of O(operations^2): seconds.
  package static func fit(
    _ samples: [Sample],
    from start: OperationCosts,
    keeping kept: Set<Operation> = [],
    least: Int = 1_000
  ) -> OperationCosts {
    let operations = Operation.allCases
    let used = samples.filter { $0.nanoseconds > 0 }
    // The sum of squares as a quadratic form. Each row is divided by its time, so that a sample's relative
    // error weighs what it is to.
    var form = operations.map { _ in operations.map { _ in 0.0 } }
    var target = operations.map { _ in 0.0 }
    for sample in used {
      let row = operations.map { Double(sample.counts[$0]) / Double(sample.nanoseconds) }
      for (index, value) in row.enumerated() where value != 0 {
        target[index] += sample.weight * value
        for (other, factor) in row.enumerated() {
          form[index][other] += sample.weight * value * factor
        }
      }
    }
    var costs = operations.map { Double(start[picosecondsOf: $0]) / 1_000 }
    for (index, known) in costs.enumerated() where known > 0 {
      let weight = pull / (max(1, known) * max(1, known))
      form[index][index] += weight
      target[index] += weight * known
    }
    let free = operations.indices.filter { !kept.contains(operations[$0]) && form[$0][$0] > 0 }
    for _ in 0..<rounds {
      var largest = 0.0
      for index in free {
        var rest = target[index]
        for (other, factor) in form[index].enumerated() { rest -= factor * costs[other] }
        let next = max(0, costs[index] + rest / form[index][index])
        largest = max(largest, abs(next - costs[index]) / max(1, next))
        costs[index] = next
      }
      if largest < 1e-12 { break }
    }
    var result = start
    for (index, operation) in operations.enumerated() where !kept.contains(operation) {
      // No work is free: an algorithm that does more of it must cost more.
      result[picosecondsOf: operation] = max(least, Int((costs[index] * 1_000).rounded()))
    }
    return result
  }
}
