import Timebase

// The keys that say how composer, keyboard and late frames are answered.
extension ProfileKey {
  static let reactionKeys: [ProfileKey] = [
    ProfileKey("composer", .composer, "What a growing composer does to the end of the content")
      .takes(
        .words(["keeps-end", "changes-inset-only", "jumps-when-past-end", "eases-to-end-near-it"]),
        .word("keeps-end")
      )
      .seen(as: "eases-to-end-near-it", in: "choices-surroundings"),
    ProfileKey("composer_wait_ms", .composer, "From the jump to the end to its repetition")
      .takes(.time(1...100), .time(.milliseconds(16)))
      .when(Condition("composer", "jumps-when-past-end"))
      .seen(as: "60", in: "choices-surroundings", with: ["composer": "jumps-when-past-end"]),
    ProfileKey("composer_ease_ms", .composer, "How long the way to the end takes")
      .takes(.time(1...10_000), .time(.milliseconds(100)))
      .when(Condition("composer", "eases-to-end-near-it"))
      .seen(as: "300", in: "choices-surroundings", with: ["composer": "eases-to-end-near-it"]),
    ProfileKey("keyboard", .keyboard, "What the keyboard does to the content")
      .takes(
        .words(["keeps-end", "keeps-end-at-once", "shifts-list", "shrinks-blank", "hidden-on-send"]
        ),
        .word("keeps-end")
      )
      .seen(as: "shifts-list", in: "choices-surroundings"),
    ProfileKey(
      "keyboard_dismissal",
      .keyboard,
      "What a finger does that is dragged from the list over an open keyboard: nothing, events say what is "
        + "left of it; or it takes the keyboard along"
    )
    .takes(.words(["by-events", "by-finger"]), .word("by-events"))
    .seen(as: "by-finger", in: "choices-surroundings"),
    ProfileKey("focus", .focus, "When a swipe up in the composer is judged")
      .takes(.words(["at-first-direction", "at-release"]), .word("at-first-direction"))
      .seen(as: "at-release", in: "choices-surroundings"),
    ProfileKey("fallback", .fallback, "When animation is given up because frames come late")
      .takes(.words(["none", "below-five-sixths", "below-rate"]), .word("none"))
      .seen(as: "none", in: "choices-late-frames"),
    ProfileKey("fallback_fps", .fallback, "Below how many frames a second, at every refresh rate")
      .takes(.whole(1...1_000, unit: "frames a second"), .whole(50))
      .when(Condition("fallback", "below-rate"))
      .seen(as: "20", in: "choices-late-frames", with: ["fallback": "below-rate"]),
    ProfileKey(
      "fallback_hysteresis",
      .fallback,
      "Whether animation comes back only after two clean seconds"
    )
    .takes(.flag, .flag(true))
    .when(Condition("fallback", "below-five-sixths", "below-rate"))
    .seen(as: "false", in: "choices-late-frames"),
  ]
}
