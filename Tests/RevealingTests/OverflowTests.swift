import Revealing
import Testing
import Timebase
import TokenStreaming

@Suite struct OverflowTests {
  @Test func waitHoldsUntilAFadeEnds() {
    var reveal = Reveal(.builtIn("swiftui-tips"))
    for _ in 0..<6 { reveal.chunk(0) }
    reveal.drain()
    #expect(reveal.times == [0, 32, 500, 532, 532, 564])
    #expect(reveal.timeline.poolPeak <= 4)
    #expect(reveal.timeline.snaps == 0)
  }

  @Test func waitWithStepsDelaysTheStep() {
    var reveal = Reveal(
      RevealRule(
        stagger: .builtIn("vercel-v0"),
        batch: .builtIn("swiftui-tips"),
        pool: PoolRule(overflow: .wait, slot: .word),
        fade: .builtIn("reference")
      )
    )
    for _ in 0..<6 { reveal.chunk(0) }
    reveal.drain()
    #expect(reveal.times == [0, 32, 500])
    #expect(reveal.releases.map(\.heldFor) == [.zero, .zero, .milliseconds(436)])
    #expect(reveal.sizes == [2, 2, 2])
  }

  @Test func evictEndsTheOldestAtOnce() {
    var reveal = Reveal(.builtIn("vercel-v0"))
    for _ in 0..<6 { reveal.chunk(0) }
    reveal.drain()
    // Six wait: two at once, then one each 32 ms; from the fifth word on the oldest must go.
    #expect(reveal.times == [0, 32, 64, 96, 128])
    #expect(reveal.sizes == [2, 1, 1, 1, 1])
    #expect(reveal.timeline.snaps == 2)
    #expect(reveal.timeline.opacityJumpMax > 0.8)
    #expect(reveal.timeline.poolPeak == 4)
  }

  @Test
  func bypassShowsTheNewTextUnfaded() {
    var reveal = Reveal(.builtIn("parameter-article"))
    for _ in 0..<6 { reveal.chunk(0) }
    reveal.advance(32)
    #expect(reveal.releases.map(\.fades) == [true, false])
    #expect(reveal.sizes == [4, 2])
    #expect(reveal.timeline.unfadedReleases == 1)
    #expect(reveal.fades(32).map(\.start) == [0, 5, 10, 15])
    reveal.drain()
    #expect(reveal.timeline.snaps == 0)
  }

  @Test func compressShortensFadesAndLetsTheOldestGoInOneStagger() {
    var reveal = Reveal(.builtIn("reference"))
    // One word each 32 ms: nothing waits, so fades last 500 ms and the fifth finds a full pool.
    for word in 0..<5 { reveal.chunk(Double(word) * 32) }
    reveal.advance(128)
    #expect(reveal.releases.count == 4)
    #expect(reveal.timeline.backlogChunks == 1)
    #expect(reveal.timeline.nextDue == Reveal.at(160))
    let present = reveal.fades(128)[0].opacity
    #expect(abs(reveal.fades(144)[0].opacity - (present + 1) / 2) < 1e-12)
    reveal.advance(160)
    #expect(reveal.releases[4].at == Reveal.at(160))
    #expect(reveal.releases[4].heldFor == .milliseconds(32))
    #expect(reveal.fades(160).map(\.start) == [5, 10, 15, 20])
    #expect(reveal.timeline.poolPeak == 4 && reveal.timeline.snaps == 0)
  }

  @Test func compressedFadesLastLimitTimesStaggerWhileChunksWait() {
    var reveal = Reveal(.builtIn("reference"))
    for _ in 0..<4 { reveal.chunk(0) }
    reveal.advance(0)
    #expect(reveal.timeline.nextDue == Reveal.at(32))
    reveal.advance(32)
    // The first fade started while two waited: 4 x 32 ms. The second started with none waiting.
    #expect(reveal.timeline.nextDue == Reveal.at(128))
    reveal.advance(128)
    #expect(reveal.timeline.nextDue == Reveal.at(532))
  }

