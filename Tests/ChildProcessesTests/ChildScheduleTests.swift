import ChildProcesses
import Foundation
import Testing
import Timebase

/// Who computes next, without a process.
@Suite struct ChildScheduleTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seed = environment["SEED"].flatMap { UInt64($0) } ?? 1
  private static let iterations = environment["ITERATIONS"].flatMap { Int($0) } ?? 300

  @Test func randomTasksAllEndInTheirOrderAndTakeTheirTurns() {
    var generator = SeededGenerator(seed: Self.seed)
    for round in 0..<Self.iterations {
      let count = Int.random(in: 0...12, using: &generator)
      var group = 0
      let groups = (0..<count).map { _ in
        group += Int.random(in: 0...3, using: &generator) == 0 ? 1 : 0
        return group
      }
      let wanted = groups.map { _ in Int.random(in: 0...5, using: &generator) }
      let jobs = Int.random(in: 1...4, using: &generator)
      let alone = Bool.random(using: &generator) ? Int.random(in: 0...4, using: &generator) : .max
      let lanes = groups.map { _ in Int.random(in: 0..<jobs, using: &generator) }
      let plan = Plan(groups: groups, lanes: lanes, wanted: wanted, jobs: jobs, alone: alone)
      #expect(run(plan, &generator), "round \(round), seed \(Self.seed): \(plan)")
    }
  }

  /// Tasks, by number.
  private struct Plan {
    var groups: [Int]
    var lanes: [Int]
    /// How many steps each has.
    var wanted: [Int]
    var jobs: Int
    /// From which step on one is alone in its lane.
    var alone: Int

    /// The task that is next among some that wait, beside some that compute: the earliest group, and
    /// there of each lane the one with the fewest steps, if it may begin; of these the least. Nil for
    /// none.
    func next(
      of waiting: [Int],
      beside computing: [Int],
      _ done: [Int],
      _ rank: (Int) -> Int
    ) -> Int? {
      let group = waiting.map { groups[$0] }.min()
      let rivals = waiting.filter { groups[$0] == group }
        .sorted { (done[$0], rank($0), $0) < (done[$1], rank($1), $1) }
      let firsts = Set(lanes).compactMap { lane in rivals.first { lanes[$0] == lane } }
      return rivals.first { task in
        let beside = computing.filter { lanes[$0] == lanes[task] }
        return firsts.contains(task)
          && (beside.isEmpty || !(beside + [task]).contains { done[$0] >= alone })
      }
    }
  }

  /// Plays tasks of so many steps, which end their steps in any order and may end at any time.
  private func run(_ plan: Plan, _ generator: inout SeededGenerator) -> Bool {
    let (groups, wanted) = (plan.groups, plan.wanted)
    var schedule = ChildSchedule(
      groups: groups,
      lanes: plan.lanes,
      jobs: plan.jobs,
      firstStepAlone: plan.alone
    )
    var computing: [Int] = []
    var done = groups.map { _ in 0 }
    var over = groups.map { _ in false }
    var delivered: [Int] = []
    var isSound = true
    while !schedule.isDone {
      // Who goes first of several alike changes from step to step.
      func rank(_ task: Int) -> Int { done[task] % 2 == 0 ? task : -task }
      while let task = schedule.start(rank: rank) {
        let waiting = groups.indices.filter { !over[$0] && !computing.contains($0) }
        isSound = isSound && task == plan.next(of: waiting, beside: computing, done, rank)
        let request = schedule.takeRequest(of: task)
        isSound = isSound && (request == nil) == (done[task] == 0)
        if wanted[task] == 0 {
          schedule.end(task, with: nil)
          over[task] = true
        } else {
          computing.append(task)
        }
        schedule.checkInvariants()
      }
      // No job is free that a task may have.
      let waiting = groups.indices.filter { !over[$0] && !computing.contains($0) }
      isSound =
        isSound
        && (computing.count == plan.jobs
          || plan.next(of: waiting, beside: computing, done, rank) == nil)
      delivered += schedule.takeDeliverable().map(\.task)
      guard let task = computing.randomElement(using: &generator) else { continue }
      computing.removeAll { $0 == task }
      done[task] += 1
      if done[task] == wanted[task] || Int.random(in: 0..<20, using: &generator) == 0 {
        schedule.end(task, with: nil)
        over[task] = true
      } else {
        schedule.queue([UInt8(done[task])], for: task)
      }
      schedule.checkInvariants()
    }
    return isSound && delivered == Array(groups.indices)
  }

  @Test func messagesSurviveEverySplit() throws {
    var generator = SeededGenerator(seed: Self.seed)
    for _ in 0..<Self.iterations {
      let frames = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
        ControlFrame(
          kind: ControlFrame.Kind.allCases.randomElement(using: &generator) ?? .answer,
          bytes: (0..<Int.random(in: 0...400, using: &generator)).map { UInt8($0 & 0xFF) }
        )
      }
      var rest = frames.flatMap(\.encoded)[...]
      var reader = ControlFrameReader()
      var read: [ControlFrame] = []
      while !rest.isEmpty {
        let length = Int.random(in: 1...min(rest.count, 300), using: &generator)
        reader.append(rest.prefix(length))
        rest = rest.dropFirst(length)
        while let frame = try reader.next() { read.append(frame) }
      }
      #expect(read == frames, "seed \(Self.seed)")
    }
  }

  @Test(arguments: [[0, 0, 0, 0, 0], [6, 0, 0, 0, 0], [4, 1, 0, 0, 0x40]] as [[UInt8]])
  func aHeaderThatNobodySendsIsRefused(header: [UInt8]) {
    var reader = ControlFrameReader()
    reader.append(header)
    #expect(throws: ControlFrameReader.Nonsense(header: header)) { _ = try reader.next() }
  }
}
