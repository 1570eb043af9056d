import ConformanceTags
import ChatSurface
import LoadGeneration
import Simulation
import Testing
import Timebase

@Suite struct TextLedgerTests {
  private let names: [Profile] = Profile.all

  @Test(.tags(.profilesTextExact)) func everyProfileShowsWhatWasPutIn() {
    for profile in names {
      let text = TestBench.run(TestBench.answer(words: 120), profile: profile).outcome.text
      #expect(text.isExact)
      #expect(text.textIn == text.textOut)
      #expect(text.input == text.output)
      #expect(
        text.textIn
          == TextDigest.sha256(Array((0..<120).map { "word\($0) " }.joined().utf8))
      )
    }
  }

  /// A chunk that is lost on the way must be noticed.
  @Test(arguments: [0, 57, 119])
  func aPlantedLossIsNoticed(token: Int) {
    for profile in names {
      var settings = TestBench.settings()
      settings.plantedLoss = token
      let text = TestBench.run(
        TestBench.answer(words: 120),
        profile: profile,
        settings: settings
      ).outcome.text
      #expect(!text.isExact, "\(profile.name)")
      #expect(text.textIn != text.textOut)
      #expect(text.isDamaged == (token < 119))
      #expect(text.incomplete.isEmpty == (token < 119))
    }
  }

  @Test(.tags(.fadeAfterStop)) func tokensAfterAStopAreDiscardedAndCounted() {
    var events = TestBench.answer(words: 100)
    events.append(TimedLoadEvent(.stop, at: Instant(milliseconds: 1_105)))
    for profile in names {
      let text = TestBench.run(TestBench.ordered(events), profile: profile).outcome.text
      // Token 50 comes at 1,100 ms; 49 more are late.
      #expect(text.discardedTokens == 49)
      #expect(text.isExact)
      #expect(text.textIn == text.textOut)
      #expect(text.output == Array((0...50).map { "word\($0) " }.joined().utf8))
    }
  }

  @Test func aRemovedMessageOwesNothing() {
    var events = TestBench.answer(words: 100, everyMilliseconds: 2)
    events.append(TimedLoadEvent(.remove("assistant-1"), at: Instant(milliseconds: 150)))
    events = TestBench.ordered(events).filter { event in
      guard case .surface(.token) = event.event else { return true }
      return event.instant < Instant(milliseconds: 150)
    }
    let text = TestBench.run(events).outcome.text
    #expect(text.isExact)
    #expect(text.textIn == text.textOut)
  }

  @Test func textThatWasThereBeforeIsNoPartOfTheStream() {
    let start = Instant(milliseconds: 0)
    let events = [
      TimedLoadEvent(
        .append(Message(id: "a", role: .assistant, text: "Once upon ", state: .streaming)),
        at: start
      ),
      TimedLoadEvent(.streamBegin("a"), at: start),
      TimedLoadEvent(.token("a", Array("a time".utf8)), at: Instant(milliseconds: 40)),
      TimedLoadEvent(.streamEnd("a", .complete), at: Instant(milliseconds: 60)),
    ]
    for profile in names {
      let text = TestBench.run(events, profile: profile).outcome.text
      #expect(text.isExact)
      #expect(text.output == Array("a time".utf8))
    }
  }

  /// Invalid UTF-8 is repaired on both sides alike, however it is cut into tokens.
  @Test(.tags(.chunksInvalidBytes)) func brokenBytesAreRepairedOnBothSides() {
    let bytes: [UInt8] = [0x61, 0xE2, 0x82, 0x20, 0xF0, 0x9F, 0x98, 0x80, 0x20, 0xFF, 0x62, 0xC3]
    var tokens: [StreamToken] = []
    for (index, byte) in bytes.enumerated() {
      tokens.append(StreamToken(at: Instant(milliseconds: Double(index) * 10), bytes: [byte]))
    }
    for profile in names {
      let text = TestBench.run(ReplayScript.timeline(tokens), profile: profile).outcome.text
      #expect(text.isExact)
      #expect(text.output == Array(String(decoding: bytes, as: UTF8.self).utf8))
    }
  }

  @Test func twoAnswersAtOnceAreKeptApart() {
    let start = Instant.zero
    var events = [
      TimedLoadEvent(.streamBegin("a"), at: start), TimedLoadEvent(.streamBegin("b"), at: start),
    ]
    for index in 0..<80 {
      let instant = Instant(milliseconds: Double(index) * 15)
      events.append(TimedLoadEvent(.token("a", Array("left\(index) ".utf8)), at: instant))
      events.append(TimedLoadEvent(.token("b", Array("right\(index) ".utf8)), at: instant))
    }
    let end = Instant(milliseconds: 1_300)
    events.append(TimedLoadEvent(.streamEnd("a", .complete), at: end))
    events.append(TimedLoadEvent(.streamEnd("b", .complete), at: end))
    for profile in names {
      let text = TestBench.run(events, profile: profile).outcome.text
      #expect(text.isExact)
      #expect(text.textIn == text.textOut)
    }
  }
}
