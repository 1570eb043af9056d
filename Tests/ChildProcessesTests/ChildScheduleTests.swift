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
      let isSound = run(groups: groups, wanted: wanted, jobs: jobs, alone: alone, &generator)
      #expect(
        isSound,
        "round \(round), seed \(Self.seed): \(groups) \(wanted), \(jobs) jobs, alone: \(alone)"
      )
    }
  }

  /// Plays tasks of so many steps, which end their steps in any order and may end at any time.
  private func run(
    groups: [Int],
    wanted: [Int],
    jobs: Int,
    alone: Int,
    _ generator: inout SeededGenerator
  ) -> Bool {
    var schedule = ChildSchedule(groups: groups, jobs: jobs, firstStepAlone: alone)
    var computing: [Int] = []
    var done = groups.map { _ in 0 }
    var over = groups.map { _ in false }
    var delivered: [Int] = []
    var isSound = true
    while !schedule.isDone {
      // Who goes first of several alike changes from step to step.
      func rank(_ task: Int) -> Int { done[task] % 2 == 0 ? task : -task }
      while let task = schedule.start(rank: rank) {
        // The model: the earliest group with a task that waits, and there the fewest steps.
        let waiting = groups.indices.filter { !over[$0] && !computing.contains($0) }
        let group = waiting.map { groups[$0] }.min()
        let rivals = waiting.filter { groups[$0] == group }
        let first = rivals.min { (done[$0], rank($0), $0) < (done[$1], rank($1), $1) }
        isSound = isSound && task == first
        // One that is to be alone is, and those that may stand side by side are not kept from it.
        isSound =
          isSound && (computing.isEmpty || !(computing + [task]).contains { done[$0] >= alone })
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
      isSound =
        isSound
        && (computing.count == jobs
          || Self.isAllowedToWait(computing, groups, done, over, alone, rank))
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

  /// Whether a job may be free: nothing waits, or what computes is to be alone, or what is next is.
  private static func isAllowedToWait(
    _ computing: [Int],
    _ groups: [Int],
    _ done: [Int],
    _ over: [Bool],
    _ alone: Int,
    _ rank: (Int) -> Int
  ) -> Bool {
    let waiting = groups.indices.filter { !over[$0] && !computing.contains($0) }
    let next = waiting.min {
      (groups[$0], done[$0], rank($0), $0) < (groups[$1], done[$1], rank($1), $1)
    }
    guard let next else { return true }
    return !computing.isEmpty && (computing + [next]).contains { done[$0] >= alone }
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
