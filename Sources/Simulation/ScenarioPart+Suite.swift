import LoadGeneration
import Timebase

extension ScenarioPart {
  /// The keyboard opens and closes, again and again.
  public struct Keyboards: Hashable, Sendable {
    /// When it opens first.
    public var start: Instant
    /// How many times it opens.
    public var count: Int
    /// From one opening to the next.
    public var interval: Nanoseconds
    /// How long it stays open.
    public var open: Nanoseconds
    /// Its height in points; nil for the device's.
    public var height: Double?

    /// Makes openings of the keyboard.
    public init(
      at start: Instant,
      count: Int,
      interval: Nanoseconds,
      open: Nanoseconds,
      height: Double? = nil
    ) {
      self.start = start
      self.count = count
      self.interval = interval
      self.open = open
      self.height = height
    }
  }

  /// The composer grows to six lines and is emptied, again and again.
  public struct Composers: Hashable, Sendable {
    /// When it has its second line first.
    public var start: Instant
    /// How many times it grows.
    public var count: Int
    /// From one second line to the next.
    public var interval: Nanoseconds
    /// From one line to the next, and from the sixth back to one.
    public var line: Nanoseconds

    /// Makes growths of the composer.
    public init(at start: Instant, count: Int, interval: Nanoseconds, line: Nanoseconds) {
      self.start = start
      self.count = count
      self.interval = interval
      self.line = line
    }
  }

  /// The reader chooses other sizes of text: every category from the default one up, then from the
  /// smallest up to the default.
  public struct TextSizes: Hashable, Sendable {
    /// When the first is chosen.
    public var start: Instant
    /// How many are chosen.
    public var count: Int
    /// From one to the next.
    public var interval: Nanoseconds

    /// Makes choices of text sizes.
    public init(at start: Instant, count: Int, interval: Nanoseconds) {
      self.start = start
      self.count = count
      self.interval = interval
    }
  }

  /// Messages of the history are edited at random: added before, between and after the others,
  /// taken away, moved, rewritten, renamed, given heights. What is sent and answered is left alone.
  public struct Edits: Hashable, Sendable {
    /// When the first edit is.
    public var start: Instant
    /// How many.
    public var count: Int
    /// From one to the next.
    public var interval: Nanoseconds

    /// Makes edits.
    public init(at start: Instant, count: Int, interval: Nanoseconds) {
      self.start = start
      self.count = count
      self.interval = interval
    }
  }

  /// Text, code and references to images in turn are dropped onto the composers of windows in turn.
  public struct Drops: Hashable, Sendable {
    /// When the first is dropped.
    public var start: Instant
    /// How many.
    public var count: Int
    /// From one to the next.
    public var interval: Nanoseconds
    /// The windows that they are dropped onto, in turn.
    public var targets: [String]

    /// Makes drops.
    public init(at start: Instant, count: Int, interval: Nanoseconds, targets: [String]) {
      self.start = start
      self.count = count
      self.interval = interval
      self.targets = targets
    }
  }

  /// Windows are opened, and in each of them other parts happen, each with chance of its own.
  public struct Windows: Sendable {
    /// When they are opened.
    public var start: Instant
    /// When they are closed; nil when they stay open.
    public var end: Instant?
    /// Their names.
    public var names: [String]
    /// The conversation that each opens with, of other messages in each; nil for none.
    public var history: ScenarioHistory?
    /// What happens in each; none of them opens windows or is ``ScenarioPart/opens(_:)``.
    public var parts: [ScenarioPart]

    /// Makes windows.
    public init(
      at start: Instant,
      until end: Instant? = nil,
      names: [String],
      history: ScenarioHistory? = nil,
      parts: [ScenarioPart]
    ) {
      self.start = start
      self.end = end
      self.names = names
      self.history = history
      self.parts = parts
    }
  }
}
