import ChatSurface
import FramePacing
import Lengths
import MarkdownBlocks
import Revealing
import Timebase
import TokenStreaming

// MARK: To a profile

extension ProfileChoices {
  /// Puts a profile together.
  ///
  /// - Precondition: The choices are complete, and none excludes another one; see
  ///   ``ProfileConflict``.
  /// - Complexity: O(keys).
  package func profile(name: String, summary: String) -> Profile {
    Profile(
      name: name,
      summary: summary,
      layout: layout,
      measuring: measuring,
      chunking: chunking,
      reveal: RevealRule(stagger: stagger, batch: batch, pool: pool, fade: fade),
      markdown: pick("markdown", among: MarkdownRule.allCases),
      afterSend: afterSend,
      blank: blank,
      opening: opening,
      composer: composer,
      keyboard: pick("keyboard", among: KeyboardRule.allCases),
      jump: jump,
      fallback: fallback,
      style: MessageStyle(
        user: box("user_box_pt"),
        assistant: box("assistant_box_pt"),
        spacing: whole("spacing_pt"),
        sidePadding: whole("side_padding_pt"),
        topPadding: whole("top_padding_pt"),
        loadingHeight: word("loading_dots") == "one-line" ? nil : TypingDots.height
      ),
      shortContent: pick("short_content", among: ShortContentRule.allCases),
      nearEnd: LayoutUnit(points: whole("near_end_pt")),
      followsAppendsNearEnd: word("appends") == "followed-near-end",
      bringsAppendsToTop: word("appends") == "brought-to-top",
      addsPlaceholder: word("placeholder") == "added-with-send",
      entrance: pick("entrance", among: EntranceRule.allCases),
      focus: pick("focus", among: [ComposerFocus.atFirstDirection, .atRelease]),
      deceleration: pick("deceleration", among: DecelerationRule.allCases),
      historyPage: historyPage,
      unfinishedMarks: pick("unfinished_marks", among: UnfinishedMarks.allCases),
      correction: self["correction"] == nil
        ? .sameFrame : pick("correction", among: CorrectionRule.allCases),
      insertsAbove: self["inserts_above"] == nil
        ? .keep : pick("inserts_above", among: InsertRule.allCases)
    )
  }

  private var layout: LayoutRule {
    guard word("layout") == "paged-array" else {
      return pick("layout", among: LayoutRule.allCases)
    }
    return .pagedArray(items: whole("page_items"))
  }

  private var opening: OpeningRule {
    guard word("opening") == "three-jumps" else {
      return pick(
        "opening",
        among: [
          OpeningRule.endInFirstFrame, .jumpsOverFrames, .bottomAnchor, .topOfLastTurn,
          .startOfContent,
        ]
      )
    }
    return .threeJumps(wait: time("opening_wait_ms"))
  }

  private var composer: ComposerRule {
    switch word("composer") {
    case "jumps-when-past-end": .jumpsWhenPastEnd(again: time("composer_wait_ms"))
    case "eases-to-end-near-it": .easesToEndNearIt(over: time("composer_ease_ms"))
    default: pick("composer", among: [ComposerRule.keepsEnd, .changesInsetOnly])
    }
  }

  private var jump: JumpRule {
    switch word("scroll_to_end") {
    case "repeated": .repeated(after: time("scroll_to_end_wait_ms"))
    case "debounced": .debounced(by: time("scroll_to_end_wait_ms"))
    default: pick("scroll_to_end", among: [JumpRule.oncePerFrame])
    }
  }

  private var measuring: MeasuringRule {
    switch word("measuring") {
    case "lazily":
      .lazily(
        overscanViewports: whole("overscan_viewports"),
        allowancePercent: whole("overscan_percent")
      )
    case "visible-every-frame": .visibleEveryFrame
    case "eagerly": .eagerly
    case let name:
      .messages(
        isBatched: name == "per-message-batched",
        overscanViewports: whole("overscan_viewports"),
        allowancePercent: whole("overscan_percent")
      )
    }
  }

  private var chunking: ChunkRule {
    switch word("chunking") {
    case "unicode-words": .unicodeWords
    case "spaces": .spaces
    case "whole-delta": .wholeDelta
    default: .characters(whole("chunk_chars"))
    }
  }

