import ChatSurface
import Testing
import Timebase

@Suite struct PendingEventsTests {
  @Test func aFullQueueTellsItsSourceToWaitAndDropsNothing() {
    var queue = PendingEvents()
    for index in 0..<PendingEvents.limit {
      let accepted = queue.offer(
        ScheduledEvent(.taskEnd, at: Instant(nanoseconds: Int64(index)))
      )
      #expect(accepted)
    }
    #expect(!queue.hasRoom)
    let late = ScheduledEvent(.taskEnd, at: Instant(nanoseconds: 1_000_000))
    #expect(!queue.offer(late))
    #expect(queue.take(dueBy: Instant(nanoseconds: 99)).count == 100)
    #expect(queue.offer(late))
    #expect(queue.count == PendingEvents.limit - 99)
    #expect(queue.take(dueBy: .distantFuture).count == PendingEvents.limit - 99)
    #expect(queue.count == 0)
  }
}
