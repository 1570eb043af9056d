import FrameMetrics
import Timebase

/// What a file of a real app's frames says.
public struct FrameLog: Sendable {
  /// The file.
  public var path: String
  /// What wrote it.
  public var format: LogFormat
  /// Which release of the format, in words; empty where there is but one.
  public var variant: String
  /// What became of its rows.
  public var rows: RowCounts
  /// The frames by process, window, layer or swap chain, in the order of the file.
  public var sessions: [LogSession]
  /// What else is to be known of the file, a sentence each.
  public var notes: [String]
  /// What recorded it, where the file says so; nil for most formats.
  public var origin: Origin?
  /// The device's model, where the file says so.
  public var device: String?
  /// Why it is only a part of what was recorded; nil where it is whole, or the format cannot tell.
  public var cut: String?

  /// Which app recorded it, and on what.
  public struct Origin: Hashable, Sendable {
    /// The device's model.
    public var device: String
    /// The app's name, and its version.
    public var app: String
    public var version: String
  }

  /// Makes a log.
  public init(
    path: String,
    format: LogFormat,
    variant: String = "",
    rows: RowCounts,
    sessions: [LogSession],
    notes: [String] = []
  ) {
    self.path = path
    self.format = format
    self.variant = variant
    self.rows = rows
    self.sessions = sessions
    self.notes = notes
  }
}

/// The frames of one process, window, layer or swap chain.
public struct LogSession: Sendable {
  /// A figure as the format's own tool defines it, which may differ from ours of a like name.
  public struct ToolFigure: Hashable, Encodable, Sendable {
    /// Its name there.
    public var name: String
    /// The figure.
    public var value: Double
    /// Its unit; empty for a count.
    public var unit: String

    /// Makes a figure.
    public init(_ name: String, _ value: Double, _ unit: String = "") {
      self.name = name
      self.value = value
      self.unit = unit
    }
  }

  /// A stretch in which the app's main thread was busy with one frame for longer than it had.
  public struct Stall: Hashable, Sendable {
    /// When it began.
    public var start: Instant
    /// How long it was.
    public var length: Nanoseconds

    /// Makes a stall.
    public init(start: Instant, length: Nanoseconds) {
      self.start = start
      self.length = length
    }
  }

  /// What tells it apart from the file's other sessions.
  public var name: String
  /// The frames, from the first one's instant on.
  public var timeline: FrameTimeline
  /// The pictures, where the timeline's are deadlines; nil where it has the pictures themselves.
  public var pictures: FrameTimeline?
  /// What each frame is called in the file: a token, a sequence number, a line.
  public var labels: [Int64]
  /// What the labels are: `line`, `token`.
  public var labelName: String
  /// What can be said, and how well.
  public var support: LogSupport
  /// Figures that the file gives as they are.
  public var given: [MetricValue]
  /// Figures by the format's own definitions.
  public var toolFigures: [ToolFigure]
  /// Stalls of the app's main thread, in order; nil where the file does not tell.
  public var stalls: [Stall]?
  /// How long the recording was; nil where the file does not say.
  public var recording: Nanoseconds?
  /// What judges of the screen found; nil where the file does not say what was on screen.
  public var screen: ScreenSamples?
  /// How late streamed text was; nil where the file does not tell of text.
  public var text: TextSamples?
  /// Stretches of more than 100 ms that were idle or a stall, which the file cannot tell apart.
  public var unknownGaps: [Gap]
  /// What those gaps were, as the caller said; nil where nobody said it.
  public var gapReading: GapReading?
  /// The frames if every such gap was a stall; ``timeline`` takes them as idle. Nil without gaps, or where
  /// it is said what they were.
  public var stalled: FrameTimeline?
  /// Why its budgets are not judged although it may be large enough, as of a process that is not the app; nil
  /// where they are.
  public var bystander: String?
  /// Whether the frames' instants are of the file; else they are laid out in its order, and nothing
  /// is said of when anything was.
  public var hasInstants = true
  /// Why no budget counts as kept although its figure would keep it, as where a value contradicts others of the
  /// file; nil where nothing stands against the figures.
  public var open: String?
  /// How many of its frames the file itself calls late or janky; 0 where it calls none so.
  public var ownLate = 0
  /// What else is to be known, a sentence each.
  public var notes: [String]

  /// Makes a session.
  public init(name: String, timeline: FrameTimeline, support: LogSupport) {
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
public struct LogOptions: Hashable, Sendable {
  /// The format; nil to find it.
  public var format: LogFormat?
  /// The display's refresh rate in Hz where the file does not say; nil to derive it.
  public var refreshHertz: Double?
  /// From when on frames count, after the first one; nil for all.
  public var from: Nanoseconds?
  /// Until when, after the first one; nil for all.
  public var to: Nanoseconds?
  /// How long the recording was, where another file says so.
  public var recording: Nanoseconds?
  /// What gaps were that a file cannot tell from stalls; nil to give figures as ranges.
  public var gaps: GapReading?
  /// Parts of the names of the sessions that are wanted, in small or large letters; empty for all.
  public var sessions: [String] = []

  /// Makes options that leave all open.
  public init() {}
}
