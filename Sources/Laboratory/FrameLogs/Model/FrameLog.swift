import FrameMetrics
import Records
import Timebase

/// What a file of a real app's frames says.
package struct FrameLog: Sendable {
  /// The file.
  package var path: String
  /// What wrote it.
  package var format: LogFormat
  /// Which release of the format, in words; empty where there is but one.
  package var variant = ""
  /// What became of its rows.
  package var rows: RowCounts
  /// The frames by process, window, layer or swap chain, in the order of the file.
  package var sessions: [LogSession]
  /// What else is to be known of the file, a sentence each.
  package var notes: [String] = []
  /// The hash of the file's bytes as 16 hexadecimal digits: what tells a copy; empty where it was not read.
  package var digest = ""
  /// What recorded it, where the file says so; nil for most formats.
  package var origin: Origin?
  /// The device's model, where the file says so.
  package var device: String?
  /// Why it is only a part of what was recorded; nil where it is whole, or the format cannot tell.
  package var cut: String?

  /// Which app recorded it, and on what.
  package struct Origin: Hashable, Sendable {
    /// The device's model.
    package var device: String
    /// The app's name, and its version.
    package var app: String
    package var version: String
  }
}

/// The frames of one process, window, layer or swap chain.
package struct LogSession: Sendable {
  package typealias ToolFigure = Recording.ToolFigure

  /// A stretch in which the app's main thread was busy with one frame for longer than it had.
  package struct Stall: Hashable, Sendable {
    /// When it began.
    package var start: Instant
    /// How long it was.
    package var length: Nanoseconds
  }

  /// What tells it apart from the file's other sessions.
  package var name: String
  /// The frames, from the first one's instant on.
  package var timeline: FrameTimeline
  /// The pictures, where the timeline's are deadlines; nil where it has the pictures themselves.
  package var pictures: FrameTimeline?
  /// What each frame is called in the file: a token, a sequence number, a line.
  package var labels: [Int64]
  /// What the labels are: `line`, `token`.
  package var labelName: String
  /// What can be said, and how well.
  package var support: LogSupport
  /// Figures that the file gives as they are.
  package var given: [MetricValue]
  /// Figures by the format's own definitions.
  package var toolFigures: [ToolFigure]
  /// Stalls of the app's main thread, in order; nil where the file does not tell.
  package var stalls: [Stall]?
  /// What a reader would complain of, and the text that came latest.
  package var moments: [ScreenFault] = []
  /// What the app told of, in order; empty where the file does not tell.
  package var told: [Recording.Told] = []
  /// How long the recording was; nil where the file does not say.
  package var recording: Nanoseconds?
  /// What judges of the screen found; nil where the file does not say what was on screen.
  package var screen: ScreenSamples?
  /// How late streamed text was; nil where the file does not tell of text.
  package var text: TextSamples?
  /// Stretches without a picture that were idle or a stall, which the file cannot tell apart.
  package var unknownGaps: [Gap]
  /// What those gaps were, as the caller said; nil where nobody said it.
  package var gapReading: GapReading?
  /// The frames if every such gap was a stall; ``timeline`` takes them as idle. Nil without gaps, or where
  /// it is said what they were.
  package var stalled: FrameTimeline?
  /// Why its budgets are not judged although it may be large enough, as of a process that is not the app; nil
  /// where they are.
  package var bystander: String?
  /// Whether the frames' instants are of the file; else they are laid out in its order, and nothing
  /// is said of when anything was.
  package var hasInstants = true
  /// When in the file's own time the session's begins; nil where the two are the same, or dates.
  package var origin: Instant?
  /// Why no budget counts as kept although its figure would keep it, as where a value contradicts others of the
  /// file; nil where nothing stands against the figures.
  package var open: String?
  /// How many of its frames the file itself calls late or janky; 0 where it calls none so.
  package var ownLate = 0
  /// Whether it is a state that the app told of, which has its name in each of its days.
  package var isState = false
  /// What else is to be known, a sentence each.
  package var notes: [String]

  /// For how many nanoseconds the first picture is taken to have been wanted.
  package var firstWait: Int64 {
    timeline.frames.first.map { (($0.presented ?? $0.wanted) - $0.wanted).rawValue } ?? 0
  }

  package init(name: String, timeline: FrameTimeline, support: LogSupport) {
    self.name = name
    self.timeline = timeline
    self.support = support
    labels = []
    labelName = ""
    given = []
    toolFigures = []
    unknownGaps = []
    notes = []
  }
}

/// How a log is to be read.
package struct LogOptions: Hashable, Sendable {
  /// The format; nil to find it.
  package var format: LogFormat?
  /// The display's refresh rate in Hz where the file does not say; nil to derive it.
  package var refreshHertz: Double?
  /// From when on frames count, after the first one; nil for all.
  package var from: Nanoseconds?
  /// Until when, after the first one; nil for all.
  package var to: Nanoseconds?
  /// How long the recording was, where another file says so.
  package var recording: Nanoseconds?
  /// What gaps were that a file cannot tell from stalls; nil to give figures as ranges.
  package var gaps: GapReading?
  /// Parts of the names of the sessions that are wanted, in small or large letters; empty for all.
  package var sessions: [String] = []
  /// Whether each iteration of a benchmark is a session of its own, as recordings are compared; else all together.
  package var takesRunsApart = false

  /// Makes options that leave all open.
  package init() {}
}
