import ChatSurface
import FramePacing
import Testing
import Timebase

@Suite struct FrameContextTests {
  @Test func refusalsNameTheEventThatWasRefused() {
    var context = FrameContext()
    context.begin()
    for (event, refused) in [0, 2, 1].enumerated() {
      let before = context.refusals.count
      for _ in 0..<refused { context.refuse(.unknown("m")) }
      context.noteRefusals(ofEvent: event, since: before)
    }
    #expect(context.observations.refusedEvents == [1, 1, 2])
    #expect(context.refusals.count == 3)
    context.begin()
    #expect(context.observations.refusedEvents.isEmpty && context.refusals.isEmpty)
    #expect(context.number == 2)
    context.checkInvariants()
  }

  @Test func versionsAreNeverTheSame() {
    var context = FrameContext()
    let versions = (0..<100).map { _ in context.nextVersion() }
    #expect(Set(versions).count == 100)
  }

  @Test func thePhasesOfAFrameAddUpToItsWork() {
    var generator = SeededGenerator(seed: PropertySettings.seed)
    var meter = WorkMeter(costs: OperationCosts(), limit: .max, allowance: 0)
    var layout = OperationCounts()
    var expected = OperationCounts()
    for phase in Phase.allCases {
      let parsed = generator.nextIndex(below: 1_000)
      let moved = generator.nextIndex(below: 1_000)
      meter.count(.byteParsed, parsed)
      layout[.arrayElementMoved] += moved
      expected[.byteParsed] += parsed
      expected[.arrayElementMoved] += moved
      expected[Operation(running: phase)] += 1
      meter.charge(phase, layout: layout)
      #expect(meter.work[phase][.byteParsed] == parsed)
      #expect(meter.work[phase][.arrayElementMoved] == moved)
      meter.checkInvariants()
    }
    let sum = Phase.allCases.reduce(into: OperationCounts()) { $0 += meter.work[$1] }
    #expect(sum == expected)
    meter.beginFrame()
    #expect(Phase.allCases.allSatisfy { meter.work[$0] == OperationCounts() })
  }

  @Test func lookingIsNoWorkOfAFrame() {
    var meter = WorkMeter(costs: OperationCosts(), limit: .max, allowance: 0)
    meter.count(.event)
    let before = meter.pending
    meter.count(.nameLookup, 5)
    meter.forget(since: before)
    meter.charge(.input, layout: OperationCounts())
    #expect(meter.work[.input][.nameLookup] == 0 && meter.work[.input][.event] == 1)
  }
}
