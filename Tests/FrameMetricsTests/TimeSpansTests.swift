import FrameMetrics
import Testing
import Timebase

@Suite struct TimeSpansTests {
  private func spans(_ pairs: [(Int, Int)], bridging gap: Int = 0) -> TimeSpans {
    TimeSpans(
      pairs.map { .init(Instant(milliseconds: Double($0.0)), Instant(milliseconds: Double($0.1))) },
      bridging: .milliseconds(gap)
    )
  }

  @Test func aUnionCountsEachMillisecondOnce() {
    #expect(spans([(0, 10), (5, 20), (30, 40), (30, 30)]).length == .milliseconds(30))
    #expect(spans([(30, 40), (0, 10), (12, 20)], bridging: 2).spans.count == 2)
  }

  /// Against a set of milliseconds: union, overlap, difference and clipping, random spans.
  @Test func spansAreAsASetOfMilliseconds() {
    for seed in 0..<300 {
      var chance = SeededGenerator(seed: UInt64(seed))
      func random() -> [(Int, Int)] {
        (0..<Int.random(in: 0...8, using: &chance)).map { _ in
          let start = Int.random(in: 0...60, using: &chance)
          return (start, start + Int.random(in: 0...12, using: &chance))
        }
      }
      func set(_ pairs: [(Int, Int)]) -> Set<Int> { Set(pairs.flatMap { Array($0.0..<$0.1) }) }
      func members(_ spans: TimeSpans) -> Set<Int> {
        set(spans.spans.map { (Int($0.start.milliseconds), Int($0.end.milliseconds)) })
      }
      let (first, second) = (random(), random())
      let (left, right) = (spans(first), spans(second))
      #expect(members(left) == set(first), "seed \(seed)")
      #expect(members(left.subtracting(right)) == set(first).subtracting(set(second)))
      #expect(members(left.clipped(at: Instant(milliseconds: 30))) == set(first).filter { $0 < 30 })
      for (start, end) in second {
        let span = TimeSpans.Span(
          Instant(milliseconds: Double(start)),
          Instant(milliseconds: Double(end))
        )
        let expected = set(first).intersection(start..<end).count
        #expect(left.overlap(with: span) == .milliseconds(expected), "seed \(seed)")
      }
      for (before, after) in zip(left.spans, left.spans.dropFirst()) {
        #expect(before.end < after.start, "seed \(seed): two spans touch")
      }
    }
  }
}
