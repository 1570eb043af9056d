import ChatSurface
import FrameMetrics
import FramePacing
import LoadGeneration
import PublishedDesigns
import Revealing
import Scenarios
import Testing
import Timebase
import TokenStreaming

@Suite struct AblationTests {
  /// Every stored property of a profile with its value as text; rules of the reveal and of its pool
  /// one by one.
  private func properties(of profile: Profile) -> [String: String] {
    func read(_ value: Any, _ prefix: String) -> [String: String] {
      var found: [String: String] = [:]
      for child in Mirror(reflecting: value).children {
        guard let label = child.label else { continue }
        let path = prefix + label
        if child.value is RevealRule || child.value is PoolRule {
          found.merge(read(child.value, path + "."), uniquingKeysWith: { first, _ in first })
        } else {
          found[path] = "\(child.value)"
        }
      }
      return found
    }
    var found = read(profile, "")
    for key in ["name", "summary", "placement"] { found[key] = nil }
    found.merge(read(profile.published, ""), uniquingKeysWith: { one, _ in one })
    return found
  }

  /// The stored properties of a profile that a concern stands for, as paths of names.
  private func properties(of concern: AblationConcern) -> [String] {
    switch concern {
    case .stagger: ["reveal.stagger", "reveal.batch"]
    case .pool: ["reveal.pool.limit", "reveal.pool.overflow"]
    case .slot: ["reveal.pool.slot"]
    case .fade: ["reveal.fade"]
    case .afterSend: ["afterSend"]
    case .jump: ["jump"]
    case .shortContent: ["shortContent"]
    case .appends: ["nearEnd", "appends"]
    case .placeholder: ["placeholder"]
    case .layout: ["layout", "historyPage", "insertsAbove"]
    case .markdown: ["markdown", "unfinishedMarks"]
    case .jumps: ["jumpPlace", "jumpEnd"]
    case .keyboard: ["keyboard", "dismissal"]
    case .measuring, .chunking, .blank, .opening, .composer, .fallback, .style,
      .entrance, .focus, .deceleration, .updates:
      [concern.rawValue]
    }
  }

