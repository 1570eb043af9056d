import Timebase

// The keys that say what is measured, where the viewport goes and what messages look like.
extension ProfileKey {
  private static let measuresAhead = Condition(
    key: "measuring",
    words: ["lazily", "per-message", "per-message-batched"]
  )
  private static let hasBlank = Condition(
    key: "after_send",
    words: ["blank-size", "follow-within"]
  )

  static let screenKeys: [ProfileKey] = placeKeys + sendKeys + reactionKeys + styleKeys

  private static let placeKeys: [ProfileKey] = [
    ProfileKey(
      name: "layout",
      concern: .layout,
      summary: "How items are kept and placed",
      shape: .words([
        "anchored-tree", "anchored-array", "maintained-array", "adjusting-array", "paged-array",
        "unsized-array",
      ]),
      conditions: [],
      standard: .word("anchored-tree"),
      effect: Effect(
        value: "adjusting-array",
        scenario: "choices-history"
      )
    ),
    ProfileKey(
      name: "measuring",
      concern: .measuring,
      summary: "What is measured when",
      shape: .words([
        "lazily", "per-message", "per-message-batched", "visible-every-frame", "eagerly",
      ]),
      conditions: [],
      standard: .word("lazily"),
      effect: Effect(
        value: "per-message",
        scenario: "choices-history"
      )
    ),
    ProfileKey(
      name: "overscan_viewports",
      concern: .measuring,
      summary: "How far above and below is measured ahead",
      shape: .whole(0...100, unit: "viewports"),
      conditions: [measuresAhead],
      standard: .whole(1),
      effect: Effect(value: "3", scenario: "choices-history")
    ),
    ProfileKey(
      name: "overscan_percent",
      concern: .measuring,
      summary: "What a frame may spend on that, of its period, in declared cost",
      shape: .whole(0...100, unit: "per cent"),
      conditions: [measuresAhead],
      standard: .whole(25),
      effect: Effect(value: "0", scenario: "choices-history")
    ),
    ProfileKey(
      name: "opening",
      concern: .opening,
      summary: "Where a conversation opens, and by which jumps",
      shape: .words([
        "end-in-first-frame", "three-jumps", "jumps-over-frames", "bottom-anchor",
        "top-of-last-turn", "start-of-content",
      ]),
      conditions: [],
      standard: .word("end-in-first-frame"),
      effect: Effect(
        value: "top-of-last-turn",
        scenario: "choices-history"
      )
    ),
    ProfileKey(
      name: "scroll_to_end",
      concern: .jump,
      summary: "How the end is followed while content grows",
      shape: .words(["once-per-frame", "repeated", "debounced"]),
      conditions: [],
      standard: .word("once-per-frame"),
      effect: Effect(
        setting: ["after_send": "follow-within"],
        value: "debounced",
        scenario: "choices-text"
      )
    ),
    ProfileKey(
      name: "short_content",
      concern: .shortContent,
      summary: "Where content shorter than the viewport rests",
      shape: .words(["top", "bottom"]),
      conditions: [],
      standard: .word("top"),
      effect: Effect(value: "bottom", scenario: "choices-new-chat")
    ),
    ProfileKey(
      name: "appends",
      concern: .appends,
      summary: "What a message does that is appended, not by a send",
      shape: .words(["left", "followed-near-end", "brought-to-top"]),
      conditions: [],
      standard: .word("left"),
      effect: Effect(
        value: "brought-to-top",
        scenario: "choices-surroundings"
      )
    ),
    ProfileKey(
      name: "deceleration",
      concern: .deceleration,
      summary: "How fast a fling dies away: 0.998 or 0.99 a millisecond",
      shape: .words(["normal", "fast"]),
      conditions: [],
      standard: .word("normal"),
      effect: Effect(value: "fast", scenario: "choices-history")
    ),
  ]

  private static let sendKeys: [ProfileKey] = [
    ProfileKey(
      name: "after_send",
      concern: .afterSend,
      summary: "What the viewport does when the user sends",
      shape: .words(["blank-size", "push-and-pin", "follow-within"]),
      conditions: [],
      standard: .word("blank-size"),
      effect: Effect(
        value: "push-and-pin",
        scenario: "choices-new-chat"
      )
    ),
    ProfileKey(
      name: "follow_within_pt",
      concern: .afterSend,
      summary: "How near the end a send follows it",
      shape: .whole(0...100_000, unit: "points"),
      conditions: [Condition(key: "after_send", words: ["follow-within"])],
      standard: .whole(100),
      effect: Effect(
        setting: ["after_send": "follow-within"],
        value: "2000",
        scenario: "choices-surroundings"
      )
    ),
    ProfileKey(
      name: "blank_in_force",
      concern: .blank,
      summary: "From when on there is blank space below the last turn",
      shape: .words(["from-first-send", "always"]),
      conditions: [hasBlank],
      standard: .word("from-first-send"),
      effect: Effect(value: "always", scenario: "choices-new-chat")
    ),
    ProfileKey(
      name: "blank_counts_composer",
      concern: .blank,
      summary: "Whether the composer's height is taken off the blank",
      shape: .flag,
      conditions: [hasBlank],
      standard: .flag(true),
      effect: Effect(value: "false", scenario: "choices-new-chat")
    ),
    ProfileKey(
      name: "blank_growth_delay_ms",
      concern: .blank,
      summary: "How long growth of the answer has to pause before it takes off the blank",
      shape: .time(0...60_000),
      conditions: [hasBlank],
      standard: .time(.zero),
      effect: Effect(value: "500", scenario: "choices-new-chat")
    ),
    ProfileKey(
      name: "blank_question_max_pt",
      concern: .blank,
      summary: "With how much of its height the question counts at most; null for all of it",
      shape: .wholeOrNull(0...100_000, unit: "points"),
      conditions: [hasBlank],
      standard: .nothing,
      effect: Effect(value: "40", scenario: "choices-new-chat")
    ),
    ProfileKey(
      name: "placeholder",
      concern: .placeholder,
      summary: "Whether a placeholder for the answer is added together with the question",
      shape: .words(["none", "added-with-send"]),
      conditions: [],
      standard: .word("none"),
      effect: Effect(
        value: "added-with-send",
        scenario: "choices-new-chat"
      )
    ),
    ProfileKey(
      name: "entrance",
      concern: .entrance,
      summary: "From when on a new chat's first message comes in",
      shape: .words(["when-sent", "when-measured"]),
      conditions: [],
      standard: .word("when-sent"),
      effect: Effect(
        value: "when-measured",
        scenario: "choices-new-chat"
      )
    ),
  ]

