import Timebase

// The keys that say how items are kept, what is measured, and where the viewport goes by itself.
extension ProfileKey {
  private static let measuresAhead = Condition(
    "measuring",
    "lazily",
    "per-message",
    "per-message-batched"
  )
  private static let laysOutDownward = Condition(
    "layout",
    "adjusting-array",
    "paged-array",
    "unsized-array"
  )
  static let screenKeys: [ProfileKey] = placeKeys + jumpKeys + sendKeys + reactionKeys + styleKeys

  private static let placeKeys: [ProfileKey] = [
    ProfileKey("layout", .layout, "How items are kept and placed")
      .takes(
        .words([
          "anchored-tree", "anchored-array", "maintained-array", "adjusting-array", "paged-array",
          "unsized-array",
        ]),
        .word("anchored-tree")
      )
      .seen(as: "adjusting-array", in: "choices-history"),
    ProfileKey(
      "inserts_above",
      .layout,
      "What messages that come or go above it do to what is visible; open: the design does not "
        + "say, and what is found of it is said of the model only"
    )
    .takes(.words(["keep", "shift", "open"]), .word("keep"))
    .when(laysOutDownward)
    .seen(as: "shift", in: "choices-history", with: ["layout": "adjusting-array"]),
    ProfileKey(
      "history_page",
      .layout,
      "How many messages are shown at first, and come at a time near the first; null: all"
    )
    .takes(.wholeOrNull(1...10_000, unit: "messages"), .nothing)
    .seen(as: "50", in: "choices-history"),
    ProfileKey("page_items", .layout, "How many items a full page has")
      .takes(.whole(1...10_000, unit: "items"), .whole(50))
      .when(Condition("layout", "paged-array"))
      .seen(as: "20", in: "choices-history", with: ["layout": "paged-array"]),
    ProfileKey("measuring", .measuring, "What is measured when")
      .takes(
        .words(["lazily", "per-message", "per-message-batched", "visible-every-frame", "eagerly"]),
        .word("lazily")
      )
      .seen(as: "per-message", in: "choices-history"),
    ProfileKey("overscan_viewports", .measuring, "How far above and below is measured ahead")
      .takes(.whole(0...100, unit: "viewports"), .whole(1))
      .when(measuresAhead)
      .seen(as: "3", in: "choices-history"),
    ProfileKey(
      "overscan_percent",
      .measuring,
      "What a frame may spend on that, of its period, in declared cost"
    )
    .takes(.whole(0...100, unit: "per cent"), .whole(25))
    .when(measuresAhead)
    .seen(as: "0", in: "choices-history"),
    ProfileKey("opening", .opening, "Where a conversation opens, and by which jumps")
      .takes(
        .words([
          "end-in-first-frame", "three-jumps", "jumps-over-frames", "bottom-anchor",
          "top-of-last-turn", "start-of-content", "top-then-end", "middle-then-end",
        ]),
        .word("end-in-first-frame")
      )
      .seen(as: "top-of-last-turn", in: "choices-history"),
    ProfileKey(
      "opening_wait_ms",
      .opening,
      "From the second jump to the third, or from what is shown first to the end"
    )
    .takes(.time(1...10_000), .time(.milliseconds(16)))
    .when(Condition("opening", "three-jumps", "top-then-end", "middle-then-end"))
    .seen(as: "80", in: "choices-history", with: ["opening": "three-jumps"]),
    ProfileKey("scroll_to_end", .jump, "How the end is followed while content grows")
      .takes(.words(["once-per-frame", "repeated", "debounced"]), .word("once-per-frame"))
      .seen(as: "debounced", in: "choices-text", with: ["after_send": "follow-within"]),
    ProfileKey(
      "scroll_to_end_wait_ms",
      .jump,
      "From a jump to its repetition, or from the last change to the jump"
    )
    // A jump is asked for once a frame at most by content, and 16 repetitions may wait.
    .takes(.time(1...100), .time(.milliseconds(16)))
    .when(Condition("scroll_to_end", "repeated", "debounced"))
    .seen(
      as: "60",
      in: "choices-text",
      with: ["after_send": "follow-within", "scroll_to_end": "debounced"]
    ),
    ProfileKey("short_content", .shortContent, "Where content shorter than the viewport rests")
      .takes(.words(["top", "bottom"]), .word("top"))
      .seen(as: "bottom", in: "choices-new-chat"),
    ProfileKey(
      "near_end_pt",
      .appends,
      "How far from the end is near it: to follow it, for a growing composer, a typing "
        + "indicator, the button that jumps there"
    )
    .takes(.whole(0...100_000, unit: "points"), .whole(100))
    .seen(as: "2000", in: "choices-surroundings"),
    ProfileKey("appends", .appends, "What a message does that is appended, not by a send")
      .takes(
        .words(["left", "followed-near-end", "followed-by-direction", "brought-to-top"]),
        .word("left")
      )
      .seen(as: "brought-to-top", in: "choices-surroundings"),
    ProfileKey(
      "deceleration",
      .deceleration,
      "How fast a fling dies away: 0.998 or 0.99 a millisecond"
    )
    .takes(.words(["normal", "fast"]), .word("normal"))
    .seen(as: "fast", in: "choices-history"),
  ]
}