  @Test func everyPropertyOfAProfileBelongsToOneConcern() {
    let covered = AblationConcern.allCases.flatMap(properties(of:))
    #expect(Set(covered).count == covered.count, "a property belongs to two concerns")
    #expect(
      Set(covered) == Set(properties(of: .reference).keys),
      "give a new property of Profile to a concern of AblationConcern"
    )
  }

  @Test func aSwitchChangesItsConcernAndNothingElse() {
    let base = properties(of: .reference)
    for ablation in Ablation.all() {
      guard case .profile(let profile) = ablation.outcome else { continue }
      let source = Profile.all.first { $0.name == ablation.usedBy[0] }.map(properties(of:)) ?? [:]
      for (path, value) in properties(of: profile) {
        let isOfConcern = properties(of: ablation.concern).contains(path)
        #expect(value == (isOfConcern ? source[path] : base[path]), "\(profile.name): \(path)")
      }
      #expect(
        properties(of: ablation.concern).contains { base[$0] != source[$0] },
        "\(profile.name) changes nothing"
      )
    }
  }

  @Test func everyChoiceOfEveryProfileIsTriedOnce() {
    let ablations = Ablation.all()
    let base = properties(of: .reference)
    for concern in AblationConcern.allCases {
      let mine = ablations.filter { $0.concern == concern }
      // All of them leave the scroll view's own rate; none says what becomes of jumps and replaced texts.
      let isSame = [.deceleration, .jumps, .updates].contains(concern)
      #expect(mine.isEmpty == isSame, "\(concern)")
      #expect(Set(mine.map(\.alternative)).count == mine.count)
      for profile in Profile.all where profile.name != "reference" {
        let values = properties(of: profile)
        let differs = properties(of: concern).contains { base[$0] != values[$0] }
        let isTried = mine.contains { $0.usedBy.contains(profile.name) }
        #expect(isTried || !differs, "\(concern) of \(profile.name) is not tried")
      }
    }
    let names = ablations.compactMap(\.entry.profile)
    #expect(Set(names).count == names.count)
  }

  @Test func namesSayWhatWasSwitched() {
    let names = Set(Ablation.all().compactMap(\.entry.profile))
    for name in [
      "reference+layout=adjusting-array", "reference+layout=unsized-array",
      "reference+measuring=per-message-batched", "reference+measuring=eagerly",
      "reference+chunking=whole-delta", "reference+stagger=32ms-by-1-2-1to5",
      "reference+stagger=32ms-then-16ms-by-2to4-8", "reference+pool=evict", "reference+slot=word",
      "reference+fade=500ms-in-out-quad", "reference+fade=none",
      "reference+after-send=push-and-pin", "reference+after-send=follow-within-100pt",
      "reference+blank=always-shrinking-after-500ms-question-of-88pt",
      "reference+blank=from-first-send-without-composer", "reference+opening=three-jumps",
      "reference+composer=eases-to-end-near-it", "reference+keyboard=shifts-list-by-finger",
      "reference+scroll-to-end=debounced", "reference+fallback=none",
      "reference+fallback=below-50fps", "reference+markdown=whole",
      "reference+style=16x12-user-16x12-assistant", "reference+short-content=bottom",
      "reference+appends=left", "reference+placeholder=added-with-send",
      "reference+entrance=when-measured", "reference+focus=at-release",
    ] {
      #expect(names.contains(name), "\(name)")
    }
  }

  @Test func impossiblePairsSayWhy() {
    let impossible = Ablation.all().compactMap { ablation -> [String]? in
      guard case .impossible(let reason) = ablation.outcome else { return nil }
      #expect(ablation.entry.profile == nil && ablation.entry.impossible == reason)
      return [ablation.concern.rawValue, ablation.alternative, reason]
    }
    let steps = "a pool that compresses ends fades within one stagger, and here there are no steps"
    #expect(
      impossible == [
        ["stagger", "on-demand-by-2", steps], ["stagger", "none", steps],
        [
          "pool", "none", "a pool holds fades, and the designs without one show text as it comes",
        ],
        ["slot", "none", "a slot holds a fade, and the designs without one show text as it comes"],
      ]
    )
  }

  @Test func impossiblePairsAreImpossibleFromOtherBasesToo() {
    let fromTips = Ablation.all(from: .builtIn("swiftui-tips"))
    let compress = fromTips.first { $0.concern == .pool && $0.alternative == "compress" }
    #expect(compress?.entry.impossible != nil)
    #expect(compress?.usedBy == ["reference"])
  }

  /// Whatever is combined, the text is whole and in order and the surface's invariants hold.
  /// A switch that would run the base once more is said to be none.
  @Test func aChoiceThatHasNoSayIsNotTried() throws {
    for base in Profile.all {
      let choices = ProfileChoices(of: base)
      for ablation in Ablation.all(from: base) {
        guard case .profile(let profile) = ablation.outcome else { continue }
        #expect(ProfileChoices(of: profile) != choices, "\(profile.name)")
      }
    }
    let pinned = Ablation.all(from: .builtIn("conversation-kit")).filter { $0.concern == .blank }
    #expect(!pinned.isEmpty)
    for ablation in pinned {
      let words = try #require(ablation.entry.impossible)
      #expect(words.contains("no effect with the other choices of conversation-kit"))
    }
  }

  /// Every other choice is seen in one of the short scenarios that an ablation runs: another frame log,
  /// of which the table may still say that its figures are the same. Two mean what the reference does:
  /// its blank, too, shrinks by what the keyboard covers, and it follows the end that a bottom anchor
  /// holds.
  @Test func everyAlternativeIsSeenInAShortScenarioOfAnAblation() throws {
    let catalog = ScenarioCatalog(folder: ProfileFileTests.scenarios)
    let names = Ablation.standardScenarios.filter { $0.hasPrefix("choices-") }
    #expect(names.count == 5)
    var loads: [(name: String, device: Device, events: [TimedLoadEvent], base: [UInt8])] = []
    for name in names {
      let scenario = try catalog.scenario(named: name)
      let device = try #require(scenario.device)
      let events = scenario.timeline(on: device)
      loads.append((name, device, events, TestBench.run(events, device: device).log))
    }
    var unseen: Set<String> = []
    for ablation in Ablation.all() {
      guard case .profile(let profile) = ablation.outcome else { continue }
      let isSeen = loads.contains { load in
        TestBench.run(load.events, profile: profile, device: load.device).log != load.base
      }
      if !isSeen { unseen.insert(profile.name) }
    }
    // An empty answer that stands for one to come is the host's: no short scenario has one.
    #expect(
      unseen == [
        "reference+keyboard=shrinks-blank", "reference+opening=bottom-anchor",
        "reference+placeholder=empty-answer",
      ]
    )
  }

  @Test func everyPossiblePairShowsTheWholeText() {
    var events = TestBench.answer(words: 60, everyMilliseconds: 4)
    events += [
      TimedLoadEvent(event: .surface(.prepend(TestHistory.page)), atMilliseconds: 150),
      TimedLoadEvent(
        event: .surface(
          .keyboard(height: .init(points: 260), duration: .milliseconds(250), .easeInOut)
        ),
        atMilliseconds: 180
      ),
      TimedLoadEvent(event: .surface(.composer(lines: 3)), atMilliseconds: 220),
      TimedLoadEvent(event: .surface(.fling(velocity: 900)), atMilliseconds: 260),
    ]
    for ablation in Ablation.all() {
      guard case .profile(let profile) = ablation.outcome else { continue }
      let result = TestBench.run(TestBench.ordered(events), profile: profile)
      #expect(result.outcome.text.isExact, "\(profile.name)")
      #expect(result.outcome.refusals.isEmpty, "\(profile.name)")
      #expect(result.outcome.counts.poolPeak <= 4, "\(profile.name)")
    }
  }

  // MARK: Words shown

  @Test func wordsShownAreCountedBetweenTheFirstAndTheLastFrameThatShowsMore() throws {
    let result = TestBench.run(TestBench.answer(words: 200, everyMilliseconds: 100))
    let metrics = TestBench.metrics(of: result.outcome, at: RefreshRate(hertz: 60))
    let rate = try #require(metrics.first { $0.metric == "words_shown_per_s" }?.value)
    // Ten words a second arrive and are shown as they come.
    #expect(abs(rate - 10) < 0.3, "\(rate)")
  }

  /// Four words at a time, each for 500 ms.
  @Test func withACorrectPoolTheSwiftUITranslationShowsEightWordsASecond() throws {
    let events = TestBench.answer(words: 200, everyMilliseconds: 10)
    let result = TestBench.run(events, profile: .builtIn("swiftui-tips"))
    let metrics = TestBench.metrics(of: result.outcome, at: RefreshRate(hertz: 60))
    let rate = try #require(metrics.first { $0.metric == "words_shown_per_s" }?.value)
    #expect(abs(rate - 8) < 0.5, "\(rate)")
  }

  // MARK: Gaps

  @Test func gapsAreThoseThatTheLoadMeets() {
    let stream = TestBench.answer(words: 3)
    #expect(ProfileGap.gaps(of: "reference", under: stream).isEmpty)
    #expect(
      ProfileGap.gaps(of: "messaging-ui", under: stream).map(\.subject) == [.streaming, .sending]
    )
    #expect(ProfileGap.gaps(of: "vercel-v0", under: stream).isEmpty)
    let page = TimedLoadEvent(event: .surface(.prepend(TestHistory.page)), atMilliseconds: 1)
    #expect(ProfileGap.gaps(of: "swiftui-tips", under: [page]).map(\.subject) == [.prepending])
    #expect(ProfileGap.gaps(of: "vercel-v0", under: [page]).isEmpty, "its list asks for it")
    #expect(ProfileGap.gaps(of: "messaging-ui", under: [page]).isEmpty)
  }
}

/// A page of older messages.
private enum TestHistory {
  static var page: SyntheticHistory { SyntheticHistory(seed: 5, count: 8, lengths: .arena) }
}
