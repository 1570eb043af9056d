import Timebase

// The keys that say what a send does.
extension ProfileKey {
  private static let hasBlank = Condition(
    key: "after_send",
    words: ["blank-size", "follow-within"]
  )

  static let sendKeys: [ProfileKey] = [
    ProfileKey(
      name: "after_send",
      concern: .afterSend,
      summary: "What the viewport does when the user sends",
      shape: .words(["blank-size", "push-and-pin", "follow-within"]),
      standard: .word("blank-size"),
      effect: Effect(value: "push-and-pin", scenario: "choices-new-chat")
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
      summary: "What stands for an answer without text: a placeholder that comes with the "
        + "question, or an empty answer of the host's",
      shape: .words(["none", "added-with-send", "empty-answer"]),
      standard: .word("none"),
      effect: Effect(value: "added-with-send", scenario: "choices-new-chat")
    ),
    ProfileKey(
      name: "entrance",
      concern: .entrance,
      summary: "From when on a new chat's first message comes in, and how",
      shape: .words(["when-sent", "rises-when-sent", "when-measured"]),
      standard: .word("when-sent"),
      effect: Effect(value: "when-measured", scenario: "choices-new-chat")
    ),
  ]
}
