/// The most that the first contestant may cost, as a multiple of another in the same run.
public struct Goal: Sendable {
  let twin: String
  let limit: Double

  /// Makes a goal.
  public init(_ limit: Double, times twin: String) {
    self.limit = limit
    self.twin = twin
  }
}

/// A question that several contestants answer, the first of them ours.
public struct Case {
  let suite: String
  let name: String
  let size: Int?
  let contestants: [Contestant]
  /// Met when one of them is.
  var goals: [Goal] = []
  /// How many operations are compared.
  var checked = 64
  /// Whether ours may ask for memory once it is warm.
  var mayAllocate = false
  /// Whether a sample is preceded by four like it, untimed: others' turns have taken the cache.
  var isScattered = false
  /// Whether it takes turns with the cases of its name that stand beside it and say so too: how it
  /// grows with its size is then no matter of the machine's speed, which changes.
  var sizesTakeTurns = false
  /// Whether the answers are the same on every machine.
  var isPortable = true
  /// What ours does for one operation, as counts that are the same on every machine.
  var counts: (() -> [(name: String, count: Double)])?

  /// Makes a case.
  ///
  /// - Precondition: There is a contestant.
  public init(
    _ suite: String,
    _ name: String,
    size: Int? = nil,
    goals: [Goal] = [],
    checked: Int = 64,
    mayAllocate: Bool = false,
    isScattered: Bool = false,
    sizesTakeTurns: Bool = false,
    isPortable: Bool = true,
    counts: (() -> [(name: String, count: Double)])? = nil,
    _ contestants: [Contestant]
  ) {
    precondition(!contestants.isEmpty, "\(suite)/\(name) has no contestants")
    self.suite = suite
    self.name = name
    self.size = size
    self.goals = goals
    self.checked = checked
    self.mayAllocate = mayAllocate
    self.isScattered = isScattered
    self.sizesTakeTurns = sizesTakeTurns
    self.isPortable = isPortable
    self.counts = counts
    self.contestants = contestants
  }

  /// The name that filters match.
  public var id: String { suite + "/" + name + (size.map { "/\($0)" } ?? "") }
}
