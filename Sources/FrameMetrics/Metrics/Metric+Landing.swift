// Where jumps and openings come to rest, and what else is lost on the way.
extension Metric {
  static let landing: [Metric] = [
    landingError, landingFrames, openingJumps, directionFlips, focusLost, unreadWrong,
  ]

  private static let nobodyJumped = MetricOutcome.nothing("nothing was jumped to")

  /// How far from the place that was asked for jumps come to rest.
  package static let landingError = figures(
    "landing_error_pt",
    "jumps off their place",
    .points,
    .down,
    statistics: [.max],
    formula:
      "how far from the place that was asked for a jump was in the last frame that was looked at: within "
      + "1 s after it or its spring, until own input, another jump, or a change of its message or of "
      + "what covers the screen; 0 for 0.5 pt, and where the content ends"
  ) { screen in [screen.landing.errors.max().map { .figure($0) } ?? nobodyJumped] }

  /// After how many frames they are there.
  package static let landingFrames = figures(
    "landing_frames",
    "frames until a jump is there",
    .count,
    .down,
    statistics: [.max],
    formula:
      "frames after a jump, or after its spring, up to the last one that showed another place than "
      + "was asked for"
  ) { screen in [screen.landing.frames.max().map { .figure(Double($0)) } ?? nobodyJumped] }

  /// Openings that are seen to jump.
  package static let openingJumps = figures(
    "opening_jumps",
    "openings seen to jump",
    .count,
    .down,
    formula: "frames of openings that show another place than the frame before, which was complete"
  ) { [.figure(Double($0.openingJumps))] }

  /// Lines that turn their direction.
  package static let directionFlips = figures(
    "direction_flips",
    "blocks that turn round",
    .count,
    .down,
    formula:
      "blocks on screen of a streaming message that begin at the same character as one of the frame "
      + "before and are written in the other direction"
  ) { [.figure(Double($0.flicker.directionFlips))] }

  /// Selections and focus that were lost.
  package static let focusLost = figures(
    "focus_lost",
    "selection or focus lost",
    .count,
    .down,
    formula:
      "times that selected text or a screen reader's focus was there no more, though its message was "
      + "and no event let it go"
  ) { [.figure(Double($0.focusLost))] }

  /// Counts on the button to the end that are wrong.
  package static let unreadWrong = figures(
    "unread_wrong",
    "frames with a wrong unread count",
    .count,
    .down,
    formula:
      "frames whose unread count is not the number of messages that were appended, no page, and whose top no "
      + "frame has shown"
  ) {
    [$0.unreadWrong.map { .figure(Double($0)) } ?? .missing("the input counts no unread messages")]
  }
}