  private var stagger: StaggerRule {
    switch word("stagger") {
    case "none": return .none
    case "on-demand": return .onDemand(within: time("stagger_ms"))
    default:
      let every = time("stagger_ms")
      guard case .time(let faster) = self["fast_stagger_ms"] else {
        return .steps(every: every, faster: every, pastChunks: .max)
      }
      return .steps(every: every, faster: faster, pastChunks: whole("fast_past_chunks"))
    }
  }

  private var batch: BatchRule {
    guard case .tiers(let tiers) = self["batch"] else {
      return BatchRule(tiers: [BatchRule.Tier(above: 0, size: 1)])
    }
    guard case .time(let deadline) = self["deadline_ms"] else { return BatchRule(tiers: tiers) }
    return BatchRule(tiers: tiers, deadline: deadline)
  }

  /// Without a timed fade the pool has no say; it then is what it is in designs that have none.
  private var pool: PoolRule {
    guard self["pool"] != nil else { return PoolRule(limit: 4, overflow: .bypass, slot: .batch) }
    return PoolRule(
      limit: whole("pool_limit"),
      overflow: pick("pool", among: [PoolOverflow.wait, .evict, .bypass, .compress]),
      slot: pick("slot", among: [PoolSlot.batch, .word])
    )
  }

  private var fade: FadeRule? {
    switch word("fade") {
    case "none": nil
    case "trailing": .trailing(chunks: whole("trail_chunks"))
    default: .timed(duration: time("fade_ms"), curve: curve)
    }
  }

  private var curve: TimingCurve {
    if case .points(let points) = self["curve"] {
      return .cubicBezier(x1: points[0], y1: points[1], x2: points[2], y2: points[3])
    }
    let name = word("curve")
    guard let (_, curve) = TimingCurve.named.first(where: { $0.name == name }) else {
      preconditionFailure("no curve is named \(name)")
    }
    return curve
  }

  private var afterSend: SendRule {
    switch word("after_send") {
    case "blank-size": .blankSize
    case "push-and-pin": .pushAndPin
    default: .followWithin(points: whole("follow_within_pt"))
    }
  }

  private var blank: BlankSize {
    guard self["blank_in_force"] != nil else { return BlankSize() }
    var blank = BlankSize(
      countsComposer: flag("blank_counts_composer"),
      isAlwaysInForce: word("blank_in_force") == "always",
      growthDelay: time("blank_growth_delay_ms")
    )
    if case .whole(let points) = self["blank_question_max_pt"] {
      blank.tallestQuestion = LayoutUnit(points: points)
    }
    return blank
  }

  private var fallback: FallbackRule.Configuration? {
    switch word("fallback") {
    case "none": nil
    case "below-five-sixths":
      FallbackRule.Configuration(
        entersBelow: .fiveSixths,
        hasHysteresis: flag("fallback_hysteresis")
      )
    default:
      FallbackRule.Configuration(
        entersBelow: .framesPerSecond(whole("fallback_fps")),
        hasHysteresis: flag("fallback_hysteresis")
      )
    }
  }
}

// MARK: Values

extension ProfileChoices {
  private func word(_ key: String) -> String {
    guard case .word(let word) = self[key] else { missing(key) }
    return word
  }

  private func whole(_ key: String) -> Int {
    guard case .whole(let count) = self[key] else { missing(key) }
    return count
  }

  private func time(_ key: String) -> Nanoseconds {
    guard case .time(let span) = self[key] else { missing(key) }
    return span
  }

  private func flag(_ key: String) -> Bool {
    guard case .flag(let isTrue) = self[key] else { missing(key) }
    return isTrue
  }

  private func box(_ key: String) -> MessageStyle.Box {
    guard case .box(let horizontal, let vertical) = self[key] else { missing(key) }
    return MessageStyle.Box(horizontal: horizontal, vertical: vertical)
  }

  private var historyPage: Int? {
    if case .whole(let count) = self["history_page"] { count } else { nil }
  }

  /// The case whose name is the key's word, `oneOfThese` as `one-of-these`.
  private func pick<Choice>(_ key: String, among choices: [Choice]) -> Choice {
    let word = word(key)
    guard let found = choices.first(where: { AblationConcern.words("\($0)") == word }) else {
      missing(key)
    }
    return found
  }

  private func missing(_ key: String) -> Never {
    preconditionFailure("\(key) is \(self[key]?.yaml ?? "not there")")
  }
}
