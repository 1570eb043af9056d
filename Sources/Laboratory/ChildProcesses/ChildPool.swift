#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Runs tasks in children, so many at a time.
///
///     let pool = ChildPool(jobs: 2, interruption: try Interruption())
///     try pool.run(
///       tasks,
///       next: { task, answer in answer == nil ? firstRequest(of: task) : nil },
///       deliver: { task, result in write(result) }
///     )
///
/// `run` returns, or throws, when every child has ended.
package struct ChildPool {
  /// How often a child's memory is looked at: in so long it can take some 200 MB at most.
  package static let watchInterval = Duration.milliseconds(20)
  /// The most tasks in a group.
  package static let largestGroup = 256

  /// How many children compute at a time.
  package let jobs: Int
  /// From which step of a task on no other child of its lane computes meanwhile; the first step is 0.
  package let firstStepAlone: Int
  private let interruption: Interruption?

  /// Makes a pool.
  ///
  /// - Parameters:
  ///   - jobs: At least 1.
  ///   - firstStepAlone: From which step of a task on no other child of its lane computes meanwhile.
  ///   - interruption: Ends the run when a signal came; nil leaves signals alone.
  package init(jobs: Int, firstStepAlone: Int = .max, interruption: Interruption? = nil) {
    precondition(jobs >= 1, "a pool has at least 1 job, got \(jobs)")
    self.jobs = jobs
    self.firstStepAlone = firstStepAlone
    self.interruption = interruption
  }

  /// Runs `tasks`.
  ///
  /// - Parameters:
  ///   - tasks: In groups of `largestGroup` at most.
  ///   - next: Says what a task's child is to do next: its first step, with nil, before it is started;
  ///     then with each answer. Returns nil when there is nothing more to do: with the first call, no
  ///     child is started.
  ///   - rank: Of tasks of a group that have done as many steps, the one with the least rank goes first.
  ///   - progress: Gets what a child says on its way to an answer, and its task.
  ///   - tick: Called whenever the children were looked at, every ``watchInterval`` at least.
  ///   - deliver: Gets each task's result, in the order of the tasks; nil when no child was started.
  /// - Throws: What the functions throw, ``ChildFailure`` when a child cannot be started, and
  ///   ``ChildInterruption``. All children have ended then, by SIGKILL.
  /// - Precondition: No group is larger than `largestGroup`.
  package func run(
    _ tasks: [ChildTask],
    next: (_ task: Int, _ answer: [UInt8]?) throws -> [UInt8]?,
    rank: (_ task: Int) -> Int = { _ in 0 },
    progress: (_ task: Int, _ message: [UInt8]) throws -> Void = { _, _ in },
    tick: () -> Void = {},
    deliver: (_ task: Int, _ result: ChildResult?) throws -> Void
  ) throws {
    var schedule = ChildSchedule(
      groups: tasks.map(\.group),
      lanes: tasks.map(\.lane),
      jobs: jobs,
      firstStepAlone: firstStepAlone
    )
    var children: [Int: ChildProcess] = [:]
    defer { Self.endAll(children.values) }
    while !schedule.isDone {
      while let task = schedule.start(rank: rank) {
        guard let request = try schedule.takeRequest(of: task) ?? next(task, nil) else {
          schedule.end(task, with: nil)
          continue
        }
        let child = try children[task] ?? ChildProcess(tasks[task].command)
        children[task] = child
        child.ask(request)
      }
      for (task, result) in schedule.takeDeliverable() { try deliver(task, result) }
      if schedule.isDone { break }
      try wait(for: children.values)
      tick()
      for task in children.keys.sorted() {
        guard let child = children[task] else { continue }
        for word in child.look() {
          switch word {
          case .progress(let message): try progress(task, message)
          case .answer(let answer):
            guard let request = try next(task, answer) else {
              child.finish()
              continue
            }
            schedule.queue(request, for: task)
          }
        }
        if let result = child.result {
          children[task] = nil
          schedule.end(task, with: result)
        }
      }
    }
  }

  /// Waits until a child says something, a signal came, or it is time to look at the children.
  private func wait(for children: some Collection<ChildProcess>) throws {
    var wanted = children.flatMap(\.wanted)
    if let interruption {
      wanted.append(pollfd(fd: interruption.descriptor, events: Int16(POLLIN), revents: 0))
    }
    let count = poll(&wanted, nfds_t(wanted.count), Self.milliseconds(Self.watchInterval))
    if count < 0, errno != EINTR {
      throw ChildFailure.refused(call: "poll", error: errno, subject: "the children")
    }
    if let signal = interruption?.signal { throw ChildInterruption(signal: signal) }
  }

  private static func milliseconds(_ span: Duration) -> Int32 {
    Int32(span / .milliseconds(1))
  }

  /// Ends what still runs, and waits for it.
  private static func endAll(_ children: some Collection<ChildProcess>) {
    for child in children { child.stop() }
    for child in children {
      // SIGKILL has no answer but the end; the kernel may take a moment.
      while child.result == nil {
        _ = child.look()
        if child.result == nil { _ = poll(nil, 0, 1) }
      }
    }
  }
}
