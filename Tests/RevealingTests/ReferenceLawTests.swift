import Revealing
import Testing
import Timebase
import TokenStreaming

/// The laws of the reference scheduler and its pool, at every rate, over stalls and floods.
@Suite struct ReferenceLawTests {
  struct Load: CustomTestStringConvertible {
    var rate: Double
    var floodShare: Double
    var testDescription: String { "\(rate) words/s, \(floodShare) floods" }
  }
  static let loads = [1.0, 10, 60, 500, 10_000].flatMap { rate in
    [0, 0.01, 0.1].map { Load(rate: rate, floodShare: $0) }
  }

  /// Instants of completion in ms: single words at a rate, and now and then a stall with a flood.
  static func completions(_ load: Load, count: Int, _ generator: inout SeededGenerator) -> [Double]
  {
    var result: [Double] = []
    var time = 0.0
    while result.count < count {
      if generator.nextFraction() < load.floodShare {
        time += generator.nextFraction() * 1_600
        let words = 50 + generator.nextIndex(below: 1_950)
        result += Array(repeating: time, count: words)
      } else {
        // Uniform gaps with the mean of the rate: bursts come from the floods.
        time += generator.nextFraction() * 2_000 / load.rate
        result.append(time)
      }
    }
    return Array(result.prefix(count))
  }

  @Test(arguments: loads)
  func noChunkWaitsMoreThan400msAndThePoolIsNeverOverFour(load: Load) {
    for iteration in 0..<PropertySettings.iterations(12) {
      var generator = SeededGenerator(seed: PropertySettings.seed, index: UInt64(iteration))
      let messages = UInt32(1 + generator.nextIndex(below: 5))
      let completions = Self.completions(load, count: 1_500, &generator)
      var reveal = Reveal(.builtIn("reference"))
      var waiting: [UInt32: [Instant]] = [:]
      var checked = 0
      var worst = Nanoseconds.zero
      var offset: UInt32 = 0
      for time in completions {
        if generator.nextIndex(below: 250) == 0 {
          // All messages end; others follow, which begin with the slow stagger.
          for message in 0..<messages {
            reveal.timeline.end(
              message: offset + message,
              at: reveal.timeline.now,
              into: &reveal.releases
            )
          }
          offset += messages
        }
        let message = offset + UInt32(generator.nextIndex(below: Int(messages)))
        waiting[message, default: []].append(Reveal.at(time))
        reveal.chunk(time, part: message, message: message)
      }
      reveal.drain()
      var next: [UInt32: Int] = [:]
      for release in reveal.releases {
        let first = next[release.part, default: 0]
        let queue = waiting[release.part] ?? []
        #expect(queue[first] == release.completed)
        for place in first..<first + release.chunkCount {
          worst = max(worst, release.at - queue[place])
        }
        next[release.part] = first + release.chunkCount
        checked += release.chunkCount
        #expect(release.heldFor <= .milliseconds(32))
      }
      let label: Comment = "SEED=\(PropertySettings.seed), iteration \(iteration)"
      #expect(checked == completions.count, label)
      #expect(worst <= .milliseconds(400), label)
      #expect(reveal.timeline.poolPeak <= 4, label)
      #expect(reveal.timeline.snaps == 0 && reveal.timeline.unfadedReleases == 0, label)
      #expect(reveal.timeline.opacityJumpMax == 0, label)
    }
  }

  @Test
  func stepsAreNeverCloserThanAStaggerAndQuickenPast100Chunks() {
    var reveal = Reveal(.builtIn("reference"))
    for word in 0..<300 { reveal.chunk(Double(word) * 12) }
    reveal.drain()
    let dues = reveal.releases.map(\.due.milliseconds)
    for (due, next) in zip(dues, dues.dropFirst()) {
      #expect(next - due >= (due < 100 * 12 ? 32 : 16))
    }
    #expect(dues.filter { $0 < 1_100 }.count <= 36)
    #expect(zip(dues, dues.dropFirst()).contains { $1 - $0 == 16 })
  }

