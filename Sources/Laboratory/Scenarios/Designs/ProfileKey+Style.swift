// The keys that say what messages look like.
extension ProfileKey {
  static let styleKeys: [ProfileKey] = [
    ProfileKey("user_box_pt", .style, "Around the text of a user's message; [0, 0] for no box")
      .takes(.box, .box(16, 12))
      .seen(as: "[12, 12]", in: "choices-history"),
    ProfileKey(
      "assistant_box_pt",
      .style,
      "Around the text of an assistant's message; [0, 0] for no box"
    )
    .takes(.box, .box(0, 0))
    .seen(as: "[16, 12]", in: "choices-history"),
    ProfileKey("spacing_pt", .style, "Between two messages")
      .takes(.whole(0...1_000, unit: "points"), .whole(12))
      .seen(as: "16", in: "choices-history"),
    ProfileKey("side_padding_pt", .style, "Left and right of every message")
      .takes(.whole(0...64, unit: "points"), .whole(16))
      .seen(as: "24", in: "choices-history"),
    ProfileKey("corner_pt", .style, "The radius of a box's corners")
      .takes(.whole(0...100, unit: "points"), .whole(20))
      .seen(as: "16", in: "choices-history"),
    ProfileKey(
      "loading_dots",
      .style,
      "Whether loading dots take one line of text, or 8 pt and a padding of 12 above and below"
    )
    .takes(.words(["padded", "one-line"]), .word("padded"))
    .seen(as: "padded", in: "choices-new-chat"),
    ProfileKey("top_padding_pt", .style, "Above the first message")
      .takes(.whole(0...1_000, unit: "points"), .whole(16))
      .seen(as: "40", in: "choices-new-chat"),
  ]
}
