/// Which task's child computes next: a state machine without a process in it.
///
/// The tasks of a group take turns: of those that wait, the one with the fewest steps goes first, and
/// the earlier one of two alike. A later group begins only when no task of the earlier ones waits.
/// Where steps are to be alone from some number on, such a step waits until nothing of its lane computes.
package struct ChildSchedule {
  private enum State: Equatable {
    /// It waits for a job; the request it was given with an answer.
    case waiting(request: [UInt8]?)
    /// It has a job.
    case computing
    /// It is over.
    case ended(ChildResult?)
  }

  /// How many tasks compute at a time.
  package let jobs: Int
  /// From which step of a task on nothing else of its lane computes meanwhile; the first step is 0.
  package let firstStepAlone: Int
  /// The tasks of each group, in order.
  private let groups: [Range<Int>]
  /// The lane of each task.
  private let lanes: [Int]
  private var states: [State]
  private var steps: [Int]
  /// The first group that has a task which is not over.
  private var firstGroup = 0
  /// Tasks that were delivered.
  package private(set) var deliveredCount = 0
  /// Tasks that have a job.
  package private(set) var computingCount = 0

  /// Makes a schedule in which every task waits.
  ///
  /// - Parameters:
  ///   - groups: The group of each task.
  ///   - lanes: The lane of each task; nil for one lane.
  ///   - jobs: At least 1.
  ///   - firstStepAlone: From which step of a task on nothing else of its lane computes meanwhile.
  package init(groups: [Int], lanes: [Int]? = nil, jobs: Int, firstStepAlone: Int = .max) {
    precondition(
      lanes.map { $0.count == groups.count } ?? true,
      "\(lanes?.count ?? 0) lanes of \(groups.count) tasks"
    )
    self.lanes = lanes ?? Array(repeating: 0, count: groups.count)
    self.jobs = jobs
    self.firstStepAlone = firstStepAlone
    var ranges: [Range<Int>] = []
    for index in groups.indices {
      if let last = ranges.last, groups[last.lowerBound] == groups[index] {
        ranges[ranges.count - 1] = last.lowerBound..<index + 1
      } else {
        ranges.append(index..<index + 1)
      }
    }
    for range in ranges {
      precondition(
        range.count <= ChildPool.largestGroup,
        "a group has at most \(ChildPool.largestGroup) tasks, got \(range.count)"
      )
    }
    self.groups = ranges
    states = Array(repeating: .waiting(request: nil), count: groups.count)
    steps = Array(repeating: 0, count: groups.count)
  }

  /// Whether all tasks were delivered.
  package var isDone: Bool { deliveredCount == states.count }

  /// Gives a job to the task whose turn it is; nil when no job is free, or no task waits that may have
  /// one. In a lane in which the next task may not begin, none behind it does.
  ///
  /// - Parameter rank: Of several tasks with as many steps, the one with the least rank goes first, and
  ///   of these the earliest.
  package mutating func start(rank: (_ task: Int) -> Int = { _ in 0 }) -> Int? {
    guard computingCount < jobs else { return nil }
    while firstGroup < groups.count, groups[firstGroup].allSatisfy({ isOver($0) }) {
      firstGroup += 1
    }
    for group in groups[firstGroup...] {
      var waiting = group.filter { if case .waiting = states[$0] { true } else { false } }
      if waiting.isEmpty { continue }
      // The first of those with the fewest steps.
      while let task = waiting.min(by: { (steps[$0], rank($0), $0) < (steps[$1], rank($1), $1) }) {
        guard mayBegin(task) else {
          waiting.removeAll { lanes[$0] == lanes[task] }
          continue
        }
        computingCount += 1
        steps[task] += 1
        return task
      }
      return nil
    }
    return nil
  }

  /// The request that was queued for a task that has just been given a job; nil before its first.
  package mutating func takeRequest(of task: Int) -> [UInt8]? {
    guard case .waiting(let request) = states[task] else {
      preconditionFailure("task \(task) was given no job")
    }
    states[task] = .computing
    return request
  }

  /// Puts a task that has done a step behind the others of its group.
  package mutating func queue(_ request: [UInt8], for task: Int) {
    guard states[task] == .computing else { return }
    computingCount -= 1
    states[task] = .waiting(request: request)
  }

  /// Notes that a task is over, whatever it was doing.
  package mutating func end(_ task: Int, with result: ChildResult?) {
    guard !isOver(task) else { preconditionFailure("task \(task) ended twice") }
    if states[task] == .computing { computingCount -= 1 }
    states[task] = .ended(result)
  }

  /// The results that are next in the order of the tasks.
  package mutating func takeDeliverable() -> [(task: Int, result: ChildResult?)] {
    var all: [(task: Int, result: ChildResult?)] = []
    while deliveredCount < states.count, case .ended(let result) = states[deliveredCount] {
      all.append((deliveredCount, result))
      deliveredCount += 1
    }
    return all
  }

  /// Whether a task's next step may stand beside what computes in its lane.
  private func mayBegin(_ task: Int) -> Bool {
    guard firstStepAlone < .max else { return true }
    return !states.indices.contains { other in
      states[other] == .computing && lanes[other] == lanes[task]
        && (steps[task] >= firstStepAlone || steps[other] > firstStepAlone)
    }
  }

  private func isOver(_ task: Int) -> Bool {
    if case .ended = states[task] { true } else { false }
  }

  /// Checks what holds between any two calls.
  package func checkInvariants() {
    let computing = states.count { $0 == .computing }
    precondition(computing == computingCount, "\(computing) compute, \(computingCount) are counted")
    precondition(computing <= jobs, "\(computing) tasks compute in \(jobs) jobs")
    let working = states.indices.filter { states[$0] == .computing }
    for task in working where steps[task] > firstStepAlone {
      precondition(
        !working.contains { $0 != task && lanes[$0] == lanes[task] },
        "\(task) is to be alone in its lane"
      )
    }
    for task in 0..<deliveredCount {
      precondition(isOver(task), "\(task) is delivered and not over")
    }
  }
}
