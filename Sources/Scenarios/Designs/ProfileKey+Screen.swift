import Timebase

// The keys that say how items are kept, what is measured, and where the viewport goes by itself.
extension ProfileKey {
  private static let measuresAhead = Condition(
    key: "measuring",
    words: ["lazily", "per-message", "per-message-batched"]
  )
  private static let laysOutDownward = Condition(
    key: "layout",
    words: ["adjusting-array", "paged-array", "unsized-array"]
  )
  static let screenKeys: [ProfileKey] = placeKeys + jumpKeys + sendKeys + reactionKeys + styleKeys

  private static let placeKeys: [ProfileKey] = [
    ProfileKey(
      name: "layout",
      concern: .layout,
      summary: "How items are kept and placed",
      shape: .words([
        "anchored-tree", "anchored-array", "maintained-array", "adjusting-array", "paged-array",
        "unsized-array",
      ]),
      standard: .word("anchored-tree"),
      effect: Effect(value: "adjusting-array", scenario: "choices-history")
    ),
    ProfileKey(
      name: "inserts_above",
      concern: .layout,
      summary:
        "What messages that come or go above it do to what is visible; open: the design does "
        + "not say, and what is found of it is said of the model only",
      shape: .words(["keep", "shift", "open"]),
      conditions: [laysOutDownward],
      standard: .word("keep"),
      effect: Effect(
        setting: ["layout": "adjusting-array"],
        value: "shift",
        scenario: "choices-history"
      )
    ),
    ProfileKey(
      name: "history_page",
      concern: .layout,
      summary: "How many messages are shown at first, and come at a time near the first; null: all",
      shape: .wholeOrNull(1...10_000, unit: "messages"),
      standard: .nothing,
      effect: Effect(value: "50", scenario: "choices-history")
    ),
    ProfileKey(
      name: "page_items",
      concern: .layout,
      summary: "How many items a full page has",
      shape: .whole(1...10_000, unit: "items"),
      conditions: [Condition(key: "layout", words: ["paged-array"])],
      standard: .whole(50),
      effect: Effect(setting: ["layout": "paged-array"], value: "20", scenario: "choices-history")
    ),
    ProfileKey(
      name: "measuring",
      concern: .measuring,
      summary: "What is measured when",
      shape: .words([
        "lazily", "per-message", "per-message-batched", "visible-every-frame", "eagerly",
      ]),
      standard: .word("lazily"),
      effect: Effect(value: "per-message", scenario: "choices-history")
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
        "top-of-last-turn", "start-of-content", "top-then-end", "middle-then-end",
      ]),
      standard: .word("end-in-first-frame"),
      effect: Effect(value: "top-of-last-turn", scenario: "choices-history")
    ),
    ProfileKey(
      name: "opening_wait_ms",
      concern: .opening,
      summary: "From the second jump to the third, or from what is shown first to the end",
      shape: .time(1...10_000),
      conditions: [
        Condition(key: "opening", words: ["three-jumps", "top-then-end", "middle-then-end"])
      ],
      standard: .time(.milliseconds(16)),
      effect: Effect(setting: ["opening": "three-jumps"], value: "80", scenario: "choices-history")
    ),
    ProfileKey(
      name: "scroll_to_end",
      concern: .jump,
      summary: "How the end is followed while content grows",
      shape: .words(["once-per-frame", "repeated", "debounced"]),
      standard: .word("once-per-frame"),
      effect: Effect(
        setting: ["after_send": "follow-within"],
        value: "debounced",
        scenario: "choices-text"
      )
    ),
    ProfileKey(
      name: "scroll_to_end_wait_ms",
      concern: .jump,
      summary: "From a jump to its repetition, or from the last change to the jump",
      // A jump is asked for once a frame at most by content, and 16 repetitions may wait.
      shape: .time(1...100),
      conditions: [Condition(key: "scroll_to_end", words: ["repeated", "debounced"])],
      standard: .time(.milliseconds(16)),
      effect: Effect(
        setting: ["after_send": "follow-within", "scroll_to_end": "debounced"],
        value: "60",
        scenario: "choices-text"
      )
    ),
    ProfileKey(
      name: "short_content",
      concern: .shortContent,
      summary: "Where content shorter than the viewport rests",
      shape: .words(["top", "bottom"]),
      standard: .word("top"),
      effect: Effect(value: "bottom", scenario: "choices-new-chat")
    ),
    ProfileKey(
      name: "near_end_pt",
      concern: .appends,
      summary:
        "How far from the end is near it: to follow it, for a growing composer, a typing indicator, "
        + "the button that jumps there",
      shape: .whole(0...100_000, unit: "points"),
      standard: .whole(100),
      effect: Effect(value: "2000", scenario: "choices-surroundings")
    ),
    ProfileKey(
      name: "appends",
      concern: .appends,
      summary: "What a message does that is appended, not by a send",
      shape: .words(["left", "followed-near-end", "followed-by-direction", "brought-to-top"]),
      standard: .word("left"),
      effect: Effect(value: "brought-to-top", scenario: "choices-surroundings")
    ),
    ProfileKey(
      name: "deceleration",
      concern: .deceleration,
      summary: "How fast a fling dies away: 0.998 or 0.99 a millisecond",
      shape: .words(["normal", "fast"]),
      standard: .word("normal"),
      effect: Effect(value: "fast", scenario: "choices-history")
    ),
  ]
}
