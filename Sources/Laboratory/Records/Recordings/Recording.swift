import FrameMetrics
import Timebase

/// What a cell has that is a recording of a real app: one process, window, layer, swap chain or iteration.
///
/// Frames, labels, stalls and evidence are not coded: of a recording that was read back the figures are left.
package struct Recording: Codable, Sendable {
  /// Which of the run's files it is of.
  package var file: Int
  /// What tells it apart from other sessions of the file; empty where there is but one.
  package var session: String
  /// What it has in common with other recordings of the same thing: the session without what is new each time.
  package var commonName: String
  /// Whether sessions of one name in a file are recordings of one thing: days, iterations, repetitions.
  package var isOfMany: Bool
  /// Whether it is a day's sums that a system sent, which may send them twice.
  package var isDay: Bool
  /// The format's name for programs.
  package var format: String
  /// The format's name for people.
  package var formatTitle: String
  /// The display's refresh rate in Hz, the highest of several; nil where it is unknown.
  package var hertz: Double?
  /// Whether the rate is known at hitches alone, so that it is chance which of several a recording has.
  package var hasRateOfHitches: Bool
  /// The hash of the file's bytes: what tells a copy.
  package var digest: String
  /// The hash of its frames, which may be those of another recording too; nil without frames.
  package var framesDigest: String?
  /// What was assumed of the display, in words; nil for nothing.
  package var assumption: String?
  /// What else is to be known, a sentence each.
  package var notes: [String]
  /// Figures as the format's own tool defines them.
  package var toolFigures: [ToolFigure]
  /// Why those differ from ours; nil where there are none.
  package var toolDifference: String?
  /// The causes of hitches, the most time first.
  package var causes: [Cause]
  /// The ten worst frames.
  package var worst: [WorstFrame]
  /// Stretches that were idle or a stall, which the file cannot tell apart; the longest ones of many.
  package var gaps: [Gap]
  /// How many of those there are, and how long they are together.
  package var gapCount: Int
  package var gapTime: Nanoseconds
  /// What they were, as the caller said: idle or stall; nil where nobody said it.
  package var gapsTakenAs: String?
  /// What can be said of it, and how well.
  package var support: [Support]
  /// What the app told of, in order; empty where its file does not tell.
  package var told: [Told] = []
  /// Why budgets are not judged, a sentence each.
  package var unjudged: [String] = []
  /// Why budgets that the figures keep are open all the same; nil where they are kept.
  package var contradiction: String?

  /// Its frames; none where it was read back.
  package var timeline = FrameTimeline(grid: .unknown)
  /// What each frame is called in the file: a token, a sequence number, a line; and what that is.
  package var labels: [Int64] = []
  package var labelName = ""
  /// Whether the frames' instants are of the file; else they are laid out in its order.
  package var hasInstants = true
  /// Stalls of the app's main thread, in order; nil where the file does not tell.
  package var stalls: [TimeSpans.Span]?
  /// What is needed to judge it, and nothing else.
  package var evidence = Evidence()

  private enum CodingKeys: String, CodingKey {
    case file, session
    case commonName = "common_name"
    case isOfMany = "is_one_of_many"
    case isDay = "is_day"
    case format
    case formatTitle = "format_title"
    case hertz = "refresh_hz"
    case hasRateOfHitches = "rate_of_hitches_alone"
    case digest = "file_digest"
    case framesDigest = "frames_digest"
    case assumption, notes
    case toolFigures = "tool_figures"
    case toolDifference = "tool_difference"
    case causes
    case worst = "worst_frames"
    case gaps = "idle_or_blocked"
    case gapCount = "gap_count"
    case gapTime = "gap_ms"
    case gapsTakenAs = "gaps_taken_as"
    case support, told
    case unjudged = "not_judged"
    case contradiction
  }

  /// Names a recording of which nothing is known yet.
  package init(file: Int, session: String, format: String, formatTitle: String) {
    (self.file, self.session, commonName) = (file, session, session)
    (self.format, self.formatTitle) = (format, formatTitle)
    (isOfMany, isDay, hasRateOfHitches, digest) = (false, false, false, "")
    (notes, toolFigures, causes, worst, gaps, support) = ([], [], [], [], [], [])
    (gapCount, gapTime) = (0, .zero)
  }
}

extension Recording {
  /// A figure as the format's own tool defines it, which may differ from ours of a like name.
  package struct ToolFigure: Hashable, Codable, Sendable {
    /// Its name there.
    package var name: String
    /// The figure.
    package var value: Double
    /// Its unit; empty for a count.
    package var unit: String
    /// Whether it counts what the tool calls late, or how late it was.
    package var isOfLateness = false

    private enum CodingKeys: String, CodingKey {
      case name, value, unit
      case isOfLateness = "is_of_lateness"
    }

    /// Makes a figure.
    package init(_ name: String, _ value: Double, _ unit: String = "") {
      (self.name, self.value, self.unit) = (name, value, unit)
    }
  }

