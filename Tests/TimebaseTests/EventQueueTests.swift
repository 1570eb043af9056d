import ConformanceTags
import Testing
import Timebase

@Suite struct EventQueueTests {
  @Test(.tags(.framesEventsInOrder), arguments: [1, 2, 3] as [UInt64])
  func elementsLeaveByDeadlineThenByInsertion(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var queue = EventQueue<Int>()
    var model: [(deadline: Int64, order: Int)] = []
    for order in 0..<2_000 {
      let deadline = Int64(generator.nextIndex(below: 50))
      queue.insert(order, at: Instant(nanoseconds: deadline))
      model.append((deadline, order))
      queue.checkInvariants()
      if order % 3 == 0 {
        let index = model.indices.min { (model[$0].deadline, $0) < (model[$1].deadline, $1) }
        let expected = index.map { model.remove(at: $0).order }
        #expect(queue.popFirst()?.element == expected)
      }
    }
    while let index = model.indices.min(by: { (model[$0].deadline, $0) < (model[$1].deadline, $1) })
    {
      #expect(queue.popFirst()?.element == model.remove(at: index).order)
    }
    #expect(queue.isEmpty)
  }

  @Test func nothingLeavesBeforeItIsDue() {
    var queue = EventQueue<String>()
    queue.insert("later", at: Instant(nanoseconds: 2))
    #expect(queue.popFirst(dueBy: Instant(nanoseconds: 1))?.element == nil)
    #expect(queue.popFirst(dueBy: Instant(nanoseconds: 2))?.element == "later")
  }
}
