import ChatSurface
import Testing
import Timebase

/// When something was due or running, against all that was ever noted.
@Suite struct ActivityLogTests {
  private func instant(_ number: Int) -> Instant { Instant(nanoseconds: Int64(number)) }

  /// A question after what was forgotten is answered as if nothing had been.
  @Test func aLogKnowsWhatHappenedSinceWhatItForgot() {
    for round in 0..<UInt64(20) {
      var random = SeededGenerator(seed: PropertySettings.seed, index: round)
      var log = ActivityLog()
      var noted: [ClosedRange<Int>] = []
      var forgotten = 0
      for _ in 0..<PropertySettings.iterations(400) / 4 {
        switch random.nextIndex(below: 4) {
        case 0:
          let now = forgotten + random.nextIndex(below: 30)
          log.note(instant(now))
          noted.append(now...now)
        case 1:
          // What runs may have begun before what was forgotten.
          let start = max(0, forgotten - 10) + random.nextIndex(below: 30)
          let end = start + random.nextIndex(below: 30)
          log.note(from: instant(start), through: instant(end))
          noted.append(start...end)
        case 2:
          forgotten += random.nextIndex(below: 12)
          log.forget(through: instant(forgotten))
        default:
          let start = forgotten + random.nextIndex(below: 20)
          let end = start + random.nextIndex(below: 20)
          let isActive = noted.contains { $0.lowerBound <= end && $0.upperBound > start }
          #expect(
            log.isActive(after: instant(start), through: instant(end)) == isActive,
            "after \(start) through \(end), round \(round)"
          )
        }
      }
    }
  }

  @Test func anInstantCountsForTheFrameThatEndsWithIt() {
    var log = ActivityLog()
    log.note(instant(10))
    #expect(log.isActive(after: instant(9), through: instant(10)))
    #expect(!log.isActive(after: instant(10), through: instant(20)))
    #expect(!log.isActive(after: instant(0), through: instant(9)))
    log.forget(through: instant(10))
    #expect(!log.isActive(after: instant(0), through: instant(20)))
  }
}

extension ActivityLog {
  /// Whether something was due after `start` and at or before `end`, or still running at `end`.
  func isActive(after start: Instant, through end: Instant) -> Bool {
    var isActive = false
    forEach { if $0 <= end, $1 > start { isActive = true } }
    return isActive
  }
}

extension Surface {
  /// The same of a surface.
  func isActive(after start: Instant, through end: Instant) -> Bool {
    var isActive = false
    forEachActivity { if $0 <= end, $1 > start { isActive = true } }
    return isActive
  }
}
