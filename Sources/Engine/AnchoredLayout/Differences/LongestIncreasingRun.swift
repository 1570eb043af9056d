import Timebase

/// Which elements of a list of different numbers form a longest increasing subsequence.
///
/// Patience sorting: for each length the least number that ends a subsequence of that length.
/// O(n log n). Of several longest ones always the same is found.
internal struct LongestIncreasingRun {
  /// For each element, whether it is part of the subsequence.
  private(set) var isMember: [Bool]

  init(of numbers: [Int]) {
    isMember = Array(repeating: false, count: numbers.count)
    /// For each length less one, where the best subsequence of that length ends.
    var ends: [Int] = []
    /// For each element, the one before it in its subsequence.
    var previous = Array(repeating: -1, count: numbers.count)
    for (place, number) in numbers.enumerated() {
      let isLongest = ends.last.map { numbers[$0] < number } ?? true
      let low = isLongest ? ends.count : ends.partitionPoint { numbers[$0] >= number }
      if low > 0 { previous[place] = ends[low - 1] }
      if low == ends.count { ends.append(place) } else { ends[low] = place }
    }
    var place = ends.last ?? -1
    while place >= 0 {
      isMember[place] = true
      place = previous[place]
    }
  }
}
