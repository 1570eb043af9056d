/// Finds where in an order a condition begins to hold, by halving.
package enum PartitionPoint {
  /// The first number in a range that meets a condition which holds for all after it too.
  ///
  /// - Parameter looks: Grows by one for each number that the condition was asked about.
  /// - Returns: The range's upper bound when no number meets it.
  /// - Complexity: O(log range) calls of `condition`.
  package static func first(
    in range: Range<Int>,
    counting looks: inout Int,
    where condition: (Int) -> Bool
  ) -> Int {
    range.partitionPoint { number in
      looks += 1
      return condition(number)
    }
  }
}
