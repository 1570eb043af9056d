import Profiling
import Testing

/// The priority is the thread's on Linux: one test after the other.
@Suite(.serialized) struct SchedulingPriorityTests {
  private struct Planned: Error {}

  @Test func whatRunsMeanwhileHasAPriorityThatIsNoLower() {
    let before = SchedulingPriority.current
    #expect(SchedulingPriority.raised { SchedulingPriority.current } <= before)
    #expect(SchedulingPriority.current == before)
  }

  @Test func anErrorLeavesThePriorityAsItWas() {
    let before = SchedulingPriority.current
    #expect(throws: Planned.self) { try SchedulingPriority.raised { throw Planned() } }
    #expect(SchedulingPriority.current == before)
  }
}
