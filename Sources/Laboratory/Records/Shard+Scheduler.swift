/// Why the environment names no part.
package enum SchedulerRefusal: Error, Hashable, CustomStringConvertible {
  /// No scheduler's variables are there.
  case nothing
  /// One is there without the other, or is empty.
  case half(present: String, missing: String)
  /// One says what cannot be: its name, its value, what was expected.
  case wrong(name: String, value: String, expected: String)
  /// Two say different things.
  case contradiction([String])

  package var description: String {
    switch self {
    case .nothing:
      "--shard auto: no variable names a part.\nSet \(Shard.ownNumber) (from 1) and \(Shard.ownCount), or say --shard I/N; "
        + "read are those of \(Shard.schedulers.map(\.name).joined(separator: ", "))."
    case .half(let present, let missing):
      "--shard auto: \(present) is there and \(missing) is missing or empty.\nSet both, or neither."
    case .wrong(let name, let value, let expected):
      "--shard auto: \(name) is `\(value.prefix(40))`; expected \(expected).\nCorrect it, or say --shard I/N."
    case .contradiction(let sayings):
      "--shard auto: the variables contradict each other: \(sayings.joined(separator: "; ")).\n"
        + "Set \(Shard.ownNumber) and \(Shard.ownCount), which go before all others."
    }
  }
}

extension Shard {
  package static let ownNumber = "STILLPOINT_SHARD"
  package static let ownCount = "STILLPOINT_SHARDS"

  /// How a scheduler names a part of its job.
  struct Scheduler: Sendable {
    var name: String
    var number: String
    /// How many there are; nil where it does not say.
    var count: String?
    /// The number of the first part.
    var first: Int
    /// Variables of the first number, the last one and the step between two; nil where parts follow each other.
    var range: (first: String, last: String, step: String)?
  }

  /// The schedulers whose variables are read, beside our own.
  static let schedulers = [
    Scheduler(
      name: "Slurm",
      number: "SLURM_ARRAY_TASK_ID",
      count: "SLURM_ARRAY_TASK_COUNT",
      first: 0,
      range: ("SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX", "SLURM_ARRAY_TASK_STEP")
    ),
    // An indexed job is not told how many there are: our own variable says it.
    Scheduler(name: "Kubernetes", number: "JOB_COMPLETION_INDEX", count: nil, first: 0),
    Scheduler(name: "GitLab", number: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", first: 1),
    Scheduler(
      name: "Buildkite",
      number: "BUILDKITE_PARALLEL_JOB",
      count: "BUILDKITE_PARALLEL_JOB_COUNT",
      first: 0
    ),
    Scheduler(name: "CircleCI", number: "CIRCLE_NODE_INDEX", count: "CIRCLE_NODE_TOTAL", first: 0),
  ]

  /// The part that the environment names: by our own variables, else by those of a scheduler.
  ///
  /// - Throws: ``SchedulerRefusal``.
  package static func named(by environment: [String: String]) throws(SchedulerRefusal) -> Shard {
    let own = (environment[ownNumber], environment[ownCount])
    if let number = own.0 {
      guard !number.isEmpty else { throw .half(present: ownCount, missing: ownNumber) }
      guard let count = own.1, !count.isEmpty else {
        throw .half(present: ownNumber, missing: ownCount)
      }
      return try shard(ownNumber, number, from: 1, ownCount, count)
    }
    if own.1?.isEmpty == true { throw .half(present: ownNumber, missing: ownCount) }
    var found: [(name: String, shard: Shard)] = []
    for scheduler in schedulers {
      if let shard = try scheduler.shard(environment, count: own.1) {
        found.append((scheduler.name, shard))
      }
    }
    guard let first = found.first else {
      if own.1 != nil { throw .half(present: ownCount, missing: ownNumber) }
      throw .nothing
    }
    guard found.allSatisfy({ $0.shard == first.shard }) else {
      throw .contradiction(
        found.map { "\($0.name) says \($0.shard.number)/\($0.shard.count)" }
      )
    }
    return first.shard
  }

  /// A number of a variable.
  fileprivate static func whole(
    _ name: String,
    _ value: String,
    _ range: ClosedRange<Int>
  ) throws(SchedulerRefusal) -> Int {
    guard let number = Int(value), range.contains(number), !value.hasPrefix("+") else {
      throw .wrong(
        name: name,
        value: value,
        expected: "a whole number from \(range.lowerBound) to \(range.upperBound)"
      )
    }
    return number
  }

  fileprivate static func shard(
    _ name: String,
    _ value: String,
    from first: Int,
    _ countName: String,
    _ countValue: String
  ) throws(SchedulerRefusal) -> Shard {
    let count = try whole(countName, countValue, 1...10_000)
    let number = try whole(name, value, first...(first + count - 1)) - first + 1
    guard let shard = Shard(number: number, count: count) else {
      throw .wrong(name: name, value: value, expected: "a part of \(count)")
    }
    return shard
  }
}

extension Shard.Scheduler {
  /// The part that its variables name; nil where they are not there.
  fileprivate func shard(
    _ environment: [String: String],
    count own: String?
  ) throws(SchedulerRefusal) -> Shard? {
    let value = environment[number]
    guard let count else {
      guard let value else { return nil }
      guard let own else { throw .half(present: number, missing: Shard.ownCount) }
      return try Shard.shard(number, value, from: first, Shard.ownCount, own)
    }
    guard let total = environment[count] else {
      if value != nil { throw .half(present: number, missing: count) }
      return nil
    }
    guard let value else {
      // GitLab says of every job how many there are of it.
      if total == "1" { return nil }
      throw .half(present: count, missing: number)
    }
    guard !value.isEmpty else { throw .half(present: count, missing: number) }
    guard !total.isEmpty else { throw .half(present: number, missing: count) }
    let shard: Shard
    if let range {
      shard = try ranged(value, total, count, range, environment)
    } else {
      shard = try Shard.shard(number, value, from: first, count, total)
    }
    guard let own else { return shard }
    guard try Shard.whole(Shard.ownCount, own, 1...10_000) == shard.count else {
      throw .contradiction(["\(count) says \(total)", "\(Shard.ownCount) says \(own)"])
    }
    return shard
  }

  /// The part of an array whose numbers begin anywhere and have a step between them.
  private func ranged(
    _ value: String,
    _ total: String,
    _ count: String,
    _ range: (first: String, last: String, step: String),
    _ environment: [String: String]
  ) throws(SchedulerRefusal) -> Shard {
    let every = 0...4_000_000
    let parts = try Shard.whole(count, total, 1...10_000)
    let own = try Shard.whole(number, value, every)
    func bound(_ name: String) throws(SchedulerRefusal) -> Int {
      guard let text = environment[name], !text.isEmpty else {
        throw .half(present: number, missing: name)
      }
      return try Shard.whole(name, text, every)
    }
    let (least, most) = (try bound(range.first), try bound(range.last))
    let step = max(1, try bound(range.step))
    guard least <= most, (most - least) / step + 1 == parts else {
      throw .contradiction([
        "\(range.first) \(least) and \(range.last) \(most) with step \(step) are no \(parts) parts",
        "\(count) says \(parts)",
      ])
    }
    guard own >= least, own <= most, (own - least) % step == 0,
      let shard = Shard(number: (own - least) / step + 1, count: parts)
    else {
      throw .wrong(
        name: number,
        value: value,
        expected: "\(least) to \(most)" + (step > 1 ? " in steps of \(step)" : "")
      )
    }
    return shard
  }
}
