import Testing
import Timebase
import TokenStreaming

/// The rules of every design as data, against the formulas that its source gives.
@Suite struct RuleTests {
  @Test func batchSizesFollowTheTables() {
    for backlog in 1...60 {
      let reference = backlog <= 4 ? 2 : backlog <= 10 ? 4 : 8
      #expect(BatchRule.builtIn("reference").size(forBacklog: backlog) == reference)
      let vercel = backlog > 10 ? min(5, (backlog + 3) / 4) : backlog > 5 ? 2 : 1
      #expect(BatchRule.builtIn("vercel-v0").size(forBacklog: backlog) == vercel)
      let article = backlog > 10 ? 8 : min(4, max(2, backlog))
      #expect(BatchRule.builtIn("parameter-article").size(forBacklog: backlog) == article)
      #expect(BatchRule.builtIn("swiftui-tips").size(forBacklog: backlog) == 2)
      #expect(BatchRule.characters.size(forBacklog: backlog) == 3)
    }
  }

  @Test func onlyTheReferenceHasADeadline() {
    #expect(BatchRule.builtIn("reference").deadline == .milliseconds(400))
    for rule in [
      BatchRule.builtIn("vercel-v0"), .builtIn("parameter-article"), .builtIn("swiftui-tips"),
      .characters,
    ] {
      #expect(rule.deadline == nil)
    }
  }

  static func chunk(_ milliseconds: Int, message: UInt32 = 1) -> WaitingChunk {
    let instant = Instant.zero + .milliseconds(milliseconds)
    return WaitingChunk(
      part: message,
      message: message,
      chunk: Chunk(utf8Count: 1, scalarCount: 1, completed: instant, firstByte: instant)
    )
  }

  /// Performs every step and gives the instants in ms and the sizes.
  static func steps(_ scheduler: inout BatchScheduler) -> [(time: Double, size: Int)] {
    var steps: [(time: Double, size: Int)] = []
    while let due = scheduler.nextStep {
      let size = scheduler.step(at: due)
      for _ in 0..<size { _ = scheduler.popFirst() }
      scheduler.checkInvariants()
      steps.append((due.milliseconds, size))
    }
    return steps
  }

  @Test func aBatchNeverHasMoreThanWaits() {
    var scheduler = BatchScheduler(
      stagger: .builtIn("vercel-v0"),
      batch: .builtIn("parameter-article")
    )
    scheduler.enqueue(Self.chunk(0))
    #expect(Self.steps(&scheduler).map(\.size) == [1])
  }

  @Test
  func theNextStepIsDueOneStaggerAfterTheLastOrWhenTheNextChunkCompletes() {
    var scheduler = BatchScheduler(stagger: .builtIn("vercel-v0"), batch: .builtIn("vercel-v0"))
    for time in [0, 0, 0, 10] { scheduler.enqueue(Self.chunk(time)) }
    #expect(Self.steps(&scheduler).map(\.time) == [0, 32, 64, 96])
    scheduler.enqueue(Self.chunk(100))
    #expect(Self.steps(&scheduler).map(\.time) == [128])
    scheduler.enqueue(Self.chunk(1_000))
    #expect(Self.steps(&scheduler).map(\.time) == [1_000])
  }

  @Test
  func theStaggerQuickensPast100ChunksOfOneMessageAndSlowsWhenTheQueueIsEmpty() {
    var scheduler = BatchScheduler(stagger: .builtIn("reference"), batch: .builtIn("vercel-v0"))
    for _ in 0..<100 { scheduler.enqueue(Self.chunk(0, message: 1)) }
    #expect(scheduler.staggerInForce == .milliseconds(32))
    for _ in 0..<100 { scheduler.enqueue(Self.chunk(0, message: 2)) }
    #expect(scheduler.staggerInForce == .milliseconds(32))
    scheduler.enqueue(Self.chunk(0, message: 2))
    #expect(scheduler.staggerInForce == .milliseconds(16))
    scheduler.end(message: 2)
    // What waits is still planned at the faster stagger.
    #expect(scheduler.staggerInForce == .milliseconds(16))
    _ = Self.steps(&scheduler)
    scheduler.enqueue(Self.chunk(9_000, message: 1))
    #expect(scheduler.staggerInForce == .milliseconds(16), "message 1 has 101 now")
    _ = Self.steps(&scheduler)
    scheduler.end(message: 1)
    scheduler.enqueue(Self.chunk(10_000, message: 3))
    #expect(scheduler.staggerInForce == .milliseconds(32))
  }

  @Test func batchesOnDemandWaitForOne() {
    var scheduler = BatchScheduler(
      stagger: .builtIn("swiftui-tips"),
      batch: .builtIn("swiftui-tips")
    )
    for _ in 0..<4 { scheduler.enqueue(Self.chunk(5)) }
    #expect(Self.steps(&scheduler).map(\.size) == [2])
    #expect(scheduler.nextStep == nil)
    scheduler.call(at: .zero + .milliseconds(50))
    #expect(Self.steps(&scheduler).map(\.time) == [50])
    #expect(scheduler.isEmpty)
  }

  @Test func removedPartsLeaveTheOrderOfTheOthers() {
    var scheduler = BatchScheduler(stagger: .builtIn("vercel-v0"), batch: .builtIn("vercel-v0"))
    for place in 0..<30 { scheduler.enqueue(Self.chunk(place, message: UInt32(place % 3))) }
    var removed = 0
    scheduler.removeAll(of: 1) { entry in
      #expect(entry.part == 1)
      removed += 1
    }
    scheduler.checkInvariants()
    #expect(removed == 10 && scheduler.count == 20)
    var times: [Double] = []
    while let entry = scheduler.popFirst() { times.append(entry.chunk.completed.milliseconds) }
    #expect(times == (0..<30).filter { $0 % 3 != 1 }.map(Double.init))
  }
}
