extension RandomAccessCollection where Index == Int {
  /// The index of the first element that meets a condition which holds for all after it too.
  ///
  /// - Returns: The end when no element meets it.
  /// - Complexity: O(log n) calls of `condition`.
  @inlinable package func partitionPoint(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
