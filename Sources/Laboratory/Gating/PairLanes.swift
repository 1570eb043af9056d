/// Divides the scenarios of a round among lanes, which are measured at the same time, each on a processor
/// of its own.
///
/// A few scenarios are measured one after the other, as a round that names none has been calibrated. Many
/// would take too long so: the suite's 18 were 6 of 18 minutes on 2 processors of which one had
/// nothing to do.
package enum PairLanes {
  /// How many scenarios have one lane; the ninth makes a second one.
  package static let scenariosOfLane = 8

  /// How many lanes there are.
  ///
  /// - Parameters:
  ///   - scenarios: How many scenarios.
  ///   - processors: On how many they may be measured; 0 where a process cannot be kept on one.
  package static func count(scenarios: Int, processors: Int) -> Int {
    let wanted = (scenarios + scenariosOfLane - 1) / scenariosOfLane
    return max(1, min(wanted, processors))
  }

  /// Which scenarios are in which lane: the dearest first, each where least is.
  ///
  /// - Parameters:
  ///   - costs: What each takes, in one unit; all 0 where that is not known yet.
  ///   - count: How many lanes, at least 1.
  /// - Returns: Of each lane the places in `costs`, ascending. The first place is in the first lane; no
  ///   lane is empty, so there are fewer where there are fewer places.
  /// - Complexity: O(n log n + n · `count`).
  package static func lanes(of costs: [Double], count: Int) -> [[Int]] {
    precondition(count >= 1, "\(count) lanes")
    var lanes = [[Int]](repeating: [], count: count)
    var loads = [Double](repeating: 0, count: count)
    let rest = costs.indices.dropFirst().sorted { (costs[$1], $0) < (costs[$0], $1) }
    for place in costs.indices.prefix(1) + rest {
      let lane = loads.indices.min { (loads[$0], lanes[$0].count) < (loads[$1], lanes[$1].count) }
      lanes[lane ?? 0].append(place)
      loads[lane ?? 0] += costs[place]
    }
    return lanes.filter { !$0.isEmpty }.map { $0.sorted() }
  }
}
