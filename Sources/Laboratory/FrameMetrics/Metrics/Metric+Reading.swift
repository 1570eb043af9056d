import Statistics
import Timebase

// What became of what the reader read, what flickered, and how soon his own input was seen.
extension Metric {
  static let reading: [Metric] =
    [readerMoved, readerMovedTimes, readingTime, anchorUnjudged]
    + UnjudgedCause.allCases.map { unjudged($0) }
    + [
      heightFalls, heightFallsPoints, kindFlips, followReversals, jolts, void, idleFrames,
      wastedFrames,
      inputVisible, seenInputs, unseenInputs, unseenSends, pushed, reloads, reloadedWay,
    ] + shifts

  static func figures(
    _ heading: Heading,
    statistics: [Statistic] = [.value],
    formula: String,
    _ figures: @escaping @Sendable (ScreenSamples) -> [MetricOutcome]
  ) -> Metric {
    Metric(heading, statistics: statistics, formula: formula) { context in
      if context.input.brokenAt != nil {
        return statistics.map { _ in .nothing("the run was stopped") }
      }
      guard let screen = context.input.screen else {
        return statistics.map { _ in .missing("the input does not say what was on screen") }
      }
      return figures(screen)
    }
  }

  private static let nobodyRead = MetricOutcome.nothing("nobody read")

  /// How far a reader was moved from what he read.
  package static let readerMoved = figures(
    .init("reader_moved_pt", "reader moved", .points),
    statistics: [.max, .sum],
    formula:
      "how far what a reader is at moved on screen in a spell of reading: the largest move, and all "
      + "together. Frames with under 500 ms between them are one move, of its net distance"
  ) { screen in
    if screen.reader.spells == 0 { return [nobodyRead, nobodyRead] }
    let moves = screen.reader.moves
    return [.figure(moves.max() ?? 0), .figure(moves.reduce(0, +))]
  }
  .compared(.exactly, .max)

  /// How often.
  package static let readerMovedTimes = figures(
    .init("reader_moved_times", "times a reader was moved", .count),
    formula: "moves of the line that a reader is at, whatever a design's own rules ask for: from "
      + "events and screens alone"
  ) { screen in
    screen.reader.spells == 0 ? [nobodyRead] : [.figure(Double(screen.reader.moves.count))]
  }
  .compared(.everywhere)

  private static let readingTime = figures(
    .init("reading_time_s", "reading time", .seconds, .none),
    formula:
      "length of all spells of reading: from the rest after the reader's own way of over 8 pt away "
      + "from the end to the next own input, a send, a load, or a move to the end; over all windows"
  ) { screen in
    screen.reader.spells == 0 ? [nobodyRead] : [.figure(screen.reader.readingTime.seconds)]
  }

  /// Frames in which nothing was held to its place.
  package static let anchorUnjudged = figures(
    .init("anchor_unjudged_pct", "frames with an anchor not judged", .percent),
    formula:
      "frames in which neither the judge of drift nor the reader's judge held anything to its "
      + "place / frames"
  ) { screen in
    screen.lookedAt == 0
      ? [.nothing("no frame was made")]
      : [.figure(100 * Double(screen.unlooked.values.reduce(0, +)) / Double(screen.lookedAt))]
  }

  /// Why no judge held anything to its place.
  private enum UnjudgedCause: String, CaseIterable {
    case clamped
    case animating
    case asked
    case gone
    case nearEnd = "near_end"

    var words: String {
      switch self {
      case .clamped: "the ends of the scroll range moved the viewport"
      case .animating: "a spring moved the viewport to a place that depends on the layout"
      case .asked: "an event asked for another place"
      case .gone: "nothing that was read is on screen any more"
      case .nearEnd: "the viewport follows the end"
      }
    }
  }

  private static func unjudged(_ cause: UnjudgedCause) -> Metric {
    figures(
      .init(
        "anchor_unjudged_\(cause.rawValue)_pct",
        "frames not judged, \(cause.rawValue.replacing("_", with: " "))",
        .percent,
        .none
      ),
      formula: "those of them in which \(cause.words)"
    ) { screen in
      screen.lookedAt == 0
        ? [.nothing("no frame was made")]
        : [.figure(100 * Double(screen.unlooked[cause.rawValue] ?? 0) / Double(screen.lookedAt))]
    }
  }

  private static let pushed = figures(
    .init("pushed_pt", "lines pushed while reading", .points, .none),
    statistics: [.sum],
    formula:
      "how far other lines moved, while the line that is read kept its place, since a line in between "
      + "changed: the nearest in each frame"
  ) { screen in
    screen.reader.spells == 0 ? [nobodyRead] : [.figure(screen.reader.pushed)]
  }

  /// Loads of the same conversation under a reader.
  private static let reloads = figures(
    .init("reloaded_while_reading", "reloads under a reader", .count, .none),
    formula: "loads that ended a spell of reading and kept half the messages on screen"
  ) { screen in
    screen.reader.spells == 0 ? [nobodyRead] : [.figure(Double(screen.reader.reloads))]
  }

  /// How far they moved what was read.
  private static let reloadedWay = figures(
    .init("reloaded_while_reading_pt", "way of what was read in reloads", .points, .none),
    statistics: [.sum],
    formula: "how far these moved what was read, where it is in the conversation still"
  ) { screen in
    screen.reader.spells == 0 ? [nobodyRead] : [.figure(screen.reader.reloadedWay)]
  }

