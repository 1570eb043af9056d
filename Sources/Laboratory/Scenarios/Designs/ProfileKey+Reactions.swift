import Timebase

// The keys that say how composer, keyboard and late frames are answered.
extension ProfileKey {
  static let reactionKeys: [ProfileKey] = [
    ProfileKey(
      name: "composer",
      concern: .composer,
      summary: "What a growing composer does to the end of the content",
      shape: .words([
        "keeps-end", "changes-inset-only", "jumps-when-past-end", "eases-to-end-near-it",
      ]),
      standard: .word("keeps-end"),
      effect: Effect(value: "eases-to-end-near-it", scenario: "choices-surroundings")
    ),
    ProfileKey(
      name: "composer_wait_ms",
      concern: .composer,
      summary: "From the jump to the end to its repetition",
      shape: .time(1...100),
      conditions: [Condition(key: "composer", words: ["jumps-when-past-end"])],
      standard: .time(.milliseconds(16)),
      effect: Effect(
        setting: ["composer": "jumps-when-past-end"],
        value: "60",
        scenario: "choices-surroundings"
      )
    ),
    ProfileKey(
      name: "composer_ease_ms",
      concern: .composer,
      summary: "How long the way to the end takes",
      shape: .time(1...10_000),
      conditions: [Condition(key: "composer", words: ["eases-to-end-near-it"])],
      standard: .time(.milliseconds(100)),
      effect: Effect(
        setting: ["composer": "eases-to-end-near-it"],
        value: "300",
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
      standard: .word("keeps-end"),
      effect: Effect(value: "shifts-list", scenario: "choices-surroundings")
    ),
    ProfileKey(
      name: "keyboard_dismissal",
      concern: .keyboard,
      summary:
        "What a finger does that is dragged from the list over an open keyboard: nothing, events say what is "
        + "left of it; or it takes the keyboard along",
      shape: .words(["by-events", "by-finger"]),
      standard: .word("by-events"),
      effect: Effect(value: "by-finger", scenario: "choices-surroundings")
    ),
    ProfileKey(
      name: "focus",
      concern: .focus,
      summary: "When a swipe up in the composer is judged",
      shape: .words(["at-first-direction", "at-release"]),
      standard: .word("at-first-direction"),
      effect: Effect(value: "at-release", scenario: "choices-surroundings")
    ),
    ProfileKey(
      name: "fallback",
      concern: .fallback,
      summary: "When animation is given up because frames come late",
      shape: .words(["none", "below-five-sixths", "below-rate"]),
      standard: .word("none"),
      effect: Effect(value: "none", scenario: "choices-late-frames")
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
      effect: Effect(value: "false", scenario: "choices-late-frames")
    ),
  ]
}
