import ChatSurface
import Revealing
import Testing
import Timebase
import TokenStreaming

/// What is revealed when, without a surface around it.
@Suite struct AnswerRevealTests {
  private func instant(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }

  private func answer(_ handle: UInt32, shown: String = "") -> Answer {
    Answer(
      handle: handle,
      number: handle + 1,
      text: Array(shown.utf8),
      chunker: WordChunker(rule: Profile.reference.chunking, boundaries: nil)
    )
  }

  private func chunk(_ bytes: Int, at milliseconds: Int) -> Chunk {
    let instant = instant(milliseconds)
    return Chunk(utf8Count: bytes, scalarCount: bytes, completed: instant, firstByte: instant)
  }

  /// Tells it what is pending and goes on to an instant.
  private func advance(
    _ reveal: inout AnswerReveal,
    to instant: Instant,
    isAnimated: Bool = true
  ) -> (batches: Int, noted: [FrameObservations.ReleasedBatch]) {
    var frame = FrameContext()
    for command in reveal.pending {
      reveal.run(before: command.instant, noting: &frame)
      reveal.perform(command, isVisible: true, mayAnimate: isAnimated)
    }
    reveal.forgetCommands()
    let batches = reveal.finish(at: instant, isAnimated: isAnimated, noting: &frame) { $0 + 1 }
    reveal.checkInvariants()
    return (batches, frame.observations.releases)
  }

  /// Whatever is complete is released in order, within 400 ms, and never more than was complete.
  @Test func everyChunkIsReleasedInItsTimeAndNoneTwice() {
    for number in 0..<PropertySettings.iterations(60) {
      var generator = SeededGenerator(seed: PropertySettings.seed, index: UInt64(number))
      var reveal = AnswerReveal(Profile.reference.reveal)
      for handle in 0..<3 as Range<UInt32> { reveal.open(answer(handle)) }
      var complete = [0, 0, 0]
      var due: [(instant: Int, handle: Int, bytes: Int)] = []
      var released = [0, 0, 0]
      var noted = 0
      for tick in 1...60 {
        for _ in 0..<generator.nextIndex(below: 4) where tick < 35 {
          let handle = generator.nextIndex(below: 3)
          let bytes = 1 + generator.nextIndex(below: 9)
          complete[handle] += bytes
          due.append((tick * 16 + 400, handle, complete[handle]))
          reveal.put(.complete(UInt32(handle), chunk(bytes, at: tick * 16)))
        }
        noted += advance(&reveal, to: instant(tick * 16)).noted.reduce(0) { $0 + $1.scalars }
        for handle in 0..<3 {
          let now = reveal.timeline.releasedUTF8(of: UInt32(handle))
          #expect(now >= released[handle] && now <= complete[handle])
          #expect(reveal.timeline.releasedScalars(of: UInt32(handle)) == now)
          released[handle] = now
        }
        for chunk in due where chunk.instant <= tick * 16 {
          #expect(released[chunk.handle] >= chunk.bytes, "seed \(PropertySettings.seed), \(number)")
        }
      }
      #expect(released == complete && noted == complete.reduce(0, +))
      #expect(reveal.timeline.poolPeak <= 4)
      #expect((0..<3).allSatisfy { reveal.timeline.backlogChunks(of: $0) == 0 })
    }
  }

  /// What fades goes from 0 to 1 over released text, and is over after the fade time.
  @Test func aFadeLiesInReleasedTextAndEnds() {
    var reveal = AnswerReveal(Profile.reference.reveal)
    reveal.open(answer(7, shown: "seen "))
    #expect(reveal.timeline.releasedUTF8(of: 7) == 5)
    reveal.put(.complete(7, chunk(6, at: 10)))
    #expect(advance(&reveal, to: instant(16)).batches == 1)
    #expect(reveal.timeline.isFading)
    var before = -1.0
    for tick in 1...20 {
      _ = advance(&reveal, to: instant(tick * 16))
      reveal.timeline.forEachFade(of: 7, at: instant(tick * 16)) { start, end, opacity in
        #expect(start == 5 && end == 11)
        #expect(opacity > before && opacity < 1)
        before = opacity
      }
    }
    #expect(before > 0.5)
    _ = advance(&reveal, to: instant(600))
    #expect(!reveal.timeline.isFading && reveal.timeline.nextDue == nil)
  }

  @Test func withoutAnimationNothingFadesOrWaits() {
    var reveal = AnswerReveal(Profile.reference.reveal)
    reveal.open(answer(1))
    for _ in 0..<30 { reveal.put(.complete(1, chunk(4, at: 10))) }
    _ = advance(&reveal, to: instant(10), isAnimated: false)
    #expect(reveal.timeline.releasedUTF8(of: 1) == 120)
    #expect(!reveal.timeline.isFading && reveal.timeline.backlogChunks(of: 1) == 0)
  }

  /// A text that is replaced keeps its common beginning, and shows the rest anew.
  @Test func aReplacedTextFallsBackToWhatItKeeps() {
    var reveal = AnswerReveal(Profile.reference.reveal)
    reveal.open(answer(1))
    reveal.put(.complete(1, chunk(8, at: 10)))
    _ = advance(&reveal, to: instant(20))
    reveal.put(.replace(1, keptUTF8: 3, keptScalars: 3, instant(30)))
    _ = advance(&reveal, to: instant(31))
    #expect(reveal.timeline.releasedUTF8(of: 1) == 3)
    reveal.put(.complete(1, chunk(9, at: 40)))
    _ = advance(&reveal, to: instant(500))
    #expect(reveal.timeline.releasedUTF8(of: 1) == 12)
  }

  /// Nothing of a message that is gone is released, nor noted, and others go on.
  @Test func aForgottenAnswerReleasesNothing() {
    var reveal = AnswerReveal(Profile.reference.reveal)
    for handle in [1, 2] as [UInt32] {
      reveal.open(answer(handle))
      for _ in 0..<20 { reveal.put(.complete(handle, chunk(5, at: 10))) }
    }
    _ = advance(&reveal, to: instant(12))
    reveal.forget(1)
    #expect(reveal.timeline.backlogChunks(of: 1) == 0)
    let noted = advance(&reveal, to: instant(900)).noted
    #expect(noted.allSatisfy { $0.handle == 3 })
    #expect(reveal.timeline.releasedUTF8(of: 2) == 100)
    // The number is given out again: it begins where its own text does.
    reveal.open(answer(1, shown: "ab"))
    #expect(reveal.timeline.releasedUTF8(of: 1) == 2 && reveal.timeline.backlogChunks(of: 1) == 0)
  }

  @Test func aSnapEndsTheFadesOfItsAnswerAndCountsThem() {
    var reveal = AnswerReveal(Profile.reference.reveal)
    for handle in [1, 2] as [UInt32] {
      reveal.open(answer(handle))
      reveal.put(.complete(handle, chunk(5, at: 10)))
    }
    _ = advance(&reveal, to: instant(60))
    reveal.put(.snap(1, instant(70)))
    _ = advance(&reveal, to: instant(80))
    var fading: Set<UInt32> = []
    for handle in [1, 2] as [UInt32] {
      reveal.timeline.forEachFade(of: handle, at: instant(80)) { _, _, _ in fading.insert(handle) }
    }
    #expect(!fading.contains(1))
    #expect(reveal.timeline.snaps >= 1)
    #expect(reveal.timeline.releasedUTF8(of: 1) == 5)
  }
}