  /// Sends that show nothing.
  package static let unseenSends = figures(
    .init("sends_unseen", "sends that show nothing", .count),
    formula:
      "sends whose question is not on screen within 100 ms, or while the viewport moves there, unless "
      + "own input, a load or the background came first"
  ) { screen in
    guard let sends = screen.sends else {
      return [.missing("the input does not say what was sent")]
    }
    return [sends == 0 ? .nothing("nothing was sent") : .figure(Double(screen.unseenSends))]
  }

  private static func shift(
    _ heading: Heading,
    formula: String,
    _ value: @escaping @Sendable (ScreenShift.Figures) -> Double
  ) -> Metric {
    figures(heading, formula: formula) { screen in
      [screen.shift.map { .figure(value($0)) } ?? .missing("the input does not say what moved")]
    }
  }

  /// What moved and was moved back though no event asked for both.
  package static let unaskedShiftBack = shift(
    .init("shift_back_unasked", "moved there and back unasked", .ratio, .none),
    formula: "what of that neither an event nor text growing above asked for"
  ) { $0.unaskedBack }

  /// How far the screen moved without its reader.
  package static let screenShift = shift(
    .init("screen_shift", "screen shift", .ratio, .none),
    formula:
      "over frames without own movement: share of the viewport covered by messages that moved x "
      + "distance / viewport height"
  ) { $0.shift }

  private static let shifts = [
    screenShift,
    shift(
      .init("follow_shift", "screen shift at the end", .ratio, .none),
      formula: "the same, where the end was kept in view and everything went up"
    ) { $0.follow },
    shift(
      .init("shift_back", "moved there and back", .ratio, .none),
      formula: "what of both was undone within 100 ms"
    ) { $0.back },
    unaskedShiftBack,
  ]

  // MARK: Flicker

  /// How often a growing answer became less tall.
  package static let heightFalls = figures(
    .init("height_falls", "height falls", .count),
    formula: "frames in which a streaming message is more than 0.5 pt less tall than in the frame "
      + "before, without an event that asks for it; the frame of `stream_end` counts"
  ) { [.figure(Double($0.flicker.falls.count))] }
  .compared(.everywhere)

  private static let heightFallsPoints = figures(
    .init("height_falls_pt", "height lost in falls", .points),
    statistics: [.max, .sum],
    formula: "how much less tall: the largest fall, and all together"
  ) { screen in
    let falls = screen.flicker.falls
    return [.figure(falls.max() ?? 0), .figure(falls.reduce(0, +))]
  }

  /// How often a block became another kind of block.
  package static let kindFlips = figures(
    .init("kind_flips", "blocks that change their kind", .count),
    formula:
      "blocks on screen of a streaming message that begin at the same character as one of the "
      + "frame before and are of another kind"
  ) { [.figure(Double($0.flicker.kindFlips))] }
  .compared(.exactly)

  /// How often the followed end moved down.
  package static let followReversals = figures(
    .init("follow_reversals", "follow reversals", .count),
    formula: "frames in which the end is followed and the last message's bottom moves down by more "
      + "than 1 pt, without own input and 300 ms after the end of what makes content or insets smaller"
  ) { [.figure(Double($0.flicker.reversals))] }
  .compared(.everywhere)

  /// How often the screen went back the way it had come.
  package static let jolts = figures(
    .init("screen_jolts", "screen jolts", .count),
    formula: "frames in which a message goes back on screen by more than 1 pt, after it moved the "
      + "other way by more than 1 pt in the frame before; without an event in either, own input or its "
      + "momentum, or a change of insets in the last 800 ms"
  ) { [.figure(Double($0.flicker.jolts))] }

  /// Empty screen below the last message.
  package static let void = figures(
    .init("void_pt", "empty screen below the end", .points),
    statistics: [.max],
    formula:
      "the largest distance at rest from the content's end down to the composer, where content "
      + "is taller than what it covers and no message on screen was sent in the run"
  ) { [.figure($0.flicker.void)] }

  // MARK: Idle and input

  /// Frames for nothing.
  package static let idleFrames = figures(
    .init("idle_frames", "idle frames", .count),
    formula: "ticks handled outside of every episode, and more than 1 s after an opening was due, "
      + "although nothing was due and nothing changed"
  ) { [.figure(Double($0.idleFrames))] }
  .compared(.exactly)

  private static let wastedFrames = figures(
    .init("wasted_frames_pct", "wasted frames", .percent),
    formula: "presented frames whose screen equals the one before / presented frames"
  ) { screen in
    screen.frames == 0
      ? [.nothing("no frame was shown")]
      : [.figure(100 * Double(screen.wastedFrames) / Double(screen.frames))]
  }

  /// Input to screen.
  package static let inputVisible = figures(
    .init("input_visible_ms", "input to screen", .milliseconds),
    statistics: [.p99, .max],
    formula:
      "a touch, a key, a send or a stop due -> the first presented frame that takes it in and "
      + "differs in what it asks for; what changes nothing is left out"
  ) { screen in
    let samples = Samples(screen.inputs.map(\.rawValue)).sorted()
    if samples.isEmpty {
      return [.nothing("no input changed anything"), .nothing("no input changed anything")]
    }
    return [Statistic.p99.outcome(ofTimes: samples), Statistic.max.outcome(ofTimes: samples)]
  }
  .compared(.exactly, .p99)

  private static let seenInputs = figures(
    .init("inputs_seen", "inputs that were seen", .count, .none),
    formula: "touches, keys, sends and stops that changed what they ask for on screen"
  ) { [.figure(Double($0.inputs.count))] }

  private static let unseenInputs = figures(
    .init("inputs_unseen", "inputs that changed nothing", .count, .none),
    formula:
      "touches, keys, sends and stops after which nothing on screen differs in what they ask "
      + "for until the next one of the kind, or for 1 s"
  ) { [.figure(Double($0.unseenInputs))] }
}
