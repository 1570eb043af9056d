#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How likely chance alone puts so many of the marked ones into the second group, to one side.
package struct FisherTest: Sendable {
  /// How many each group has.
  private let totals: (first: Int, second: Int)
  /// The logarithms of the factorials.
  private let factorials: [Double]

  /// Makes the test of two groups.
  ///
  /// - Complexity: O(both groups).
  package init(_ first: Int, _ second: Int) {
    totals = (first, second)
    factorials = (0...first + second).map { lgamma(Double($0) + 1) }
  }

  /// The probability of `second` marked ones or more in the second group, if it is known how many are marked in
  /// both: Fisher's exact test.
  ///
  /// - Complexity: O(marked ones).
  package func probability(first: Int, second: Int) -> Double {
    let marked = first + second
    let all = ways(marked, of: totals.first + totals.second)
    var sum = 0.0
    for count in second...max(second, min(totals.second, marked))
    where marked - count <= totals.first && count <= totals.second {
      let part = exp(ways(count, of: totals.second) + ways(marked - count, of: totals.first) - all)
      sum += part
      // Beyond the middle each is less than the one before.
      if part < 1e-17 * sum { break }
    }
    return min(1, sum)
  }

  /// The probability of groups that are at least as unlikely by Fisher's test, whatever share is marked: Boschloo's
  /// test (1970), which finds more and is exact too, since the number of marked ones is not known beforehand.
  ///
  /// Fisher's own probability, which is no less, where that is above ``near`` or a group is greater than ``most``.
  ///
  /// - Complexity: O(g sqrt g + g m) for groups of g and m marked ones.
  package func probabilityOfAnyShare(first: Int, second: Int) -> Double {
    let fisher = probability(first: first, second: second)
    guard fisher <= Self.near, max(totals.first, totals.second) <= Self.most else { return fisher }
    // From how many in the second group on a table is as unlikely, for each number in the first.
    var least: [Int] = []
    var count = 0
    for marked in 0...totals.first {
      while count <= totals.second,
        probability(first: marked, second: count) > fisher * (1 + 1e-9)
      {
        count += 1
      }
      least.append(count)
    }
    // Shares so near to each other that the probability hardly differs.
    let steps = Int(12 * Double(max(totals.first, totals.second)).squareRoot())
    let shares = (1..<steps).map { step in
      let sine = sin(Double(step) / Double(steps) * .pi / 2)
      return sine * sine
    }
    return min(fisher, shares.map { probability(of: least, share: $0) }.max() ?? fisher)
  }

  /// Where Fisher's probability is so low that Boschloo's matters, and the greatest group of which it is computed.
  private static let near = 0.05
  private static let most = 10_000

  /// How likely groups are of which the second has these numbers or more.
  private func probability(of least: [Int], share: Double) -> Double {
    let second = chances(of: totals.second, share)
    var above: [Double] = Array(repeating: 0, count: second.values.count + 1)
    for index in second.values.indices.reversed() {
      above[index] = above[index + 1] + second.values[index]
    }
    let first = chances(of: totals.first, share)
    return first.values.enumerated().reduce(0) { sum, part in
      let place = least[first.start + part.offset] - second.start
      return sum + part.element * above[min(max(0, place), above.count - 1)]
    }
  }

  /// How likely each number of marked ones is, from the first on that is likely at all.
  private func chances(of total: Int, _ share: Double) -> (start: Int, values: [Double]) {
    let middle = Double(total) * share
    let reach = 9 * (middle * (1 - share)).squareRoot() + 9
    let start = max(0, Int(middle - reach))
    let values = (start...min(total, Int(middle + reach))).map { count in
      exp(
        ways(count, of: total) + Double(count) * log(share)
          + Double(total - count) * log(1 - share)
      )
    }
    return (start, values)
  }

  /// The logarithm of the number of ways to choose.
  private func ways(_ count: Int, of total: Int) -> Double {
    factorials[total] - factorials[count] - factorials[total - count]
  }
}
