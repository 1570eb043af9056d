// The keys that say what becomes of jumps, and of a message whose text is another one.
extension ProfileKey {
  static let jumpKeys: [ProfileKey] = [
    ProfileKey(
      name: "jumps",
      concern: .jumps,
      summary: "Where an unanimated jump goes to a message that was never laid out",
      shape: .words(["exact", "by-estimate"]),
      standard: .word("exact"),
      effect: Effect(value: "by-estimate", scenario: "choices-jumps")
    ),
    ProfileKey(
      name: "jump_retries",
      concern: .jumps,
      summary: "How many times it is tried anew, a frame later each time",
      shape: .whole(0...100, unit: "times"),
      conditions: [Condition(key: "jumps", words: ["by-estimate"])],
      standard: .whole(0),
      effect: Effect(setting: ["jumps": "by-estimate"], value: "3", scenario: "choices-jumps")
    ),
    ProfileKey(
      name: "jump_end",
      concern: .jumps,
      summary: "Whether what comes after a jump away from the end takes the viewport back there",
      shape: .words(["stays", "snaps-back"]),
      standard: .word("stays"),
      effect: Effect(value: "snaps-back", scenario: "choices-jumps")
    ),
    ProfileKey(
      name: "updates",
      concern: .updates,
      summary:
        "Whether a message whose text is replaced is the same one, or another view: without selection and "
        + "focus, and revealed anew",
      shape: .words(["in-place", "made-anew"]),
      standard: .word("in-place"),
      effect: Effect(value: "made-anew", scenario: "choices-focus")
    ),
  ]
}
