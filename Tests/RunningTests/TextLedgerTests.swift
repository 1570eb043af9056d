import ChatSurface
import LoadGeneration
import Records
import Running
import Testing
import Timebase

@Suite struct TextLedgerTests {
  private let names: [Profile] = Profile.all

  @Test func everyProfileShowsWhatWasPutIn() {
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

  /// So must a character that is lost, repeated or in another's place.
  @Test(arguments: TextFault.allCases)
  func aPlantedFaultIsNoticed(fault: TextFault) {
    for profile in names {
      for token in [0, 31, 59] {
        var settings = TestBench.settings()
        (settings.plantedLoss, settings.plantedFault) = (token, fault)
        let text = TestBench.run(
          TestBench.answer(words: 60),
          profile: profile,
          settings: settings
        ).outcome.text
        #expect(!text.isExact, "\(profile.name), token \(token)")
        #expect(text.textIn != text.textOut, "\(profile.name), token \(token)")
      }
    }
  }

  @Test func tokensAfterAStopAreDiscardedAndCounted() {
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
  @Test func brokenBytesAreRepairedOnBothSides() {
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

  // MARK: Edits of what streams

  private func at(_ milliseconds: Double) -> Instant { Instant(milliseconds: milliseconds) }

  private func list(_ texts: (MessageID, String)...) -> SurfaceEvent {
    .replaceAll(
      ListedMessages(texts.map { Message(id: $0.0, role: .assistant, text: $0.1) })
    )
  }

  /// An answer of two tokens; `edit` comes between them, alone or in one frame with both.
  private func answer(_ edits: [SurfaceEvent], isOneFrame: Bool) -> [TimedLoadEvent] {
    let step = isOneFrame ? 0.0 : 100
    var events = [
      TimedLoadEvent(.append(Message(id: "u", role: .user, text: "Say hello")), at: .zero),
      TimedLoadEvent(.streamBegin("a"), at: .zero),
      TimedLoadEvent(.token("a", Array("hello ".utf8)), at: at(100)),
    ]
    events += edits.map { TimedLoadEvent($0, at: at(100 + step)) }
    return events
  }

  /// A new list that gives a streaming message another text, or leaves it out, loses nothing.
  @Test(arguments: [false, true])
  func aListInThePlaceOfAnotherLosesNothing(isOneFrame: Bool) {
    let later: [SurfaceEvent] = [.token("a", Array("and on".utf8)), .streamEnd("a", .complete)]
    let cases: [([SurfaceEvent], String)] = [
      (
        [list(("u", "Say hello"), ("a", "hello world, again "))] + later,
        "hello world, again and on"
      ),
      ([list(("u", "Say hello"), ("a", "hello "))] + later, "hello and on"),
      ([list(("a", "other "), ("b", "new"))] + later, "other and on"),
      (
        [
          list(("u", "Say hello")), .streamBegin("b"), .token("b", Array("anew".utf8)),
          .streamEnd("b", .complete),
        ], "anew"
      ),
      ([list(("u", "Say hello")), .streamBegin("a")] + later, "and on"),
      ([.update("a", text: "hello again ")] + later, "hello again and on"),
      ([.remove("a"), .streamBegin("a")] + later, "and on"),
      ([.removeAll, .streamBegin("a")] + later, "and on"),
      (
        [
          .load(ListedMessages([Message(id: "a", role: .assistant, text: "old ")])),
          .streamBegin("a"),
        ] + later, "and on"
      ),
      (
        [
          .replaceID("a", with: "c"), .token("c", Array("there".utf8)),
          .streamEnd("c", .complete),
        ], "hello there"
      ),
      ([.streamEnd("a", .complete), .streamBegin("a")] + later, "hello and on"),
      (
        [
          .streamEnd("a", .complete), .replaceID("a", with: "c"), .streamBegin("c"),
          .token("c", Array("there".utf8)), .streamEnd("c", .complete),
        ], "hello there"
      ),
      ([.stop, .streamBegin("a")] + later, "hello and on"),
    ]
    for (number, (edits, shown)) in cases.enumerated() {
      for profile in names {
        let outcome = TestBench.run(
          answer(edits, isOneFrame: isOneFrame),
          profile: profile
        ).outcome
        let text = outcome.text
        #expect(outcome.refusals.isEmpty, "\(number), \(profile.name): \(outcome.refusals)")
        #expect(text.isExact, "\(number), \(profile.name)")
        #expect(text.textIn == text.textOut, "\(number), \(profile.name)")
        #expect(text.discardedTokens == 0, "\(number), \(profile.name)")
        let output = String(decoding: text.output, as: UTF8.self)
        #expect(output.hasSuffix(shown), "\(number), \(profile.name): \(output)")
      }
    }
  }

  /// What comes after a replacement is watched like all else.
  @Test func aLossAfterAReplacementIsNoticed() {
    var settings = TestBench.settings()
    settings.plantedLoss = 1
    for edit in [list(("a", "other ")), .update("a", text: "other ")] {
      let later: [SurfaceEvent] = [
        edit, .token("a", Array("and on".utf8)), .streamEnd("a", .complete),
      ]
      for profile in names {
        let text = TestBench.run(
          answer(later, isOneFrame: false),
          profile: profile,
          settings: settings
        ).outcome.text
        #expect(!text.isExact, "\(profile.name)")
      }
    }
  }

  /// Whatever makes a text longer fills the hole before what waits.
  @Test func whatWaitsForItsPlaceIsDueOnceTheHoleIsFilled() {
    let fillers: [SurfaceEvent] = [
      .token("a", Array("two ".utf8)), .tokenAt("a", Array("two ".utf8), scalar: 4),
      .update("a", text: "one two "), list(("u", "Say hello"), ("a", "one two ")),
    ]
    for (number, filler) in fillers.enumerated() {
      let events: [SurfaceEvent] = [
        .append(Message(id: "u", role: .user, text: "Say hello")), .streamBegin("a"),
        .tokenAt("a", Array("one ".utf8), scalar: 0),
        .tokenAt("a", Array("three ".utf8), scalar: 8),
        .tokenAt("a", Array("four".utf8), scalar: 14), filler, .streamEnd("a", .complete),
      ]
      let timed = events.enumerated().map { TimedLoadEvent($1, at: at(100 * Double($0))) }
      for profile in names {
        let text = TestBench.run(timed, profile: profile).outcome.text
        #expect(text.isExact, "\(number), \(profile.name)")
        let output = String(decoding: text.output, as: UTF8.self)
        #expect(output.hasSuffix("one two three four"), "\(number), \(profile.name): \(output)")
        // The engine is never given one of the tokens.
        // An update has the first token's text too.
        for lost in number < 2 ? [0, 1, 2] : [1, 2] {
          var settings = TestBench.settings()
          settings.plantedLoss = lost
          let damaged = TestBench.run(timed, profile: profile, settings: settings).outcome.text
          #expect(!damaged.isExact, "\(number), \(profile.name), without token \(lost)")
        }
      }
    }
  }

  /// A message that came as one that streams, a page that repeats it, a stop of another's task.
  @Test func theAccountKnowsWhoTakesTokens() {
    let events: [SurfaceEvent] = [
      .load(
        ListedMessages([
          Message(id: "u", role: .user, text: "Hello"),
          Message(id: "a", role: .assistant, text: "one ", state: .streaming),
        ])
      ),
      .token("a", Array("two ".utf8)),
      .prepend(
        ListedMessages([
          Message(id: "z", role: .user, text: "Older"),
          Message(id: "a", role: .assistant, text: "another"),
        ])
      ),
      .send("v", text: "And now?"), .streamBegin("b"), .token("b", Array("mine ".utf8)),
      .stop, .token("b", Array("late".utf8)), .token("a", Array("three".utf8)),
      .update("a", text: "one two three four", state: .complete),
      .token("a", Array("late".utf8)), .taskEnd,
    ]
    let timed = events.enumerated().map { TimedLoadEvent($1, at: at(100 * Double($0))) }
    for profile in names {
      let outcome = TestBench.run(timed, profile: profile).outcome
      #expect(outcome.refusals.isEmpty, "\(profile.name): \(outcome.refusals)")
      #expect(outcome.text.isExact, "\(profile.name)")
      #expect(outcome.text.discardedTokens == 2, "\(profile.name)")
      #expect(outcome.counts.knownMessages == 1, "\(profile.name)")
    }
  }

  /// What a host writes into the placeholder is not the answer's.
  @Test func anAnswerThatHasThePlaceholdersNameOwesNothingOfIts() {
    let events = [
      TimedLoadEvent(.send("u", text: "Hello"), at: .zero),
      TimedLoadEvent(.update("u.answer", text: "thinking"), at: at(100)),
      TimedLoadEvent(.streamBegin("u.answer"), at: at(200)),
      TimedLoadEvent(.token("u.answer", Array("hi".utf8)), at: at(200)),
      TimedLoadEvent(.streamEnd("u.answer", .complete), at: at(300)),
      TimedLoadEvent(.taskEnd, at: at(300)),
    ]
    for profile in names where profile.addsPlaceholder {
      let outcome = TestBench.run(events, profile: profile).outcome
      #expect(outcome.refusals.isEmpty, "\(profile.name)")
      #expect(outcome.text.isExact, "\(profile.name)")
      #expect(outcome.text.output == Array("hi".utf8))
    }
  }

  /// Whoever looks at a surface from outside costs it nothing.
  @Test func lookingIsNotCharged() {
    var costs: [Nanoseconds] = []
    for looks in [0, 50] {
      let surface = Surface(
        profile: .reference,
        device: .iPhoneSE,
        measurer: TestBench.tools.measurer,
        parser: TestBench.tools.parser,
        costs: TestBench.costs
      )
      var snapshot = FrameSnapshot()
      surface.frame(
        [ScheduledEvent(.append(Message(id: "a", role: .user, text: "Hello")), at: .zero)],
        at: .zero,
        tick: 0,
        into: &snapshot
      )
      for _ in 0..<looks { #expect(surface.shownText(of: "a")?.text == Array("Hello".utf8)) }
      surface.frame([], at: at(20), tick: 1, into: &snapshot)
      costs.append(Nanoseconds(rawValue: Int64(TestBench.costs.charge(surface.work[.input]))))
    }
    #expect(costs[0] == costs[1])
  }
}