  @Test func aBatchSlotHoldsTextOfSeveralMessages() {
    var reveal = Reveal(.builtIn("reference"))
    reveal.chunk(0, part: 1, message: 1)
    reveal.chunk(0, part: 2, message: 2)
    reveal.chunk(0, part: 1, message: 1)
    reveal.chunk(0, part: 2, message: 2)
    reveal.chunk(0, part: 1, message: 1)
    reveal.advance(0)
    #expect(reveal.releases.map(\.part) == [1, 2])
    #expect(reveal.sizes == [2, 2])
    #expect(reveal.timeline.fadeCount == 1)
    #expect(reveal.fades(0, part: 1).map(\.end) == [10])
    #expect(reveal.fades(0, part: 2).map(\.end) == [10])
  }

  /// Random rules of every kind: text exact and in order, the limit never passed.
  @Test func everyCombinationKeepsTheTextAndTheLimit() {
    let pools: [PoolOverflow] = [.wait, .evict, .bypass, .compress]
    for iteration in 0..<PropertySettings.iterations(300) {
      var generator = SeededGenerator(seed: PropertySettings.seed, index: UInt64(iteration))
      let overflow = pools[generator.nextIndex(below: 4)]
      let staggers: [StaggerRule] = [
        .builtIn("reference"), .builtIn("vercel-v0"), .builtIn("swiftui-tips"), .none, .characters,
      ]
      let stagger = staggers[generator.nextIndex(below: overflow == .compress ? 2 : 4)]
      let batches: [BatchRule] = [
        .builtIn("reference"), .builtIn("vercel-v0"), .builtIn("swiftui-tips"),
        .builtIn("parameter-article"),
      ]
      let rule = RevealRule(
        stagger: stagger,
        batch: batches[generator.nextIndex(below: 4)],
        pool: PoolRule(
          limit: 1 + generator.nextIndex(below: 5),
          overflow: overflow,
          slot: generator.nextIndex(below: 2) == 0 ? .batch : .word
        ),
        fade: [.builtIn("reference"), .builtIn("parameter-article"), .builtIn("vercel-v0")][
          generator.nextIndex(below: 3)
        ]
      )
      var reveal = Reveal(rule)
      var time = 0.0
      for _ in 0..<200 {
        time += generator.nextIndex(below: 20) == 0 ? 700 : generator.nextFraction() * 20
        let part = UInt32(generator.nextIndex(below: 4))
        switch generator.nextIndex(below: 40) {
        case 0: reveal.snap(time, part: generator.nextIndex(below: 3) == 0 ? nil : part)
        case 1: reveal.timeline.setVisible(generator.nextIndex(below: 2) == 0, part: part)
        case 2:
          let animated = generator.nextIndex(below: 3) > 0
          reveal.timeline.setAnimated(animated, at: Reveal.at(time), into: &reveal.releases)
        case 3: reveal.advance(time)
        default:
          for _ in 0..<(generator.nextIndex(below: 10) == 0 ? 30 : 1) {
            reveal.chunk(time, part: part, message: part / 2)
          }
        }
        #expect(reveal.timeline.fadeCount <= rule.pool.limit)
      }
      reveal.drain()
      let label: Comment = "SEED=\(PropertySettings.seed), iteration \(iteration), \(rule)"
      for (part, count) in reveal.given { #expect(reveal.released(part) == count, label) }
      #expect(reveal.timeline.backlogChunks == 0, label)
      #expect(!reveal.timeline.isFading, label)
      #expect(reveal.timeline.poolPeak <= rule.pool.limit, label)
      #expect(reveal.releases.map(\.at) == reveal.releases.map(\.at).sorted(), label)
      #expect(reveal.releases.allSatisfy { $0.completed <= $0.at && $0.due <= $0.at }, label)
      if overflow != .evict && reveal.timeline.snaps == 0 {
        #expect(reveal.timeline.opacityJumpMax == 0, label)
      }
    }
  }
}
