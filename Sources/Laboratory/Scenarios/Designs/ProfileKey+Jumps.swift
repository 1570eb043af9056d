// The keys that say what becomes of jumps, and of a message whose text is another one.
extension ProfileKey {
  static let jumpKeys: [ProfileKey] = [
    ProfileKey(
      "jumps",
      .jumps,
      "Where an unanimated jump goes to a message that was never laid out"
    )
    .takes(.words(["exact", "by-estimate"]), .word("exact"))
    .seen(as: "by-estimate", in: "choices-jumps"),
    ProfileKey("jump_retries", .jumps, "How many times it is tried anew, a frame later each time")
      .takes(.whole(0...100, unit: "times"), .whole(0))
      .when(Condition("jumps", "by-estimate"))
      .seen(as: "3", in: "choices-jumps", with: ["jumps": "by-estimate"]),
    ProfileKey(
      "jump_end",
      .jumps,
      "Whether what comes after a jump away from the end takes the viewport back there"
    )
    .takes(.words(["stays", "snaps-back"]), .word("stays"))
    .seen(as: "snaps-back", in: "choices-jumps"),
    ProfileKey(
      "updates",
      .updates,
      "Whether a message whose text is replaced is the same one, or another view: without "
        + "selection and focus, and revealed anew"
    )
    .takes(.words(["in-place", "made-anew"]), .word("in-place"))
    .seen(as: "made-anew", in: "choices-focus"),
  ]
}
