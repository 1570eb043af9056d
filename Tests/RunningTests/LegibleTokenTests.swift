import ChatSurface
import FrameMetrics
import FramePacing
import Lengths
import LoadGeneration
import Records
import Running
import Scenarios
import Testing
import Timebase

/// A token can be read when it is on screen and half opaque, not when it is released.
@Suite struct LegibleTokenTests {
  private func samples(
    _ events: [TimedLoadEvent],
    _ profile: Profile = .reference
  ) -> TextSamples {
    TestBench.run(TestBench.ordered(events), profile: profile).outcome.latency.samples
  }

  /// A profile that fades makes text legible later than it makes it visible; one that does not, at once.
  @Test func aFadeDelaysReadingAndNothingElse() throws {
    let fading = samples(TestBench.answer(words: 20))
    #expect(fading.legibleTokens.count == 20)
    for (legible, visible) in zip(fading.legibleTokens, fading.tokens) {
      // Ease-out is half opaque well within half of its 500 ms; slots may be re-timed to less.
      #expect(legible > visible && legible <= visible + .milliseconds(250))
    }
    let plain = samples(TestBench.answer(words: 20), .builtIn("messaging-ui"))
    #expect(plain.legibleTokens == plain.tokens)
  }

  /// What streams below a question that is pinned to the top is released there, and nobody waits for it: the
  /// design has it so.
  @Test func whatIsReleasedOffScreenIsNotLegible() throws {
    let long = TestBench.answer(words: 800, everyMilliseconds: 5)
    let away = samples(long)
    #expect(away.tokens.count == 800)
    #expect(away.unreadTokens == 0 && away.legibleTokens.count == away.followedTokens)
    #expect(away.legibleTokens.count < 500)
    let jump = TimedLoadEvent(
      .scroll(to: .end, isAnimated: false),
      at: Instant(milliseconds: 9_000)
    )
    let back = samples(long + [jump])
    #expect(back.legibleTokens == away.legibleTokens && back.unreadTokens == 0)
  }

  /// Who waits at an end that a design does not follow cannot read what comes there.
  @Test(arguments: [60, 120]) func whatAFollowerCannotReadIsCounted(hertz: Int) throws {
    var blind = Profile.reference
    blind.afterSend = .followWithin(points: 100_000)
    blind.jump = .debounced(by: .milliseconds(16))
    let words = TestBench.answer(words: 800, everyMilliseconds: 12)
    for (profile, isBlind) in [(Profile.reference, false), (blind, true)] {
      let device = Device.iPhone15Pro.at(hertz: hertz)
      let outcome = TestBench.run(TestBench.ordered(words), profile: profile, device: device)
        .outcome
      let figures = TestBench.metrics(of: outcome, at: device.rate)
      let legible = try #require(figures.value(of: .tokenLegible, .p99)?.value)
      let missed = BudgetJudge(repetitions: [figures], hostShare: 0.5).checks(.standard)
        .filter { $0.state == .missed }.map(\.name)
      #expect((legible > 700) == isBlind, "\(legible)")
      #expect(missed.contains("token_legible_p99_ms") == isBlind, "\(missed)")
      if !isBlind { #expect(!missed.contains("tokens_unread"), "\(missed)") }
    }
  }

  /// What the app takes back nobody waits to read, and what comes in its place is timed by itself.
  @Test(arguments: ["", "word0 word1 "]) func whatIsTakenBackIsNotLate(text: String) {
    let update = TimedLoadEvent(.update("a", text: text), at: Instant(milliseconds: 1_000))
    let tokens = (0..<60).map { index in
      StreamToken(
        at: Instant(milliseconds: 100 + 25 * Double(index)),
        bytes: Array("word\(index) ".utf8)
      )
    }
    let samples = samples(ReplayScript.timeline(tokens, assistant: "a") + [update])
    #expect(samples.unreadTokens == 0)
    #expect(samples.legibleTokens.allSatisfy { $0 <= .milliseconds(700) })
    #expect(samples.legibleTokens.count > 30)
  }

  /// Text behind the keyboard or the composer is on screen and cannot be read.
  @Test func whatTheKeyboardCoversIsNotLegible() {
    let words = TestBench.answer(words: 150, everyMilliseconds: 10)
    let open = TimedLoadEvent(
      .keyboard(height: LayoutUnit(points: 260), duration: .milliseconds(250), .easeInOut),
      at: .zero
    )
    #expect(samples([open] + words).legibleTokens.count < samples(words).legibleTokens.count)
  }

  /// Two answers that stream at once drain each by itself.
  @Test func overlappingStreamsDrainEachByItself() throws {
    var events: [TimedLoadEvent] = []
    for (id, last) in [("a", 1_000.0), ("b", 3_000.0)] {
      events.append(TimedLoadEvent(.streamBegin(MessageID(rawValue: id)), at: .zero))
      for step in 0...10 {
        let bytes = Array("word\(step) ".utf8)
        events.append(
          TimedLoadEvent(
            .token(MessageID(rawValue: id), bytes),
            at: Instant(milliseconds: last / 10 * Double(step))
          )
        )
      }
      events.append(
        TimedLoadEvent(
          .streamEnd(MessageID(rawValue: id), .complete),
          at: Instant(milliseconds: last)
        )
      )
    }
    let drains = samples(events).drains
    #expect(drains.count == 2)
    for drain in drains { #expect(drain > .milliseconds(300) && drain <= .milliseconds(940)) }
  }
}
