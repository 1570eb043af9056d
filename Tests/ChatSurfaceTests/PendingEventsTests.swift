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
    let isTakenWhenFull = queue.offer(late)
    #expect(!isTakenWhenFull)
    let first = queue.take(dueBy: Instant(nanoseconds: 99))
    #expect(first.count == 100)
    let isTakenLater = queue.offer(late)
    #expect(isTakenLater)
    #expect(queue.count == PendingEvents.limit - 99)
    let rest = queue.take(dueBy: .distantFuture)
    #expect(rest.count == PendingEvents.limit - 99)
    #expect(queue.count == 0)
  }
}
