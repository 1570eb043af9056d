// Where jumps and openings come to rest, and what else is lost on the way.
extension Metric {
  static let landing: [Metric] = [
    landingError, landingFrames, openingJumps, directionFlips, focusLost, unreadWrong,
  ]

  private static let nobodyJumped = MetricOutcome.nothing("nothing was jumped to")

  /// How far from the place that was asked for jumps come to rest.
  package static let landingError = figures(
    .init("landing_error_pt", "jumps off their place", .points),
    statistics: [.max],
    formula:
      "how far from its place a jump was 1 s after it or its spring, or before own input, another jump, or a "
      + "change of its message or of insets; 0 up to 0.5 pt, and where content ends"
  ) { screen in [screen.landing.errors.max().map { .figure($0) } ?? nobodyJumped] }

  /// After how many frames they are there.
  package static let landingFrames = figures(
    .init("landing_frames", "frames until a jump is there", .count),
    statistics: [.max],
    formula:
      "frames after a jump or its spring up to the last one in another place"
  ) { screen in [screen.landing.frames.max().map { .figure(Double($0)) } ?? nobodyJumped] }

  /// Openings that are seen to jump.
  package static let openingJumps = figures(
    .init("opening_jumps", "openings seen to jump", .count),
    formula: "frames of openings that show another place than the frame before, which was complete"
  ) { [.figure(Double($0.openingJumps))] }

  /// Lines that turn their direction.
  package static let directionFlips = figures(
    .init("direction_flips", "blocks that turn round", .count),
    formula:
      "blocks of a streaming message that are written in another direction than in the frame before"
  ) { [.figure(Double($0.flicker.directionFlips))] }

  /// Selections and focus that were lost.
  package static let focusLost = figures(
    .init("focus_lost", "selection or focus lost", .count),
    formula:
      "times that a selection or a screen reader's focus went though its message stayed and no event let it go"
  ) { [.figure(Double($0.focusLost))] }

  /// Counts on the button to the end that are wrong.
  package static let unreadWrong = figures(
    .init("unread_wrong", "frames with a wrong unread count", .count),
    formula:
      "frames whose unread count is not that of the appended messages, without pages, whose top no frame has "
      + "shown"
  ) {
    [$0.unreadWrong.map { .figure(Double($0)) } ?? .missing("the input counts no unread messages")]
  }
}