  /// How much of the hitches one cause had.
  package struct Cause: Hashable, Codable, Sendable {
    /// Whose it is: app, compositor, GPU, display; "unknown" where the file does not say.
    package var layer: String
    /// What, in the file's words.
    package var name: String
    /// Late and dropped frames with this cause.
    package var frames: Int
    /// Their hitch time in ms; nil where it is not known.
    package var hitchMilliseconds: Double?

    private enum CodingKeys: String, CodingKey {
      case layer
      case name = "cause"
      case frames
      case hitchMilliseconds = "hitch_ms"
    }

    /// Makes a cause.
    package init(layer: String, name: String, frames: Int, hitchMilliseconds: Double?) {
      (self.layer, self.name) = (layer, name)
      (self.frames, self.hitchMilliseconds) = (frames, hitchMilliseconds)
    }
  }

  /// A late frame, with what the file says of it.
  package struct WorstFrame: Hashable, Codable, Sendable {
    /// How long a phase of it took.
    package struct Phase: Hashable, Codable, Sendable {
      /// Its name in the file.
      package var name: String
      /// Its length in ms.
      package var milliseconds: Double

      private enum CodingKeys: String, CodingKey {
        case name
        case milliseconds = "ms"
      }

      /// Makes a phase.
      package init(name: String, milliseconds: Double) {
        (self.name, self.milliseconds) = (name, milliseconds)
      }
    }

    /// What it is called in the file, such as `line 17`.
    package var label: String
    /// When it was wanted, in ms after the first frame; nil where the file does not tell.
    package var atMilliseconds: Double?
    /// Its hitch in ms; nil where it is not known.
    package var hitchMilliseconds: Double?
    /// The work on it in ms; nil where it is not known.
    package var workMilliseconds: Double?
    /// Why, in the file's words; empty where it does not say.
    package var cause: String
    /// The longest phases with their ms, the longest first.
    package var phases: [Phase]

    private enum CodingKeys: String, CodingKey {
      case label
      case atMilliseconds = "at_ms"
      case hitchMilliseconds = "hitch_ms"
      case workMilliseconds = "work_ms"
      case cause, phases
    }

    /// Names a frame.
    package init(label: String, cause: String, phases: [Phase]) {
      (self.label, self.cause, self.phases) = (label, cause, phases)
    }
  }

  /// A stretch of two refreshes or more without a picture that was idle or a stall: the file does not tell.
  package struct Gap: Hashable, Codable, Sendable {
    /// What the file calls the frame that ends it: a line, a token.
    package var label: Int64
    /// From the picture before.
    package var start: Instant
    /// Until the next frame is known to have been wanted.
    package var length: Nanoseconds

    private enum CodingKeys: String, CodingKey {
      case label
      case start = "start_ms"
      case length = "length_ms"
    }

    /// Makes a gap.
    package init(label: Int64, start: Instant, length: Nanoseconds) {
      (self.label, self.start, self.length) = (label, start, length)
    }
  }

  /// Something that the app told of: `send`, `card`, `keyboard`.
  package struct Told: Hashable, Codable, Sendable {
    /// What, with the message that it is about: `card m4`.
    package var name: String
    /// When.
    package var instant: Instant

    private enum CodingKeys: String, CodingKey {
      case name
      case instant = "t_ms"
    }

    package init(_ name: String, at instant: Instant) {
      (self.name, self.instant) = (name, instant)
    }
  }

  /// How well something can be said.
  package struct Support: Hashable, Codable, Sendable {
    /// How well.
    package enum Grade: String, Codable, Sendable {
      case exact, approximate, absent
    }

    /// What.
    package var subject: Metric.Subject
    /// How well.
    package var grade: Grade
    /// Why not exactly; empty for what is exact.
    package var why: String

    /// Makes one.
    package init(subject: Metric.Subject, grade: Grade, why: String) {
      (self.subject, self.grade, self.why) = (subject, grade, why)
    }
  }

  /// What the judge of a recording needs beside its figures.
  package struct Evidence: Sendable {
    /// The figures with every gap taken as idle; nil where that changes nothing.
    package var metricsIfIdle: [MetricValue]?
    /// How many frames came late, with gaps as stalls and as idle.
    package var lateFrames = 0
    package var lateFramesIfIdle = 0
    /// How many of its frames the file itself calls late or janky; 0 where it calls none so.
    package var ownLate = 0
    /// Why no budget counts as kept although its figure would keep it; nil where nothing stands against it.
    package var open: String?
    /// Why its budgets are not judged although it may be large enough; nil where they are.
    package var bystander: String?
    /// Whether it is a list of frames, and not of hitches or totals.
    package var isListOfFrames = true
    /// Whether it lists hitches, and no other frames.
    package var isListOfHitches = false
    /// Whether it tells of what was on screen, and of streamed text.
    package var hasScreen = false
    package var hasText = false
    /// The rate of the device's display where the file names the device and no rate.
    package var deviceHertz: Double?
    /// Whether it is too short for a verdict, so that a longer one would have one.
    package var isTooSmall = false

    /// Makes evidence of nothing.
    package init() {}
  }
}