  private static let reactionKeys: [ProfileKey] = [
    ProfileKey(
      name: "composer",
      concern: .composer,
      summary: "What a growing composer does to the end of the content",
      shape: .words([
        "keeps-end", "changes-inset-only", "jumps-when-past-end", "eases-to-end-near-it",
      ]),
      conditions: [],
      standard: .word("keeps-end"),
      effect: Effect(
        value: "eases-to-end-near-it",
        scenario: "choices-surroundings"
      )
    ),
    ProfileKey(
      name: "keyboard",
      concern: .keyboard,
      summary: "What the keyboard does to the content",
      shape: .words([
        "keeps-end", "keeps-end-at-once", "shifts-list", "shrinks-blank", "hidden-on-send",
      ]),
      conditions: [],
      standard: .word("keeps-end"),
      effect: Effect(
        value: "shifts-list",
        scenario: "choices-surroundings"
      )
    ),
    ProfileKey(
      name: "focus",
      concern: .focus,
      summary: "When a swipe up in the composer is judged",
      shape: .words(["at-first-direction", "at-release"]),
      conditions: [],
      standard: .word("at-first-direction"),
      effect: Effect(
        value: "at-release",
        scenario: "choices-surroundings"
      )
    ),
    ProfileKey(
      name: "fallback",
      concern: .fallback,
      summary: "When animation is given up because frames come late",
      shape: .words(["none", "below-five-sixths", "below-rate"]),
      conditions: [],
      standard: .word("none"),
      effect: Effect(
        value: "none",
        scenario: "choices-late-frames"
      )
    ),
    ProfileKey(
      name: "fallback_fps",
      concern: .fallback,
      summary: "Below how many frames a second, at every refresh rate",
      shape: .whole(1...1_000, unit: "frames a second"),
      conditions: [Condition(key: "fallback", words: ["below-rate"])],
      standard: .whole(50),
      effect: Effect(
        setting: ["fallback": "below-rate"],
        value: "20",
        scenario: "choices-late-frames"
      )
    ),
    ProfileKey(
      name: "fallback_hysteresis",
      concern: .fallback,
      summary: "Whether animation comes back only after two clean seconds",
      shape: .flag,
      conditions: [Condition(key: "fallback", words: ["below-five-sixths", "below-rate"])],
      standard: .flag(true),
      effect: Effect(
        value: "false",
        scenario: "choices-late-frames"
      )
    ),
  ]

  private static let styleKeys: [ProfileKey] = [
    ProfileKey(
      name: "user_box_pt",
      concern: .style,
      summary: "Around the text of a user's message; [0, 0] for no box",
      shape: .box,
      conditions: [],
      standard: .box(16, 12),
      effect: Effect(
        value: "[12, 12]",
        scenario: "choices-history"
      )
    ),
    ProfileKey(
      name: "assistant_box_pt",
      concern: .style,
      summary: "Around the text of an assistant's message; [0, 0] for no box",
      shape: .box,
      conditions: [],
      standard: .box(0, 0),
      effect: Effect(
        value: "[16, 12]",
        scenario: "choices-history"
      )
    ),
    ProfileKey(
      name: "spacing_pt",
      concern: .style,
      summary: "Between two messages",
      shape: .whole(0...1_000, unit: "points"),
      conditions: [],
      standard: .whole(12),
      effect: Effect(value: "16", scenario: "choices-history")
    ),
    ProfileKey(
      name: "side_padding_pt",
      concern: .style,
      summary: "Left and right of every message",
      shape: .whole(0...64, unit: "points"),
      conditions: [],
      standard: .whole(16),
      effect: Effect(value: "24", scenario: "choices-history")
    ),
    ProfileKey(
      name: "top_padding_pt",
      concern: .style,
      summary: "Above the first message",
      shape: .whole(0...1_000, unit: "points"),
      conditions: [],
      standard: .whole(16),
      effect: Effect(value: "40", scenario: "choices-new-chat")
    ),
  ]
}
