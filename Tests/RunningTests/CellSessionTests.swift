import ChatSurface
import FramePacing
import LoadGeneration
import Profiling
import Records
import Running
import Testing
import Timebase

/// Which repetitions a cell makes, and which of them is reported.
@Suite struct CellSessionTests {
  private func session(
    _ events: [TimedLoadEvent],
    measurer: MeasurerChoice = .fixed,
    counting: Bool = true,
    costs: OperationCosts = TestBench.costs,
    repetitions: RepetitionRule = .standard
  ) -> CellSession {
    CellSession(
      CellPlan(
        scenario: "test",
        events: TestBench.ordered(events),
        profile: .reference,
        device: .iPhoneSE,
        seed: 1
      ),
      options: RunOptions(
        cost: .modelled,
        measurer: measurer,
        repetitions: repetitions,
        countsAllocations: counting,
        costs: costs
      ),
      tools: TestBench.tools
    )
  }

  /// A short load, and one that happens at a given time.
  private func load(until last: Instant) -> [TimedLoadEvent] {
    let history = SyntheticHistory(seed: 3, count: 20, lengths: .oasst)
    return [
      TimedLoadEvent(.load(history), at: .zero),
      TimedLoadEvent(.fling(velocity: -900), at: last),
    ]
  }

  /// Runs all that is left; gives the kinds of the repetitions and the frames that each passed on.
  private func run(
    _ session: inout CellSession,
    wantsFrames: Bool = true
  ) throws -> [(kind: CellSession.Repetition, frames: Int)] {
    var made: [(kind: CellSession.Repetition, frames: Int)] = []
    while let next = session.next {
      var frames = 0
      if wantsFrames {
        try session.advance(frames: { _, _ in frames += 1 })
      } else {
        try session.advance()
      }
      made.append((next, frames))
    }
    #expect(session.doneCount == made.count)
    return made
  }

  private static let limit = Instant.zero + CellSession.longestRepeatedLoad

  /// A load of 10 min is warmed up for, one that is longer by a nanosecond is run once.
  @Test(.enabled(if: AllocationCounter.availability.isAvailable))
  func aLoadOfOverTenMinutesIsRunOnce() throws {
    var short = session(load(until: Self.limit))
    #expect(short.likelyCount == 2)
    #expect(try run(&short).map(\.kind) == [.warmUp, .reported])
    var long = session(load(until: Self.limit + Nanoseconds(rawValue: 1)))
    #expect(long.likelyCount == 1)
    #expect(try run(&long).map(\.kind) == [.reported])
  }

  /// Modelled cost is the same each time: without allocations to count there is nothing to warm up for.
  @Test func aModelledCellThatCountsNothingIsRunOnce() throws {
    var cell = session(load(until: .zero), counting: false)
    #expect(try run(&cell).map(\.kind) == [.reported])
    let record = cell.result().record
    #expect(record.frames.isEmpty == false)
    for frame in record.frames { #expect(frame.allocations == nil) }
  }

  /// Only the frames of the repetition that is reported are passed on, and there are always some.
  @Test(
    .enabled(if: AllocationCounter.availability.isAvailable),
    arguments: [50, 601_000]
  )
  func framesComeFromTheReportedRepetition(stall: Int) throws {
    // A host that holds the main thread makes a run longer than its load.
    let events =
      load(until: .zero)
      + [TimedLoadEvent(event: .fault(.stall(.milliseconds(stall))), atMilliseconds: 0)]
    var cell = session(events)
    let made = try run(&cell)
    #expect(made.map(\.kind) == [.warmUp, .reported])
    let record = cell.result().record
    #expect(made.map(\.frames) == [0, record.frames.count { !$0.isSwallowed }])
    for frame in record.frames where !frame.isSwallowed { #expect(frame.allocations != nil) }
  }

  /// Where nobody asks for frames a run that became too long is not made again; the allocations of its
  /// warm-up are not reported.
  @Test(.enabled(if: AllocationCounter.availability.isAvailable))
  func aRunThatBecameLongIsContentWithItsWarmUp() throws {
    let stall = TimedLoadEvent(event: .fault(.stall(.milliseconds(601_000))), atMilliseconds: 0)
    var cell = session(load(until: .zero) + [stall])
    #expect(try run(&cell, wantsFrames: false).map(\.kind) == [.warmUp])
    let record = cell.result().record
    #expect(record.frames.isEmpty == false)
    for frame in record.frames { #expect(frame.allocations == nil) }
  }

  /// A repetition of over 5 s by the model is not made again, as with measured cost; one of less is, and
  /// so is any when the number of repetitions was asked for.
  @Test(
    .enabled(if: AllocationCounter.availability.isAvailable),
    arguments: [
      (seconds: 4.99, rule: RepetitionRule.standard, count: 2),
      (5.01, .standard, 1), (5.01, .exactly(1), 2),
    ]
  )
  func aDearCellIsContentWithItsWarmUp(seconds: Double, rule: RepetitionRule, count: Int) throws {
    // Nothing but what is loaded costs anything.
    var costs = OperationCosts()
    var free = session(load(until: .zero), costs: costs)
    _ = try run(&free)
    let items = free.result().record.counts.operations.total[.indexElementLoaded]
    try #require(items >= 20)
    costs[.indexElementLoaded] = Int(seconds * 1e9) / items
    var cell = session(load(until: .zero), costs: costs, repetitions: rule)
    #expect(try run(&cell, wantsFrames: false).count == count)
    for frame in cell.result().record.frames where !frame.isSwallowed {
      #expect((frame.allocations == nil) == (count == 1))
    }
  }

  /// Pango meets its fonts on a thread of its own, so a long modelled load counts no allocations.
  @Test func aLongModelledLoadWithPangoCountsNoAllocations() throws {
    var cell = session(
      load(until: Self.limit + Nanoseconds(rawValue: 1)),
      measurer: .pango
    )
    _ = try run(&cell)
    for frame in cell.result().record.frames { #expect(frame.allocations == nil) }
  }
}
