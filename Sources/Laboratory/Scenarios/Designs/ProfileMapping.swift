import ChatSurface
import FramePacing
import MarkdownBlocks
import Ornaments
import PublishedDesigns
import Revealing
import TokenStreaming
import ViewportPlacing

/// Where a profile has the value of each key.
///
/// The same lines take a profile apart and put one together, so that a key is named once for both.
struct ProfileMapping {
  /// The choices that were made of a profile, or that one is made of.
  var choices: ProfileChoices
  /// Whether the choices are made of a profile, and not a profile of them.
  let takesApart: Bool

  /// Goes through every key; one without a value leaves the profile as it is.
  mutating func map(_ profile: inout Profile) {
    mapText(&profile)
    mapReveal(&profile.reveal)
    mapPlaces(&profile)
    mapEnd(&profile)
    mapSending(&profile)
    mapReactions(&profile)
    mapStyle(&profile.style)
  }

  private mutating func mapText(_ profile: inout Profile) {
    choice("chunking", &profile.chunking, [.unicodeWords, .spaces, .wholeDelta, .characters(1)])
    if case .characters(var count) = profile.chunking {
      value("chunk_chars", &count)
      profile.chunking = .characters(count)
    }
    choice("markdown", &profile.markdown, MarkdownRule.allCases)
    choice("unfinished_marks", &profile.unfinishedMarks, UnfinishedMarks.allCases)
  }

  private mutating func mapReveal(_ reveal: inout RevealRule) {
    choice(
      "stagger",
      &reveal.stagger,
      [.none, .onDemand(within: .zero), .steps(every: .zero, faster: .zero, pastChunks: .max)]
    )
    switch reveal.stagger {
    case .none: break
    case .onDemand(var span):
      value("stagger_ms", &span)
      reveal.stagger = .onDemand(within: span)
    case .steps(var every, let faster, var past):
      var later = past == .max ? nil : faster
      value("stagger_ms", &every)
      value("fast_stagger_ms", &later)
      value("fast_past_chunks", &past)
      reveal.stagger = .steps(
        every: every,
        faster: later ?? every,
        pastChunks: later == nil ? .max : past
      )
    }
    value("batch", &reveal.batch.tiers)
    value("deadline_ms", &reveal.batch.deadline)
    choice("pool", &reveal.pool.overflow, [.wait, .evict, .bypass, .compress])
    value("pool_limit", &reveal.pool.limit)
    choice("slot", &reveal.pool.slot, [.batch, .word])
    choice(
      "fade",
      &reveal.fade,
      [nil, .timed(duration: .zero, curve: .linear), .trailing(chunks: 1)],
      called: { $0.map { "\($0)" } ?? "none" }
    )
    switch reveal.fade {
    case nil: break
    case .trailing(var chunks):
      value("trail_chunks", &chunks)
      reveal.fade = .trailing(chunks: chunks)
    case .timed(var duration, var curve):
      value("fade_ms", &duration)
      value("curve", &curve)
      reveal.fade = .timed(duration: duration, curve: curve)
    }
  }

  private mutating func mapPlaces(_ profile: inout Profile) {
    choice("layout", &profile.layout, LayoutRule.allCases)
    if case .pagedArray(var items) = profile.layout {
      value("page_items", &items)
      profile.layout = .pagedArray(items: items)
    }
    choice("inserts_above", &profile.insertsAbove, InsertRule.allCases)
    value("history_page", &profile.historyPage)
    choice(
      "measuring",
      &profile.measuring,
      [
        .lazily(overscanViewports: 0, allowancePercent: 0), .visibleEveryFrame, .eagerly,
        .messages(isBatched: false, overscanViewports: 0, allowancePercent: 0),
        .messages(isBatched: true, overscanViewports: 0, allowancePercent: 0),
      ],
      called: {
        guard case .messages(let isBatched, _, _) = $0 else { return "\($0)" }
        return isBatched ? "per-message-batched" : "per-message"
      }
    )
    guard var (viewports, percent) = profile.measuring.overscan else { return }
    value("overscan_viewports", &viewports)
    value("overscan_percent", &percent)
    if case .messages(let isBatched, _, _) = profile.measuring {
      profile.measuring = .messages(
        isBatched: isBatched,
        overscanViewports: viewports,
        allowancePercent: percent
      )
    } else {
      profile.measuring = .lazily(overscanViewports: viewports, allowancePercent: percent)
    }
  }

  private mutating func mapEnd(_ profile: inout Profile) {
    choice(
      "opening",
      &profile.opening,
      [
        .endInFirstFrame, .threeJumps(wait: .zero), .jumpsOverFrames, .bottomAnchor, .topOfLastTurn,
        .startOfContent, .topThenEnd(wait: .zero), .middleThenEnd(wait: .zero),
      ]
    )
    switch profile.opening {
    case .threeJumps(var wait):
      value("opening_wait_ms", &wait)
      profile.opening = .threeJumps(wait: wait)
    case .topThenEnd(var wait):
      value("opening_wait_ms", &wait)
      profile.opening = .topThenEnd(wait: wait)
    case .middleThenEnd(var wait):
      value("opening_wait_ms", &wait)
      profile.opening = .middleThenEnd(wait: wait)
    case .endInFirstFrame, .jumpsOverFrames, .bottomAnchor, .topOfLastTurn, .startOfContent: break
    }
    choice("jumps", &profile.jumpPlace, [.exact, .byEstimate(retries: 0)])
    if case .byEstimate(var retries) = profile.jumpPlace {
      value("jump_retries", &retries)
      profile.jumpPlace = .byEstimate(retries: retries)
    }
    choice("jump_end", &profile.jumpEnd, JumpEndRule.allCases)
    choice("updates", &profile.updates, UpdateRule.allCases)
    choice(
      "scroll_to_end",
      &profile.jump,
      [.oncePerFrame, .repeated(after: .zero), .debounced(by: .zero)]
    )
    switch profile.jump {
    case .oncePerFrame: break
    case .repeated(var wait):
      value("scroll_to_end_wait_ms", &wait)
      profile.jump = .repeated(after: wait)
    case .debounced(var wait):
      value("scroll_to_end_wait_ms", &wait)
      profile.jump = .debounced(by: wait)
    }
    choice("short_content", &profile.shortContent, ShortContentRule.allCases)
    value("near_end_pt", &profile.nearEnd)
    choice("appends", &profile.appends, AppendRule.allCases)
    choice("deceleration", &profile.deceleration, DecelerationRule.allCases)
  }

