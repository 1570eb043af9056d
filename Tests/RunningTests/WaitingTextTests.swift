import Running
import Testing
import Timebase

/// What waits for the screen is told like a list that is looked at from end to end in every frame.
@Suite struct WaitingTextTests {
  private struct Naive {
    var entries: [(since: Instant, scalars: Int)] = []

    mutating func release(shown: Int, into latencies: inout [Nanoseconds], _ presented: Instant) {
      entries.removeAll { entry in
        guard entry.scalars <= shown else { return false }
        latencies.append(presented - entry.since)
        return true
      }
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func whatIsShownIsThatOfANaiveList(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    func draw(_ count: Int) -> Int { Int(chance.next() % UInt64(count)) }
    var (waiting, naive) = (WaitingText(), Naive())
    var (latencies, expected): ([Nanoseconds], [Nanoseconds]) = ([], [])
    var (scalars, shown) = (0, 0)
    for step in 0..<120 {
      let now = Instant(milliseconds: Double(step) * 16)
      for _ in 0..<draw(6) {
        // Text is replaced by a shorter one now and then.
        scalars = draw(20) == 0 ? scalars / 2 : scalars + draw(5)
        waiting.append(since: now, scalars: scalars)
        naive.entries.append((now, scalars))
      }
      shown = draw(25) == 0 ? shown / 2 : min(shown + draw(12), scalars)
      waiting.release(shown: shown, into: &latencies, now)
      naive.release(shown: shown, into: &expected, now)
      #expect(latencies == expected, "seed \(seed), step \(step)")
      #expect(waiting.isEmpty == naive.entries.isEmpty, "seed \(seed), step \(step)")
    }
  }
}
