import Revealing
import Testing
import Timebase
import TokenStreaming

/// The laws of the scheduler and the pool that every design keeps, at every rate, for several
/// messages at once.
@Suite struct PoolLawTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var rule: RevealRule
    var testDescription: String { name }
  }

  /// The six designs, and each way of a full pool with each kind of slot.
  static let cases: [Case] =
    SeedDefectTests.designs.map { Case(name: $0.name, rule: $0.reveal) }
    + [PoolOverflow.wait, .evict, .bypass, .compress].flatMap { overflow in
      [PoolSlot.batch, .word].map { slot in
        Case(
          name: "\(overflow), a slot a \(slot)",
          rule: RevealRule(
            stagger: .builtIn("reference"),
            batch: .builtIn("reference"),
            pool: PoolRule(overflow: overflow, slot: slot),
            fade: .builtIn("reference")
          )
        )
      }
    }

  struct Load: Sendable {
    var rate: Double
    var floods: Double
  }
  static let loads = [1.0, 10, 60, 500, 10_000].flatMap { rate in
    [0, 0.05].map { Load(rate: rate, floods: $0) }
  }

  /// When words are complete, in ms: at a rate, and now and then a stall with a flood after it.
  static func completions(_ load: Load, _ generator: inout SeededGenerator) -> [Double] {
    var result: [Double] = []
    var time = 0.0
    while result.count < 120 {
      if generator.nextFraction() < load.floods {
        time += generator.nextFraction() * 1_600
        result += Array(repeating: time, count: 1 + generator.nextIndex(below: 60))
      } else {
        time += generator.nextFraction() * 2_000 / load.rate
        result.append(time)
      }
    }
    return result
  }

  static func run(
    _ body: (_ load: Load, _ generator: inout SeededGenerator, _ label: Comment) -> Void
  ) {
    for iteration in 0..<PropertySettings.iterations(2) {
      for (place, load) in loads.enumerated() {
        let index = UInt64(iteration * loads.count + place)
        var generator = SeededGenerator(seed: PropertySettings.seed, index: index)
        body(load, &generator, "SEED=\(PropertySettings.seed), iteration \(iteration), \(load)")
      }
    }
  }

  /// First come, first served; nothing starves; the text is exact.
  @Test(arguments: cases)
  func chunksAreReleasedInTheOrderOfTheirCompletion(of design: Case) {
    Self.run { load, generator, label in
      var reveal = Reveal(design.rule)
      var order: [UInt32] = []
      for time in Self.completions(load, &generator) {
        let message = UInt32(generator.nextIndex(below: 3))
        order.append(message)
        reveal.chunk(time, part: message, message: message)
        #expect(reveal.timeline.fadeCount <= 4, label)
      }
      reveal.drain()
      #expect(reveal.timeline.backlogChunks == 0 && reveal.timeline.poolPeak <= 4, label)
      // What is released together may span messages: within it each part has its own release.
      var start = 0
      var place = 0
      while start < reveal.releases.count {
        let moment = reveal.releases[start].at
        let together = reveal.releases[start...].prefix { $0.at == moment }
        var counts: [UInt32: Int] = [:]
        for release in together { counts[release.part, default: 0] += release.chunkCount }
        for _ in 0..<counts.values.reduce(0, +) {
          guard place < order.count else { break }
          counts[order[place], default: 0] -= 1
          place += 1
        }
        #expect(counts.values.allSatisfy { $0 == 0 }, "\(moment): out of order, \(label)")
        start += together.count
      }
      #expect(place == order.count, label)
    }
  }

  /// Steps come no closer than the stagger in force, whoever waits for a slot.
  @Test(arguments: cases)
  func twoStepsAreNeverCloserThanAStagger(of design: Case) {
    guard case .steps(_, let least, _) = design.rule.stagger else { return }
    Self.run { load, generator, label in
      var reveal = Reveal(design.rule)
      for time in Self.completions(load, &generator) { reveal.chunk(time) }
      reveal.drain()
      let dues = reveal.releases.map(\.due)
      for (due, next) in zip(dues, dues.dropFirst()) where next != due {
        // The due instant of a step that waited for a slot is that of its plan.
        if design.rule.pool.overflow != .wait { #expect(next - due >= least, label) }
      }
      let steps = Set(reveal.releases.filter { $0.at == $0.due }.map(\.at)).sorted()
      for (step, next) in zip(steps, steps.dropFirst()) { #expect(next - step >= least, label) }
    }
  }

  /// Whoever asks late, or often, gets the same releases at the same instants.
  @Test(arguments: cases)
  func whatHappensDoesNotDependOnWhenOneLooks(at design: Case) {
    Self.run { load, generator, label in
      let completions = Self.completions(load, &generator)
      var early = Reveal(design.rule)
      var late = Reveal(design.rule)
      var tick = 0.0
      for time in completions {
        tick = max(tick, time - 60)
        while tick < time {
          early.advance(tick)
          tick += 5
        }
        early.chunk(time)
        late.chunk(time)
      }
      early.drain()
      late.advance(1e7)
      #expect(early.releases == late.releases, label)
      #expect(early.timeline.snaps == late.timeline.snaps, label)
      #expect(early.timeline.poolPeak == late.timeline.poolPeak, label)
    }
  }

  /// Around every instant at which something happens: a fade goes on from where it is, a new one
  /// begins at 0, and one that ends has come to 1, but for an eviction, which is counted.
  @Test(arguments: cases)
  func opacityNeverJumpsButAtACountedSnap(of design: Case) {
    guard case .timed = design.rule.fade else { return }
    Self.run { load, generator, label in
      var reveal = Reveal(design.rule)
      let completions = Self.completions(load, &generator)
      var next = 0
      while next < completions.count || reveal.timeline.nextDue != nil {
        var moment = reveal.timeline.nextDue ?? .distantFuture
        if next < completions.count { moment = min(moment, Reveal.at(completions[next])) }
        let before = moment - Nanoseconds(rawValue: 1)
        if before > reveal.timeline.now {
          reveal.timeline.advance(to: before, into: &reveal.releases)
        }
        let old = Self.opacities(reveal, at: moment)
        let snaps = reveal.timeline.snaps
        while next < completions.count, Reveal.at(completions[next]) == moment {
          reveal.chunk(completions[next], part: UInt32(next % 2))
          next += 1
        }
        reveal.timeline.advance(to: moment, into: &reveal.releases)
        let new = Self.opacities(reveal, at: moment)
        for (place, opacity) in new {
          #expect(abs(opacity - (old[place] ?? 0)) < 1e-6, "\(moment), \(label)")
        }
        let cut = old.filter { new[$0.key] == nil && $0.value < 1 - 1e-6 }.count
        // A slot of a batch holds text of two parts at most here.
        #expect(cut <= 2 * (reveal.timeline.snaps - snaps), "\(moment), \(label)")
      }
      if design.rule.pool.overflow != .evict { #expect(reveal.timeline.snaps == 0, label) }
    }
  }

  /// The opacity of each fading stretch of the parts 0 and 1, by part and first scalar.
  static func opacities(_ reveal: Reveal, at moment: Instant) -> [[Int]: Double] {
    var result: [[Int]: Double] = [:]
    for part in 0..<UInt32(2) {
      reveal.timeline.forEachFade(of: part, at: moment) { start, _, opacity in
        result[[Int(part), start]] = opacity
      }
    }
    return result
  }

  /// A stop shows what waits of its part, frees its slots and lets the others go on.
  @Test(arguments: cases)
  func aStopEndsItsPartAndNoOther(under design: Case) {
    Self.run { load, generator, label in
      var reveal = Reveal(design.rule)
      let completions = Self.completions(load, &generator)
      let stop = generator.nextIndex(below: completions.count)
      for (place, time) in completions.enumerated() {
        let part = UInt32(place > stop ? 1 : place % 2)
        reveal.chunk(time, part: part, message: part)
        guard place == stop else { continue }
        let waiting = reveal.timeline.backlogChunks(of: 1)
        reveal.snap(time, part: 0)
        #expect(reveal.timeline.backlogChunks(of: 0) == 0, label)
        #expect(reveal.fades(time, part: 0).isEmpty, label)
        #expect(reveal.timeline.backlogChunks(of: 1) == waiting, label)
        #expect(reveal.released(0) == reveal.given[0] ?? 0, label)
      }
      reveal.drain()
      for (part, count) in reveal.given { #expect(reveal.released(part) == count, label) }
      #expect(!reveal.timeline.isFading && reveal.timeline.backlogChunks == 0, label)
    }
  }
}
