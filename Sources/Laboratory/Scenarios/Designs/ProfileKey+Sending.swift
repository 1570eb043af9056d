import Timebase

// The keys that say what a send does.
extension ProfileKey {
  private static let hasBlank = Condition("after_send", "blank-size", "follow-within")

  static let sendKeys: [ProfileKey] = [
    ProfileKey("after_send", .afterSend, "What the viewport does when the user sends")
      .takes(.words(["blank-size", "push-and-pin", "follow-within"]), .word("blank-size"))
      .seen(as: "push-and-pin", in: "choices-new-chat"),
    ProfileKey("follow_within_pt", .afterSend, "How near the end a send follows it")
      .takes(.whole(0...100_000, unit: "points"), .whole(100))
      .when(Condition("after_send", "follow-within"))
      .seen(as: "2000", in: "choices-surroundings", with: ["after_send": "follow-within"]),
    ProfileKey("blank_in_force", .blank, "From when on there is blank space below the last turn")
      .takes(.words(["from-first-send", "always"]), .word("from-first-send"))
      .when(hasBlank)
      .seen(as: "always", in: "choices-new-chat"),
    ProfileKey(
      "blank_counts_composer",
      .blank,
      "Whether the composer's height is taken off the blank"
    )
    .takes(.flag, .flag(true))
    .when(hasBlank)
    .seen(as: "false", in: "choices-new-chat"),
    ProfileKey(
      "blank_growth_delay_ms",
      .blank,
      "How long growth of the answer has to pause before it takes off the blank"
    )
    .takes(.time(0...60_000), .time(.zero))
    .when(hasBlank)
    .seen(as: "500", in: "choices-new-chat"),
    ProfileKey(
      "blank_question_max_pt",
      .blank,
      "With how much of its height the question counts at most; null for all of it"
    )
    .takes(.wholeOrNull(0...100_000, unit: "points"), .nothing)
    .when(hasBlank)
    .seen(as: "40", in: "choices-new-chat"),
    ProfileKey(
      "placeholder",
      .placeholder,
      "What stands for an answer without text: a placeholder that comes with the question, or "
        + "an empty answer of the host's"
    )
    .takes(.words(["none", "added-with-send", "empty-answer"]), .word("none"))
    .seen(as: "added-with-send", in: "choices-new-chat"),
    ProfileKey("entrance", .entrance, "From when on a new chat's first message comes in, and how")
      .takes(.words(["when-sent", "rises-when-sent", "when-measured"]), .word("when-sent"))
      .seen(as: "when-measured", in: "choices-new-chat"),
  ]
}