  @Test func sizesFollowTheBacklog() {
    for (count, sizes) in [(1, [1]), (4, [2, 2]), (5, [4, 1]), (10, [4, 4, 2])] {
      var reveal = Reveal(.builtIn("reference"))
      for _ in 0..<count { reveal.chunk(0) }
      reveal.drain()
      #expect(reveal.sizes == sizes)
    }
    var reveal = Reveal(.builtIn("reference"))
    for _ in 0..<30 { reveal.chunk(0) }
    reveal.drain()
    #expect(reveal.sizes == [8, 8, 8, 4, 2])
  }

  /// With b chunks a step from now on, all that waits is out one stagger before its deadline, and
  /// with b - 1 it is not, unless the table says b.
  @Test func eachBatchIsTheSmallestConstantSizeThatMeetsTheDeadlines() {
    for iteration in 0..<PropertySettings.iterations(200) {
      var generator = SeededGenerator(seed: PropertySettings.seed, index: UInt64(iteration))
      var scheduler = BatchScheduler(stagger: .builtIn("reference"), batch: .builtIn("reference"))
      let load = Load(rate: 300, floodShare: 0.02)
      let completions = Self.completions(load, count: 1_500, &generator)
      var next = 0
      var waiting: [Instant] = []
      while next < completions.count || !scheduler.isEmpty {
        if let step = scheduler.nextStep,
          next == completions.count || step < Reveal.at(completions[next])
        {
          let size = scheduler.step(at: step)
          let stagger = scheduler.staggerInForce
          let meets = { (size: Int) in
            waiting.enumerated().allSatisfy { place, completion in
              let out = step + stagger * (place / size)
              return place < size || out <= completion + .milliseconds(400) - stagger
            }
          }
          let table = waiting.count <= 4 ? 2 : waiting.count <= 10 ? 4 : 8
          let smallest = (table...).first(where: meets) ?? table
          #expect(
            size == min(smallest, waiting.count),
            "SEED=\(PropertySettings.seed), iteration \(iteration), \(waiting.count) wait"
          )
          for _ in 0..<size { _ = scheduler.popFirst() }
          waiting.removeFirst(size)
          scheduler.checkInvariants()
        } else {
          let instant = Reveal.at(completions[next])
          let chunk = Chunk(utf8Count: 1, scalarCount: 1, completed: instant, firstByte: instant)
          scheduler.enqueue(WaitingChunk(part: 1, message: 1, chunk: chunk))
          waiting.append(instant)
          next += 1
        }
      }
    }
  }

  @Test func everythingIsOut400msAfterTheStreamEnds() {
    var reveal = Reveal(.builtIn("reference"))
    for _ in 0..<5_000 { reveal.chunk(1_000) }
    reveal.advance(1_400)
    #expect(reveal.timeline.backlogChunks == 0)
    #expect(reveal.timeline.releasedScalars(of: 1) == 25_000)
  }

  @Test func lateCallsChangeNothing() {
    var generator = SeededGenerator(seed: PropertySettings.seed)
    let completions = Self.completions(Load(rate: 200, floodShare: 0.01), count: 2_000, &generator)
    var early = Reveal(.builtIn("reference"))
    var late = Reveal(.builtIn("reference"))
    var tick = 0.0
    for time in completions {
      while tick < time {
        early.advance(tick)
        tick += 3
      }
      early.chunk(time)
      late.chunk(time)
    }
    early.drain()
    late.advance(1e6)
    #expect(early.releases == late.releases)
  }

  @Test func fullLoadRetimesInsteadOfSnapping() {
    var reveal = Reveal(.builtIn("reference"))
    var before = reveal.fades(0)
    for time in stride(from: 0.0, to: 900, by: 0.5) {
      if time < 300, time.truncatingRemainder(dividingBy: 5) == 0 { reveal.chunk(time) }
      reveal.advance(time)
      let now = reveal.fades(time)
      for fade in now {
        guard let old = before.first(where: { $0.start == fade.start }) else {
          #expect(fade.opacity < 0.05, "a fade starts at \(fade.opacity)")
          continue
        }
        #expect(fade.opacity >= old.opacity && fade.opacity - old.opacity < 0.05)
      }
      before = now
    }
    #expect(reveal.timeline.snaps == 0)
  }
}
