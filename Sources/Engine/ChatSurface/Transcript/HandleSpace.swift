/// Which handles are in use: those that are given back are given out again, so that there are never
/// many more of them than messages.
///
/// Handles of single messages and runs of neighbouring handles are kept apart: a run is given back
/// whole, and joins the free ones beside it. What is given back is free from the next `release` on: in
/// between something may still be on its way to the message that had it.
///
/// Complexity: O(1) for a single handle; O(free runs) for a run.
package struct HandleSpace: Sendable {
  private var singles: [UInt32] = []
  /// Free runs in order; no two of them touch.
  private var runs: [Range<UInt32>] = []
  /// What was given back since `release`.
  private var waitingSingles: [UInt32] = []
  private var waitingRuns: [Range<UInt32>] = []
  /// One past the greatest handle ever given out.
  package private(set) var end: UInt32 = 0

  package init() {}

  package mutating func next() -> UInt32 {
    if let handle = singles.popLast() { return handle }
    return nextRun(of: 1).lowerBound
  }

  /// Gives out neighbouring handles.
  ///
  /// - Precondition: `count` is positive.
  package mutating func nextRun(of count: Int) -> Range<UInt32> {
    precondition(count > 0, "a run of \(count) handles")
    if let place = runs.firstIndex(where: { $0.count >= count }) {
      let run = runs[place]
      let taken = run.lowerBound..<run.lowerBound + UInt32(count)
      if taken == run {
        runs.remove(at: place)
      } else {
        runs[place] = taken.upperBound..<run.upperBound
      }
      return taken
    }
    defer { end += UInt32(count) }
    return end..<end + UInt32(count)
  }

  package mutating func giveBack(_ handle: UInt32) { waitingSingles.append(handle) }

  package mutating func giveBack(_ run: Range<UInt32>) {
    if !run.isEmpty { waitingRuns.append(run) }
  }

  package mutating func release() {
    guard !waitingSingles.isEmpty || !waitingRuns.isEmpty else { return }
    singles += waitingSingles
    waitingSingles.removeAll(keepingCapacity: true)
    for run in waitingRuns { free(run) }
    waitingRuns.removeAll(keepingCapacity: true)
  }

  private mutating func free(_ run: Range<UInt32>) {
    let place = runs.firstIndex { $0.lowerBound > run.lowerBound } ?? runs.count
    var joined = run
    var next = place
    if next < runs.count, runs[next].lowerBound == joined.upperBound {
      joined = joined.lowerBound..<runs[next].upperBound
      runs.remove(at: next)
    }
    if next > 0, runs[next - 1].upperBound == joined.lowerBound {
      next -= 1
      runs[next] = runs[next].lowerBound..<joined.upperBound
    } else {
      runs.insert(joined, at: next)
    }
  }

  package mutating func removeAll() {
    singles.removeAll()
    runs.removeAll()
    waitingSingles.removeAll()
    waitingRuns.removeAll()
    end = 0
  }

  /// Traps unless free runs are in order, apart, and below the end.
  package func checkInvariants() {
    for (one, next) in zip(runs, runs.dropFirst()) {
      precondition(one.upperBound < next.lowerBound, "\(one) touches \(next)")
    }
    precondition(runs.allSatisfy { !$0.isEmpty && $0.upperBound <= end }, "\(runs), end \(end)")
    precondition(Set(singles).count == singles.count, "a handle is free twice")
  }
}
