#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Fisher's exact test, to one side: how likely chance alone puts so many of the marked ones into the second group.
package enum FisherTest {
  /// The probability of `second` marked ones or more among `secondTotal`, and the other marked ones among
  /// `firstTotal`.
  ///
  /// - Complexity: O(marked ones).
  package static func probability(
    first: Int,
    of firstTotal: Int,
    second: Int,
    of secondTotal: Int
  ) -> Double {
    let marked = first + second
    let all = ways(marked, of: firstTotal + secondTotal)
    var sum = 0.0
    for count in second...max(second, min(secondTotal, marked))
    where marked - count <= firstTotal && count <= secondTotal {
      sum += exp(ways(count, of: secondTotal) + ways(marked - count, of: firstTotal) - all)
    }
    return min(1, sum)
  }

  /// The logarithm of the number of ways to choose.
  private static func ways(_ count: Int, of total: Int) -> Double {
    lgamma(Double(total) + 1) - lgamma(Double(count) + 1) - lgamma(Double(total - count) + 1)
  }
}
