import Profiling
import Statistics

/// Times contestants by the thread's CPU clock, which stands still while others have the processor.
package struct Sampler {
  /// How long a sample is, in nanoseconds, where batches can be that long.
  var target = 600_000.0
  /// Batches are added up until a sample has so much of the clock's own time in it that its jitter
  /// does not count.
  var mostBatches = 12
  /// Of how many samples a round of contestants that take turns keeps the least: what else happens on a
  /// machine adds time and takes none away.
  static let turns = 3

  /// What a reading costs, which every batch holds once.
  static let reading: Double = Bootstrap.median(
    (0..<501).map { _ in
      let start = ThreadCPUClock.now()
      return Double((ThreadCPUClock.now() - start).rawValue)
    }
  )

  /// How much work one sample is.
  struct Load {
    var operations: Int
    var batches: Int
    /// How many like it come before, untimed.
    var warmUps = 0
  }

  /// Nanoseconds an operation.
  func sample(_ session: Session, _ load: Load) -> Double {
    if let measure = session.measure { return measure() }
    for _ in 0..<load.warmUps {
      session.prepare()
      keep(session.perform(load.operations))
    }
    var time = 0.0
    for _ in 0..<load.batches {
      session.prepare()
      let start = ThreadCPUClock.now()
      let answer = session.perform(load.operations)
      let took = ThreadCPUClock.now() - start
      keep(answer)
      time += max(1, Double(took.rawValue) - Self.reading)
    }
    return time / Double(load.operations * load.batches)
  }

  /// Finds how many operations a sample needs; warms the contestant up.
  func load(_ session: Session, of contestant: Contestant, isScattered: Bool) -> Load {
    let target = isScattered ? 4 * target : target
    let most = contestant.most
    var load = Load(operations: contestant.isOfAll ? most : 1, batches: 1)
    // Such a contestant has no batches.
    if session.measure != nil { return Load(operations: 1, batches: 0) }
    while true {
      let time = sample(session, load) * Double(load.operations)
      if time >= target / 2 || load.operations >= most { break }
      let wanted = Double(load.operations) * min(16, max(2, target / max(time, 1)))
      load.operations = min(most, Int(wanted))
    }
    let time = sample(session, load) * Double(load.operations)
    load.batches = max(1, min(mostBatches, Int(target / max(time, 1))))
    load.warmUps = isScattered ? 4 : 0
    return load
  }

  /// Makes a sampler.
  package init() {}

  /// What each contestant of each case costs, round by round: all take turns, in one order and in the
  /// other, and the least of a round's turns counts.
  package func rounds(_ cases: [Case], count: Int) -> [[[Double]]] {
    let sessions = cases.map { $0.contestants.map { $0.start() } }
    // Those that time themselves do a whole run each time.
    let timesItself = sessions.joined().allSatisfy { $0.measure != nil }
    let count = timesItself ? min(count, SampleStatistics.least(confidence: 0.95)) : count
    let loads = zip(sessions, cases).map { sessions, item in
      zip(sessions, item.contestants).map {
        load($0, of: $1, isScattered: item.isScattered)
      }
    }
    let turns = timesItself ? 1 : Self.turns
    var figures = sessions.map { $0.map { _ in [Double](repeating: .infinity, count: count) } }
    for turn in 0..<count * turns {
      for item in sessions.indices {
        let places = sessions[item].indices
        for place in turn % 2 == 0 ? Array(places) : places.reversed() {
          let figure = sample(sessions[item][place], loads[item][place])
          figures[item][place][turn / turns] = min(figures[item][place][turn / turns], figure)
        }
      }
    }
    return figures
  }

  /// How often a warm batch asks for memory; nil where that cannot be counted.
  static func allocations(_ session: Session, operations: Int) -> Int? {
    guard let counter = AllocationCounter() else { return nil }
    for _ in 0..<2 {
      session.prepare()
      keep(session.perform(operations))
    }
    session.prepare()
    let before = counter.sample()
    let answer = session.perform(operations)
    let count = (counter.sample() - before).count
    keep(answer)
    return count
  }
}

/// Where answers go, so that no loop is optimised away.
nonisolated(unsafe) private var kept: UInt64 = 0

@inline(never) func keep(_ answer: UInt64) { kept ^= answer }