  private mutating func mapSending(_ profile: inout Profile) {
    choice("after_send", &profile.afterSend, [.blankSize, .pushAndPin, .followWithin(points: 0)])
    if case .followWithin(var points) = profile.afterSend {
      value("follow_within_pt", &points)
      profile.afterSend = .followWithin(points: points)
    }
    choice("blank_in_force", &profile.blank.isAlwaysInForce, [false, true]) {
      $0 ? "always" : "from-first-send"
    }
    value("blank_counts_composer", &profile.blank.countsComposer)
    value("blank_growth_delay_ms", &profile.blank.growthDelay)
    value("blank_question_max_pt", &profile.blank.tallestQuestion)
    choice("placeholder", &profile.placeholder, PlaceholderRule.allCases)
    choice("entrance", &profile.entrance, EntranceRule.allCases)
  }

  private mutating func mapReactions(_ profile: inout Profile) {
    choice(
      "composer",
      &profile.composer,
      [
        .keepsEnd, .changesInsetOnly, .jumpsWhenPastEnd(again: .zero),
        .easesToEndNearIt(over: .zero),
      ]
    )
    switch profile.composer {
    case .keepsEnd, .changesInsetOnly: break
    case .jumpsWhenPastEnd(var wait):
      value("composer_wait_ms", &wait)
      profile.composer = .jumpsWhenPastEnd(again: wait)
    case .easesToEndNearIt(var length):
      value("composer_ease_ms", &length)
      profile.composer = .easesToEndNearIt(over: length)
    }
    choice("keyboard", &profile.keyboard, KeyboardRule.allCases)
    choice("keyboard_dismissal", &profile.dismissal, DismissalRule.allCases)
    choice("focus", &profile.focus, [.atFirstDirection, .atRelease])
    choice(
      "fallback",
      &profile.fallback,
      [
        nil, .init(entersBelow: .fiveSixths, hasHysteresis: false),
        .init(entersBelow: .framesPerSecond(0), hasHysteresis: false),
      ],
      called: {
        switch $0?.entersBelow {
        case nil: "none"
        case .fiveSixths: "below-five-sixths"
        case .framesPerSecond: "below-rate"
        }
      }
    )
    guard var fallback = profile.fallback else { return }
    if case .framesPerSecond(var count) = fallback.entersBelow {
      value("fallback_fps", &count)
      fallback.entersBelow = .framesPerSecond(count)
    }
    value("fallback_hysteresis", &fallback.hasHysteresis)
    profile.fallback = fallback
  }

  private mutating func mapStyle(_ style: inout MessageStyle) {
    value("user_box_pt", &style.user)
    value("assistant_box_pt", &style.assistant)
    value("spacing_pt", &style.spacing)
    value("side_padding_pt", &style.sidePadding)
    value("top_padding_pt", &style.topPadding)
    value("corner_pt", &style.cornerRadius)
    choice("loading_dots", &style.loadingHeight, [nil, TypingDots.height]) {
      $0 == nil ? "one-line" : "padded"
    }
  }
}

// MARK: One key

extension ProfileMapping {
  /// Maps a choice to its word. A case of `known` may hold any value: that is a key of its own, which
  /// is mapped next.
  private mutating func choice<Choice>(
    _ key: String,
    _ choice: inout Choice,
    _ known: [Choice],
    called name: (Choice) -> String = { "\($0)" }
  ) {
    if takesApart {
      choices[key] = .word(AblationConcern.words(name(choice)))
    } else if let word = choices[key] {
      guard let found = known.first(where: { .word(AblationConcern.words(name($0))) == word })
      else { preconditionFailure("\(key) is \(word.yaml)") }
      choice = found
    }
  }

  /// Maps a value that a file has as it is.
  private mutating func value<Value>(_ key: String, _ value: inout Value) {
    if takesApart {
      choices[key] = ProfileValue(of: value)
    } else if let written = choices[key] {
      value = read(key, written)
    }
  }

  /// The same with `null` for nil.
  private mutating func value<Value>(_ key: String, _ value: inout Value?) {
    if takesApart {
      choices[key] = value.map(ProfileValue.init(of:)) ?? .nothing
    } else if let written = choices[key] {
      value = written == .nothing ? nil : .some(read(key, written))
    }
  }

  private func read<Value>(_ key: String, _ written: ProfileValue) -> Value {
    guard let value: Value = written.read() else {
      preconditionFailure("\(key) is \(written.yaml)")
    }
    return value
  }
}
