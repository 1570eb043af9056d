import ChatSurface
import Testing
import Timebase

@Suite struct HandleSpaceTests {
  @Test func noHandleIsGivenOutTwice() {
    var generator = SeededGenerator(seed: PropertySettings.seed)
    var space = HandleSpace()
    var singles: [UInt32] = []
    var runs: [Range<UInt32>] = []
    var most = 0
    for _ in 0..<PropertySettings.iterations(2_000) {
      switch generator.nextIndex(below: 4) {
      case 0: singles.append(space.next())
      case 1: runs.append(space.nextRun(of: 1 + generator.nextIndex(below: 60)))
      case 2 where !singles.isEmpty:
        space.giveBack(singles.remove(at: generator.nextIndex(below: singles.count)))
      default:
        guard !runs.isEmpty else { continue }
        space.giveBack(runs.remove(at: generator.nextIndex(below: runs.count)))
      }
      if generator.nextIndex(below: 3) == 0 { space.release() }
      let used = singles + runs.flatMap { Array($0) }
      #expect(Set(used).count == used.count)
      #expect(used.allSatisfy { $0 < space.end })
      most = max(most, used.count)
      space.checkInvariants()
    }
  }

  @Test func churnNeedsNoMoreHandlesThanThereAreMessages() {
    var space = HandleSpace()
    var pages: [Range<UInt32>] = (0..<10).map { _ in space.nextRun(of: 50) }
    var single = space.next()
    let end = space.end
    for round in 0..<1_000 {
      space.giveBack(pages.remove(at: round % 10))
      space.giveBack(single)
      space.release()
      pages.append(space.nextRun(of: 50))
      single = space.next()
    }
    #expect(space.end == end)
  }

  @Test func whatIsGivenBackIsNotGivenOutBeforeItIsSettled() {
    var space = HandleSpace()
    let one = space.next()
    space.giveBack(one)
    #expect(space.next() != one)
    space.release()
    #expect(space.next() == one)
  }
}
