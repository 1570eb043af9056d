// The keys that say what messages look like.
extension ProfileKey {
  static let styleKeys: [ProfileKey] = [
    ProfileKey(
      name: "user_box_pt",
      concern: .style,
      summary: "Around the text of a user's message; [0, 0] for no box",
      shape: .box,
      standard: .box(16, 12),
      effect: Effect(value: "[12, 12]", scenario: "choices-history")
    ),
    ProfileKey(
      name: "assistant_box_pt",
      concern: .style,
      summary: "Around the text of an assistant's message; [0, 0] for no box",
      shape: .box,
      standard: .box(0, 0),
      effect: Effect(value: "[16, 12]", scenario: "choices-history")
    ),
    ProfileKey(
      name: "spacing_pt",
      concern: .style,
      summary: "Between two messages",
      shape: .whole(0...1_000, unit: "points"),
      standard: .whole(12),
      effect: Effect(value: "16", scenario: "choices-history")
    ),
    ProfileKey(
      name: "side_padding_pt",
      concern: .style,
      summary: "Left and right of every message",
      shape: .whole(0...64, unit: "points"),
      standard: .whole(16),
      effect: Effect(value: "24", scenario: "choices-history")
    ),
    ProfileKey(
      name: "corner_pt",
      concern: .style,
      summary: "The radius of a box's corners",
      shape: .whole(0...100, unit: "points"),
      standard: .whole(20),
      effect: Effect(value: "16", scenario: "choices-history")
    ),
    ProfileKey(
      name: "loading_dots",
      concern: .style,
      summary:
        "Whether loading dots take one line of text, or 8 pt and a padding of 12 above and below",
      shape: .words(["padded", "one-line"]),
      standard: .word("padded"),
      effect: Effect(value: "padded", scenario: "choices-new-chat")
    ),
    ProfileKey(
      name: "top_padding_pt",
      concern: .style,
      summary: "Above the first message",
      shape: .whole(0...1_000, unit: "points"),
      standard: .whole(16),
      effect: Effect(value: "40", scenario: "choices-new-chat")
    ),
  ]
}
