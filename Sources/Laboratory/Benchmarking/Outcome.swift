/// What one contestant of one case gave.
package struct Figure: Codable {
  var name: String
  /// The middle of all rounds, in nanoseconds an operation.
  var nanoseconds: Double
  /// What ours costs, as a multiple of this one: the middle of all rounds, and its interval of 95 %.
  var ratio: [Double]?
}

/// What one case gave.
package struct Outcome: Codable {
  var id: String
  var suite: String
  var name: String
  var size: Int?
  var figures: [Figure]
  /// The goals, and which are met.
  var goals: [Judged] = []
  /// What a warm batch of ours asked for; nil where that cannot be counted.
  var allocations: Int?
  /// Instructions of one operation of ours; nil without valgrind.
  var instructions: Double?
  /// What ours does for one operation, by name; nil where nothing is counted.
  var counts: [Count]?
  /// The hash of what was answered.
  var answer: String
  /// The day it was measured; nil in files of before 2026-11-27, which have one for all.
  var date: String?

  struct Count: Codable {
    var name: String
    var count: Double
  }

  struct Judged: Codable {
    var twin: String
    var limit: Double
    var isMet: Bool
  }

  /// Whether a goal is met; nil without goals.
  var isMet: Bool? { goals.isEmpty ? nil : goals.contains(where: \.isMet) }
}
